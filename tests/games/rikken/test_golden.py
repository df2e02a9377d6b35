"""A deal of every contract written out: random auctions seldom stop at the low ones, so these begin with a contract.

python -m tests.games.rikken.test_golden > tests/golden/rikken-contracts.txt
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.games.rikken.table import THREE_ACES

import bolicho
from bolicho.games.rikken.contracts import NAMES
from bolicho.games.rikken.options import PRESETS, RENAMED

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "rikken-contracts.txt"
OF_0_1 = {new: old for old, new in RENAMED.items()}
"""Deals are drawn by the name that a preset had when the file was made."""


def lines() -> Iterator[str]:
    for preset in PRESETS:
        for number, contract in enumerate(NAMES):
            game = bolicho.game("rikken", preset=preset)
            rng = bolicho.stream(number, OF_0_1.get(preset, preset))
            deal = game.parse_deal(THREE_ACES) if contract == "troela" else game.deal(rng)
            declarer = 0 if contract == "troela" else number % 4
            state = game.start(deal, dealer=number // 4, contract=contract, declarer=declarer)
            while not state.over:
                state = state.play(rng.choice(state.moves()))
            yield f"{preset}: {state}"
            yield f"    won {list(state.won)} partner {state.partner} scores {list(state.scores)}"


def test_every_contract_still_plays_as_it_did() -> None:
    assert "\n".join(lines()) + "\n" == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("contract", NAMES)
def test_every_contract_is_in_the_golden_file(contract: str) -> None:
    assert GOLDEN.read_text(encoding="utf-8").count(f"| {contract} by ") == len(PRESETS)


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines()) + "\n")

"""What the table shows: every key, no hidden card, any terminal."""

import random
import re
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from tests.cli.front_door import ANYTHING, knock, record_of

import bolicho
from bolicho.cli.table.drawing import drawing_for
from bolicho.games import GAMES


def test_every_call_has_its_own_key() -> None:
    """Whatever may be said at a moment is said by one key, in every variant."""
    rng = random.Random(5)
    for number in range(150):
        game = GAMES.make(
            "truco", preset=rng.choice(GAMES.make("truco").presets), flor=rng.choice(["mandatory", "optional"])
        )
        drawing = drawing_for(game, rng.choice(["en", "pt-BR"]), ("you", "rival"))
        state = game.start(game.deal(bolicho.stream(number)))
        while not state.over:
            view = state.view(state.seat)
            keys = [key.key for key in drawing.keys(view) if "/" not in key.key and not key.key.startswith("v")]
            open_moves = [move for move in view.moves if not move.startswith("(")]
            assert [drawing.read(view, key) for key in keys] == open_moves
            assert [drawing.read(view, move) for move in view.moves] == list(view.moves)
            assert drawing.prompt(view)
            state = state.play(rng.choice(view.moves))
        assert drawing.summary(state.view(0))


def hidden(cards: list[str], text: str) -> list[str]:
    """Return those of the cards that a text shows, as a word, in words or as a drawing."""
    found = []
    for card in cards:
        rank, suit = card[:-1], {"e": "espadas", "b": "bastos", "o": "ouros", "c": "copas"}[card[-1]]
        shapes = (rf"(?<!\w){card}(?!\w)", rf"(?<!\d){rank} (de|of) {suit}", rf"│{rank:<4}{card[-1]}│")
        found += [card for shape in shapes if re.search(shape, text)]
    return found


@pytest.mark.parametrize("preset", ["gaucho", "ufsm-web"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_hidden_card_is_ever_printed_during_the_hand(tmp_path: Path, preset: str, seed: int) -> None:
    """Play longer and longer parts of a hand: what the rival holds or laid face down is in no part of the output."""
    theirs = ["1b", "3b", "6c"]
    table = (
        "play",
        "--against",
        "random",
        "--preset",
        preset,
        "--deal",
        f"1e 7o 2c / {' '.join(theirs)}",
        "--seed",
        str(seed),
    )
    lines = ["banana", "h", "why", "truco", "quero", "2", "v1", "e", "s", "1", "1"]
    for count in range(len(lines) + 1):
        file = tmp_path / f"{count}.jsonl"
        typed = "".join(f"{line}\n" for line in lines[:count])
        said = knock(*table, "--no-store", "--record", str(file), typed=typed)
        unit = record_of(file).units[0] if file.exists() else None
        if unit is not None and unit.over:
            break
        seen = unit.moves if unit is not None else ()
        assert hidden([card for card in theirs if card not in seen], said.out) == []


def test_output_does_not_depend_on_hidden_cards() -> None:
    first, second = (
        knock("play", "--seed", "3", "--no-store", "--deal", f"1e 7o 2c / {rival}", typed="h\n?\nwhy\n")
        for rival in ("1b 3b 6c", "4e 5b 6o")
    )
    assert first == second


@pytest.mark.parametrize("columns", ["40", "45", "60"])
@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_narrow_terminal(columns: str, language: str) -> None:
    typed = "?\nh\n" + ANYTHING * 100
    said = knock(
        "play",
        "--seed",
        "6",
        "--target",
        "9",
        "--no-store",
        "--language",
        language,
        typed=typed,
        COLUMNS=columns,
        NO_COLOR="1",
    )
    assert said.code == 0
    assert max(map(len, said.out.splitlines())) <= int(columns)
    assert "╭─────╮ ╭─────╮ ╭─────╮" in said.out
    assert "╰─[1]─╯ ╰─[2]─╯ ╰─[3]─╯" in said.out


def test_absurdly_narrow_terminal_does_not_fail() -> None:
    assert knock("play", "--seed", "6", "--no-store", typed="1\n?\n", COLUMNS="11").code == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_plain_signs_where_the_terminal_has_no_others(encoding: str) -> None:
    said = knock("play", "--seed", "3", "--language", "pt-BR", "--no-store", typed="1\nn\n", encoding=encoding)
    assert said.code == 0
    assert "+-----+ +-----+" in said.out
    assert ("a mao vale 1" if encoding == "ascii" else "a mão vale 1") in said.out


def test_bytes_that_are_no_text_are_a_wrong_key() -> None:
    said = knock("play", "--seed", "3", "--no-store", reads=TextIOWrapper(BytesIO(b"\xff\xfe\n1\n"), "utf-8"))
    assert said.code == 0
    assert "I do not understand" in said.out

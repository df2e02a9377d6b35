"""Cases made in bulk from the kernel's hands are the cases that the rules would make of these hands."""

import numpy as np

from bolicho.bench.random_cases import ATTRIBUTES, PATIENCE, batches, random_base, random_cases
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import DECK, Deal
from bolicho.games.truco.kernel import names, trace_hands
from bolicho.learn.cases.base import UNKNOWN
from bolicho.learn.cases.truco.hand import case_of


def test_a_case_in_bulk_is_the_case_of_that_hand_played_again() -> None:
    cells = random_cases(400, seed=5, first=11)
    played, deals, tape = trace_hands(Truco(), 5, 400, first=11, patience=PATIENCE)
    for hand in range(400):
        held = [tuple(DECK[place] for place in deals[hand, seat]) for seat in range(2)]
        state = Truco().start(Deal.of(*held))
        for ply in tape[hand][: played["plies"][hand]]:
            state = state.play(names(held[ply["seat"]])[ply["move"]])
        case = case_of(state.view((hand + 11) % 2))
        wanted = [case[name] for name in ATTRIBUTES]
        assert [None if cell == UNKNOWN else cell for cell in cells[hand].tolist()] == wanted


def test_hands_are_the_same_however_they_are_cut_into_batches() -> None:
    assert np.concatenate(list(batches(60_000, seed=1))).tolist() == random_cases(60_000, seed=1).tolist()


def test_a_base_of_random_hands_has_every_column_and_the_twelve_filled() -> None:
    base = random_base(1000, seed=2)
    assert len(base) == 1000
    assert base.cells(ATTRIBUTES).tolist() == random_cases(1000, seed=2).tolist()
    assert (base["score"] == UNKNOWN).all()

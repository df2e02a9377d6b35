"""Cards and rounds."""

from itertools import product

import pytest
from tests.games.truco.conftest import Tell

import bolicho
from bolicho.games.truco.cards import STRENGTH

# seat 0 is mão and holds a manilha, a 3 and a 4; seat 1 a manilha, a 3 and a 4
EVEN = "1e 3o 4c / 1b 3e 4o"
QUIET = {"flor": "off", "envido": "off"}


def test_mao_leads_and_the_higher_card_wins_the_round_and_leads_the_next(tell: Tell) -> None:
    assert tell(EVEN).seat == 0
    assert tell(EVEN, mano=1).seat == 1
    state = tell(EVEN, "4c 4o")
    assert (state.won, state.seat) == ((None,), 0)
    state = tell(EVEN, "3o 1b")
    assert (state.won, state.seat) == ((1,), 1)


def test_two_rounds_win_the_hand_for_one_point(tell: Tell) -> None:
    state = tell(EVEN, "1e 1b 3o 4o")
    assert (state.over, state.scores) == (True, (1, 0))


def test_after_a_tie_the_one_who_led_leads_again(tell: Tell) -> None:
    assert tell(EVEN, "3o 3e").seat == 0
    assert tell(EVEN, "3e 3o", mano=1).seat == 1
    assert tell(EVEN, "3e 3o 4o 4c", mano=1).seat == 1


def test_first_round_tied_goes_to_the_winner_of_the_second(tell: Tell) -> None:
    assert tell(EVEN, "3o 3e 4c 1b").scores == (0, 1)
    assert tell(EVEN, "3o 3e 1e 1b").scores == (1, 0)


def test_two_ties_go_to_the_winner_of_the_third(tell: Tell) -> None:
    state = tell(EVEN, "3o 3e 4c 4o 1e 1b")
    assert (state.over, state.scores) == (True, (1, 0))
    assert tell(EVEN, "4c 4o 3o 3e").seat == 0


def test_all_tied_goes_to_the_mao(tell: Tell) -> None:
    deal = "3o 2o 4c / 3e 2e 4o"
    assert tell(deal, "3o 3e 2o 2e 4c 4o").scores == (1, 0)
    assert tell(deal, "3e 3o 2e 2o 4o 4c", mano=1).scores == (0, 1)


def test_a_later_tie_gives_the_hand_to_the_winner_of_the_first(tell: Tell) -> None:
    state = tell(EVEN, "1e 1b 3o 3e")
    assert (state.over, state.scores) == (True, (1, 0))
    # 1-1 and the third tied: again who won the first
    state = tell("1e 4b 4c / 1b 6e 4o", "1e 6e 4b 1b 4o 4c")
    assert (state.won, state.scores) == ((0, 1, None), (1, 0))


@pytest.mark.parametrize("mano", [0, 1])
def test_every_pattern_of_rounds_gives_the_hand_to_whom_the_rule_says(mano: int) -> None:
    from bolicho.games.truco.state import hand_winner

    for won in product((0, 1, None), repeat=3):
        first_decided = next((w for w in won if w is not None), mano)
        by_count = [s for s in (0, 1) if won.count(s) >= 2]
        expected = first_decided if None in won else by_count[0]
        reached = next(w for n in (1, 2, 3) if (w := hand_winner(won[:n], mano)) is not None)
        two = [s for s in (0, 1) if won[:2].count(s) == 2]
        assert reached == (two[0] if two else expected), won


def test_cards_of_one_level_tie_and_the_ladder_orders_the_rest() -> None:
    game = bolicho.game("truco", **QUIET)
    for a, b in product(STRENGTH, repeat=2):
        if a == b:
            continue
        rest = [c for c in STRENGTH if c not in (a, b)]
        state = game.start(game.parse_deal(f"{a} {rest[0]} {rest[1]} / {b} {rest[2]} {rest[3]}")).play(a).play(b)
        expected = None if STRENGTH[a] == STRENGTH[b] else int(STRENGTH[b] > STRENGTH[a])
        assert state.won == (expected,)


def test_face_down_loses_to_any_card_and_two_tie(tell: Tell) -> None:
    web = {"preset": "ufsm-web"}
    assert tell(EVEN, "(1e) 4o", **web).won == (1,)
    assert tell(EVEN, "(1e) (4o)", **web).won == (None,)
    assert tell(EVEN, "4c (1b)", **web).won == (0,)


def test_face_down_is_where_the_option_allows_it(tell: Tell) -> None:
    assert not [m for m in tell(EVEN).moves() if m.startswith("(")]
    later = {"face_down": "rounds-2-3"}
    assert not [m for m in tell(EVEN, **later).moves() if m.startswith("(")]
    assert [m for m in tell(EVEN, "3o 3e", **later).moves() if m.startswith("(")] == ["(1e)", "(4c)"]
    assert len([m for m in tell(EVEN, face_down="any").moves() if m.startswith("(")]) == 3


def test_face_down_closes_the_envido_window_and_still_counts(tell: Tell) -> None:
    deal = "7e 6e 4c / 1b 2e 4o"
    state = tell(deal, "(7e)", preset="ufsm-web")
    assert "envido" in state.moves()
    accepted = state.play("envido")
    assert "flor" not in accepted.moves()
    accepted = accepted.play("quero").play("e-bom")
    assert accepted.scores == (2, 0)  # 33 with the card that lies face down
    assert "envido" not in tell(deal, "(7e) (1b) 6e", preset="ufsm-web").moves()

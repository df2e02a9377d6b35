"""What a seat may see, and what follows about the hidden hand."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.truco.conftest import Tell
from tests.games.truco.possible import possible_hands

import bolicho
from bolicho.games.truco import State
from bolicho.games.truco.cards import DECKS, Deal, envido_points, flor_points
from bolicho.games.truco.options import PRESETS, VALUES

options = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in VALUES.items()})


def random_states(game: Any, rng: Random) -> list[State]:
    """Every state of a random hand, at a random score."""
    score = (rng.randrange(game.rules.target), rng.randrange(game.rules.target))
    states = [game.start(game.deal(rng), score=score, mano=rng.randrange(2))]
    while not states[-1].over:
        states.append(states[-1].play(rng.choice(states[-1].moves())))
    return states


@settings(max_examples=150)
@given(options, st.integers(0, 2**32))
def test_a_world_looks_the_same_from_the_seat_it_was_drawn_for(chosen: dict[str, str], seed: int) -> None:
    game = bolicho.game("truco", **chosen)
    rng = bolicho.stream(seed)
    for state in random_states(game, rng):
        for seat in (0, 1):
            view = state.view(seat)
            assert game.worlds(view, rng).view(seat) == view


@settings(max_examples=60)
@given(options, st.integers(0, 2**32))
def test_the_hands_a_rival_may_hold_are_exactly_those_that_look_the_same(chosen: dict[str, str], seed: int) -> None:
    """Every other hand is tried against the rules: replay what was said and compare what is seen."""
    game = bolicho.game("truco", **chosen)
    rng = bolicho.stream(seed)
    state = rng.choice(random_states(game, rng))
    view = state.view(rng.randrange(2))
    possible = set(possible_hands(view))
    assert state.deal.hands[view.rival] in possible
    unseen = list(combinations([card for card in DECKS[view.rules.deck] if card not in view.dealt], 3))
    for hand in rng.sample(unseen, min(150, len(unseen))) + rng.sample(sorted(possible), min(40, len(possible))):
        assert looks_the_same(state, view.seat, hand) == (hand in possible), (str(state), view.seat, hand)


def looks_the_same(state: State, seat: int, rival_hand: tuple[str, ...]) -> bool:
    """Whether some way to play this hand gives the same view."""
    game = bolicho.game("truco", **state.rules._asdict())
    hands = (state.deal.hands[0], rival_hand) if seat == 0 else (rival_hand, state.deal.hands[1])
    reached = [game.start(Deal(hands), score=state.score, mano=state.mano)]
    for who, move in state.history:
        hidden = who != seat and move.startswith("(")
        reached = [
            s.play(m)
            for s in reached
            for m in s.moves()
            if m == move or (hidden and m.startswith("(") and s.seat == who)
        ]
    return any(s.view(seat) == state.view(seat) for s in reached)


def test_the_hidden_hand_is_drawn_uniformly(tell: Tell) -> None:
    state = tell("7e 6e 4c / 1b 2c 5c", "envido quero 4c 2c")  # 33 said, "é bom", and the 2c on the table
    view = state.view(0)
    hands = possible_hands(view)
    rng = bolicho.stream(5)
    game = bolicho.game("truco")
    drawn = Counter(game.worlds(view, rng).deal.hands[1] for _ in range(20 * len(hands)))
    assert set(drawn) == set(hands)
    chi2 = sum((drawn[hand] - 20) ** 2 / 20 for hand in hands)
    freedom = len(hands) - 1
    assert abs(chi2 - freedom) < 5 * (2 * freedom) ** 0.5


def test_e_bom_tells_that_the_pe_has_no_more(tell: Tell) -> None:
    view = tell("7e 4e 4c / 1b 2c 5c", "envido quero").view(0)  # 31 said
    assert max(envido_points(hand) for hand in possible_hands(view)) == 31
    conceded = tell("7e 4e 4c / 1b 2c 5c", "envido quero e-bom", preset="ufsm-web").view(0)
    assert max(envido_points(hand) for hand in possible_hands(conceded)) == 33  # where he may concede it tells nothing


def test_announced_points_pin_the_hand_down(tell: Tell) -> None:
    view = tell("1b 2c 5c / 7e 6e 4c", "envido quero").view(0)
    assert {envido_points(hand) for hand in possible_hands(view)} == {33}
    view = tell("1b 2c 5c / 7e 6e 4c", "envido quero").view(1)  # the pé heard the mão say 27
    assert {envido_points(hand) for hand in possible_hands(view)} == {27}


def test_a_mandatory_flor_not_declared_is_not_there(tell: Tell) -> None:
    silent = tell("1b 2c 5c / 7e 6e 4c", "1b").view(1)
    assert not any(flor_points(hand) for hand in possible_hands(silent))
    assert any(flor_points(hand) for hand in possible_hands(tell("1b 2c 5c / 7e 6e 4c").view(0)))
    maybe = tell("1b 2c 5c / 7e 6e 4c", "1b", flor="optional").view(1)
    assert any(flor_points(hand) for hand in possible_hands(maybe))


def test_who_was_not_asked_about_our_flor_has_none(tell: Tell) -> None:
    view = tell("7e 6e 5e / 1b 2c 5c", "flor", flor="optional").view(0)
    assert not any(flor_points(hand) for hand in possible_hands(view))
    answers = tell("7c 6c 5o / 4o 3o 2o", "7c flor", flor="optional").view(1)
    assert not any(flor_points(hand) for hand in possible_hands(answers))


@pytest.mark.parametrize("card", ["7c", "(7c)"])
def test_where_a_silent_flor_is_lost_nothing_tells_whether_there_was_one(tell: Tell, card: str) -> None:
    rules = {"flor": "optional", "silent_flor": "lost", "face_down": "any"}
    deals = ("7c 6c 5c / 4o 3o 2o", "7c 6c 5e / 4o 3o 2o")
    held, none = (tell(deal, f"{card} flor", **rules).view(1) for deal in deals)
    assert held == none
    flores = {hand for hand in possible_hands(held) if flor_points(hand)}
    assert ("7c", "6c", "5c") in flores
    assert all("7c" in hand for hand in flores) == (card == "7c")
    later = tell("4o 3o 2o / 7c 6c 5e", "flor 4o 7c", **rules).view(0)  # asked before his first card, he had none
    assert not any(flor_points(hand) for hand in possible_hands(later))
    view = tell("7e 6e 5e / 1c 2c 5c", "flor").view(0)
    assert all(flor_points(hand) for hand in possible_hands(view))


def test_the_rival_sees_a_back_where_a_card_lies_face_down(tell: Tell) -> None:
    state = tell("7e 6e 4c / 1b 2c 5c", "(7e)", preset="ufsm-web")
    assert state.view(1).played == (("(?)",), ())
    assert state.view(1).history == ((0, "(?)"),)
    assert state.view(0).played == (("(7e)",), ())


@pytest.mark.parametrize("preset", PRESETS)
def test_changing_only_hidden_cards_changes_nothing_in_the_view(preset: str) -> None:
    game = bolicho.game("truco", preset=preset)
    for seed in range(150):
        rng = bolicho.stream(seed, preset)
        for state in random_states(game, rng):
            view = state.view(rng.randrange(2))
            assert repr(game.worlds(view, rng).view(view.seat)) == repr(view)


def test_no_view_names_a_card_its_seat_may_not_see() -> None:
    for preset in PRESETS:
        game = bolicho.game("truco", preset=preset)
        for seed in range(150):
            for state in random_states(game, bolicho.stream(seed, preset)):
                for seat in (0, 1):
                    view = state.view(seat)
                    shown = set(view.shown[1 - seat])
                    secret = [
                        c for c in state.deal.hands[1 - seat] if c not in state.played[1 - seat] and c not in shown
                    ]
                    words = repr(view).replace("(", " ").replace(")", " ").replace("'", " ").replace(",", " ").split()
                    assert not set(secret) & set(words), (str(state), seat)


def test_proof_is_shown_when_the_hand_is_over(tell: Tell) -> None:
    deal = "7e 6e 4c / 1b 2c 5c"
    assert tell(deal, "envido quero").view(1).shown == ((), ())
    assert tell(deal, "envido quero baralho").view(1).shown == (("7e", "6e"), ())
    assert tell(deal, "envido nao-quero baralho").view(1).shown == ((), ())
    assert tell("7e 6e 5e / 1b 2c 5c", "flor baralho").view(1).shown == (("7e", "6e", "5e"), ())
    both = tell("7e 6e 5e / 1c 2c 5c", "flor flor baralho", preset="ufsm-auto")
    assert both.view(0).shown == both.deal.hands
    assert tell("7e 6e 5e / 1c 2c 5c", "flor achico baralho").view(1).shown == (("7e", "6e", "5e"), ())


def test_what_is_in_a_view(tell: Tell) -> None:
    view = tell("7e 6e 4c / 1b 2c 5c", "truco envido quero", score=(3, 7)).view(1)
    assert view.dealt == view.hand == ("1b", "2c", "5c")
    assert (view.mano, view.score, view.points, view.worth) == (0, (3, 7), (2, 0), 1)
    assert (view.to_move, view.turn, view.truco_by, view.word) == (1, 0, 0, 1)
    assert view.moves == ("quero", "nao-quero", "retruco", "baralho")
    assert not view.is_mano
    assert tell("7e 6e 4c / 1b 2c 5c", "4c").view(1).on_table == "4c"

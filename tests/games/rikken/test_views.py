"""What a seat may see."""

import pytest
from tests.games.rikken.table import THREE_ACES, all_options, begin, cards, random_states, replayed, told

import bolicho
from bolicho import BadInput
from bolicho.games.rikken import Deal, State
from bolicho.games.rikken.cards import BIT, hand_of


def test_the_partner_is_secret_until_the_asked_card_falls() -> None:
    state = told(begin(contract="rik", declarer=0), "trump:s ask:Ac")
    assert [state.view(seat).partner for seat in range(4)] == [None, None, 2, None]
    state = told(state, "8c 9c Kc 5c")
    assert [state.view(seat).partner for seat in range(4)] == [None, None, 2, None]
    state = told(state, "Ac")
    assert [state.view(seat).partner for seat in range(4)] == [2, 2, 2, 2]


def test_trump_and_ask_are_public() -> None:
    state = told(begin(contract="rik", declarer=0), "trump:s ask:Ac")
    for seat in range(4):
        view = state.view(seat)
        assert (view.trump, view.asked, view.declarer, view.contract) == ("s", "Ac", 0, "rik")


def seen(state: State, seat: int) -> list[int]:
    return [who for who, hand in enumerate(state.view(seat).open_hands) if hand is not None]


def test_an_open_hand_is_seen_from_the_fifth_card() -> None:
    state = told(begin(contract="open-misere", declarer=1), "5s As 9s 8s")
    assert not any(seen(state, seat) for seat in range(4))
    state = told(state, state.moves()[-1])
    assert [seen(state, seat) for seat in range(4)] == [[1], [], [1], [1]]
    assert state.view(0).open_hands[1] == hand_of(state.hands[1])


def test_in_a_plus_game_the_defenders_see_each_other_and_declarer_nobody() -> None:
    state = told(begin(contract="open-misere-plus", declarer=1), "5s As 9s 8s")
    state = told(state, state.moves()[-1])
    assert [seen(state, seat) for seat in range(4)] == [[1, 2, 3], [], [0, 1, 3], [0, 1, 2]]


def test_closed_games_show_no_hand() -> None:
    for contract in ("misere", "piek", "solo-9", "solo"):
        state = begin(contract=contract, declarer=1)
        while not state.over:
            assert not any(seen(state, seat) for seat in range(4))
            state = state.play(state.moves()[-1])


def test_tricks_can_be_looked_at_again() -> None:
    state = told(begin(contract="misere", declarer=1), "As 9s 8s 5s Ks Ts")
    view = state.view(3)
    assert view.last_trick == (0, ("As", "9s", "8s", "5s"))
    assert view.current is not None
    assert view.current.by_seat() == ("Ks", "Ts", None, None)
    assert view.won == (1, 0, 0, 0)
    assert view.counts == (11, 11, 12, 12)


def test_a_failure_to_follow_shows_a_void() -> None:
    state = told(begin(contract="misere", declarer=1), "4d 2h")
    assert [sorted(suits) for suits in state.view(0).voids] == [[], [2], [], []]


def test_a_revoke_shows_the_hand_in_proof_and_no_void() -> None:
    state = told(begin(contract="misere", declarer=1, options={"revoke": "penalty"}), "As Ah")
    assert seen(state, 3) == [1]
    assert not any(state.view(3).voids)


def test_the_history_tells_every_word_and_card() -> None:
    moves = "troela pas pas pas trump:d As 9s 8s 5s"
    state = told(begin(THREE_ACES), moves)
    assert [move for _, move in state.view(3).history] == moves.split()
    assert state.view(3).history[4] == (2, "trump:d")


@pytest.mark.parametrize("nobody", [4, -1, 1.0, True, None])
def test_only_four_seats_have_eyes(nobody: int) -> None:
    with pytest.raises(BadInput, match="seat"):
        begin().view(nobody)


def swapped(state: State, seat: int, one: str, other: str) -> Deal:
    hands = [hand ^ (BIT[one] | BIT[other]) if hand & (BIT[one] | BIT[other]) else hand for hand in state.deal.hands]
    return Deal((hands[0], hands[1], hands[2], hands[3]))


@pytest.mark.parametrize("options", [{}, *all_options()], ids=str)
def test_what_a_seat_may_not_see_changes_nothing_in_its_view(options: dict[str, str]) -> None:
    """Two hidden cards change places: if all could still be said and played, the view is the same to the last bit."""
    game = bolicho.game("rikken", **options)
    rng = bolicho.stream(2, str(options))
    compared = 0
    for _ in range(60):
        state = rng.choice(random_states(game, rng))
        seat = rng.randrange(4)
        shown = {who for who, hand in enumerate(state.view(seat).open_hands) if hand is not None} | {seat}
        hidden = [who for who in range(4) if who not in shown and state.hands[who]]
        if len(hidden) < 2:
            continue
        first, second = rng.sample(hidden, 2)
        one, other = rng.choice(cards(state.hands[first])), rng.choice(cards(state.hands[second]))
        if state.asked is not None and state.hands[second] & BIT[state.asked] and rng.random() < 0.7:
            other = state.asked  # the secret of who is partner
        again = replayed(state, swapped(state, seat, one, other))
        if again is not None:
            compared += 1
            assert again.view(seat) == state.view(seat)
            assert again != state
    assert compared > 10

"""Full deals that agree with a view."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rikken.table import THREE_ACES, all_options, begin, cards, random_states, replayed, told

import bolicho
from bolicho.games.rikken import Deal, State
from bolicho.games.rikken.auction import has_troela
from bolicho.games.rikken.cards import ACES, BIT
from bolicho.games.rikken.contracts import NAMES
from bolicho.games.rikken.options import VALUES
from bolicho.games.rikken.worlds import Knowledge, by_bidding

options = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in VALUES.items()})


@settings(max_examples=60)
@given(options, st.integers(0, 2**32))
def test_a_world_looks_the_same_and_could_have_been_played(chosen: dict[str, str], seed: int) -> None:
    game = bolicho.game("rikken", **chosen)
    rng = bolicho.stream(seed)
    for state in random_states(game, rng):
        view = state.view(rng.randrange(4))
        world = game.worlds(view, rng)
        assert world.view(view.seat) == view
        assert replayed(world, world.deal) == world


def small_endings(chosen: dict[str, str], left: int, count: int) -> list[State]:
    """States of deals with a few cards left, of games with a partner where possible."""
    game = bolicho.game("rikken", **chosen)
    found: list[State] = []
    number = 0
    while len(found) < count:
        rng = bolicho.stream(number, str(chosen))
        number += 1
        states = random_states(game, rng)
        ends = [s for s in states if s.phase == "play" and 0 < sum(h.bit_count() for h in s.hands) <= left]
        if ends and (states[-1].terms.partner != "none" or rng.random() < 0.2):
            found.append(ends[0])
    return found


def every_world(state: State, seat: int) -> set[Deal]:
    """All deals that the rules themselves allow: share the hidden cards in every way and replay."""
    shown = {who for who, hand in enumerate(state.view(seat).open_hands) if hand is not None} | {seat}
    hidden = [who for who in range(4) if who not in shown]
    pool = cards(sum(state.hands[who] for who in hidden))
    found = set()
    for shares in _shares(pool, [state.hands[who].bit_count() for who in hidden]):
        dealt = list(state.deal.hands)
        for who, share in zip(hidden, shares, strict=True):
            dealt[who] = dealt[who] & ~state.hands[who] | sum(BIT[card] for card in share)
        deal = Deal((dealt[0], dealt[1], dealt[2], dealt[3]))
        again = replayed(state, deal)
        if again is not None and again.view(seat) == state.view(seat):
            found.add(deal)
    return found


def _shares(pool: list[str], sizes: list[int]) -> Any:
    if not sizes:
        yield ()
        return
    for share in combinations(pool, sizes[0]):
        rest = [card for card in pool if card not in share]
        yield from ((share, *others) for others in _shares(rest, sizes[1:]))


@pytest.mark.parametrize("endings", [3, pytest.param(20, marks=pytest.mark.endurance)])
@pytest.mark.parametrize("chosen", [{}, *all_options()][::2], ids=str)
def test_the_worlds_are_exactly_those_that_the_rules_allow(chosen: dict[str, str], endings: int) -> None:
    chosen = {name: value for name, value in chosen.items() if (name, value) != ("revoke", "penalty")}
    for state in small_endings(chosen, 8, endings):
        for seat in range(4):
            know = Knowledge(state.view(seat))
            expected = every_world(state, seat)
            rng = bolicho.stream(4)
            drawn = {know.state(know.draw(rng)).deal for _ in range(12 * len(expected) + 20)}
            assert drawn <= expected
            assert len(drawn) >= 0.99 * len(expected)
            sharings, counts = know.cases
            assert sum(counts) == len(expected)
            assert {know.state(know._hands(s.draw(rng))).deal for s in sharings for _ in range(3)} <= expected


def test_every_world_is_drawn_equally_often() -> None:
    (state,) = small_endings({}, 8, 1)
    view = next(state.view(seat) for seat in range(4) if len(every_world(state, seat)) > 4)
    expected = every_world(state, view.seat)
    game, rng = bolicho.game("rikken"), bolicho.stream(9)
    drawn = Counter(game.worlds(view, rng).deal for _ in range(200 * len(expected)))
    assert set(drawn) == expected
    chi = sum((count - 200) ** 2 / 200 for count in drawn.values())
    freedom = len(expected) - 1
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5


def test_the_cases_draw_as_the_plain_draw_does() -> None:
    """A void declarer who asked may have asked blind: both ways to draw give the asked suit equally often."""
    state = told(begin(contract="rik", declarer=0), "trump:s ask:Ac")
    know = Knowledge(state.view(1))
    rng = bolicho.stream(3)
    sharings, counts = know.cases
    plain = [know.draw(rng) for _ in range(3000)]
    cased = [know._hands(rng.choices(sharings, counts)[0].draw(rng)) for _ in range(3000)]
    clubs = [sum((hands[0] >> 39).bit_count() for hands in drawn) / 3000 for drawn in (plain, cased)]
    assert abs(clubs[0] - clubs[1]) < 0.15
    assert all(know.lawful(hands) for hands in plain + cased)


def test_a_troela_tells_where_the_aces_are() -> None:
    game, rng = bolicho.game("rikken"), bolicho.stream(1)
    state = told(begin(THREE_ACES), "troela pas pas pas trump:d")
    for seat in range(4):
        for _ in range(50):
            world = game.worlds(state.view(seat), rng)
            assert has_troela(world.deal.hands[0])
            assert (world.deal.hands[2] & ACES).bit_count() == 1
    outbid = told(begin(THREE_ACES), "troela solo-9 pas pas pas")
    assert all(has_troela(game.worlds(outbid.view(1), rng).deal.hands[0]) for _ in range(50))


def test_where_troela_is_obligatory_a_pass_tells_of_aces_too() -> None:
    game, rng = bolicho.game("rikken", troela="obligatory"), bolicho.stream(1)
    state = told(begin(options={"troela": "obligatory"}), "pas pas pas")
    worlds = [game.worlds(state.view(3), rng) for _ in range(300)]
    assert not any(has_troela(world.deal.hands[seat]) for world in worlds for seat in range(3))


def test_a_card_asked_for_below_an_ace_tells_who_has_the_aces() -> None:
    deal = "KQ5432.A98.A9.A9 / AJT.KQJ.KQJ8.KQJ / 987.T765.T765.T8 / 6.432.432.765432"
    state = told(begin(deal, contract="rik", declarer=0), "trump:s ask:Kd")
    game, rng = bolicho.game("rikken"), bolicho.stream(1)
    for _ in range(50):
        world = game.worlds(state.view(2), rng)
        assert {"Ah", "Ad", "Ac"} <= set(cards(world.deal.hands[0]))
        assert "Kd" not in cards(world.deal.hands[0])


def test_the_auction_can_make_worlds_likelier() -> None:
    """A bidder who says solo-8 with four aces or more of a suit's top would be believed."""
    game, rng = bolicho.game("rikken"), bolicho.stream(6)
    state = told(begin(), "pas solo-8 pas pas")

    def bid(view: Any) -> str:
        return "solo-8" if sum(card[0] in "AK" for card in view.hand) >= 4 else "pas"

    def high(worlds: list[State]) -> float:
        return sum(sum(c[0] in "AK" for c in cards(w.deal.hands[1])) for w in worlds) / len(worlds)

    plain = [game.worlds(state.view(3), rng) for _ in range(150)]
    heard = [game.worlds(state.view(3), rng, likely=by_bidding(bid)) for _ in range(150)]
    assert all(world.view(3) == state.view(3) for world in heard)
    assert high(heard) > high(plain) + 0.5


def test_an_unlikely_auction_still_gives_a_world() -> None:
    game = bolicho.game("rikken")
    view = told(begin(), "solo pas pas pas").view(2)
    assert game.worlds(view, bolicho.stream(1), likely=lambda world: 0.0).view(2) == view


def test_every_contract_has_been_looked_at() -> None:
    game = bolicho.game("rikken")
    rng = bolicho.stream(8)
    for contract in NAMES:
        if contract == "troela":
            continue
        state = game.start(game.deal(rng), dealer=1, contract=contract, declarer=2)
        while not state.over:
            for seat in range(4):
                view = state.view(seat)
                world = game.worlds(view, rng)
                assert world.view(seat) == view
                assert replayed(world, world.deal, arranged=True) == world
            state = state.play(rng.choice(state.moves()))

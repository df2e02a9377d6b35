"""Guessed deals agree with all that a seat knows, and each deal that does is equally likely."""

from collections import Counter
from itertools import permutations

from tests.agents.rikken.some_deals import deals, in_play

from bolicho.agents.rikken.guess import guess, hand_tpc
from bolicho.agents.rikken.sight import table_of
from bolicho.agents.rikken.table import Table
from bolicho.core.chance import stream
from bolicho.games.rikken.cards import ACES, BIT, SUIT_MASK


def test_guesses_respect_counts_voids_open_hands_the_ask_and_the_aces() -> None:
    world = Table()
    for state, rng in deals("guesses"):
        while not state.over:
            assert state.seat is not None
            me, view = state.seat, state.view(state.seat)
            guess(table_of(view), me, [rng.getrandbits(64)], world)
            assert world.hands[me] == state.hands[me]
            assert sum(world.hands) == sum(state.hands)
            assert sum(hand.bit_count() for hand in world.hands) == sum(world.hands).bit_count()
            for seat, hand in enumerate(world.hands):
                assert hand.bit_count() == view.counts[seat]
                assert not any(hand & SUIT_MASK[suit] for suit in view.voids[seat] if seat != me)
                if view.open_hands[seat] is not None:
                    assert hand == state.hands[seat]
            if state.asked is not None and state.declarer is not None:
                assert (world.hands[world.partner] | world.shown[world.partner]) & BIT[state.asked]
                assert world.partner != state.declarer
                assert view.partner in (None, world.partner)
            if state.contract == "troela" and state.partner is not None and state.declarer is not None:
                theirs = [(world.hands[s] | world.shown[s]) & ACES for s in (state.declarer, state.partner)]
                assert [aces.bit_count() for aces in theirs] == [3, 1]
            state = state.play(rng.choice(state.moves()))


def test_every_deal_that_agrees_is_equally_likely() -> None:
    # seat 0 looks: six cards are out, two a seat; seat 1 has no spade, seat 2 no heart; the club may be anybody's
    table = Table(counts=[2, 2, 2, 2], hands=[0b11 << 39, 0, 0, 0], fits=0, declarer=0)
    unseen = [0, 1, 13, 14, 26, 41]
    table.gone = (1 << 52) - 1 & ~sum(1 << card for card in unseen) & ~table.hands[0]
    table.may[1] &= ~SUIT_MASK[0]
    table.may[2] &= ~SUIT_MASK[1]
    possible = {
        (frozenset(order[:2]), frozenset(order[2:4]), frozenset(order[4:]))
        for order in permutations(unseen)
        if not {0, 1} & set(order[:2]) and not {13, 14} & set(order[2:4])
    }
    world, chance, seen, n = Table(), [7], Counter[tuple[frozenset[int], ...]](), 20_000
    for _ in range(n):
        guess(table, 0, chance, world)
        seen[tuple(frozenset(card for card in unseen if hand >> card & 1) for hand in world.hands[1:])] += 1
    assert set(seen) == possible
    expected = n / len(possible)
    chi = sum((times - expected) ** 2 / expected for times in seen.values())
    assert chi < 2.5 * len(possible)


def test_the_auction_shapes_guesses_of_declarers_hand() -> None:
    means = {}
    for fits in (0, 1):
        total, number = 0, 0
        for seed in range(30):
            state = in_play(stream(seed, "auction"), "misere")
            me = ((state.declarer or 0) + 1) % 4
            table, world = table_of(state.view(me)), Table()
            table.fits = fits
            for key in range(20):
                guess(table, me, [key], world)
                total += hand_tpc(world.hands[state.declarer or 0])
                number += 1
        means[fits] = total / number
    assert means[1] < 0.8 * means[0]

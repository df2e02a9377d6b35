"""The kernel plays Truco exactly as the rules do: every seat, every list of legal moves, every score."""

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
import pytest

from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.games.truco import Deal, Truco
from bolicho.games.truco.cards import DECK
from bolicho.games.truco.kernel import BOOK, HAND, apply, book_of, legal, names, play_hands, start, trace_hands
from bolicho.games.truco.options import VALUES
from bolicho.games.truco.state import ORDER

PRESETS = Truco.presets


class Hand(NamedTuple):
    """One hand that the kernel played."""

    deal: Deal
    plies: list[tuple[int, str, tuple[str, ...]]]
    """Who, what, and what was legal."""
    points: tuple[int, int]


def book_row(game: Truco) -> Any:
    """The tables of the rules as numpy has them."""
    return book_of(game.rules)


def hands(game: Truco, seed: int, count: int, only: Any = None, **context: Any) -> Iterator[Hand]:
    """Read what the kernel played in the notation of the rules; ``only`` picks some of the hands by their deals."""
    played, deals, tape = trace_hands(game, seed, count, **context)
    for i in np.arange(count) if only is None else np.flatnonzero(only(deals)):
        deal = Deal.of(*([DECK[place] for place in seat] for seat in deals[i]))
        says = [names(hand) for hand in deal.hands]
        yield Hand(
            deal,
            [
                (seat, says[seat][move], tuple(word for n, word in enumerate(says[seat]) if mask >> n & 1))
                for seat, move, mask in tape[i][: played["plies"][i]].tolist()
            ],
            tuple(played["points"][i].tolist()),
        )


def follow(game: Truco, hand: Hand, score: tuple[int, int] = (0, 0), mano: int = 0) -> int:
    """Play a hand of the kernel by the rules, looking at every ply, and count them."""
    state = game.start(hand.deal, score=score, mano=mano)
    for seat, move, moves in hand.plies:
        assert (state.seat, state.moves()) == (seat, moves), f"[{state}] {game}"
        state = state.after(move)  # it is legal: it was among the moves
    assert (state.over, state.scores) == (True, hand.points), f"[{state}] {game}"
    return len(hand.plies)


def lockstep(game: Truco, seed: int, count: int, patience: int = 0, only: Any = None, **context: Any) -> int:
    return sum(follow(game, hand, **context) for hand in hands(game, seed, count, only, patience=patience, **context))


def flor(deals: Any) -> Any:
    """Tell of every deal which seats hold a flor."""
    suits = np.array(["eboc".index(card[-1]) for card in DECK])[deals]
    return (suits == suits[:, :, :1]).all(axis=2)


def any_game(seed: int, **fixed: str) -> tuple[Truco, dict[str, Any]]:
    """Draw one value for every option, a score that is often near the target, and the mão."""
    rng = stream(seed, "any game")
    target = rng.choice([1, 2, 5, 12, 15, 18, 24, 30, 99])
    lacks = rng.choice([3, 8, target])
    score = tuple(rng.randrange(max(0, target - lacks), target) for _ in range(2))
    options = {option: rng.choice(values) for option, values in VALUES.items()}
    return Truco(target=target, **options | fixed), {"score": score, "mano": rng.randrange(2)}


# ── move by move ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mano", [0, 1])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_ply_is_as_the_rules_say_under_each_preset(preset: str, mano: int) -> None:
    game = Truco(preset)
    lockstep(game, seed=1, count=700, mano=mano)
    lockstep(game, seed=2, count=700, mano=mano, patience=4)
    for score in [(20, 22), (23, 23), (0, 23), (11, 12)]:
        lockstep(game, seed=3, count=200, mano=mano, score=score, patience=2)


@pytest.mark.parametrize("seed", range(60))
def test_every_ply_is_as_the_rules_say_under_any_options(seed: int) -> None:
    game, context = any_game(seed)
    lockstep(game, seed, count=100, patience=seed % 5, **context)


@pytest.mark.parametrize("seed", range(20))
def test_when_both_hold_a_flor_every_ply_is_as_the_rules_say(seed: int) -> None:
    game, context = any_game(seed, deck="full")
    flor = book_row(game)["flor"]
    plies = lockstep(
        game, seed, 20_000, seed % 4, lambda deals: flor[tuple(np.moveaxis(deals, 2, 0))].all(1), **context
    )
    assert plies > 20


@pytest.mark.parametrize("silent_flor", VALUES["silent_flor"])
def test_a_silent_flor_is_played_alike(silent_flor: str) -> None:
    game = Truco("ufsm-web", silent_flor=silent_flor)
    both = list(hands(game, 11, 40_000, lambda deals: flor(deals).all(1), patience=3))
    assert sum(follow(game, hand) for hand in both) > 200
    silent = [hand for hand in both if [move in ORDER for _, move, _ in hand.plies[:2]] == [False, True]]
    told = [hand for hand in silent if hand.plies[1][1] == "flor"]
    assert told
    assert {hand.plies[2][0] == 0 for hand in told} == {silent_flor == "answers"}  # who is asked after it


def test_the_hands_compared_hold_every_word_a_third_round_and_a_match_won_by_envido() -> None:
    heard: set[str] = set()
    cards, ends = 0, 0
    for preset in PRESETS:
        game = Truco(preset)
        for hand in hands(game, 2, 5000, patience=4, score=(20, 22)):
            said = [move for _, move, _ in hand.plies]
            heard |= {move for move in said if move in ORDER}
            cards = max(cards, sum(move not in ORDER for move in said))
            ends += said[-1] == "quero"
    assert heard == set(ORDER)
    assert cards == 6
    assert ends > 0


@pytest.mark.endurance
def test_a_million_hands_are_played_alike() -> None:
    chunk, chunks = 2_500, 80
    began = time.perf_counter()
    jobs = [(preset, number, chunk) for number in range(chunks) for preset in PRESETS]
    with ProcessPoolExecutor(2, get_context("fork")) as workers:
        plies = sum(workers.map(_endure, jobs, chunksize=5))
    seconds = time.perf_counter() - began
    print(f"\n{len(jobs) * chunk:,} hands, {plies:,} plies compared over {', '.join(PRESETS)} in {seconds:.0f} s")
    assert len(jobs) * chunk == 1_000_000


def _endure(job: tuple[str, int, int]) -> int:
    """Compare a chunk: every other one from 0-0 and uniform, the rest at any score and with longer hands."""
    preset, number, chunk = job
    game = Truco(preset)
    rng = stream(number, "endurance", preset)
    tame: dict[str, Any] = {"mano": number // 2 % 2}
    wild = {"score": tuple(rng.randrange(game.rules.target) for _ in range(2)), "patience": rng.randrange(1, 6)}
    return lockstep(game, seed=number, count=chunk, **(tame | wild if number % 2 else tame))


# ── chance ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hand_is_the_same_however_the_hands_are_cut() -> None:
    game = Truco()
    whole = play_hands(game, seed=5, count=1000)
    cuts = [0, 1, 2, 333, 334, 999, 1000]
    parts = [play_hands(game, seed=5, count=end - first, first=first) for first, end in pairwise(cuts)]
    assert (np.concatenate(parts) == whole).all()
    assert (trace_hands(game, seed=5, count=1000)[0] == whole).all()


def test_the_same_seed_gives_the_same_hands_and_another_seed_others() -> None:
    game = Truco()
    assert (play_hands(game, seed=5, count=500) == play_hands(game, seed=5, count=500)).all()
    assert (play_hands(game, seed=5, count=500) != play_hands(game, seed=6, count=500)).any()
    assert (play_hands(game, seed=2**70, count=5) != play_hands(game, seed=-1, count=5)).any()


def test_no_deal_has_a_card_twice_and_hands_are_in_the_order_of_the_deck() -> None:
    _, deals, _ = trace_hands(Truco(), seed=8, count=20_000)
    assert (np.diff(deals, axis=2) > 0).all()
    assert (np.diff(np.sort(deals.reshape(-1, 6)), axis=1) > 0).all()


def test_every_card_comes_to_every_seat_as_often() -> None:
    _, deals, _ = trace_hands(Truco(), seed=9, count=200_000)
    for seat in range(2):
        times = np.bincount(deals[:, seat].ravel(), minlength=40)
        expected = times.sum() / 40
        assert ((times - expected) ** 2 / expected).sum() < 73  # chi-square, 39 degrees of freedom: p = 0.001


def test_flor_is_dealt_as_often_as_it_should_be() -> None:
    _, deals, _ = trace_hands(Truco(), seed=10, count=200_000)
    share = 480 / 9880
    assert np.abs(flor(deals).mean(axis=0) - share).max() < 4 * (share / 200_000) ** 0.5


@pytest.mark.parametrize("preset", PRESETS)
def test_random_play_pays_and_lasts_the_same_by_kernel_and_by_rules(preset: str) -> None:
    game = Truco(preset)
    rng = stream(11, preset)
    rows = []
    for _ in range(3000):
        state, plies = game.start(game.deal(rng)), 0
        while not state.over:
            state, plies = state.after(rng.choice(state.moves())), plies + 1
        rows.append((*state.scores, plies))
    by_rules = np.array(rows)
    played = play_hands(game, seed=11, count=300_000)
    by_kernel = np.column_stack([played["points"], played["plies"]])
    apart = np.abs(by_rules.mean(axis=0) - by_kernel.mean(axis=0))
    assert (apart < 4 * by_rules.std(axis=0) / len(rows) ** 0.5).all()


# ── by hand ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hand_can_be_played_one_move_at_a_time() -> None:
    game = Truco("ufsm-web")
    played, deals, tape = trace_hands(game, seed=12, count=20, score=(3, 4), mano=1, patience=3)
    book, state = book_of(game.rules), np.zeros(1, HAND)[0]
    for hand, deal, plies in zip(played, deals, tape, strict=True):
        start(book, state, deal, np.array([3, 4, 1], np.int8))
        for ply in plies[: hand["plies"]]:
            assert (state["seat"], legal(book, state)) == (ply["seat"], ply["mask"])
            apply(book, state, ply["move"])
        assert legal(book, state) == 0
        assert (state["points"] == hand["points"]).all()


def test_a_score_or_a_mano_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadInput, match="score"):
        play_hands(Truco(), seed=1, count=10, score=(24, 0))
    with pytest.raises(BadInput, match="mano"):
        play_hands(Truco(), seed=1, count=10, mano=2)


def test_the_tables_are_those_of_the_rules() -> None:
    book = book_row(Truco())
    assert book.dtype == BOOK
    assert np.count_nonzero(book["flor"]) == 480
    assert (book["envido"].max(), book["flor"].max()) == (33, 38)

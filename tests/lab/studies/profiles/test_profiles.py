"""Behaviour profiles: rates are exactly what was done of what could be done, whoever counts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bolicho
from bolicho.arena import Row, duplicate, play_schedule
from bolicho.core.contract import Decision
from bolicho.core.record import Record
from bolicho.games.truco.cards import HANDS, envido_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.state import State
from bolicho.lab.studies.profiles.cases import behaviour
from bolicho.lab.studies.profiles.measures import CARDS, COUNTERS, MEASURES, PARTS, cell, parts_of
from bolicho.lab.studies.profiles.people import count_profile, people
from bolicho.lab.studies.profiles.play import measure_profiles, plan, schedule
from bolicho.lab.studies.profiles.profile import Profile, csv_of, of_cells, profiles
from bolicho.lab.studies.profiles.tally import KEY, Behaviour, HandWatch
from bolicho.lab.studies.profiles.weak_hands import weak
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.hand import case_of, row_of
from bolicho.play.replay import steps

GAME = bolicho.game("truco")
FILE = Path(__file__).parents[5] / "shared" / "data" / "ufsm" / "ufsm_baseline_3195x141.csv"
BETS = (*ENVIDO_CALLS, *TRUCO_CALLS)


class Scripted:
    """Plays the first of some words that is legal, else its lowest card, else whatever is."""

    def __init__(self, name: str, *words: str) -> None:
        self.name, self.words = name, words

    def choose(self, view: Any, rng: Random) -> Decision:
        cards = [card for card in view.hand if card in view.moves]
        return Decision(next((word for word in self.words if word in view.moves), (*cards[-1:], *view.moves)[0]))


CALLER = Scripted("caller", *reversed(ENVIDO_CALLS), *TRUCO_CALLS, "quero")
REFUSER = Scripted("refuser", "nao-quero", "achico")
FOLDER = Scripted("folder", "baralho")
YES = Scripted("yes", "quero")


def met(first: Any, second: Any, matches: int = 20, seed: int = 3) -> list[Profile]:
    rows = play_schedule(GAME, [first, second], duplicate([0, 1], matches), seed, tally=Behaviour)
    return profiles(rows, [first.name, second.name])


def test_who_always_calls_takes_every_chance() -> None:
    caller, refuser = met(CALLER, REFUSER)
    for measure in ("envido", "falta-envido", "envido-bluff"):
        assert caller[measure].done == caller[measure].of > 0, measure
    assert caller["real-envido"].done == 0 < caller["real-envido"].of  # it always goes for the falta
    assert caller["boldness"].of == 0  # nobody ever called against it
    assert refuser["aggression"].done == 0 < refuser["aggression"].of


def test_with_truco_alone_who_always_calls_is_all_aggression() -> None:
    ladder = bolicho.game("truco", envido="off", flor="off")
    rows = play_schedule(ladder, [CALLER, YES], duplicate([0, 1], 10), 3, tally=Behaviour)
    caller, yes = profiles(rows, ["caller", "yes"])
    for measure in ("aggression", "truco", "truco-bluff"):
        assert caller[measure].done == caller[measure].of > 0, measure
    assert caller["aggression"].of == caller.hands  # its rival never leaves, so every hand has a turn
    assert yes["boldness"].share == 1
    assert caller["envido"].of == 0


def test_who_never_accepts_refuses_everything() -> None:
    _, refuser = met(CALLER, REFUSER)
    assert refuser["boldness"].done == 0 < refuser["boldness"].of
    for ladder in ("envido", "truco"):
        refused = refuser[f"{ladder}-refused"]
        assert refused.done == refused.of > 0
        assert refuser[f"{ladder}-accepted"].done == refuser[f"{ladder}-raised"].done == 0
    assert refuser["folded"].done == 0  # a refusal is no fold


def test_who_always_accepts_stands_up_to_everything_and_plays_low() -> None:
    _, yes = met(CALLER, YES)
    assert yes["boldness"].done == yes["boldness"].of > 0
    assert yes["truco-accepted"].share == yes["envido-accepted"].share == 1
    assert yes["first-low"].share == 1
    assert yes["aggression"].share == 0


def test_who_goes_to_the_baralho_folds_unless_a_truco_was_to_be_answered() -> None:
    folder, _ = met(FOLDER, REFUSER)
    assert folder["folded"].of == folder.hands
    mandatory = folder.hands - folder["folded"].done  # hands in which a flor had to be declared, and ended the match
    assert mandatory < folder.hands / 20
    folder, _ = met(FOLDER, CALLER)
    assert folder["truco-refused"].share == folder["envido-refused"].share == 1


def test_certainty_is_never_claimed() -> None:
    caller, _ = met(CALLER, REFUSER)
    share, low = caller["envido"].share, caller["envido"].low
    assert low is not None
    assert low < 1 == share


# ── who counts does not matter ────────────────────────────────────────────────────────────────────────────────────


def matches_of(pairs: Sequence[tuple[str, str]], number: int, preset: str = "gaucho") -> Iterator[Record]:
    game = bolicho.game("truco", preset=preset)
    for pair in pairs:
        agents = [bolicho.agent(name, game) for name in pair]
        for match in range(number):
            yield bolicho.play_match(game, agents, 11, match=match)


MIXED = (("random", "random"), ("random", "bluffer"), ("bold", "sound"))


def decisions(record: Record) -> Iterator[list[tuple[State, str, State]]]:
    """Every hand of a record as its decisions: the state before, the move, the state after."""
    hand: list[tuple[State, str, State]] = []
    before: Any = None
    for step in steps(record):
        if step.move is None:
            hand = []
        else:
            hand.append((before, step.move, step.state))
            if step.state.over:
                yield hand
        before = step.state


def recount(hand: list[tuple[State, str, State]], seat: int) -> Counter[str]:
    """Count a hand again, from the lists of legal moves and what was paid, in another way than the tally does."""
    mine = [(b, move, b.moves()) for b, move, _ in hand if b.seat == seat and b.bet != "announce"]
    free = [(b, move, legal) for b, move, legal in mine if b.bet != "flor" and move != "flor"]
    end = hand[-1][2]
    said = [move for _, move, _ in free]
    found = Counter({"hands": 1})
    for call in ("real-envido", "falta-envido", *TRUCO_CALLS):
        found[f"may-{call}"] = int(any(call in legal for _, _, legal in free))
        found[call] = int(call in said)
    found["may-envido"] = int(any(not b.envido and {"envido"} & set(legal) for b, _, legal in free))
    callers = [who for who, move in end.history if move in ENVIDO_CALLS]
    found["envido"] = int(callers[:1] == [seat])
    low = envido_points(end.deal.hands[seat]) < 20
    found["may-envido-low"], found["envido-low"] = low * found["may-envido"], low * found["envido"]
    for b, move, after in hand:
        if b.seat != seat:
            continue
        if b.bet == "envido" and move != "flor":
            paid = after.paid[len(b.paid) :]
            how = "raised" if move in ENVIDO_CALLS else "accepted" if paid[0].how == "accepted" else "refused"
            found[f"envido-{how}"] += 1
        if b.truco_by == 1 - seat and (move == "baralho" or (not b.bet and move not in (*ENVIDO_CALLS, "flor"))):
            how = "raised" if after.truco_by == seat else "accepted" if after.truco > b.truco else "refused"
            found[f"truco-{how}"] += 1
        if move == "baralho" and b.truco_by != 1 - seat:
            found["folded"] += 1
    if end.played[seat]:
        level = end.deal.hands[seat].index(end.played[seat][0])
        found[("first-high", "first-medium", "first-low")[level]] += 1
    return +found


def test_the_tally_agrees_with_a_recount_of_the_records() -> None:
    ours: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    for record in matches_of(MIXED, 12):
        for hand in decisions(record):
            watch = HandWatch()
            for before, move, _ in hand:
                watch.step(before, move)
            for seat in (0, 1):
                counts, again = watch.counts(hand[-1][2], seat), recount(hand, seat)
                assert {name: counts.get(name, 0) for name in again} == dict(again), (str(hand[-1][2]), seat)
                ours.update({name: count for name, count in counts.items() if name in again})
                theirs.update(again)
    assert ours == theirs
    assert theirs["truco-raised"] > 20
    assert theirs["envido-raised"] > 20


def test_rows_hold_what_the_hands_of_their_match_were() -> None:
    agents = [bolicho.agent(name, GAME) for name in ("bold", "bluffer")]
    records: list[Record] = []
    rows = play_schedule(
        GAME, agents, duplicate([0, 1], 4), 7, tally=Behaviour, done=lambda _, record: records.append(record)
    )
    for row, record in zip(rows, records, strict=True):
        for seat in (0, 1):
            total: Counter[str] = Counter()
            for hand in decisions(record):
                total.update(recount(hand, seat))
            counted_here: Counter[str] = Counter()
            for counts in row.tally[KEY][seat].values():
                counted_here.update(counts)
            assert {name: counted_here[name] for name in total} == dict(total)
        assert row.tally["hands"] == row.hands  # the habits are there as well
        assert Row.from_json(row.to_json()) == row


@pytest.mark.parametrize("preset", ["gaucho", "cbtg", "ufsm-auto"])
def test_cases_tell_what_the_table_saw(preset: str) -> None:
    """But whether a truco was raised at once or accepted and raised in the same round, which no case tells."""
    base = CaseBase("played", NAMES, game="truco", form=FORM, source="test")
    seen: dict[str, Counter[str]] = {}
    for record in matches_of(MIXED, 12, preset):
        for hand in decisions(record):
            watch, end = HandWatch(), hand[-1][2]
            for before, move, _ in hand:
                watch.step(before, move)
            for seat in (0, 1):
                base.append([row_of(case_of(end.view(seat)))])
                score = (end.score[seat], end.score[1 - seat])
                place = cell(mano=seat == end.mano, score=score, target=24)
                seen.setdefault(place, Counter()).update(watch.counts(end, seat))
    told = behaviour(base)
    assert set(told) == set(seen)
    unclear = ("truco-accepted", "truco-raised")
    for place, counts in seen.items():
        sure = {name: count for name, count in counts.items() if name not in unclear}
        assert {name: count for name, count in told[place].items() if name not in unclear} == sure
        assert sum(told[place][name] for name in unclear) == sum(counts[name] for name in unclear)


def test_a_base_that_hides_something_has_no_rate_of_it() -> None:
    base = CaseBase("played", NAMES, game="truco", form=FORM, source="test")
    for record in matches_of((("bold", "bold"),), 6):
        for hand in decisions(record):
            base.append([row_of(case_of(hand[-1][2].view(seat))) for seat in (0, 1)])
    whole = of_cells("whole", behaviour(base))
    assert whole["truco"].of > 0 < whole["boldness"].of
    assert not of_cells("no rounds", behaviour(blanked(base, "truco_round")))["truco"].of
    quiet = of_cells("no refusals", behaviour(blanked(base, "truco_refused_by")))
    assert not quiet["truco-refused"].of
    assert not quiet["boldness"].of
    assert quiet["envido-refused"] == whole["envido-refused"]


def blanked(base: CaseBase, column: str) -> CaseBase:
    cells = base.cells().copy()
    place = NAMES.index(column)
    cells[cells[:, place] > 0, place] = UNKNOWN
    other = CaseBase("blanked", NAMES, game="truco", form=FORM, source="test")
    other.append(cells)
    return other


# ── what the words mean ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("score", "target", "parts"),
    [
        ((0, 0), 24, {"level"}),
        ((5, 3), 24, {"level"}),
        ((6, 3), 24, {"ahead"}),
        ((3, 6), 24, {"behind"}),
        ((18, 3), 24, {"ahead", "end"}),
        ((17, 17), 24, {"level"}),
        ((9, 9), 12, {"level", "end"}),
    ],
)
def test_a_score_is_a_situation(score: tuple[int, int], target: int, parts: set[str]) -> None:
    assert set(parts_of(cell(mano=True, score=score, target=target))) == {"all", "mano", *parts}
    assert set(parts_of(cell(mano=False, score=score, target=target))) == {"all", "pe", *parts}


def test_parts_add_up_to_the_whole() -> None:
    (bold, _) = met(bolicho.agent("bold", GAME), bolicho.agent("bluffer", GAME), 10)
    for measure in MEASURES:
        of = {part: bold.rates[part][measure].of for part in PARTS}
        assert of["all"] == of["mano"] + of["pe"] == of["ahead"] + of["level"] + of["behind"] >= of["end"]
    assert sum(bold[measure].share or 0 for measure in CARDS) == pytest.approx(1)


@pytest.mark.parametrize("mano", [True, False])
def test_a_quarter_of_all_hands_is_weak(mano: bool) -> None:
    share = sum(weak(hand, mano=mano) for hand in HANDS) / len(HANDS)
    assert 0.24 < share <= 0.25
    assert weak(("6e", "5b", "4c"), mano=mano)
    assert not weak(("1e", "1b", "7e"), mano=mano)


def test_the_bluffer_bluffs_more_than_the_cautious() -> None:
    bluffer, cautious = measure_profiles(plan(["bluffer", "cautious"], "sound", seed=5), 2, 40)
    for measure in ("envido-bluff", "truco-bluff", "aggression"):
        low, high = bluffer[measure].low, cautious[measure].high
        assert low is not None
        assert high is not None
        assert low > high, measure
    assert cautious["envido-bluff"].done == 0


def test_every_agent_meets_the_same_rivals_on_the_same_boards() -> None:
    listed = schedule(3, 2, 4)
    boards = [
        sorted((pairing.board, *sorted(set(pairing.seats) - {agent})) for pairing in listed if agent in pairing.seats)
        for agent in range(3)
    ]
    assert boards[0] == boards[1] == boards[2]
    assert len({pairing.match for pairing in listed}) == len(listed) == 24
    assert {pairing.seats for pairing in schedule(2, 0, 2)} == {(0, 0), (1, 1)}


def test_rows_without_counters_are_left_out() -> None:
    rows = play_schedule(GAME, [CALLER, REFUSER], duplicate([0, 1], 2), 1)
    (nobody, _) = profiles(rows, ["a", "b"])
    assert nobody.matches == nobody.hands == 0
    assert all(rate.share is None for rate in nobody.rates["all"].values())


# ── people ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_people_have_every_measure_with_its_interval() -> None:
    known = people()
    assert set(known.rates) == set(PARTS)
    for measures in known.rates.values():
        assert set(measures) == set(MEASURES)
        for name, rate in measures.items():
            assert (rate.of == 0) == name.startswith("flor"), name
            if rate.of:
                share, low, high = rate.share, rate.low, rate.high
                assert share is not None
                assert low is not None
                assert high is not None
                assert low <= share <= high


@pytest.mark.skipif(not FILE.is_file(), reason="recorded hands are not on this machine")
def test_the_numbers_of_people_are_those_of_the_recorded_hands() -> None:
    again = count_profile(FILE)
    for part, measures in people().rates.items():
        for name, rate in measures.items():
            found = again.rates[part][name]
            assert (rate.done, rate.of) == (found.done, found.of)
            assert (rate.low, rate.high) == pytest.approx((found.low, found.high), abs=1e-4, nan_ok=True) or not rate.of


def test_a_csv_has_one_line_a_rate() -> None:
    lines = csv_of([people()]).splitlines()
    assert len(lines) == 1 + len(PARTS) * len(MEASURES)
    assert "people,people,all,truco,1075,2607,0.412351,0.3921,0.4329" in lines


def test_measures_are_made_of_counters() -> None:
    assert len(set(COUNTERS)) == len(COUNTERS)
    assert all(above and below for above, below in MEASURES.values())

"""A memory finds what a plain scan of its base finds, whatever came and went before."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.learn.cases.truco.played_cases import played_base

from bolicho.core.errors import BadInput
from bolicho.games.truco import Truco
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.memory import Memory
from bolicho.learn.cases.questions import NO_ANSWER, AnswerRule, Domain, Question
from bolicho.learn.cases.retrieval import boxes, growing
from bolicho.learn.cases.retrieval.retrieve import Retrieval, retrieve
from bolicho.learn.cases.retrieval.similarity import Local, equal, interval
from bolicho.learn.cases.truco.decisions import TRUCO
from bolicho.learn.cases.truco.mute import questions
from bolicho.learn.cases.truco.retention import ATTRIBUTES
from bolicho.learn.cases.truco.turn import asks, values
from bolicho.play.replay import steps

COLUMNS = ("card", "points", "who", "did", "paid")
HOW: dict[str, Local] = {"card": interval(52), "points": interval(5), "who": equal}
ASKED = Question("what", "", "")

Row = tuple[int | None, ...]
Query = tuple[int | None, ...]

cell = st.one_of(st.none(), st.integers(0, 6), st.sampled_from((24, 50, 52)))
row = st.tuples(cell, cell, st.integers(0, 2), st.integers(-1, 2), st.integers(-3, 3))
query = st.tuples(cell, cell, st.one_of(st.none(), st.integers(0, 2)))
change = st.one_of(
    st.tuples(st.just("add"), st.lists(row, min_size=1, max_size=12)),
    st.tuples(st.just("remove"), st.lists(st.integers(0, 40), min_size=1, max_size=6)),
    st.tuples(st.just("ask"), query),
)


def ask(base: CaseBase, _: Question) -> AnswerRule:
    """A made-up game: a case answers where it did something, and won where it was paid."""
    return AnswerRule(("wait", "go", "stop"), HOW, base["did"].astype(np.int8), base["paid"] > 0, base["paid"])


MADE_UP = Domain(lambda base, name: base[name], lambda *_: (np.empty(0, bool), np.empty((0, 1))), lambda _: (), ask)


class Naive:
    """The same by two loops and fractions."""

    def __init__(self) -> None:
        self.cases: dict[int, Row] = {}
        self.next = 0

    def nearest(self, asked: Query, k: int, *, answering: bool, power: int) -> list[int]:
        ranked = []
        for position, case in self.cases.items():
            if answering and case[3] == NO_ANSWER:
                continue
            apart = Fraction(0)
            for known, found, (_, local) in zip(asked, case, HOW.items(), strict=False):
                if known is not None:
                    away = Fraction(abs(known - (found or 0))) / Fraction(local.span) if local.span else None
                    away = Fraction(known != found) if away is None else away
                    apart += (Fraction(1) if found is None else min(Fraction(1), away)) ** power
            ranked.append((apart, position))
        return [position for _, position in sorted(ranked)[:k]]


@pytest.fixture(params=["boxes", "as they are"])
def sizes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With boxes and tails so small that few cases fill many of them, and with those of every day."""
    if request.param == "boxes":
        for name, value in {"BOX": 2, "AT_ONCE": 3, "FIRST": 1, "SAMPLE": 3}.items():
            monkeypatch.setattr(boxes, name, value)
        monkeypatch.setattr(growing, "TAIL", 4)
        monkeypatch.setattr("bolicho.learn.cases.memory.FORGOTTEN", 8)


@pytest.mark.usefixtures("sizes")
@given(st.lists(row, max_size=25), st.lists(change, max_size=12), query, st.integers(1, 6))
@settings(max_examples=80)
def test_what_is_found_is_what_a_plain_scan_finds_after_any_changes(
    start: list[Row], changes: list[tuple[str, list[Row] | list[int] | Query]], last: Query, k: int
) -> None:
    base = CaseBase("made up", COLUMNS, game="none", form="demo", source="test")
    base.append(start)
    memory, naive = Memory(base), Naive()
    naive.cases, naive.next = dict(enumerate(start)), len(start)
    for what, given_ in [*changes, ("ask", last)]:
        if what == "add":
            assert memory.add(given_) == range(naive.next, naive.next + len(given_))  # type: ignore[arg-type]
            naive.cases |= dict(enumerate(given_, naive.next))  # type: ignore[arg-type]
            naive.next += len(given_)
        elif what == "remove":
            gone = [position for position in naive.cases if position in given_]
            memory.remove(gone)
            for position in gone:
                del naive.cases[position]
        else:
            same(memory, naive, given_, k)  # type: ignore[arg-type]
    assert memory.positions.tolist() == list(naive.cases)
    assert [memory.base().row(case) for case in range(len(memory))] == [tuple(c) for c in naive.cases.values()]


def same(memory: Memory, naive: Naive, asked: Query, k: int) -> None:
    known = dict(zip(HOW, asked, strict=True))
    for amalgam, power in (("mean", 1), ("euclidean", 2)):
        found = memory.nearest(ASKED, known, MADE_UP, k, amalgam)
        assert found.positions.tolist() == naive.nearest(asked, k, answering=True, power=power)
        assert found.actions == tuple(("wait", "go", "stop")[naive.cases[p][3] or 0] for p in found.positions.tolist())
        assert found.points == tuple(naive.cases[p][4] for p in found.positions.tolist())
        every = memory.alike(HOW, known, 0.0, k, amalgam)
        assert every.positions.tolist() == naive.nearest(asked, k, answering=False, power=power)
        assert (np.diff(every.similarities) <= 0).all()


def test_among_rows_that_are_equally_far_the_first_living_cases_are_found() -> None:
    base = CaseBase("far", COLUMNS, game="none", form="demo", source="test")
    base.append([[0, 0, who, 0, 0] for who in (0, 1, 2, 3, 4, 5)] * 2)
    memory = Memory(base)
    for gone, left in (([], [0, 1, 2]), ([0], [1, 2, 3]), ([2, 3], [1, 4, 5]), ([1, 4], [5, 6, 7])):
        memory.remove(gone)
        assert memory.alike(HOW, {"who": 9}, 0.0, 3).positions.tolist() == left


def cards(*codes: int) -> Memory:
    base = CaseBase("cards", COLUMNS, game="none", form="demo", source="test")
    base.append([[code, 0, 0, 0, 0] for code in codes])
    return Memory(base)


def test_a_row_of_which_no_case_lives_hides_nobody() -> None:
    memory = cards(24, 25, 30, 24)
    found = [memory.alike({"card": interval(52)}, {"card": 24}, 0.0, 1).positions.tolist()]
    for gone in (0, 3, 1):
        memory.remove([gone])
        found.append(memory.alike({"card": interval(52)}, {"card": 24}, 0.0, 1).positions.tolist())
    assert found == [[0], [3], [1], [2]]


def test_a_case_that_just_reaches_the_threshold_reaches_it() -> None:
    found = cards(3, 4, 5, 6, 7).alike({"card": interval(10)}, {"card": 5}, 0.9, 10)
    assert found.positions.tolist() == [2, 1, 3]
    assert (len(found), found.close(0.9), found.close(0.95)) == (3, 3, 1)


# ── cases of Truco ────────────────────────────────────────────────────────────────────────────────────────────────
def some_views() -> list[object]:
    import bolicho

    game = Truco()
    record = bolicho.play_match(game, [bolicho.agent("bold", game), bolicho.agent("bluffer", game)], seed=3)
    return [s.state.view(s.state.seat) for s in steps(record, game) if s.state.seat is not None]


def test_the_ten_nearest_are_those_of_retrieval_over_the_whole_base() -> None:
    base = played_base()
    memory, asked = Memory(base), 0
    for view in some_views():
        for one in asks(view):  # type: ignore[arg-type]
            known = values(view)  # type: ignore[arg-type]
            whole = retrieve(base, one.question, known, TRUCO, Retrieval(threshold=0, least=0, index=False))
            found = memory.nearest(one.question, known, TRUCO)
            assert found.positions.tolist() == whole.answers.ids[whole.places][:10].tolist()
            assert found.similarities == pytest.approx(whole.similarities[:10])
            asked += 1
    assert asked > 100


def test_a_question_is_answered_the_same_by_a_memory_that_grew_and_one_that_began_so() -> None:
    whole = played_base()
    half = len(whole) // 2
    grown = Memory(whole.subset(np.arange(len(whole)) < half))
    view = next(view for view in some_views())
    known: Mapping[str, int | None] = values(view)  # type: ignore[arg-type]
    for question in questions():
        grown.nearest(question, known, TRUCO)
    grown.add(whole.cells()[half:])
    began = Memory(whole)
    for question in questions():
        ours, theirs = grown.nearest(question, known, TRUCO), began.nearest(question, known, TRUCO)
        assert ours.positions.tolist() == theirs.positions.tolist()
        assert (ours.actions, ours.won, ours.points) == (theirs.actions, theirs.won, theirs.points)


def test_a_hand_is_most_like_itself_in_every_base() -> None:
    memory = Memory(played_base())
    for position in (0, 17, 100):
        case = memory.case(position)
        for attributes in ATTRIBUTES.values():
            assert memory.alike(attributes, case, 1.0, len(memory)).positions.tolist().count(position) == 1


# ── positions ─────────────────────────────────────────────────────────────────────────────────────────────────────
def small(*positions: int, next: int | None = None) -> Memory:
    base = CaseBase("small", COLUMNS, game="none", form="demo", source="test")
    base.append([[n, 0, 0, 0, 0] for n in range(len(positions))])
    return Memory(base, positions, next)


def test_positions_are_never_given_twice() -> None:
    memory = small(2, 5, 9, next=20)
    memory.remove([9])
    assert memory.add([[1, 1, 1, 1, 1]]) == range(20, 21)
    assert (memory.positions.tolist(), memory.next) == ([2, 5, 20], 21)


@pytest.mark.parametrize(("positions", "next"), [((1, 1), None), ((2, 1), None), ((-1, 1), None), ((3, 7), 7)])
def test_positions_that_cannot_be_are_refused(positions: tuple[int, ...], next: int | None) -> None:
    with pytest.raises(BadInput, match="position"):
        small(*positions, next=next)


def test_forgetting_what_is_not_there_is_refused_and_changes_nothing() -> None:
    memory = small(0, 1, 2)
    before = memory.digest()
    for gone in ([7], [1, 3]):
        with pytest.raises(BadInput, match=f"no case {gone[-1]}"):
            memory.remove(gone)
    assert memory.digest() == before
    memory.remove([1])
    with pytest.raises(BadInput, match="no case 1"):
        memory.remove([1])


def test_the_fingerprint_tells_cases_and_positions() -> None:
    memory = small(0, 1, 2)
    assert memory.digest() == small(0, 1, 2).digest() == memory.copy().digest()
    assert memory.digest() != small(0, 1, 3).digest()
    memory.add([[1, 1, 1, 1, UNKNOWN]][:0])
    assert memory.digest() == small(0, 1, 2).digest()
    memory.add([[1, 1, 1, 1, 1]])
    assert memory.digest() != small(0, 1, 2).digest()


def test_a_memory_is_its_own() -> None:
    base = played_base(2)
    cases = len(base)
    memory = Memory(base)
    other = memory.copy()
    memory.add(base.cells()[:3])
    memory.remove([0])
    assert (len(base), len(other), len(memory)) == (cases, cases, cases + 2)


def test_an_unknown_amalgam_is_refused() -> None:
    with pytest.raises(BadInput, match="amalgam 'median'"):
        small(0).alike(HOW, {"card": 1}, 0.9, 10, "median")

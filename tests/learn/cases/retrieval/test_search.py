"""Exact search over cases: what it finds is what comparing every case by hand finds, in whatever way it is done."""

import pickle
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolicho.core.errors import BadInput
from bolicho.learn.cases.base import UNKNOWN, Cells
from bolicho.learn.cases.retrieval import box_kernel as kernel
from bolicho.learn.cases.retrieval.costs import Columns, plain_costs, query_numbers, units_of
from bolicho.learn.cases.retrieval.indexes import PlainIndex, TreeIndex, distinct, index_of
from bolicho.learn.cases.retrieval.search import Nearest, plain_scan, scan
from bolicho.learn.cases.retrieval.similarity import Local, Similarity, equal, interval

SPANS = (52, 33, 0, 5, 0, 2.5)
"""Cards, points, players, a span that differences often exceed, another equality, a span that is no whole number."""

cell = st.one_of(st.just(UNKNOWN), st.integers(0, 8), st.sampled_from((-130, -1, 24, 50, 52)))
row = st.tuples(*(cell for _ in SPANS))


def table(rows: list[tuple[int, ...]]) -> Cells:
    return np.array(rows, dtype=np.int16).reshape(len(rows), len(SPANS))


def by_hand(cells: Cells, query: tuple[int, ...], spans: tuple[float, ...] = SPANS) -> list[float]:
    """Every similarity by the definition, two loops and no index."""
    local: dict[str, Local] = {str(a): interval(span) if span else equal for a, span in enumerate(spans)}
    alike = Similarity(local)

    def values(numbers: list[int]) -> dict[str, int | None]:
        return {str(a): None if number == UNKNOWN else number for a, number in enumerate(numbers)}

    return [alike(values(list(query)), values(case)).value for case in cells.tolist()]


def exact(cells: Cells, query: tuple[int, ...]) -> list[Fraction]:
    """The same in fractions, so that equal means equal."""
    every = []
    for case in cells.tolist():
        parts = []
        for asked, found, span in zip(query, case, SPANS, strict=True):
            if asked != UNKNOWN:
                away = Fraction(abs(asked - found)) / Fraction(str(span)) if span else Fraction(asked != found)
                parts.append(Fraction(0) if found == UNKNOWN else max(Fraction(0), 1 - away))
        every.append(sum(parts, Fraction(0)) / len(parts) if parts else Fraction(0))
    return every


def random_cells(rows: int, seed: int = 1, values: int = 6) -> Cells:
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, values, (rows, len(SPANS))).astype(np.int16)
    cells[rng.random(cells.shape) < 0.1] = UNKNOWN
    return cells


@pytest.fixture(params=["tree", "plain"])
def how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Search with Numba, and as where it is not installed."""
    for place in ("search", "indexes"):
        monkeypatch.setattr(f"bolicho.learn.cases.retrieval.{place}.compiled", lambda: request.param == "tree")
    return str(request.param)


# ── all similarities ──────────────────────────────────────────────────────────────────────────────────────────────


@given(st.lists(row, max_size=30), row)
def test_scans_say_what_the_definition_says(rows: list[tuple[int, ...]], query: tuple[int, ...]) -> None:
    cells = table(rows)
    wanted = by_hand(cells, query)
    for scanned in (plain_scan(cells, SPANS, query), scan(cells, SPANS, query)):
        assert np.abs(scanned - np.array(wanted)).max(initial=0) <= 1e-12


@given(st.lists(row, max_size=30), row)
def test_the_kernel_costs_what_plain_numpy_costs(rows: list[tuple[int, ...]], query: tuple[int, ...]) -> None:
    units, asked = units_of(SPANS), query_numbers(query, len(SPANS))
    known = asked != UNKNOWN
    cells = np.ascontiguousarray(table(rows)[:, known])
    both = [pay(cells, asked[known], units.weights[known], units.most) for pay in (plain_costs, kernel.costs)]
    assert both[0].tolist() == both[1].tolist()


@pytest.mark.parametrize("spans", [(52, 52, 0), (30_000, 7, 0), (0.1, 52.5, 33.3)], ids=["short", "wide", "long"])
@given(st.lists(st.tuples(*[st.sampled_from((UNKNOWN, -32767, -3, 0, 1, 52, 32767))] * 3), max_size=20))
def test_columns_counted_once_cost_the_same(spans: tuple[float, ...], rows: list[tuple[int, ...]]) -> None:
    cells, units = np.array(rows, dtype=np.int16).reshape(-1, 3), units_of(spans)
    columns = Columns(cells, units)
    for asked in ([0, 0, 0], [-32767, 32767, 52], [32767, -32767, -32767]):
        query = np.array(asked, dtype=np.int64)
        assert columns.costs(query).tolist() == plain_costs(cells, query, *units).tolist()


@pytest.mark.parametrize(
    ("query", "case", "wanted"),
    [
        ((24, 12, 6, 1), (24, 8, 7, 1), 0.9759615),
        ((24, 12, 6, 1), (24, 12, 6, 2), 0.75),
        ((24, 12, 6, 1), (24, 12, None, 1), 0.75),
        ((24, 12, None, 1), (24, 12, 6, 1), 1.0),
        ((None, None, None, 1), (1, 1, 1, 1), 1.0),
        ((None, 52, None, None), (1, -52, 1, 1), 0.0),  # further apart than the span
        ((None, None, None, None), (24, 8, 7, 1), 0.0),
        ((24, 12, 6, 1), (None, None, None, None), 0.0),
    ],
)
def test_similarities_known_beforehand(query: tuple[int, ...], case: tuple[int | None, ...], wanted: float) -> None:
    cells = np.array([[UNKNOWN if value is None else value for value in case]], dtype=np.int16)
    for way in (plain_scan, scan):
        assert way(cells, (52, 52, 52, 0), query)[0] == pytest.approx(wanted, abs=5e-8)


def test_a_span_may_be_wider_than_the_numbers_and_a_blank_is_still_worth_nothing(how: str) -> None:
    cells = np.array([[UNKNOWN], [-32767], [32767]], dtype=np.int16)
    found = Nearest(cells, (30_000,)).nearest((-20_000,), k=3)
    assert found.cases.tolist() == [1, 0, 2]
    assert found.similarities.tolist() == pytest.approx([1 - 12_767 / 30_000, 0, 0])


# ── the index ─────────────────────────────────────────────────────────────────────────────────────────────────────


@given(st.lists(row, max_size=80), row, st.integers(1, 12), st.sampled_from((0.0, 0.5, 0.75, 0.9, 1.0)))
def test_the_index_finds_what_a_full_comparison_finds(
    rows: list[tuple[int, ...]], query: tuple[int, ...], k: int, threshold: float
) -> None:
    cells = table(rows)
    alike = exact(cells, query)
    order = sorted(range(len(rows)), key=lambda case: (-alike[case], case))
    for index in (Nearest(cells, SPANS), plainly(cells)):
        found = index.nearest(query, k)
        assert found.cases.tolist() == order[:k]
        assert found.similarities.tolist() == pytest.approx([float(alike[case]) for case in order[:k]], abs=1e-12)
        found = index.at_least(query, threshold)
        assert found.cases.tolist() == [case for case in order if alike[case] >= Fraction(str(threshold))]


def plainly(cells: Cells) -> Nearest:
    """An index made without Numba."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("bolicho.learn.cases.retrieval.indexes.compiled", lambda: False)
        index = Nearest(cells, SPANS)
        for known in range(2 ** len(SPANS)):
            index.nearest([1 if known >> a & 1 else UNKNOWN for a in range(len(SPANS))])
    assert all(isinstance(part, PlainIndex) for part in index._indexes.values())
    return index


@pytest.mark.parametrize("known", [range(6), range(3), (0,), (2,), (1, 4, 5), ()])
def test_trees_of_many_boxes_find_the_same_cases_whatever_is_known(known: tuple[int, ...], how: str) -> None:
    cells, queries = random_cells(5000), random_cells(8, seed=2)
    queries[queries == UNKNOWN] = 3
    index = Nearest(cells, SPANS)
    for query in queries:
        query[[a for a in range(len(SPANS)) if a not in known]] = UNKNOWN
        costs = 1 - plain_scan(cells, SPANS, query)
        order = np.lexsort((np.arange(len(cells)), np.round(costs, 9)))
        for k in (1, 10, 300, 6000):  # 300: past the sorted list; 6000: more than there are
            found = index.nearest(query, k)
            assert found.cases.tolist() == order[:k].tolist()
            assert found.similarities == pytest.approx(1 - costs[order[:k]], abs=1e-12)
        found = index.at_least(query, 0.8)
        assert found.cases.tolist() == [case for case in order if costs[case] <= 0.2 + 1e-9]
    built = index._index(queries[0])[1]
    assert isinstance(built, TreeIndex if how == "tree" else PlainIndex)


@pytest.mark.usefixtures("how")
def test_a_search_goes_to_another_process_and_finds_the_same_there() -> None:
    cells = random_cells(3000)
    index = Nearest(cells, SPANS)
    here = index.nearest(cells[7], 5)
    there = pickle.loads(pickle.dumps(index)).nearest(cells[7], 5)
    assert there.cases.tolist() == here.cases.tolist()


def test_a_tree_has_more_than_one_box_and_holds_every_case_once() -> None:
    built = index_of(random_cells(5000), units_of(SPANS))
    assert isinstance(built, TreeIndex)
    tree = built.tree
    assert len(tree.begin) > 100
    assert sorted(tree.cases.tolist()) == list(range(5000))
    leaves = [(begin, end) for begin, end, right in zip(tree.begin, tree.end, tree.right, strict=True) if not right]
    assert sorted(leaves)[0][0] == 0
    assert [end for _, end in sorted(leaves)[:-1]] == [begin for begin, _ in sorted(leaves)[1:]]


def test_rows_that_differ_where_no_sample_looks_are_still_divided(how: str) -> None:
    cells = np.zeros((4000, len(SPANS)), dtype=np.int16)
    for case in range(1, 4000, 40):
        cells[case] = (case % 53, case % 29, case % 3, case % 7, 1, 1)
    index = Nearest(cells, SPANS)
    for case in (0, 1, 41, 3961):
        alike = plain_scan(cells, SPANS, cells[case])
        wanted = np.lexsort((np.arange(4000), np.round(-alike, 9)))[:10]
        assert index.nearest(cells[case]).cases.tolist() == wanted.tolist()


def test_an_empty_base_has_no_neighbours(how: str) -> None:
    index = Nearest(table([]), SPANS)
    for found in (index.nearest((1,) * 6), index.nearest((1,) * 6, 1000), index.at_least((1,) * 6, 0)):
        assert len(found.cases) == len(found.similarities) == 0
    assert len(scan(table([]), SPANS, (1,) * 6)) == 0


def test_fewer_cases_than_asked_for_are_all_returned(how: str) -> None:
    found = Nearest(table([(1, 1, 1, 1, 1, 1), (2, 2, 2, 2, 2, 2)]), SPANS).nearest((2,) * 6)
    assert found.cases.tolist() == [1, 0]


def test_equal_cases_come_in_the_order_of_their_numbers(how: str) -> None:
    index = Nearest(table([(1, 2, 0, 4, 1, 2)] * 500), SPANS)
    assert index.nearest((1, 2, 0, 4, 1, 3)).cases.tolist() == list(range(10))
    assert index.at_least((1, 2, 0, 4, 1, 2), 1).cases.tolist() == list(range(500))


def test_equally_similar_rows_are_mixed_by_number(how: str) -> None:
    above, below = (4, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0)  # one away from a 3, on either side
    found = Nearest(table([below, above, above, below, below, above]), SPANS).nearest((3, 0, 0, 0, 0, 0), 5)
    assert found.cases.tolist() == [0, 1, 2, 3, 4]
    assert len(set(found.similarities.tolist())) == 1


def test_blank_cases_are_worth_nothing_and_a_blank_query_finds_nothing_similar(how: str) -> None:
    index = Nearest(table([(UNKNOWN,) * 6] * 3), SPANS)
    assert index.nearest((1,) * 6).similarities.tolist() == [0, 0, 0]
    assert index.nearest((None,) * 6).cases.tolist() == [0, 1, 2]
    assert index.nearest((None,) * 6).similarities.tolist() == [0, 0, 0]
    assert index.at_least((None,) * 6, 0.1).cases.tolist() == []
    assert index.at_least((None,) * 6, 0).cases.tolist() == [0, 1, 2]


def test_a_computed_threshold_means_what_was_meant(how: str) -> None:
    threshold = 0.1 + 0.2
    assert threshold > 0.3
    index = Nearest(np.array([[43], [42]], dtype=np.int16), (10,))
    assert index.at_least((50,), threshold).cases.tolist() == [0]


def test_indexes_of_attribute_sets_are_made_once_and_kept() -> None:
    index = Nearest(random_cells(100), SPANS)
    assert index.nbytes == 0
    index.nearest((1,) * 6)
    one = index.nbytes
    index.nearest((2,) * 6)
    assert index.nbytes == one
    index.nearest((2, None, 2, 2, 2, 2))
    assert index.nbytes > one


def test_groups_of_equal_rows_survive_keys_too_large_for_one_number() -> None:
    rng = np.random.default_rng(3)
    cells = rng.integers(-30_000, 30_000, (300, 12)).astype(np.int16)
    cells[200:] = cells[:100]
    starts, cases = distinct(cells)
    groups = [cases[begin:end].tolist() for begin, end in pairwise(starts)]
    assert sorted(groups) == [[case, case + 200] if case < 100 else [case] for case in range(200)]


# ── bad input ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("span", [-1.0, float("inf"), float("nan")])
def test_a_span_is_a_number_from_zero_on(span: float) -> None:
    with pytest.raises(BadInput, match="span"):
        Nearest(random_cells(3), (52, 33, 0, 5, 0, span))


def test_spans_without_a_common_measure_are_refused() -> None:
    with pytest.raises(BadInput, match="too fine"):
        units_of((1 / 3, 1 / 7, 52))


def test_bad_questions_are_named() -> None:
    index = Nearest(random_cells(3), SPANS)
    with pytest.raises(BadInput, match="5 values for 6 attributes"):
        index.nearest((1,) * 5)
    with pytest.raises(BadInput, match="k 0"):
        index.nearest((1,) * 6, 0)
    with pytest.raises(BadInput, match=r"threshold 1\.5"):
        index.at_least((1,) * 6, 1.5)
    with pytest.raises(BadInput, match="values go from"):
        index.nearest((40_000, 1, 1, 1, 1, 1))
    with pytest.raises(BadInput, match="2 spans for cases of 6"):
        Nearest(random_cells(3), (1, 2))


def test_with_numba_the_scan_is_the_compiled_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "costs", lambda cells, *_: np.full(len(cells), 7))
    assert scan(random_cells(3), SPANS, (1,) * 6).tolist() == [1 - 7 / (6 * units_of(SPANS).most)] * 3

"""Bases as files: CSV and Parquet give back what was written; what is wrong with a file is one line that says where."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolicho.core.errors import BadInput
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.files import read, write
from bolicho.learn.cases.forms import form
from bolicho.learn.cases.truco.columns import COLUMNS, FORM, NAMES

TRUCO = form(FORM)


def cell(column: tuple[str, int, int, tuple[int, ...]]) -> st.SearchStrategy[int | None]:
    _, lowest, highest, values = column
    return st.none() | (st.sampled_from(values) if values else st.integers(lowest, highest))


FREE = ("envido_gain", "flor_gain", "rival_envido_points", "score", "rival_score_after", "envido_won_by")
"""Columns that no rule ties to others."""
ROWS = st.lists(
    st.builds(
        lambda case, new: tuple(new.get(name, cell) for name, cell in zip(NAMES, case, strict=True)),
        st.integers(0, 512).map(lambda case: shelf.base("starter").row(case)),
        st.fixed_dictionaries({}, optional={name: cell(TRUCO.cells[NAMES.index(name)]) for name in FREE}),
    ),
    max_size=6,
)
BARE = tuple({"high": 24, "medium": 8, "low": 8, "mano": 2}.get(name) for name in NAMES)
"""As blank as a case can be."""


def base_of(rows: list[tuple[int | None, ...]]) -> CaseBase:
    base = CaseBase("some", NAMES, game="truco", form=FORM, source="recorded", note="a – note")
    base.append(rows)
    return base


def same(a: CaseBase, b: CaseBase) -> bool:
    about = [(base.name, base.game, base.form, base.source, base.note, base.clusterings) for base in (a, b)]
    return about[0] == about[1] and a.columns == b.columns and bool(np.array_equal(a.cells(), b.cells()))


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@settings(max_examples=25)
@given(rows=ROWS)
def test_what_was_written_is_read(suffix: str, rows: list[tuple[int | None, ...]], tmp_path_factory: Any) -> None:
    path = tmp_path_factory.mktemp("bases") / f"base{suffix}"
    base = base_of(rows)
    write(base, path)
    assert same(read(path), base)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_clusters_go_along(suffix: str, tmp_path: Path) -> None:
    base = shelf.base("starter")
    assert base.clusterings
    write(base, tmp_path / f"base{suffix}")
    assert same(read(tmp_path / f"base{suffix}"), base)
    assert read(tmp_path / f"base{suffix}", "other", "web").name == "other"


def test_pandas_opens_them_in_one_line(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not on this machine")
    base = shelf.base("starter")
    write(base, tmp_path / "b.csv")
    write(base, tmp_path / "b.parquet")
    for frame in (pandas.read_csv(tmp_path / "b.csv"), pandas.read_parquet(tmp_path / "b.parquet")):
        assert list(frame.columns) == ["case", *NAMES]
        assert np.array_equal(frame[list(NAMES)].fillna(UNKNOWN).to_numpy(dtype=np.int16), base.cells())
    frame.to_csv(tmp_path / "again.csv", index=False)  # pandas makes floats of columns with blanks
    assert np.array_equal(read(tmp_path / "again.csv").cells(), base.cells())
    frame.to_csv(tmp_path / "numbered.csv")  # with a column of numbers of its own, which has no name
    assert (tmp_path / "numbered.csv").read_text().startswith(",case,high")
    assert np.array_equal(read(tmp_path / "numbered.csv").cells(), base.cells())


@pytest.mark.parametrize("suffix", [".CSV", ".Parquet"])
def test_endings_may_be_in_capitals(suffix: str, tmp_path: Path) -> None:
    base = base_of([BARE])
    write(base, tmp_path / f"BASE{suffix}")
    assert same(read(tmp_path / f"BASE{suffix}"), base)
    assert len(shelf.base(tmp_path / f"BASE{suffix}")) == 1


def test_a_csv_alone_is_enough(tmp_path: Path) -> None:
    write(base_of([BARE]), tmp_path / "hands.csv")
    (tmp_path / "hands.json").unlink()
    found = read(tmp_path / "hands.csv")
    assert (found.name, found.source, found.form, len(found)) == ("hands", "file", FORM, 1)
    told = ",".join("" if cell is None else str(cell) for cell in reversed(BARE))
    shuffled = ",".join(reversed(NAMES)) + "\n" + told + "\n"
    (tmp_path / "shuffled.csv").write_text(shuffled, encoding="utf-8-sig")
    assert np.array_equal(read(tmp_path / "shuffled.csv", source="web").cells(), found.cells())


HEADER = ",".join(("case", *NAMES))
BLANKS = "," * len(NAMES)

BAD = {
    "no column high, medium, low, high_suit, medium_suit and 46 more": "case,score\n0,1\n",
    "column 'colour' is none of truco-1": f"{HEADER},colour\n",
    "column 'high' stands there twice": f"{HEADER},high\n",
    "column '' is none of truco-1": f"{HEADER},\n",
    "line 3: 2 cells, but 53 columns": f"{HEADER}\n{BLANKS}\n0,1\n",
    "line 2, column high: 'seven' is not a whole number": f"{HEADER}\n0,seven{BLANKS[1:]}\n",
    "line 2, column high: '\\x1e7' is not a whole number": f"{HEADER}\n0,\x1e7{BLANKS[1:]}\n",
    "line 2, column high: '24.5' is not a whole number": f"{HEADER}\n0,24.5{BLANKS[1:]}\n",
    "line 2, column high: '99999' is not a whole number": f"{HEADER}\n0,99999{BLANKS[1:]}\n",
    "line 3, column high: 51 is not one of 1, 2, 3, 4, 6": f"{HEADER}\n{BLANKS}\n0,51{BLANKS[1:]}\n",
    "line 2, column high_suit: 5 is not 1 to 4": f"{HEADER}\n0,,,,5{BLANKS[4:]}\n",
}


@pytest.mark.parametrize("words", BAD)
def test_a_bad_csv_is_refused(words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(BAD[words])
    with pytest.raises(BadInput) as error:
        read(path)
    assert str(error.value).startswith(str(path))
    assert words in str(error.value)


def test_a_bad_parquet_is_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "bad.parquet"
    path.write_bytes(b"not at all")
    with pytest.raises(BadInput, match="not a Parquet file"):
        read(path)
    pq.write_table(pa.table({"high": [1]}), path)
    with pytest.raises(BadInput, match="no column medium"):
        read(path)
    good = {name: pa.array([None, None], pa.int16()) for name in NAMES}
    pq.write_table(pa.table({**good, "high": [24, 51]}), path)
    with pytest.raises(BadInput, match=r"bad.parquet row 1, column high: 51"):
        read(path)
    pq.write_table(pa.table({**good, "high": ["a", "b"]}), path)
    with pytest.raises(BadInput, match=r"bad.parquet, column high"):
        read(path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"form": "truco-0"}, "cases of form 'truco-0'; this version reads truco-1"),
        ({"game": "rikken"}, "cases of 'rikken', but form truco-1 is of truco"),
        ({"bolicho": "cases-9"}, "layout 'cases-9'"),
        ({"digest": "0"}, "not the cases that"),
        ({"clusterings": {"envido-first": {}}}, "envido-first"),
    ],
)
def test_about_data_of_something_else_is_refused(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    write(base_of([BARE]), tmp_path / "b.csv")
    beside = tmp_path / "b.json"
    beside.write_text(json.dumps({**json.loads(beside.read_text()), **change}))
    with pytest.raises(BadInput, match=words):
        read(tmp_path / "b.csv")


def test_files_that_are_not_there_or_something_elses(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        read(tmp_path / "none.csv")
    with pytest.raises(BadInput, match=r"ending in \.csv or \.parquet"):
        read(tmp_path / "none.txt")
    (tmp_path / "mine.json").write_text('{"dear": "to me"}')
    with pytest.raises(BadInput, match="tells of no cases"):
        write(base_of([]), tmp_path / "mine.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.json"]
    (tmp_path / "latin.csv").write_bytes(b"case,\xff")
    with pytest.raises(BadInput, match="not UTF-8"):
        read(tmp_path / "latin.csv")


def test_every_column_is_documented() -> None:
    text = (Path(__file__).parents[3] / "docs" / "cases" / "data.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    told = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in rows]
    expected = [(f"`{c.name}`", f"{c.lowest} to {c.highest}", c.about.replace("|", "/")) for c in COLUMNS]
    assert told == expected

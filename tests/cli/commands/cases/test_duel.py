"""``bolicho cases duel``: sides as on the paper's screen, from the command line."""

import json
from pathlib import Path

import pytest

from bolicho.cli import main
from bolicho.store import Store


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["cases", "duel", *words])
    return int(ended.value.code or 0)


@pytest.mark.parametrize(
    ("side", "said"),
    [
        ("cluster=QQ", "unknown cluster 'QQ'"),
        ("colour=red", "expected one of agent, base, clusters, cluster, action, learning, auto_k"),
        ("clusters=perhaps", "expected on or off"),
        ("base=a,base=b", "base is given twice"),
        ("learning=osmosis", "unknown learning 'osmosis'"),
        ("agent=nobody", "unknown agent 'nobody'"),
    ],
)
def test_a_side_that_makes_no_sense_is_one_line(
    side: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(side, "agent=sound", "--out", str(tmp_path / "duel")) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.strip().splitlines()) == 1


def test_only_a_side_that_learns_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cluster=PV", "agent=sound", "--keep-a", "mine", "--out", str(tmp_path / "duel")) == 2
    assert "learns nothing that could be kept" in capsys.readouterr().err


def test_what_was_learned_is_kept_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = str(tmp_path / "store.db")
    words = ["learning=imitation,auto_k=off", "agent=sound", "--matches", "1", "--target", "6", "--keep-a", "mine"]
    for _ in range(2):  # the same command tells its result again
        assert run(*words, "--store", url, "--out", str(tmp_path / "duel"), "--json") == 0
        told = json.loads(capsys.readouterr().out)
        assert [one["matches"] for one in told["sets"]] == [1, 1]
        with Store.open(url) as store:
            (base,) = store.bases()
            assert (base.name, base.source) == ("mine", "imitation")
            assert len(list(store.case_positions("mine"))) == told["growth"][-1]["a"] > 3195

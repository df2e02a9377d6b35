"""A base that another run has learned: taken over where design, seed, code and start are equal, learned where not."""

from pathlib import Path
from typing import Any

import pytest

from bolicho.core.journal import Journal
from bolicho.core.json_text import JsonObject
from bolicho.lab.engine.bases import Bases, facts_of, lessons, starting_base
from bolicho.report.about import row_versions
from bolicho.train.imitation.training import Imitation

TRAINING: JsonObject = {"matches": 3, "recluster": "off", "reading": "paper", "preset": "ufsm-auto"}


def run_in(folder: Path, seed: int = 3, **changed: Any) -> Bases:
    Journal(folder, {"experiment": folder.name, "seed": seed, "versions": row_versions()}).close()
    return Bases(folder, starting_base("starter"), TRAINING | changed, seed)


def learned(bases: Bases) -> tuple[list[Any], JsonObject]:
    steps = [{k: v for k, v in step.items() if k != "elapsed"} for _, rows in bases.learn(lessons(3)) for step in rows]
    return steps, facts_of(bases.learned())


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    folder = tmp_path_factory.mktemp("lab") / "paulus"
    return folder, learned(run_in(folder))


@pytest.fixture
def lazy(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    played: list[str] = []

    def step(training: Imitation) -> None:
        played.append(training.design.name)
        raise KeyboardInterrupt

    monkeypatch.setattr(Imitation, "step", step)
    return played


def test_the_same_training_beside_is_taken_over_with_the_same_rows(first: tuple[Path, Any], lazy: list[str]) -> None:
    beside = run_in(first[0].with_name("rossato"))
    assert learned(beside) == first[1]
    assert not lazy
    assert not list((beside.folder).glob("*.part*"))


def test_so_is_that_of_the_run_around_it(first: tuple[Path, Any], lazy: list[str]) -> None:
    assert learned(run_in(first[0] / "vary-gates-exact")) == first[1]
    assert not lazy


@pytest.mark.parametrize("changed", [{"recluster": "10%"}, {"reading": "text"}, {"preset": "gaucho"}, {"seed": 4}])
def test_another_design_is_learned_anew(first: tuple[Path, Any], lazy: list[str], changed: JsonObject) -> None:
    name = "-".join(map(str, changed.items())).translate(str.maketrans("%', ()", "------"))
    with pytest.raises(KeyboardInterrupt):
        learned(run_in(first[0].with_name(name), **changed))
    assert lazy


def test_another_code_and_a_damaged_store_are_not_trusted(first: tuple[Path, Any], lazy: list[str]) -> None:
    alone = first[0].parent / "deeper"
    Journal(alone / "old", {"experiment": "old", "seed": 3, "versions": {"bolicho": "0.0.1"}}).close()
    broken = run_in(alone / "broken")
    (broken.folder / "training.db").write_bytes(b"no database")
    (alone / "old" / "bases").mkdir()
    (alone / "old" / "bases" / "training.db").write_bytes((first[0] / "bases" / "training.db").read_bytes())
    with pytest.raises(KeyboardInterrupt):
        learned(run_in(alone / "new"))
    assert lazy

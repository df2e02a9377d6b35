"""``bolicho bench web``: what it prints of what was measured."""

import json

import pytest
from tests.cli.front_door import knock

from bolicho.bench import web as bench_web
from bolicho.bench.web import Level, WebReport


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve nobody, and say so many numbers."""

    def run(seed: int, seconds: float, watch: object) -> WebReport:
        one = Level(1, 0.1, 140, 1.5, 3.0, 4.0, 9.0, 210.0, 2.0)
        most = Level(200, 1.0, round(3000 * seconds), 2.0, 8.6, 5.0, 26.0, 215.0, None)
        return WebReport(seed, 1.8, 73.2, (one, most), 106_000.0, 93.5, 2000, None)

    monkeypatch.setattr(bench_web, "run", run)


def said(*words: str) -> str:
    return " ".join(knock("bench", "web", *words).out.split())


def test_people_get_the_numbers_to_remember_then_the_times() -> None:
    out = said()
    assert "milliseconds a move, p99, 200 tables 8.6" in out
    assert "KiB a table 93.5" in out
    assert "KiB left by each of 2,000 closed tables –" in out  # where the system does not tell
    assert "200 3,000 2.0 8.6 5.0 26.0 215.0 –" in out


def test_programs_get_the_same() -> None:
    told = json.loads(said("--json", "--seed", "4", "--seconds", "0.5"))
    assert (told["what"], told["seed"], told["levels"][1]["moves"]) == ("web", 4, 1500)
    assert [measure["value"] is None for measure in told["summary"]] == [False, False, True, False, False]

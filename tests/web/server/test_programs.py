"""Nobody starts a program from a page: `line:` agents are for who sits at the machine, not even for its owner here."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.served import serving

from bolicho.agents import make
from bolicho.core.errors import BadInput
from bolicho.core.programs import FORBIDDEN
from bolicho.web.tables.seats import checked_spec

REFUSED = "no programs are started here"


def test_a_page_cannot_have_a_program_started_by_anybody(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    spec = f"line:touch {trace}"
    seats = [{"kind": "me"}, {"kind": "agent", "agent": spec}]
    table = {"game": "truco", "seats": seats}
    jobs: dict[str, dict[str, Any]] = {
        "tournament": {"game": "truco", "agents": [spec, "sound"]},
        "train-markov": {"against": spec},
    }
    with serving(tmp_path) as house, httpx.Client(base_url=f"http://127.0.0.1:{house.port}", timeout=60) as owner:
        said = owner.post("/api/tables", json=table)
        assert (said.status_code, REFUSED in said.text) == (422, True)
        for kind, options in jobs.items():
            said = owner.post("/api/jobs", json={"kind": kind, "options": options})
            assert (kind, said.status_code, REFUSED in said.text) == (kind, 422, True), said.text
        offered = owner.get("/api/games/truco/agents").json()["agents"]
        assert "line" not in [agent["spec"].partition(":")[0] for agent in offered]
        forms = owner.get("/api/jobs/kinds").text
        assert '"line"' not in forms
    assert not trace.exists()


@pytest.mark.parametrize("trusted", [False, True])
def test_a_name_that_is_a_command_is_no_name_of_an_agent_here(trusted: bool) -> None:
    for spec in ("line", "line:node", "line:node bot.js"):
        with pytest.raises(BadInput, match=REFUSED):
            checked_spec(spec, trusted=trusted)


def test_no_file_of_an_agent_is_opened_for_a_page_whoever_asks(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    (tmp_path / "mine.py").write_text(f"from pathlib import Path\nPath({str(trace)!r}).touch()\n{MINE}")
    spec = f"{tmp_path}/mine.py:Mine"
    assert make(spec, "truco").name == "mine"
    trace.unlink()
    (tmp_path / "mine.py").write_text((tmp_path / "mine.py").read_text() + "# so that it is read again\n")
    for trusted in (False, True):
        with pytest.raises(BadInput, match="unknown agent"):
            checked_spec(spec, trusted=trusted)
    seats = [{"kind": "me"}, {"kind": "agent", "agent": spec}]
    jobs: dict[str, dict[str, Any]] = {
        "tournament": {"game": "truco", "agents": [spec, "sound"]},
        "train-markov": {"against": spec},
    }
    with serving(tmp_path) as house, httpx.Client(base_url=f"http://127.0.0.1:{house.port}", timeout=60) as owner:
        assert owner.post("/api/tables", json={"game": "truco", "seats": seats}).status_code == 422
        for kind, options in jobs.items():
            said = owner.post("/api/jobs", json={"kind": kind, "options": options})
            assert (kind, said.status_code) == (kind, 422), said.text
    assert not trace.exists()


MINE = """
class Mine:
    name = "mine"
    def __init__(self, game): pass
    def choose(self, view, rng): raise NotImplementedError
"""


def test_where_programs_are_forbidden_no_agent_starts_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in FORBIDDEN.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BadInput, match=REFUSED):
        make(f"line:touch {tmp_path / 'trace'}", "truco")
    assert not (tmp_path / "trace").exists()

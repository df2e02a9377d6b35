"""Jobs of the laboratory: followed, cancelled, resumed, killed, refused where they make no sense; and their files."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.web.labs import ELSEWHERE, KEY, Lab

from bolicho import BadInput
from bolicho.arena import Plan
from bolicho.arena.plan.design import Design
from bolicho.arena.run.tournament import Tournament
from bolicho.cli.watching import Teller
from bolicho.core.options import Option
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.store import Store
from bolicho.store.where import locate
from bolicho.web.app import with_whole_paths
from bolicho.web.jobs.checks import CHECKS, check
from bolicho.web.jobs.child import hear
from bolicho.web.jobs.feed import FILE, MOST_LOGGED, Feed
from bolicho.web.jobs.forms import forms
from bolicho.web.jobs.kinds import KINDS, kind_of
from bolicho.web.server.settings import Settings

QUICK: dict[str, Any] = {"game": "tapatan", "agents": ["random", "minimax:1"], "matches": 6, "seed": 3}
LONG: dict[str, Any] = {"game": "tapatan", "agents": ["random", "minimax:3"], "matches": 3000, "seed": 3}


@pytest.fixture(scope="module")
def quick(lab: Lab) -> dict[str, Any]:
    """A job that is done."""
    return lab.done(lab.post("tournament", **QUICK)["id"])


def test_a_job_says_in_which_language_its_pages_are_written(lab: Lab) -> None:
    asked = {"kind": "tournament", "options": QUICK, "language": "pt-BR"}
    job = lab.client.post("/api/jobs", json=asked).json()
    assert (job["language"], "language" in job["options"]) == ("pt-BR", False)
    assert lab.done(job["id"])["language"] == "pt-BR"


# ── options ───────────────────────────────────────────────────────────────────────────────────────────────────────

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("tournament", {"agents": ["sound", "nobody"]}, "unknown agent 'nobody'"),
    ("tournament", {"agents": ["sound", "cbr:XYZ"]}, "unknown reuse policy 'XYZ'"),
    ("tournament", {"agents": [], "field": None}, "nobody plays"),
    ("tournament", {"agents": ["sound", "bold"], "matches": 0}, "matches 0: expected at least 1"),
    ("tournament", {"agents": ["sound", "bold"], "format": "cup"}, "unknown format 'cup'"),
    ("tournament", {"agents": ["sound", "bold"], "match": 5}, "unknown option of tournament 'match'"),
    ("tournament", {"agents": ["--out=/tmp/x", "bold"]}, "does not begin with -"),
    ("tournament", {"game": "tapatan", "agents": ["sound", "random"]}, "does not play tapatan"),
    ("tournament", {"agents": "sound bold", "seed": "one"}, "seed 'one': expected a whole number"),
    ("tournament", {"agents": ["sound", "bold"], "decide": "yes"}, "decide: expected true or false"),
    ("duel", {"a_cluster": "XX"}, "unknown a-cluster 'XX'"),
    ("duel", {"a_base": "nowhere"}, "nowhere"),
    ("duel", {"b_technique": "agent", "b_agent": "minimax"}, "does not play truco"),
    ("train-qlearning", {"game": "truco"}, "board games only"),
    ("train-qlearning", {"alpha": 1.5}, "alpha 1.5: expected at most 1"),
    ("train-markov", {"switches": "area"}, "expected NAME=VALUE"),
    ("train-markov", {"switches": "moon=full"}, "moon"),
    ("train-cases", {"bot": "bot9"}, "unknown bot 'bot9'"),
    ("train-cases", {"tutor": "person", "bot": "bot5"}, "people teach on the page"),
    ("train-cases", {"judge": 3}, "even number"),
    ("train-imitation", {}, "name: expected a value"),
    ("train-imitation", {"name": "baseline"}, "bundled"),
    ("train-equilibrium", {"game": "s2"}, "unknown game 's2'; known: s1, full"),
    ("train-equilibrium", {"iterations": 0}, "iterations 0: expected at least 1"),
    ("train-equilibrium", {"game": "full", "iterations": 5, "minutes": 3}, "--iterations and --minutes"),
    ("reproduction", {"experiment": "cold-fusion"}, "unknown experiment 'cold-fusion'"),
    ("reproduction", {"experiment": "moral", "base": "nowhere"}, "nowhere"),
    ("rikken-bidding", {"technique": "random"}, "unknown technique 'random'"),
    ("rikken-bidding", {"low": 9, "high": 3}, "limits 9 to 3: upside down"),
    ("rikken-bidding", {"high": 14}, "to 14: expected at most 13"),
    ("rikken-play", {"contract": "whist"}, "unknown contract 'whist'"),
    ("rikken-play", {"repetitions": 0}, "repetitions 0: expected at least 1"),
    ("clustering", {"scenarios": ["tea-time"]}, "tea-time"),
    ("clustering", {"save": True}, "bundled with Bolicho"),
    ("profile", {"agents": [], "bases": []}, "needs an agent"),
]


@pytest.mark.parametrize(("kind", "options", "said"), WRONG, ids=[f"{k}-{s[:24]}" for k, _, s in WRONG])
def test_bad_options_are_told_in_one_line(
    kind: str, options: dict[str, Any], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(tmp_path / "store.db"))
    with pytest.raises(BadInput) as caught:
        check(kind, kind_of(kind).read(options))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_job_that_needs_an_extra_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolicho.core.extras.find_spec", lambda _: None)
    with pytest.raises(BadInput, match=r"numba is not installed: pip install 'bolicho\[fast\]'"):
        check("train-equilibrium", kind_of("train-equilibrium").read({}))


def test_bad_options_are_refused_before_anything_starts(lab: Lab) -> None:
    before = lab.client.get("/api/jobs").json()["jobs"]
    for asked, said in (
        ({"kind": "tournament", "options": {"agents": ["sound", "cbr:XYZ"]}}, "unknown reuse policy"),
        ({"kind": "tea", "options": {}}, "unknown kind of job"),
        ({"kind": "tournament", "options": {"matches": -1}}, "matches -1"),
        ({"options": {}}, "kind"),
    ):
        answer = lab.client.post("/api/jobs", json=asked)
        assert answer.status_code == 422
        assert said in answer.json()["error"]["message"]
    assert lab.client.get("/api/jobs").json()["jobs"] == before


def test_every_kind_has_a_check_and_a_form_in_both_languages(tmp_path: Path) -> None:
    assert list(CHECKS) == list(KINDS)
    with Store.open(str(tmp_path / "store.db")) as store:
        for form in forms(store):
            told = form.model_dump(by_alias=True)
            texts = [told["label"], told["help"], *(field["label"] for field in told["fields"])]
            for text in texts:
                assert set(text) == set(LANGUAGES)
                assert all(text.values())
                assert not any(said.startswith(("field-", "kind-", "about-")) for said in text.values()), text
            names = [field["name"] for field in told["fields"]]
            assert all(name in names for field in told["fields"] for name in field["when"])


def test_games_are_named_as_people_call_them(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "s.db")) as store:
        fields = [field for form in forms(store) for field in form.fields if field.name == "game"]
    labels = {choice.value: choice.label for field in fields for choice in field.choices}
    assert set(GAMES.names()) <= set(labels)
    assert (labels["truco"].en, labels["jogo-da-velha"].en) == ("Truco Gaudério", "Noughts and crosses")
    assert labels["jogo-da-velha"].pt == "Jogo-da-velha"


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_a_form_changes_what_is_typed(kind: str, tmp_path: Path) -> None:
    """A field that nobody reads would be a lie."""
    sort = KINDS[kind]
    others: dict[str, Callable[[Option], Any]] = {
        "integer": lambda f: (f.default or 1) + 1,
        "number": lambda f: (f.default or 0.4) / 2,
        "switch": lambda f: not f.default,
        "text": lambda _: "another",
        "words": lambda _: ["another"],
        "choice": lambda f: next((c for c in f.choices if c != f.default), "another"),
    }
    given: dict[str, Any] = {field.name: "given" for field in sort.fields if field.required and field.proposed is None}

    def typed(options: dict[str, Any]) -> list[list[str]]:
        return sort.commands(sort.read(options), tmp_path)

    for field in sort.fields:
        needed: dict[str, Any] = {}
        when = field.when
        while when is not None:
            needed[when[0]] = when[1][0]
            when = next(other.when for other in sort.fields if other.name == when[0])
        asked = {**given, **needed}
        assert typed(asked) != typed({**asked, field.name: others[field.type](field)}), field.name


# ── who may ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_only_the_owner_starts_cancels_and_resumes(lab: Lab, quick: dict[str, Any]) -> None:
    asked = {"kind": "tournament", "options": QUICK}
    for path, body in (
        ("/api/jobs", asked),
        (f"/api/jobs/{quick['id']}/cancel", {}),
        (f"/api/jobs/{quick['id']}/resume", {}),
    ):
        answer = lab.client.post(path, json=body, headers=ELSEWHERE)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "admin-only")
        answer = lab.client.post(path, json=body, headers={**ELSEWHERE, "X-Bolicho-Key": KEY + "x"})
        assert answer.status_code == 403
        proxied = lab.client.post(path, json=body, headers={"X-Forwarded-For": "203.0.113.9"})
        assert proxied.status_code == 403
    assert not lab.client.get("/api/jobs", headers=ELSEWHERE).json()["may_start"]
    with_key = {**ELSEWHERE, "X-Bolicho-Key": KEY}
    keyed = lab.client.post("/api/jobs", json=asked, headers=with_key)
    assert keyed.status_code == 201
    cancelled = lab.client.post(f"/api/jobs/{keyed.json()['id']}/cancel", json={}, headers=with_key)
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    foreign = lab.client.post("/api/jobs", json=asked, headers={"Origin": "https://elsewhere.example"})
    assert foreign.status_code == 403


def test_what_is_not_there_is_404_and_what_makes_no_sense_409(lab: Lab, quick: dict[str, Any]) -> None:
    for path in ("", "/events", "/results", "/results/ratings", "/results/ratings.csv", "/files/report.html"):
        assert lab.client.get(f"/api/jobs/99999{path}").status_code == 404
    for what in ("cancel", "resume"):
        assert lab.client.post(f"/api/jobs/99999/{what}").status_code == 404
        assert lab.client.post(f"/api/jobs/{quick['id']}/{what}").status_code == 409
    assert lab.client.get(f"/api/jobs/{quick['id']}/results/nothing").status_code == 404
    assert lab.client.get(f"/api/jobs/{quick['id']}/results?language=nl").status_code == 422


# ── progress ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_command_that_knows_how_long_it_takes_yet_is_believed(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[Any] = []
    for left in (90.25, None):
        Teller()("1/8 paulus", 3, 9, left)
        hear(capsys.readouterr().err.rstrip(), lambda *at: told.append(at), told.append)
    hear('\x1e{"what": "x", "done": 1, "total": 2, "left": "soon"}', lambda *at: told.append(at), told.append)
    assert told[:2] == [("1/8 paulus", 3, 9, 90.2), ("1/8 paulus", 3, 9, None)]
    assert told[2].startswith('{"what"')


def test_progress_resumes_with_the_last_event_id(lab: Lab, quick: dict[str, Any]) -> None:
    every = lab.events(quick["id"])
    assert [number for number, _, _ in every] == list(range(1, len(every) + 1))
    states = [data["state"] for _, kind, data in every if kind == "state"]
    assert states == ["queued", "running", "done"]
    told = [(data["done"], data["total"]) for _, kind, data in every if kind == "progress"]
    assert told == sorted(told)
    assert told[-1] == (6, 6)
    for seen in (1, len(every) // 2, len(every) - 1):
        assert lab.events(quick["id"], str(seen)) == every[seen:]
    assert lab.events(quick["id"], "no number") == every
    over = lab.client.get(f"/api/jobs/{quick['id']}/events", headers={"Last-Event-ID": str(len(every))})
    assert over.status_code == 204, "a browser would ask again for ever"


def test_a_word_that_means_nothing_beside_the_options_is_refused(lab: Lab) -> None:
    answer = lab.client.post("/api/jobs", json={"kind": "tournament", "settings": QUICK})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "not-valid")
    assert "settings" in answer.json()["error"]["message"]


def test_a_job_is_cancelled_resumed_and_ends_as_if_nothing_had_been(lab: Lab) -> None:
    id = lab.post("tournament", **LONG)["id"]
    waiting = lab.post("tournament", **QUICK)["id"]
    lab.until(id, lambda job: job["done"] > 20)
    live = lab.events(id, most=4)
    assert [number for number, _, _ in live] == [1, 2, 3, 4]
    assert lab.job(waiting)["state"] == "queued", "one at a time"
    assert lab.client.post(f"/api/jobs/{waiting}/cancel").json()["state"] == "cancelled"
    cancelled = lab.client.post(f"/api/jobs/{id}/cancel").json()
    assert cancelled["state"] == "cancelled"
    rows = next((lab.folder / "data" / "jobs").glob("*/work/rows.jsonl"), None)
    assert rows is not None, "what was played stays"
    assert lab.client.get(f"/api/jobs/{id}/results").json()["exhibits"] == []
    seen = lab.job(id)["last_event"]
    assert lab.client.post(f"/api/jobs/{id}/resume").status_code == 200
    lab.done(id)
    later = lab.events(id, str(seen))
    assert later[0][0] == seen + 1
    begun = next(data["done"] for _, kind, data in later if kind == "progress")
    assert begun > 20, "it went on where it was"
    design = Design(Plan("tapatan", tuple(LONG["agents"]), seed=3), matches=LONG["matches"])
    with Tournament(None, design) as undisturbed:
        undisturbed.play(workers=1)
    wins = {LONG["agents"][n]: sum(row.winner == n for row in undisturbed.rows) for n in (0, 1)}
    table = lab.client.get(f"/api/jobs/{id}/results/standings").json()
    at = [column["key"] for column in table["columns"]].index("wins")
    assert {row[0]: row[at] for row in table["rows"]} == wins


def test_a_command_that_fails_says_why_and_can_be_tried_again(lab: Lab) -> None:
    # the first one waits behind a longer one, so that its base is not there yet when the second is asked for
    lab.post("tournament", **LONG)
    id = lab.post("train-imitation", name="taken", matches=2, recluster="off")["id"]
    twice = lab.post("train-imitation", name="taken", matches=2, seed=9, recluster="off")["id"]
    lab.done(id)
    failed = lab.until(twice, lambda job: job["state"] not in ("queued", "running"))
    assert failed["state"] == "failed"
    assert "taken" in failed["message"]
    assert "\n" not in failed["message"]
    assert any("taken" in line for line in failed["log"])
    assert lab.client.post(f"/api/jobs/{twice}/resume").json()["state"] in ("queued", "running", "failed")
    lab.until(twice, lambda job: job["state"] == "failed")


def test_what_a_job_says_of_the_store_does_not_say_where_it_is(lab: Lab) -> None:
    lab.done(lab.post("train-imitation", name="damaged", matches=2, recluster="off")["id"])
    first = lab.post("tournament", **LONG)["id"]
    id = lab.post("tournament", agents=["cbr:PVCNPS@damaged", "sound"], matches=2)["id"]
    with closing(sqlite3.connect(lab.folder / "store.db", timeout=60)) as store, store:  # after it was looked at
        store.execute("UPDATE bases SET columns = '{' WHERE name = 'damaged'")
    lab.client.post(f"/api/jobs/{first}/cancel")
    failed = lab.until(id, lambda job: job["state"] not in ("queued", "running"))
    assert "the store: the list of columns of case base 'damaged' is damaged" in failed["message"]
    assert str(lab.folder) not in json.dumps([failed, lab.events(id)])
    with closing(sqlite3.connect(lab.folder / "store.db", timeout=60)) as store, store:
        store.execute("DELETE FROM bases WHERE name = 'damaged'")


def test_a_store_and_a_folder_may_be_named_from_where_the_server_was_started(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    lab = Lab(tmp_path, Path("b"))
    try:
        lab.done(lab.post("train-imitation", name="near", matches=2, recluster="off")["id"])
    finally:
        lab.close()
    with Store.open(str(tmp_path / "b" / "store.db")) as store:
        assert "near" in [base.name for base in store.bases()]
    assert not (tmp_path / "other.db").exists()


@pytest.mark.parametrize("store", [None, "b/one.db", "sqlite:///b/one.db?timeout=5", "b/what? 50%.db"])
def test_those_who_work_for_a_house_find_its_store_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: str | None
) -> None:
    (tmp_path / "b").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOLICHO_STORE", "b/named.db")
    settings = with_whole_paths(Settings(store=store, data=Path("b/data")))
    meant, absolute = locate(store), locate(settings.store)
    assert absolute == meant.set(database=str(tmp_path / (meant.database or "")))
    assert settings.data == tmp_path / "b" / "data"
    assert with_whole_paths(settings) == settings


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_killed_server_leaves_nobody_at_work_and_its_jobs_go_on(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    id = lab.post("tournament", **LONG)["id"]
    later = lab.post("tournament", **QUICK)["id"]
    lab.until(id, lambda job: job["done"] > 20)
    working = at_work(tmp_path)
    assert working
    events = lab.job(id)["last_event"]
    lab.kill()
    for pid in working:
        gone(pid)
    rows = next(tmp_path.glob("data/jobs/*/work/rows.jsonl"))
    size = rows.stat().st_size
    lab.start()
    try:
        told = lab.job(id)
        assert told["state"] == "interrupted"
        assert told["last_event"] > events, "numbers of events go on after a restart"
        assert lab.done(later)["done"] == 6, "who waited is not forgotten"
        assert rows.stat().st_size == size
        lab.client.post(f"/api/jobs/{id}/resume")
        assert lab.done(id)["done"] == LONG["matches"]
    finally:
        lab.close()
    assert not at_work(tmp_path)


def at_work(folder: Path) -> list[int]:
    """Processes that work for a job of a server."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if "bolicho.cli.watching" in words and str(folder) in words:
            found.append(int(place.name))
    return found


def gone(pid: int) -> None:
    import time

    end = time.monotonic() + 60
    while Path(f"/proc/{pid}").exists():
        state = Path(f"/proc/{pid}/stat")
        if " Z " in state.read_text():
            return
        assert time.monotonic() < end, f"process {pid} goes on without its server"
        time.sleep(0.05)


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_files_are_those_of_the_job_and_no_others(lab: Lab, quick: dict[str, Any]) -> None:
    id = quick["id"]
    work = next(p for p in (lab.folder / "data" / "jobs").iterdir() if (p / "work" / "report.html").exists()) / "work"
    (lab.folder / "secret.txt").write_text("TOP SECRET", encoding="utf-8")
    (work / "link.txt").symlink_to(lab.folder / "secret.txt")
    (work / "way").symlink_to(lab.folder)
    (work / ".hidden.txt").write_text("TOP SECRET", encoding="utf-8")
    (work / "script.sh").write_text("TOP SECRET", encoding="utf-8")
    outside = ["../result.json", "../events.jsonl", "../../../secret.txt", "%2e%2e/result.json", "..%2fresult.json",
               "%2e%2e%2f%2e%2e%2f%2e%2e%2fsecret.txt", "/etc/passwd", "//etc/passwd", "link.txt", "way/secret.txt",
               ".hidden.txt", "script.sh", "", ".", "report.html%00.txt", "a" * 5000, "..%5cresult.json"]  # fmt: skip
    for path in outside:
        status, text = lab.raw(f"/api/jobs/{id}/files/{path}")
        assert status == 404, path
        assert b"TOP SECRET" not in text
    listed = {file["path"] for file in lab.client.get(f"/api/jobs/{id}/results").json()["files"]}
    assert "report.html" in listed
    assert not listed & {"link.txt", "way/secret.txt", ".hidden.txt", "script.sh"}


def test_a_report_is_shown_in_a_sandbox(lab: Lab, quick: dict[str, Any]) -> None:
    answer = lab.client.get(f"/api/jobs/{quick['id']}/files/report.html")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    csv = lab.client.get(f"/api/jobs/{quick['id']}/files/standings.csv")
    assert csv.headers["content-disposition"].startswith("attachment")


# ── the feed ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_events_survive_a_kill_in_the_middle_of_a_line(tmp_path: Path) -> None:
    feed = Feed(tmp_path)
    feed.add("state", state="queued")
    feed.add("log", line="one\ntwo")
    with (tmp_path / FILE).open("a", encoding="utf-8") as out:
        out.write('["log", {"line": "thr')
    again = Feed(tmp_path)
    assert again.events == feed.events
    assert again.log() == ["one two"]
    again.add("state", state="running")
    assert [event.id for event in Feed(tmp_path).events] == [1, 2, 3]


def test_a_chatty_command_does_not_fill_the_disk(tmp_path: Path) -> None:
    feed = Feed(tmp_path)
    for number in range(MOST_LOGGED + 50):
        feed.add("log", line=f"{number} {'x' * 2000}")
    assert len(feed.events) == MOST_LOGGED
    assert (tmp_path / FILE).stat().st_size < 2 * 1024 * 1024
    assert all(len(json.loads(line)[1]["line"]) <= 500 for line in (tmp_path / FILE).read_text().splitlines())


# ── matches of a tournament ───────────────────────────────────────────────────────────────────────────────────────


def test_a_row_of_a_tournament_opens_as_a_match_once(lab: Lab, quick: dict[str, Any]) -> None:
    here = f"/api/jobs/{quick['id']}/matches"
    found = lab.client.get(here, params={"language": "en"}).json()
    assert found["agents"] == QUICK["agents"]
    assert [row["match"] for row in found["matches"]] == list(range(QUICK["matches"]))
    assert found["after"] is None
    row = found["matches"][2]
    opened = lab.client.post(f"{here}/2").json()
    match = lab.client.get(f"/api/matches/{opened['replay']}").json()
    assert (match["scores"], match["winner"]) == (row["scores"], row["winner"])
    assert [seat["agent"] for seat in match["seats"]] == row["agents"]
    assert lab.client.post(f"{here}/2").json() == opened  # it is not kept twice


def test_matches_are_listed_by_who_played_and_page_by_page(lab: Lab, quick: dict[str, Any]) -> None:
    here = f"/api/jobs/{quick['id']}/matches"
    assert lab.client.get(here, params={"agent": "nobody"}).json()["matches"] == []
    assert [row["match"] for row in lab.client.get(here, params={"after": 3}).json()["matches"]] == [4, 5]


def test_what_is_no_match_of_a_tournament_is_refused(lab: Lab, quick: dict[str, Any]) -> None:
    here = f"/api/jobs/{quick['id']}/matches"
    assert lab.client.post(f"{here}/99").json()["error"]["code"] == "not-opened"
    assert str(lab.folder) not in lab.client.post(f"{here}/99").text
    assert lab.client.post(f"{here}/-1").status_code == 422
    stranger = lab.client.post(f"{here}/1", headers=ELSEWHERE)
    assert stranger.status_code == 403
    other = lab.done(lab.post("train-qlearning", episodes=20)["id"])
    assert lab.client.get(f"/api/jobs/{other['id']}/matches").json()["error"]["code"] == "no-matches"

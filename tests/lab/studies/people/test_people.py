"""Tests with people: balanced orders, protocols that are read or refused, a rehearsal that nobody takes for people."""

import csv
import json
from collections import Counter
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock
from tests.lab.studies.people.plan import SMALL

from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES
from bolicho.lab.studies.people.analysis import Analysis, figure, pair, won
from bolicho.lab.studies.people.orders import orders
from bolicho.lab.studies.people.protocol import BUNDLED, Protocol, protocol, read
from bolicho.lab.studies.people.rehearsal import rehearse
from bolicho.lab.studies.people.rows import COLUMNS, StudyRow, as_csv, rows_in
from bolicho.lab.works.paulus.lineup import printed_numbers
from bolicho.lab.works.paulus.people import POLICY, TARGET, gather
from bolicho.store import Store

# ── design ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rivals", range(1, 13))
def test_every_rival_stands_equally_often_at_every_place_and_after_every_other(rivals: int) -> None:
    rows = orders(rivals)
    assert all(sorted(row) == list(range(rivals)) for row in rows)
    times = len(rows) // rivals
    places = Counter((place, one) for row in rows for place, one in enumerate(row))
    assert set(places.values()) == {times}
    neighbours = Counter(pair for row in rows for pair in pairwise(row))
    assert len(neighbours) == rivals * (rivals - 1)
    assert set(neighbours.values()) <= {times}


@pytest.mark.parametrize("name", BUNDLED)
def test_the_protocols_of_the_house_are_balanced_over_a_whole_square(name: str) -> None:
    plan = protocol(name)
    rows = [plan.rivals_of(place) for place in range(len(orders(len(plan.agents))))]
    assert all(len(set(row)) == plan.rivals for row in rows), "nobody meets a rival twice"
    met = Counter((step, agent) for row in rows for step, agent in enumerate(row))
    assert set(met.values()) == {1}
    assert plan.people % len(rows) == 0, "planned are whole squares"


def test_rounds_of_matches_take_the_next_rows_and_some_rivals_stay_the_same() -> None:
    twice = read(SMALL.replace("people = 6", "people = 6\nmatches = 2"), "here")
    assert twice.steps == 6
    assert [sorted(part) for part in (twice.rivals_of(0)[:3], twice.rivals_of(0)[3:])] == [sorted(twice.agents)] * 2
    some = read(SMALL.replace("people = 6", "people = 6\nmatches = 2\nrivals = 2"), "here")
    assert some.rivals_of(4)[:2] == some.rivals_of(4)[2:]


WRONG = [
    ('name = "small"', 'name = "Small one"', "name: expected small letters"),
    ('name = "small"', "", "name is missing"),
    ('game = "truco"', 'game = "whist"', "game 'whist'"),
    ('"novice", ', '"novice", "novice", ', "none of them twice"),
    ('"novice"', '"nobody"', "agent 'nobody'"),
    ("people = 6", "people = 0", "people 0: expected 1 to 10,000"),
    ("people = 6", 'people = "six"', "people: expected a whole number"),
    ("people = 6", "people = 6\nrivals = 4", "rivals 4: expected 1 to 3"),
    ("people = 6", "people = 6\nprize = 5", "key 'prize'"),
    ('en = "I agree to take part."', "", "consent.en: expected a text"),
    ("target = 6", "target = 6.5", "options.target: expected a text or a whole number"),
    ("target = 6", 'moon = "full"', "moon"),
    ("[title]", "[title", "line"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=[said[:24] for *_, said in WRONG])
def test_a_protocol_that_makes_no_sense_is_refused_in_one_line(old: str, new: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(SMALL.replace(old, new), "mine.toml")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_protocol_at_all_is_told(tmp_path: Path) -> None:
    for name, said in (("tea", "unknown protocol 'tea'"), (str(tmp_path / "no.toml"), "No such file")):
        told = knock("people", "protocol", name)
        assert told.code == 2
        assert said in told.err
    told = knock("people", "analyse", "paulus", "--store", str(tmp_path / "no.db"))
    assert (told.code, "no store there" in told.err) == (2, True)


@pytest.mark.parametrize(
    ("name", "said"),
    [("moral", "bolicho train cases --bot bot1"), ("paulus", "bolicho train imitation --name people-paulus")],
)
def test_rivals_that_have_not_learned_yet_are_told_with_what_to_type(name: str, said: str) -> None:
    with pytest.raises(BadInput, match=f"prepare it with: {said}"):
        protocol(name).check()


def test_the_rivals_of_paulus_reuse_the_base_that_the_protocol_says_how_to_learn() -> None:
    plan = protocol("paulus")
    assert {agent.partition("@")[2] for agent in plan.agents} == {"people-paulus,preset=paper"}
    assert [command.split()[:5] for command in plan.prepare] == [
        ["bolicho", "train", "imitation", "--name", "people-paulus"]
    ]


def test_the_protocol_of_paulus_has_the_four_that_his_fourth_stage_is_about() -> None:
    met = [POLICY.match(agent) for agent in protocol("paulus").agents]
    assert [one and one[1] for one in met] == printed_numbers()["sets"]["four"]
    assert protocol("paulus").make_game().options["target"] == TARGET


# ── rehearsal, export, analysis ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def plan() -> Protocol:
    return read(SMALL, "small.toml")


@pytest.fixture(scope="module")
def store(plan: Protocol, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Store.open(str(tmp_path_factory.mktemp("people") / "rehearsal.db")) as store:
        assert rehearse(plan, store, 6, ("novice", "bold"), seed=5) == 18
        yield store


def test_the_export_is_what_was_played(plan: Protocol, store: Store) -> None:
    rows = rows_in(store, plan.name)
    assert [(row.participant, row.step) for row in rows] == [
        (f"P{who:02}", step) for who in range(1, 7) for step in (1, 2, 3)
    ]
    records = {one.match.record_id: one for one in store.study_matches(plan.name)}
    assert len(records) == len(rows)
    for row, played in zip(rows, records.values(), strict=True):
        record = played.match.record
        assert row.agent == plan.rivals_of(played.participant.place)[row.step - 1] == record.agents[1]
        assert row.difference == record.scores[1] - record.scores[0]
        assert row.agent_won is (record.winner == 1)
        assert row.hands == len(record.units)
        assert row.simulated
    head, *lines = csv.reader(StringIO(as_csv(rows)))
    assert tuple(head) == COLUMNS
    assert len(lines) == len(rows)
    assert not {"name", "code", "comment", "when"} & set(head), "nothing that tells who or when"


def test_a_rehearsal_goes_on_and_follows_from_its_seed(plan: Protocol, store: Store, tmp_path: Path) -> None:
    assert rehearse(plan, store, 6, ("novice", "bold"), seed=5) == 0
    with Store.open(str(tmp_path / "again.db")) as other:
        rehearse(plan, other, 2, ("novice", "bold"), seed=5)
        rehearse(plan, other, 6, ("novice", "bold"), seed=5)
        told = [Analysis(plan, rows_in(one, plan.name), 6, "en").to_dict() for one in (store, other)]
    assert told[0] == told[1]


def test_nobody_takes_a_rehearsal_for_people(plan: Protocol, store: Store) -> None:
    for language in LANGUAGES:
        page = Analysis(plan, rows_in(store, plan.name), 6, language).report()
        assert page.title.startswith(("SIMULATED", "SIMULADO"))
        assert page.findings[0].startswith(("SIMULATED", "SIMULADO"))
    assert list(store.people_matches()) == []
    assert gather(store.people_matches(game="truco")).met == ()
    with pytest.raises(BadInput, match="has a rehearsal by agents in it"):
        store.enrol(plan.name, "a" * 64, plan.design, "en")


def test_agents_do_not_rehearse_where_people_are_nor_one_design_in_another(plan: Protocol, tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "real.db")) as store:
        store.enrol(plan.name, "a" * 64, plan.design, "en")
        with pytest.raises(BadInput, match="has people in it"):
            rehearse(plan, store, 2)
        with pytest.raises(BadInput, match="was begun with another design"):
            store.enrol(plan.name, "b" * 64, "other", "en")


def test_a_place_that_was_withdrawn_is_filled_again(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "real.db")) as store:
        places = [store.enrol("s", letter * 64, "d", "en").place for letter in "abc"]
        assert places == [0, 1, 2]
        assert store.withdraw("b" * 64).participants == 1
        assert store.participant("s", "b" * 64) is None
        assert store.enrol("s", "d" * 64, "d", "en").place == 1


def test_intervals_take_people_and_too_few_are_said(plan: Protocol, store: Store) -> None:
    rows = rows_in(store, plan.name)
    told = Analysis(plan, rows, 6, "en")
    assert "Too few to conclude from: fewer than 10 people" in told.findings()[2]
    assert figure(rows, won, rate=True).n == 6, "eighteen matches of six people"
    design = told.tables()["design"]
    assert [list(row[1:]) for row in design.rows] == [[6, 2, 2, 2]] * 3


def row(who: str, agent: str, *, agent_won: bool, **more: Any) -> StudyRow:
    facts: dict[str, Any] = dict.fromkeys(COLUMNS)
    facts |= {"study": "s", "participant": who, "simulated": False, "step": 1, "agent": agent, "agent_won": agent_won}
    facts |= {"difference": 3, "hands": 9, "given_up": False, "left": False, "hinted": False}
    return StudyRow(**{**facts, **more})


def test_a_pair_is_compared_within_people_and_hinted_matches_do_not_count() -> None:
    rows = [
        row("P01", "a", agent_won=True), row("P01", "b", agent_won=False),
        row("P02", "a", agent_won=True), row("P02", "b", agent_won=True),
        row("P03", "a", agent_won=False), row("P04", "b", agent_won=True, hinted=True),
    ]  # fmt: skip
    found = pair(rows, "a", "b", won)
    assert (found.mean, found.n) == (0.5, 2), "only two people met both"
    assert figure(rows, won, rate=True).n == 3


def test_all_of_it_from_the_terminal(tmp_path: Path) -> None:
    file, store, out = tmp_path / "small.toml", str(tmp_path / "s.db"), tmp_path / "out"
    file.write_text(SMALL, encoding="utf-8")
    asked = ("people", "rehearse", str(file), "--store", store, "--people", "2", "--as", "novice", "--seed", "3")
    first = knock(*asked, "--json")
    assert first.code == 0, first.err
    assert json.loads(first.out)["played"] == 6
    rows = json.loads(knock("people", "export", str(file), "--store", store, "--json").out)
    assert [one["step"] for one in rows] == [1, 2, 3] * 2
    page = knock("people", "analyse", str(file), "--store", store, "--out", str(out), "--language", "pt-BR")
    assert page.code == 0, page.err
    assert "SIMULADO" in page.out
    assert "SIMULADO" in (out / "report.html").read_text(encoding="utf-8")
    assert len((out / "rows.csv").read_text(encoding="utf-8").splitlines()) == 7
    shown = knock("people", "protocol", "paulus", "--language", "en").out
    assert "P01: 1 2 4 3" in shown
    mine = tmp_path / "mine.toml"
    assert knock("people", "protocol", "paulus", "--out", str(mine)).code == 0
    assert protocol(str(mine)) == protocol("paulus")
    assert "is there already" in knock("people", "protocol", "paulus", "--out", str(mine)).err

"""The fourth stage of Paulus: which matches of people count, what they come to, and verdicts each way."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.cli.front_door import knock

import bolicho
from bolicho.core.numbers import Figure
from bolicho.core.record import Forfeit, Record
from bolicho.core.words import Words
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, Verdict, claims_of
from bolicho.lab.works.paulus.judge import Court
from bolicho.lab.works.paulus.people import LEFT_OUT, People, gather, met_in
from bolicho.lab.works.paulus.people_judge import PEOPLE
from bolicho.lab.works.paulus.people_tables import PeopleTables
from bolicho.store import Store
from bolicho.store.people import Answers, PersonMatch

FOUR = ("PVCNPS", "NPS", "PVCS", "PVS")


def match(
    policy: str,
    scores: tuple[int, int],
    number: int = 1,
    *,
    name: str = "",
    answers: Answers | None = None,
    **other: Any,
) -> PersonMatch:
    """A person at seat 0 against a case-based player at seat 1."""
    agents = ("person", other.pop("agent", f"cbr:{policy}@baseline"))
    facts = {"options": {"target": other.pop("target", 24)}, "forfeit": other.pop("forfeit", None)}
    record = Record("truco", "1", facts["options"], agents, None, 0, (), scores, int(scores[1] > scores[0]),
                    forfeit=facts["forfeit"])  # fmt: skip
    return PersonMatch(number, record, 0, name or f"person {number}", other.pop("hinted", False), answers, number)


def many(**wins: int) -> People:
    """Twenty matches of each of the four, of twenty people, so many of them won by the player."""
    return gather(
        match(
            policy, (20, 24) if n < wins[policy] else (24, 14), n, answers=Answers(5, 4, 1 + 4 * (policy == "PVS"), 3)
        )
        for policy in FOUR
        for n in range(20)
    )


def test_what_counts_and_what_is_left_out() -> None:
    people = gather(
        [
            match("PVS", (24, 20), 1, name="Ana"),
            match("PVS", (10, 24), 2, name="ana "),
            match("PVCNPS", (24, 0), 3, agent="cbr:PVCNPS@learned,threshold=0.75,least=0"),
            match("NPS", (24, 0), 4, hinted=True),
            match("NPS", (24, 0), 5, agent="sound"),
            match("NPS", (12, 0), 6, target=12),
            match("NPS", (24, 0), 7, forfeit=Forfeit(0, "left")),
        ]
    )
    assert [(met.policy, met.won, met.difference) for met in people.met] == [
        ("PVS", False, -4),
        ("PVS", True, 14),
        ("PVCNPS", False, -24),
    ]
    assert dict(people.left_out) == dict.fromkeys(LEFT_OUT, 1)
    assert (people.upto, people.persons, people.policies) == (7, 2, ["PVCNPS", "PVS"])
    assert people.figure("ahead", "PVS") == Figure(14.0, None, None, 1, percent=False, digits=2)


def test_matches_of_one_person_are_one_unit() -> None:
    one = gather(match("PVS", (24, 20) if n % 2 else (20, 24), n, name="Ana") for n in range(40))
    each = gather(match("PVS", (24, 20) if n % 2 else (20, 24), n) for n in range(40))
    assert one.figure("wins", "PVS").mean == each.figure("wins", "PVS").mean == 0.5
    wide, narrow = ((figure.high or 0) - (figure.low or 0) for figure in (p.figure("wins", "PVS") for p in (one, each)))
    assert wide > 2 * narrow


def court(people: People, stage3: float = 0.5) -> Court:
    """A court that knows people, and of agents only one number."""
    found = Court.__new__(Court)
    found.people, found.language = people, "en"
    found.words = Words("bolicho.lab.works.paulus", "en", "words.toml")
    margins = {"wins": stage3, "ahead": 2.0, "behind": -15.0}
    known: Any = SimpleNamespace(
        figure=lambda measure, _: Figure(margins[measure], margins[measure] - 0.01, margins[measure] + 0.01)
    )
    found.played = known
    return found


def judged(people: People, stage3: float = 0.5) -> dict[str, Verdict]:
    bench = court(people, stage3)
    return {c["id"]: PEOPLE[c["kind"]](bench, c) for c in claims_of("bolicho.lab.works.paulus") if c["kind"] in PEOPLE}


def test_nothing_can_be_told_of_nobody() -> None:
    found = judged(People())
    assert len(found) == 8
    contradicted = {name for name, verdict in found.items() if verdict.word == FAILS}
    assert contradicted == {"people-points", "people-larger"}, "the dissertation's own table says otherwise"
    others = [verdict for name, verdict in found.items() if name not in contradicted]
    assert all(verdict.word == OPEN and verdict.seen.startswith("n = 0") for verdict in others)


def test_verdicts_come_out_each_way() -> None:
    as_printed = judged(many(PVCNPS=20, NPS=8, PVS=7, PVCS=1))
    assert as_printed["people-first"].word == as_printed["people-exploit"].word == HOLDS
    assert as_printed["people-coherent"].word == as_printed["people-surprise"].word == HOLDS
    assert as_printed["people-fun"].word == FAILS  # everybody gave a 3
    assert as_printed["people-competent"].word == OPEN  # everybody gave a 5
    otherwise = judged(many(PVCNPS=1, NPS=8, PVS=7, PVCS=20))
    assert otherwise["people-first"].word == otherwise["people-exploit"].word == FAILS
    close = judged(many(PVCNPS=11, NPS=10, PVS=9, PVCS=8))
    assert close["people-first"].word == OPEN
    assert "PVCNPS 55.0 %" in close["people-first"].seen
    assert "of 13" not in close["people-larger"].seen
    assert "against people" in close["people-larger"].seen


def test_two_matches_prove_nothing() -> None:
    few = gather(match(policy, (0, 24) if policy == "PVCNPS" else (24, 0), n) for n, policy in enumerate(FOUR * 2))
    assert judged(few)["people-first"].word == OPEN


@pytest.fixture
def store(tmp_path: Path) -> str:
    url = str(tmp_path / "people.db")
    game = bolicho.game("truco")
    players = [bolicho.agent(name, game) for name in ("novice", "cbr:PVS")]
    with Store.open(url) as kept:
        for n, consented in enumerate((True, True, False)):
            (number,) = kept.save([bolicho.play_match(game, players, seed=n)])
            sitting = kept.seat_person(number, 0, name="Ana", code_hash=f"{n:064x}", language="en", consented=consented)
            if n == 0:
                kept.answer(sitting, Answers(5, 4, 3, 2, years=10))
            if n == 1:
                kept.mark_hinted(sitting)
    return url


def test_people_are_read_from_a_store(store: str) -> None:
    people = met_in(store)
    assert [met.policy for met in people.met] == ["PVS"]
    assert people.left_out["hinted"] == 1
    shown = PeopleTables(people, Words("bolicho.lab.works.paulus", "en", "words.toml"))
    assert shown.text()[0] == f"1 matches of 1 people against case-based players, up to record 2 of {people.store}."
    assert "Left out: 1 with hints" in shown.text()[1]
    assert "10.0 years" in shown.text()[2]
    results, answers = shown.tables()
    assert [row[0] for row in results.rows] == list(FOUR)
    assert [row[1] for row in results.rows] == [0, 0, 0, 1]
    assert [(row[1], row[2].mean) for row in answers.rows if isinstance(row[2], Figure) and row[1]] == [
        (1, 5.0),
        (1, 4.0),
        (1, 3.0),
        (1, 2.0),
    ]


def test_asking_for_people_makes_no_store(tmp_path: Path) -> None:
    assert met_in(str(tmp_path / "none.db")).met == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("paulus", "--store", "none.db"), "no store there"),
        (("rosa", "--store", "x.db"), "draws on no people's matches"),
    ],
)
def test_a_store_must_be_there_and_of_use(
    words: tuple[str, ...], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = knock("reproduce", *words)
    assert (said.code, why in said.err) == (2, True)
    assert list(tmp_path.iterdir()) == []

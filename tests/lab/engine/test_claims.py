"""Claims in one shape: every work lists its own as data, none without a judge, and every verdict is one of three."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import pytest

from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES, Words
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.claims import (
    FAILS,
    HOLDS,
    OPEN,
    WORDS,
    Docket,
    Undecided,
    Verdict,
    check,
    claims_of,
    counts,
    resolved,
)
from bolicho.lab.engine.index import every, works
from bolicho.lab.works.lobobrain.judge import JUDGES as LOBOBRAIN
from bolicho.lab.works.moral.judge import JUDGES as MORAL
from bolicho.lab.works.paulus.judge import JUDGES as PAULUS
from bolicho.lab.works.rosa.judge import Judges
from bolicho.lab.works.rossato.judge import JUDGES as ROSSATO
from bolicho.lab.works.rossato.judge_maps import MAPS

KINDS: dict[str, Mapping[str, Any]] = {
    "paulus": PAULUS,
    "moral": MORAL,
    "rossato": {**ROSSATO, **MAPS},
    "rosa": vars(Judges),
    "lobobrain": LOBOBRAIN,
}


@pytest.mark.parametrize("work", KINDS)
def test_every_claim_of_a_work_is_data_with_a_judge(work: str) -> None:
    claims = claims_of(f"bolicho.lab.works.{work}")
    assert len(claims) >= 15
    assert len({claim["id"] for claim in claims}) == len(claims)
    for claim in claims:
        assert all(claim[key] for key in ("where", "part", *LANGUAGES)), claim["id"]
        assert claim.get("kind", claim.get("judge")) in KINDS[work], claim["id"]
        if claim.get("kind") == "untold":
            assert all(claim[f"why-{language}"] for language in LANGUAGES), claim["id"]
    assert 3 <= sum(claim.get("main", False) for claim in claims) <= 6


def test_all_means_every_experiment_and_the_five_works() -> None:
    assert set(works()["works"]) == set(KINDS)
    assert set(every()) == set(EXPERIMENTS.names())
    for name, told in {**works()["works"], **works()["beside"]}.items():
        assert all(told[f"did-{language}"] for language in LANGUAGES), name
    for name, told in works()["works"].items():
        assert all(told[key] for key in ("authors", "title")), name
        assert ("year" in told) != ("since" in told), name


def test_a_docket_judges_all_and_says_it_in_the_words_of_the_work() -> None:
    claims = [
        {"id": str(n), "where": "Tables 1 to 2", "part": part, "en": f"claim {n}", "pt-BR": f"afirmação {n}"}
        for n, part in enumerate(("one", "one", "two"))
    ]
    verdicts = {"0": Verdict(HOLDS, "yes"), "1": Verdict(FAILS, "no"), "2": Verdict(OPEN, "?")}
    docket = Docket(
        claims, lambda claim: verdicts[claim["id"]], Words("bolicho.lab.works.rossato", "pt-BR", "words.toml")
    )
    assert docket.counts == dict.fromkeys(WORDS, 1)
    assert [(one.text, one.where, one.word, one.seen) for one in docket.judged] == [
        ("afirmação 0", "Tabelas 1 a 2", HOLDS, "yes"),
        ("afirmação 1", "Tabelas 1 a 2", FAILS, "no"),
        ("afirmação 2", "Tabelas 1 a 2", OPEN, "?"),
    ]
    (table,) = docket.table("claims-one", "one")
    assert [row[1] for row in table.rows] == ["confere", "não confere"]
    assert docket.table("claims-three", "three") == []


SLIP = {"cause": "slip", "en": "the sum of Table 1 is wrong.", "pt-BR": "a soma da Tabela 1 está errada."}


def judged(claim: dict[str, Any], verdict: Verdict, language: str = "en") -> Docket:
    whole = {"id": "a", "where": "1", "part": "one", "en": "claim", "pt-BR": "afirmação", **claim}
    check(whole, "here")
    return Docket([whole], lambda _: verdict, Words("bolicho.lab.works.rossato", language, "words.toml"))


def test_a_claim_that_fails_says_why_and_one_that_holds_does_not() -> None:
    failed, held = (judged({"fails": SLIP}, Verdict(word, "seen")) for word in (FAILS, HOLDS))
    (one,) = failed.judged
    assert (one.word, one.cause, one.because) == (FAILS, "slip", "a slip in the paper: the sum of Table 1 is wrong.")
    assert one.to_dict()["cause"] == "slip"
    (table,) = failed.table("claims")
    assert (table.columns[3], table.rows[0][3], table.keys[3]) == ("why", one.because, "why")
    assert (held.judged[0].cause, held.judged[0].because) == ("", "")
    assert list(held.table("claims")[0].keys) == ["text", "verdict", "seen", "where", "claim"]
    (one,) = judged({"fails": SLIP}, Verdict(FAILS, "visto"), "pt-BR").judged
    assert one.because == "um deslize do trabalho: a soma da Tabela 1 está errada."


def test_an_open_claim_says_its_reason() -> None:
    (one,) = judged({"open": {"reason": "people"}}, Verdict(OPEN, "")).judged
    assert (one.cause, one.because, one.needs) == ("people", "needs people", "")
    said = {"reason": "rare", "en": "six in a year.", "pt-BR": "seis por ano."}
    (one,) = judged({"open": said, "fails": SLIP}, Verdict(OPEN, "")).judged
    assert one.because == "too rare: six in a year."


def test_what_we_expect_of_a_work_stands_apart_and_is_counted_nowhere() -> None:
    claims = [{"id": name, "where": "1", "part": "one", "en": name, "pt-BR": name, **more}
              for name, more in (("theirs", {}), ("ours", {"ours": True}))]  # fmt: skip
    docket = Docket(claims, lambda _: Verdict(HOLDS, ""), Words("bolicho.lab.works.rossato", "en", "words.toml"))
    assert docket.counts == {HOLDS: 1, FAILS: 0, OPEN: 0}
    assert ([one.id for one in docket.judged], [one.id for one in docket.expected]) == (["theirs"], ["ours"])
    assert [[row[-1] for row in table.rows] for table in docket.table("claims")] == [["theirs"], ["ours"]]


def test_four_of_what_is_judged_are_expectations_of_ours() -> None:
    ours = {work: [one["id"] for one in claims_of(f"bolicho.lab.works.{work}") if one.get("ours")] for work in KINDS}
    assert {work: some for work, some in ours.items() if some} == {
        "rosa": ["beats-random", "opponents-matter", "not-favourites"],
        "lobobrain": ["strong"],
    }


def test_a_claim_is_not_called_false_while_an_agent_stands_in_for_a_person() -> None:
    (one,) = judged({"fails": {**SLIP, "cause": "stand-in"}}, Verdict(FAILS, "seen")).judged
    assert (one.word, one.doubted, one.nuance) == (OPEN, True, "not met with a stand-in of ours")
    assert one.because.startswith("an agent of ours stood in for a person: ")


def test_a_claim_is_not_called_false_while_our_reading_is_in_doubt() -> None:
    doubt = {"cause": "reading", "en": "it may mean hands.", "pt-BR": "pode querer dizer mãos."}
    docket = judged({"fails": doubt}, Verdict(FAILS, "seen"))
    (one,) = docket.judged
    assert (one.word, one.doubted, one.nuance) == (OPEN, True, "not met; our reading is in doubt")
    assert one.because == "our reading is in doubt: it may mean hands."
    assert docket.verdicts["a"].word == OPEN
    assert counts(docket.judged) == {HOLDS: 0, FAILS: 0, OPEN: 1}
    assert docket.table("claims")[0].rows[0][1] == "not met; our reading is in doubt"
    (one,) = judged({"fails": doubt}, Verdict(OPEN, "")).judged
    assert (one.doubted, one.nuance, one.cause) == (False, "", "")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (Undecided(4.0, HOLDS), "about 4 times as much play would decide it"),
        (Undecided(6.25, HOLDS, 200), "about n 1,300 would decide it, 6.3 times as many"),
        (Undecided(float("inf"), FAILS, 200), "no n decides this: the estimate lies at the edge"),
        (OPEN, ""),
    ],
)
def test_an_open_interval_says_how_much_would_decide_it(word: str, said: str) -> None:
    (one,) = judged({}, Verdict(word, "")).judged
    assert one.needs == said
    assert one.cause == ("size" if said else "")
    assert type(one.word) is str


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (
            {"fails": {**SLIP, "cause": "luck"}},
            "x: fails: cause 'luck'; known: slip, lost-data, rivals, reading, stand-in, unknown",
        ),
        ({"fails": "slip"}, "x: fails: cause 'slip'; known"),
        ({"fails": {"cause": "slip", "en": "one language only"}}, "x: fails: expected a sentence in each of pt-BR, en"),
        ({"fails": {**SLIP, "reason": "rare"}}, "x: fails: unknown reason"),
        ({"open": {"reason": "slip"}}, "x: open: reason 'slip'; known: people, lost-data, rare, size"),
        ({"open": {"reason": "rare", "en": "one"}}, "x: open: expected a sentence in each of pt-BR, en"),
        ({"main": True}, "x: main: expected short, the claim in a few words, in each of pt-BR, en"),
        ({"main": "yes"}, "x: main 'yes': expected true or false"),
        ({"ours": "yes"}, "x: ours 'yes': expected true or false, and no main claim"),
        ({"ours": True, "main": True, "short": {"en": "a", "pt-BR": "a"}}, "x: ours True: expected true or false"),
        ({"people": 0}, "x: people 0: expected how many matches or answers would decide it"),
    ],
)
def test_a_claim_with_an_unknown_cause_is_refused(claim: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as told:
        check(claim, "x")
    assert str(told.value).startswith(said)


def test_several_claims_share_a_cause_and_recorded_hands_may_have_another() -> None:
    seldom = {"cause": "unknown", "en": "nobody knows.", "pt-BR": "ninguém sabe."}
    claims = [{"id": name, "fails": "base", "open": "few", "where": "1", "en": name, "pt-BR": name} for name in "ab"]
    data = {"claim": claims, "causes": {"base": {**SLIP, "recorded": seldom}}, "reasons": {"few": {"reason": "rare"}}}
    words = Words("bolicho.lab.works.rossato", "en", "words.toml")
    for base, cause in (("", "slip"), ("synthetic", "slip"), ("recorded", "unknown")):
        docket = Docket(resolved(data, "here"), lambda _: Verdict(FAILS, ""), words, base)
        assert [one.cause for one in docket.judged] == [cause] * 2
    assert [one.cause for one in Docket(claims, lambda _: Verdict(OPEN, ""), words, "recorded").judged] == ["rare"] * 2
    with pytest.raises(BadInput, match=r"here: claim 'a': fails: no causes.bose in the file; there are base"):
        resolved({**data, "claim": [{"id": "a", "fails": "bose"}]}, "here")
    with pytest.raises(BadInput, match=r"x: recorded: fails: cause 'luck'; known"):
        check({"fails": {**SLIP, "recorded": {**SLIP, "cause": "luck"}}}, "x")


def test_a_judge_may_know_the_reason_better_than_the_claim() -> None:
    told = {"reason": "people", "en": "nobody came.", "pt-BR": "ninguém veio."}
    (one,) = judged({"open": told}, Verdict(OPEN, "", reason="size")).judged
    assert (one.cause, one.because) == ("size", "too little was played")


def test_what_needs_people_says_how_many_and_nothing_else_does() -> None:
    for reason, said in (("people", "about n 330 of each would decide it, if the shares are as printed"), ("rare", "")):
        (one,) = judged({"people": 330}, Verdict(OPEN, "", reason=reason)).judged
        assert one.needs == said


@pytest.mark.parametrize("file", ["index_words.toml", "claims_words.toml"])
def test_the_index_says_the_same_in_both_languages(file: str) -> None:
    from tests.cli.test_words import placeholders

    tables: dict[str, Any] = tomllib.loads((files("bolicho.lab.engine") / file).read_text(encoding="utf-8"))
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert {key: placeholders(text) for key, text in ours.items()} == {k: placeholders(t) for k, t in theirs.items()}

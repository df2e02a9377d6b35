"""Claims in one shape: every work lists its own as data, none without a judge, and every verdict is one of three."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import pytest

from bolicho.core.words import LANGUAGES, Words
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, WORDS, Docket, Verdict, listed
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
    claims = listed(f"bolicho.lab.works.{work}")
    assert len(claims) >= 15
    assert len({claim["id"] for claim in claims}) == len(claims)
    for claim in claims:
        assert all(claim[key] for key in ("where", "part", *LANGUAGES)), claim["id"]
        assert claim.get("kind", claim.get("judge")) in KINDS[work], claim["id"]
        if claim.get("kind") == "untold":
            assert all(claim[f"why-{language}"] for language in LANGUAGES), claim["id"]


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


def test_the_index_says_the_same_in_both_languages() -> None:
    from tests.cli.test_words import placeholders

    tables: dict[str, Any] = tomllib.loads(
        (files("bolicho.lab.engine") / "index_words.toml").read_text(encoding="utf-8")
    )
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert {key: placeholders(text) for key, text in ours.items()} == {k: placeholders(t) for k, t in theirs.items()}

"""The table of contracts, and what it pays."""

import pytest

from bolicho.core.words import LANGUAGES, Words
from bolicho.games.rikken.contracts import CONTRACT, CONTRACTS
from bolicho.games.rikken.options import Rules
from bolicho.games.rikken.settlement import penalty, settle
from bolicho.games.rikken.talk import goal
from bolicho.web.server.texts import load_texts

# Rosa (2008), Quadro 2: tricks, partner, trump, value
QUADRO_2 = """
rik               8  yes  yes     1
rik-beter         8  yes  hearts  1
solo-8            8  no   yes     1
troela            8  yes  yes     2
piek              1  no   no      3
solo-9            9  no   yes     4
misere            0  no   no      5
solo-10          10  no   yes     6
open-piek         1  no   no      6
solo-11          11  no   yes     8
open-piek-plus    1  no   no     10
open-misere       0  no   no     10
solo-12          12  no   yes    12
open-misere-plus  0  no   no     15
solo             13  no   yes    22
"""


def test_contracts_are_the_published_table() -> None:
    rows = [line.split() for line in QUADRO_2.strip().splitlines()]
    assert [row[0] for row in rows] == [terms.name for terms in CONTRACTS]
    for (_, tricks, partner, trump, value), terms in zip(rows, CONTRACTS, strict=True):
        assert (terms.low, terms.value) == (int(tricks), int(value))
        assert (not terms.alone) == (partner == "yes")
        assert {"none": "no", "hearts": "hearts"}.get(terms.trump, "yes") == trump


@pytest.mark.parametrize("terms", CONTRACTS, ids=lambda terms: terms.name)
@pytest.mark.parametrize("overtricks", ["none", "pagat"])
def test_every_result_sums_to_zero(terms: object, overtricks: str) -> None:
    contract = CONTRACT[terms.name]  # type: ignore[attr-defined]
    for tricks in range(14):
        partner = None if contract.alone else 3
        paid = settle(contract, 1, partner, tricks, Rules(overtricks=overtricks))
        assert sum(paid) == 0
        assert (paid[1] > 0) == contract.made(tricks)


def test_alone_declarer_settles_with_three_and_partners_once_each() -> None:
    assert settle(CONTRACT["misere"], 1, None, 0, Rules()) == (-5, 15, -5, -5)
    assert settle(CONTRACT["misere"], 1, None, 1, Rules()) == (5, -15, 5, 5)
    assert settle(CONTRACT["rik"], 0, 2, 8, Rules()) == (1, -1, 1, -1)
    assert settle(CONTRACT["troela"], 0, 1, 7, Rules()) == (-2, -2, 2, 2)
    assert settle(CONTRACT["rik"], 0, 2, 13, Rules()) == (1, -1, 1, -1)  # no overtricks in the paper


def test_piek_without_a_trick_is_lost() -> None:
    assert settle(CONTRACT["piek"], 2, None, 0, Rules()) == (3, 3, -9, 3)
    assert settle(CONTRACT["piek"], 2, None, 1, Rules()) == (-3, -3, 9, -3)
    assert settle(CONTRACT["piek"], 2, None, 2, Rules()) == (3, 3, -9, 3)


def test_with_overtricks_each_one_more_or_less_counts_but_in_piek_and_misere() -> None:
    pagat = Rules(overtricks="pagat")
    assert settle(CONTRACT["solo-9"], 0, None, 11, pagat) == (18, -6, -6, -6)
    assert settle(CONTRACT["solo-9"], 0, None, 9, pagat) == (12, -4, -4, -4)
    assert settle(CONTRACT["rik"], 0, 1, 6, pagat) == (-3, -3, 3, 3)
    assert settle(CONTRACT["piek"], 0, None, 4, pagat) == (-9, 3, 3, 3)


def test_a_revoke_costs_a_coin_for_each_adversary() -> None:
    assert penalty(2) == (1, 1, -3, 1)


OPEN = {
    "pt-BR": ("as cartas do declarante ficam à vista", "os outros se mostram as suas"),
    "en": ("the declarer's cards are seen", "the others show each other theirs"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_tell_whose_cards_are_seen(language: str) -> None:
    words, (open_hand, plus) = Words("bolicho.games.rikken", language), OPEN[language]
    for contract in CONTRACTS:
        told = goal(contract.name, words)
        assert (open_hand in told, plus in told) == (contract.open, contract.plus), told
    page = load_texts("words/tables.toml", language)
    assert open_hand in page["rikken.goal-open"]
    assert plus in page["rikken.goal-plus"]

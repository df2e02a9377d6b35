"""A bluff in a later round says which hands it passes for; a hand that is drawn for that may not fit what was said."""

from tests.agents.test_sentences import faces, walk

from bolicho.games.truco.cards import STRENGTH
from bolicho.web.tables.plainly import why_in_words

DECISIONS = 1500


def test_a_late_bluff_names_the_hands_that_it_represents() -> None:
    bluffs = [decision.why for _, decision in walk("truco", "equilibrium", DECISIONS) if "late" in decision.why["rule"]]
    shown = [why for why in bluffs if why["rule"] == "bluff-late" and why["facts"].get("telling") == "range"]
    assert len(shown) >= 5
    for why in shown:
        facts = why["facts"]
        assert 0 < facts["good"] <= 1
        assert STRENGTH[facts["shown"]] > 0
        said = {language: str(why_in_words(why, face)) for language, face in faces("truco").items()}
        assert "Represento mãos boas, como as que guardam" in said["pt-BR"]
        assert "I represent good ones, such as those that keep" in said["en"]

"""What a hint says: to the person, about their own hand, with a chance to win the match that comes true as often."""

import re
from random import Random

import pytest
from tests.agents.test_sentences import OTHER_SIGN, TOKENS, UNEVEN, faces, walk

from bolicho.agents import make
from bolicho.core.words import LANGUAGES, Words, filled
from bolicho.games import GAMES
from bolicho.games.face import face_of
from bolicho.play.review import reason
from bolicho.play.table import Table
from bolicho.web.tables.plainly import advice_in_words

OF_THE_AGENT = {
    "en": re.compile(r"\b(?:I|me|my|mine|we|our)\b"),
    "pt-BR": re.compile(
        r"\b(?:eu|me|mim|meus?|minhas?|nosso|tenho|jogo|saio|ganho|espero|vejo|passo)\b", re.IGNORECASE
    ),
}
NEVER = re.compile(r"(?:against|de) (?:0|100) %")
BETTER = re.compile(r"does better|faz melhor")
"""Of what wins never, or always, it is not said that nothing does better."""
COUNTS = ("points", "envido", "own", "depth", "nodes", "simulations", "episodes", "visits")
COUNTED = re.compile(rf"\{{(?:{'|'.join(COUNTS)})[:}}]")
MATCHES, FAR = 120, 0.12
"""How many matches are played, and how far the share of them that was won may be from what was said."""


@pytest.mark.parametrize("game", ["truco", "paulista", "rikken", "tapatan"])
def test_a_hint_speaks_to_the_person_about_their_own_hand(game: str) -> None:
    adviser = face_of(GAMES.make(game)).adviser
    for _, decision in walk(game, adviser):
        for language, face in faces(game).items():
            said = advice_in_words(decision.why, face)
            assert said, (language, decision.why["rule"])
            assert not OF_THE_AGENT[language].search(said), said
            assert not TOKENS.search(said), said
            assert not OTHER_SIGN[language].search(said), said
            assert not UNEVEN.search(said), said
            assert not NEVER.search(said) or not BETTER.search(said), said
            assert said.endswith("."), said


def test_every_rule_that_has_a_hint_has_it_in_both_languages() -> None:
    for room in ("", ".scripted", ".rikken", ".paulista", ".equilibrium"):
        package = f"bolicho.agents{room}"
        one, other = (
            {key for key in Words(package, language).texts if key.endswith("-hint")} for language in LANGUAGES
        )
        assert one == other != set()


@pytest.mark.parametrize(("game", "analyst"), [("truco", "equilibrium"), ("tapatan", "perfect")])
def test_who_reviews_a_match_speaks_to_whoever_played_it(game: str, analyst: str) -> None:
    for _, decision in walk(game, analyst):
        for language, face in faces(game).items():
            said = reason(dict(decision.why), face)
            assert said
            assert not OF_THE_AGENT[language].search(said), said
            assert not TOKENS.search(said), said
            assert not UNEVEN.search(said), said
            assert said.endswith("."), said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", ["bolicho.agents", "bolicho.agents.scripted", "bolicho.agents.equilibrium"])
def test_one_of_a_thing_is_said_as_one(package: str, language: str) -> None:
    """A hand with one point of envido is rare: no walk need meet it."""
    texts = {key: text for key, text in Words(package, language).texts.items() if COUNTED.search(text)}
    said = {
        key: filled(text, {name: 1 if name in COUNTS else 0.5 for name in re.findall(r"\{(\w+)", text)}, language)
        for key, text in texts.items()
    }
    assert said
    assert {key: text for key, text in said.items() if UNEVEN.search(text)} == {}


def test_an_even_start_is_near_a_half_and_what_is_said_comes_true_as_often() -> None:
    """Two advisers play each other; who says 70 % should win about 70 % of these matches."""
    game = GAMES.make("truco")
    adviser = face_of(game).adviser
    said: list[tuple[float, bool]] = []
    first: list[float] = []
    for seed in range(MATCHES):
        players = [make(adviser, game) for _ in range(2)]
        table, rng = Table(game, players, seed), Random(seed)
        chances: list[tuple[int, float]] = []
        while not table.over:
            seat, view = table.seat, table.state.view(table.seat)
            decision = players[seat].choose(view, rng)
            match = decision.why["facts"].get("match")
            if match is not None:
                chances.append((seat, match))
                if view.score == (0, 0):
                    first.append(match)
            table.play(decision)
        winner = max((0, 1), key=lambda seat: table.scores[seat])
        said += [(chance, seat == winner) for seat, chance in chances]
    assert sum(first) / len(first) == pytest.approx(0.5, abs=0.04)
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        near = [(chance, won) for chance, won in said if low <= chance < low + 0.2]
        mean, share = (sum(column) / len(near) for column in zip(*near, strict=True))
        assert share == pytest.approx(mean, abs=FAR), (low, len(near))

"""What agents say for themselves: walked through decision by decision, in both languages, as a table hears it."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bolicho.agents import make
from bolicho.agents.cbr.player import ALIKE
from bolicho.core.contract import Decision, Question
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.games.face import Face, face_of
from bolicho.games.truco.cards import STRENGTH
from bolicho.play.table import Table
from bolicho.play.tutors import AgentTutor
from bolicho.web.tables.plainly import why_in_words

WALKED, KEPT = 200, 10
SLOW = {"ismcts:40": 60, "mc:10": 100, "pimc:10": 100}
"""Decisions that are walked through of agents that think long; of levels and boards that others resemble, `FEW`."""
FEW, KEPT_OF_FEW = 25, 4
GOLDEN = Path(__file__).parent / "sentences"
"""The first ten sentences of every agent in each language: a change of them is looked at by somebody who reads.

``python -m tests.agents.test_sentences`` writes them anew, those of the games that it is given.
"""
PLAYERS = {
    "truco": (
        *("sound", "bluffer", "bold", "cautious", "novice", "random", "equilibrium", "equilibrium:2", "cbr:PVCNPS"),
        *("cbr:NPS", "cbr:PLS", "markov", "markov:best", "bot0", "bot1", "bot3", "ismcts:40"),
    ),
    "rikken": ("rules", "mc:10", "pimc:10", "ismcts:40", "mc-paper:10", "rules-paper", "random"),
    "tapatan": ("minimax", "minimax:2", "mcts:40", "qlearning", "perfect", "random"),
    "paulista": ("zap", "ismcts:40", "random"),
}
LEVELS = ("equilibrium:1", "equilibrium:3", "equilibrium:4", "equilibrium:points", "bot2", "bot4", "bot5")
BOARDS = {
    "kalah": 25, "oware": 10, "moinho": 16, "yote": 16, "dara": 20, "fanorona-5x5": 5, "surakarta": 5, "amazonas": 2,
    "go": 3, "damas": 8, "reversi": 6, "jogo-da-onca": 8, "lobo-e-cabras": 6, "rastro": 6, "tablut": 3, "halma": 3,
    "4-em-linha": 8, "felli": 8, "assalto": 6,
}  # fmt: skip
"""A board of each mechanic, and how many decisions are enough to meet it."""
SEARCHERS = ("minimax:2", "mcts:20")
RIVAL, TUTOR = {"truco": "bluffer"}, "sound"
WALKS = [
    *((game, agent, SLOW.get(agent, WALKED)) for game, all in PLAYERS.items() for agent in all),
    *(("truco", agent, FEW) for agent in LEVELS),
    *((game, agent, decisions) for game, decisions in BOARDS.items() for agent in SEARCHERS),
]
TOKENS = re.compile(
    r"\b(?:nao-quero|real-envido|falta-envido|contra-flor|vale-quatro|e-bom)\b"  # calls as they are typed
    r"|\bask:[2-9TJQKA]|\btrump:[shdc]|\d[eE][+-]\d|[{}_]|\b(?:None|nan|inf)\b"
    r"|(?<![\w-])(?:1[0-2]|[1-7])[oceb](?![\w-])|(?<![\w-])(?!As )[2-9TJQKA][shdc](?![\w-])"  # cards as they are typed
    r"|\b(?:MJ|PL|PV|NP)(?:C(?:MJ|PL|PV|NP))?C?S\b"  # policies
    r"|\b[a-z]\d{1,2}[*/<>x]|(?:é|jogo|com|era|fear most is|fear is|play|was) pass\b"  # moves on a board
)
OTHER_SIGN = {"pt-BR": re.compile(r"\d\.\d(?!\d\d)|\b0\.\d"), "en": re.compile(r"\d,\d(?!\d\d)")}
UNEVEN = re.compile(
    r"(?<![\d.,])1 (?:moves|plies|deals|hands|times|games|points|tricks|cards|positions"
    r"|lances|mãos|vezes|partidas|distribuições|pontos|tentos|vazas|cartas|jogadas|posições)\b"
)
"""One of a thing, said as if it were several."""
INFORMAL = re.compile(r"\b(?:tu|te|ti|teu|tua|podes|tens|contigo)\b", re.IGNORECASE)


def walk(game: str, agent: str, decisions: int = WALKED) -> Iterator[tuple[Any, Decision]]:
    """Play matches against a rival, and give what the agent saw and decided, until it has decided often enough."""
    made = GAMES.make(game)
    asked = 0
    for seed in range(100):
        players = [make(agent, made), *(make(RIVAL.get(game, "random"), made) for _ in range(made.seats - 1))]
        table, rng = Table(made, players, seed), Random(seed)
        while not table.over:
            seat = table.seat
            view = table.state.view(seat)
            answer = players[seat].choose(view, rng)
            decision = AgentTutor(TUTOR, made)(answer) if isinstance(answer, Question) else answer
            assert isinstance(decision, Decision)
            if seat == 0:
                yield view, decision
                asked += 1
                if asked == decisions:
                    return
            table.play(decision)


@pytest.mark.parametrize(("game", "agent", "decisions"), WALKS)
def test_an_agent_tells_why_in_words_of_the_table(game: str, agent: str, decisions: int) -> None:
    heard: dict[str, dict[str, None]] = {language: {} for language in LANGUAGES}
    for view, decision in walk(game, agent, decisions):
        for language, face in faces(game).items():
            said = why_in_words(decision.why, face)
            assert said, (decision.move, decision.why.get("rule"))
            heard[language][said] = None
            assert not TOKENS.search(said), said
            assert not OTHER_SIGN[language].search(said), said
            assert not UNEVEN.search(said), said
            assert not INFORMAL.search(said) or language == "en", said
            assert said[0].isupper() or said[0].isdigit(), said
            assert said.endswith("."), said
            parts = re.split(r"(?<=[.:;]) ", said)
            assert len(parts) == len(set(parts)), f"said twice: {said}"
            assert len(said) <= 230, f"too long to be heard: {said}"
        check_against_data(decision, view)
    for language, sentences in heard.items():
        file, name, most = golden(game, agent, language)
        assert list(sentences)[:most] == read(file.read_text(encoding="utf-8"))[name]


def golden(game: str, agent: str, language: str) -> tuple[Path, str, int]:
    """Where sentences are kept, under which name, and how many."""
    if game in BOARDS:
        return GOLDEN / f"boards.{language}.txt", f"{game} {agent}", KEPT_OF_FEW
    return GOLDEN / f"{game}.{language}.txt", agent, KEPT_OF_FEW if agent in LEVELS else KEPT


def faces(game: str) -> dict[str, Face]:
    made = GAMES.make(game)
    return {language: face_of(made, language, [f"P{n}" for n in range(made.seats)]) for language in LANGUAGES}


def read(kept: str) -> dict[str, list[str]]:
    """Return the sentences of a golden file: a line with the agent's name, then its sentences after two spaces each."""
    found: dict[str, list[str]] = {}
    sentences: list[str] = []
    for line in kept.splitlines():
        if line.startswith("  "):
            sentences.append(line.strip())
        else:
            sentences = found.setdefault(line, [])
    return found


def check_against_data(decision: Decision, view: Any) -> None:
    """What is claimed of a move must be so in the data that stand behind it."""
    rule, facts = decision.why["rule"], decision.why.get("facts", {})
    values = facts.get("values") if isinstance(facts.get("values"), dict) else {}
    chances = facts.get("chances") if isinstance(facts.get("chances"), dict) else {}
    if rule.startswith("sound-") and values:
        assert values[decision.move] == max(values.values()), facts
        bets = rule.startswith(("sound-call-", "sound-bluff-", "sound-raise-"))
        assert ("bluff" in rule) == (facts["chance"] < 0.5) or not bets, facts
    if rule in ("sound-card", "card-mc-make", "card-mc-break", "card-pimc-make", "card-pimc-break"):
        assert chances[decision.move] == max(chances.values()), facts
    if rule == "qlearning":
        assert values[decision.move] == max(values.values()), facts
    if rule == "mcts" and values[decision.move] < 1:  # but for what is proven to win or to lose
        left = {
            move: n for move, n in facts["visits"].items() if values.get(move, 0) > -1
        }  # nor what is proven to lose
        assert decision.move not in left or facts["visits"][decision.move] == max(left.values()), facts
    if rule.startswith("search-"):
        assert facts["visits"][decision.move] == max(facts["visits"].values()), facts
    if rule.startswith(("bluff-", "value-", "fold-", "catch-")) and "stronger" in facts:
        side = {"bluff": facts["stronger"] >= 0.6, "value": facts["stronger"] <= 0.4, "fold": facts["stronger"] >= 0.5}
        assert side.get(rule.split("-")[0], True), facts
        assert facts["chance"] == chances[decision.move], facts
    if rule.endswith("-late") or rule == "leave":
        sides = {"value": facts["wins"] >= 0.6, "accept": facts["wins"] >= 0.6, "close": facts["wins"] > 0.5}
        sides |= dict.fromkeys(("bluff", "catch"), facts["wins"] < 0.6) | dict.fromkeys(
            ("fold", "leave"), facts["wins"] <= 0.5
        )
        assert sides.get(rule.split("-")[0], True), facts
    if rule.startswith(("lead-", "beat-", "tie", "let-go", "throw")) and "held" in facts:
        check_card(rule, decision.move, facts["held"], facts.get("faced"))
    if facts.get("telling") == "always":
        assert facts["chance"] == pytest.approx(1, abs=0.01), facts
    if rule == "cbr-reused" and "instead" in facts:
        check_comparison(facts)
    if rule.startswith("minimax") and "instead" in facts:
        assert values[facts["instead"]] < -1 <= values[decision.move], facts
    if "fear-card" in facts.get("also", ()):
        assert view.on_table is None, view
        assert decision.move in view.hand, view
    if "price" in facts:
        named = {"accept": ["nao-quero"], "refuse": ["quero"], "raise": ["quero", "nao-quero"]}
        others = [values[one] for one in named.get(rule.split("-")[1], ["—"])]
        assert facts["price"] == pytest.approx(100 * (values[decision.move] - max(others)), abs=0.03), facts
        assert round(facts["price"], 1) > 0, facts
    if rule == "sound-card" and "instead" in facts:
        assert chances[facts["instead"]] == max(chance for card, chance in chances.items() if card != decision.move)
    if rule == "certain":
        assert chances[decision.move] == pytest.approx(1, abs=0.01), facts
    if rule.startswith("minimax"):
        best = values[decision.move]
        assert best == max(values.values()), facts
        assert rule == f"minimax{'-win' if best > 1 else '-loss' if best < -1 else ''}", facts
    if "won_of" in facts:
        won = {action: [int(part) for part in told.split("/")] for action, told in facts["won_of"].items()}
        assert all(0 <= wins <= cases for wins, cases in won.values()), facts
        assert sum(cases for _, cases in won.values()) <= facts["found"], facts
    assert decision.move in view.moves


def check_card(rule: str, card: str, held: list[str], faced: str | None) -> None:
    """A card that is said to beat, to tie or to be the best is so among those that were held."""
    own, others = STRENGTH[card], [STRENGTH[one] for one in held]
    against = STRENGTH.get(faced or "", 0)
    holds = {
        "lead-high": faced is None and own == max(others),
        "lead-keep": faced is None and own < max(others),
        "lead-last": faced is None and len(held) == 1,
        "beat-only": own > against and sum(one > against for one in others) == 1,
        "beat-cheapest": own > against and own == min(one for one in others if one > against),
        "beat-higher": any(own > one > against for one in others),
        "tie": own == against,
        "let-go": own < against < max(others),
        "throw": max(others) <= against and own == min(others),
        "throw-higher": max(others) <= against and own > min(others),
    }
    assert holds[rule], (rule, card, held, faced)


def check_comparison(facts: dict[str, Any]) -> None:
    """What is said of two actions in remembered hands is so in the counts."""
    telling = facts["telling"]
    on_cards = telling.startswith("card-")
    mine, other = (facts["won"], facts["instead_won"]) if on_cards else (facts["mean"], facts["instead_mean"])
    how = telling.removeprefix("card-")
    shown = [round(100 * one) if on_cards else round(one, 1) for one in (mine, other)]
    alike = abs(mine - other) < ALIKE or shown[0] == shown[1]
    assert (how in ("even", "never")) == alike or abs(mine - other) == pytest.approx(ALIKE, abs=0.001), facts
    assert (how == "never") == (on_cards and alike and mine == other == 0), facts
    assert (how == "better") == ("cost" in facts), facts
    assert facts.get("cost", 1) == pytest.approx(shown[0] - shown[1] if "cost" in facts else 1), facts
    assert how != "better" or mine > other, facts
    assert not how.startswith("worse") or mine < other, facts
    assert how != "worse-pv" or facts["won"] >= facts["instead_won"], facts
    assert how != "worse-mj" or facts["times"] >= facts["instead_times"], facts


def write(*games: str) -> None:
    """Write the golden files anew, of some games or of all; what else stands in a file stays."""
    written: dict[Path, dict[str, list[str]]] = {}
    for game, agent, decisions in WALKS:
        made = [decision.why for _, decision in walk(game, agent, decisions)] if not games or game in games else None
        for language, face in faces(game).items():
            file, name, most = golden(game, agent, language)
            if made is None:
                told = read(file.read_text(encoding="utf-8"))[name]
            else:
                told = list(dict.fromkeys(str(why_in_words(why, face)) for why in made))[:most]
            written.setdefault(file, {})[name] = told
    for file, all_told in written.items():
        lines = [line for name, told in all_told.items() for line in (name, *(f"  {said}" for said in told))]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(*sys.argv[1:])

"""What an agent says of its move is read with names of cards and actions, in both languages."""

import pytest

from bolicho.agents import make
from bolicho.core.chance import stream
from bolicho.games import GAMES
from bolicho.games.face import face_of
from bolicho.games.truco.face import CARD
from bolicho.play import play_match
from bolicho.web.tables.plainly import why_in_words


@pytest.mark.parametrize("language", ["pt-BR", "en"])
@pytest.mark.parametrize("agent", ["cbr:PVCNPS", "bot1", "sound", "markov:best"])
def test_no_code_of_a_card_or_an_action_is_left(agent: str, language: str) -> None:
    game = GAMES.make("truco", target=6)
    player = make(agent, game)
    record = play_match(game, [player, player], seed=5, keep_why=True)
    told = [
        why_in_words(kept["why"], face_of(game, language)) for unit in record.units for kept in unit.decisions if kept
    ]
    assert any(told)
    for sentence in filter(None, told):
        assert not CARD.search(sentence), sentence
        assert "nao-quero" not in sentence or agent not in ("cbr:PVCNPS", "bot1"), sentence


def test_other_games_keep_their_words() -> None:
    game = GAMES.make("tapatan")
    view = game.start(game.deal(stream(1))).view(0)
    decision = make("minimax:2", game).choose(view, stream(1))
    assert "b3-c3" in (why_in_words(decision.why, face_of(game, "en")) or "")

"""Five Truco players written as small named rules over the view: opponents, teachers, the source of the first cases.

``tempers.py`` holds novice, cautious, bold and bluffer (one set of rules of thumb, four tempers), ``counting.py`` the
sound player. Their explanations are data; ``words.toml`` turns them into sentences.
"""

from typing import Any

from bolicho.agents.factories import FamilyFactory
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput

CHARACTERS = {
    "novice": {
        "en": "trusts pretty cards, calls by the book, never lies",
        "pt-BR": "confia em carta bonita, canta pelo manual, nunca mente",
    },
    "cautious": {
        "en": "speaks only when sure, and gives way early",
        "pt-BR": "só fala quando tem certeza, e corre cedo",
    },
    "bold": {
        "en": "calls on anything fair and rarely runs",
        "pt-BR": "canta com qualquer coisa razoável e quase não corre",
    },
    "bluffer": {
        "en": "speaks loudest with nothing in hand",
        "pt-BR": "fala mais alto quando não tem nada na mão",
    },
    "sound": {
        "en": "counts every hand you may hold and weighs the score",
        "pt-BR": "conta todas as mãos que você pode ter e pesa o placar",
    },
}


class _Factory(FamilyFactory):
    """Builds one of them."""

    def __call__(self, game: Game) -> Any:
        from bolicho.agents.scripted.player import ScriptedPlayer
        from bolicho.agents.scripted.tempers import TEMPERS, rules

        del game  # every option they need to know of is in the view
        return ScriptedPlayer(self.name, rules(TEMPERS[self.name]))


class _Sound(_Factory):
    """Builds the sound player; ``edge`` is the share of hands it expects to win."""

    def __call__(self, game: Game, *, edge: str | float | None = None) -> Any:
        from bolicho.agents.scripted import counting
        from bolicho.agents.scripted.player import ScriptedPlayer

        del game
        model = counting.Model() if edge is None else counting.Model(edge=_share(edge))
        return ScriptedPlayer(self.name if edge is None else f"{self.name}:edge={model.edge:g}", counting.rules(model))


def _share(text: str | float) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 < share < 1:
        raise BadInput(f"agent 'sound': edge={text}: expected a share of hands, between 0 and 1")
    return share


novice, cautious, bold, bluffer = (
    _Factory(name, CHARACTERS[name]) for name in ("novice", "cautious", "bold", "bluffer")
)
sound = _Sound("sound", CHARACTERS["sound"])

"""Five Truco players written as small named rules over the view: opponents, teachers, the source of the first cases.

``tempers.py`` holds novice, cautious, bold and bluffer (one set of rules of thumb, four tempers), ``counting.py`` the
sound player. Their explanations are data; ``words.toml`` turns them into sentences.
"""

from typing import Any

from bolicho.core.contract import Game

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


class _Factory:
    """Builds one of the five when it is asked for; numpy is loaded only then."""

    plays = ("truco",)

    def __init__(self, name: str) -> None:
        self.name = name
        self.character = CHARACTERS[name]
        self.__doc__ = self.character["en"]

    def __call__(self, game: Game) -> Any:
        from bolicho.agents.scripted import counting
        from bolicho.agents.scripted.player import ScriptedPlayer
        from bolicho.agents.scripted.tempers import TEMPERS, rules

        del game  # every option they need to know of is in the view
        mine = rules(TEMPERS[self.name]) if self.name in TEMPERS else counting.rules(counting.Model())
        return ScriptedPlayer(self.name, mine)


novice, cautious, bold, bluffer, sound = map(_Factory, CHARACTERS)

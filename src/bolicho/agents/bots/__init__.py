"""Agents that learn cases: BOT0 to BOT5.

Moral et al., *Investigating Case Learning Techniques for Agents to Play the Card Game of Truco*.

``bot3`` plays by the bundled starter base; ``bot3:mine`` by the three bases that a training named ``mine`` left in the
store. Settings: ``bot5:mine,stay=on``, ``k=10``, ``threshold=0.9``, ``amalgam=euclidean``, ``weights=respect``,
``add_always=on``; how the paper is read (docs/works/readings/moral.md): ``victory=bet``, ``newness=interval``,
``query=question``, ``raises=after``, ``score=hand``, ``help=0.97``, ``preset=former``. One class plays all six
(``player.py``); ``acting.py`` is the table of them.
"""

from typing import Any

from bolicho.agents.factories import FamilyFactory
from bolicho.core.contract import Game

CHARACTERS = {
    "bot0": {
        "en": "plays as ten hands like this one were played, and learns nothing",
        "pt-BR": "joga como se jogou em dez mãos parecidas, e não aprende nada",
    },
    "bot1": {
        "en": "as bot0, and remembers every hand that is new to it",
        "pt-BR": "como o bot0, e guarda toda mão que é nova para ele",
    },
    "bot2": {
        "en": "as bot1, and forgets hands when a like one went better",
        "pt-BR": "como o bot1, e esquece mãos quando uma parecida deu mais certo",
    },
    "bot3": {
        "en": "tries its luck with bets it does not know, and remembers what is new",
        "pt-BR": "arrisca nas apostas que não conhece, e guarda o que é novo",
    },
    "bot4": {
        "en": "tries its luck as bot3, and forgets as bot2",
        "pt-BR": "arrisca como o bot3, e esquece como o bot2",
    },
    "bot5": {
        "en": "asks a tutor what it does not know, and remembers what it was taught",
        "pt-BR": "pergunta a um tutor o que não sabe, e guarda o que lhe ensinaram",
    },
}


class _Factory(FamilyFactory):
    """Builds one of the six."""

    def __call__(self, game: Game, trained: str = "", **settings: Any) -> Any:
        from bolicho.agents.bots.player import CaseLearner

        return CaseLearner(game, trained, bot=self.name, **settings)


bot0, bot1, bot2, bot3, bot4, bot5 = map(_Factory, CHARACTERS, CHARACTERS.values())

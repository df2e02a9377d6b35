"""Does a game, an agent or a similarity keep the contract? For the house and for anybody who brings their own.

    from bolicho.conformance import check_agent, check_game

    def test_my_game():
        check_game(MyGame())

    def test_my_agent():
        check_agent(MyAgent, bolicho.game("truco"))

Each raises ``Broken`` with one sentence that says which clause was broken and where.
"""

from bolicho.conformance.agents import check_agent
from bolicho.conformance.broken import Broken
from bolicho.conformance.games import check_game
from bolicho.conformance.random_play import playthrough
from bolicho.conformance.seed_search import SeedSearcher, check_runner
from bolicho.conformance.similarities import check_similarity

__all__ = ["Broken", "SeedSearcher", "check_agent", "check_game", "check_runner", "check_similarity", "playthrough"]

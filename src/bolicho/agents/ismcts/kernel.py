"""The search of Rikken compiled by Numba, from the very functions that plain Python runs.

``tests/agents/ismcts/test_rikken.py`` grows both trees in lockstep.
"""

from functools import cache

from bolicho.agents.ismcts import tricks
from bolicho.agents.rikken import guess, house, sets, simulate, table, tactics
from bolicho.core.json_text import JsonObject
from bolicho.games.rikken.kernel import compile_together
from bolicho.learn.search.ismcts import tree


@cache
def compiled() -> JsonObject:
    """Return all functions by name; each is compiled, or loaded from the cache, when it is first called."""
    return compile_together((table, sets, house, tactics, guess, simulate, tree, tricks))

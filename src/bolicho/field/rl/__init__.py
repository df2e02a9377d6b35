"""Our games as environments of reinforcement learning (extra ``rl``): PettingZoo for all seats, Gymnasium for one.

>>> import gymnasium
>>> table = gymnasium.make("bolicho/tapatan-v0", opponents="minimax:2", seat=0)
>>> told, info = table.reset(seed=7)
>>> told.shape, int(info["action_mask"].sum())
((27,), 5)

What the numbers of an observation mean: docs/field/pettingzoo.md.
"""

from bolicho.core.extras import missed
from bolicho.field.encode import Encoder, Field, encoder, vocabulary
from bolicho.field.policy import PolicyAgent as agent

try:
    from bolicho.field.rl.aec import raw_env
    from bolicho.field.rl.checks import env
    from bolicho.field.rl.episode import REWARDS, UNITS
    from bolicho.field.rl.register import register
    from bolicho.field.rl.seat import SeatEnv
except ImportError as error:
    raise missed(error) from error

__all__ = [
    "REWARDS",
    "UNITS",
    "Encoder",
    "Field",
    "SeatEnv",
    "agent",
    "encoder",
    "env",
    "raw_env",
    "register",
    "vocabulary",
]

register()

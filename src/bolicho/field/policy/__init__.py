"""A policy learnt anywhere becomes an agent of ours: from what an observation array and a mask tell, an action.

``policy:FILE.npz`` plays the weights of `network.Network`; ``policy:module:function`` asks a function of yours, which
gets ``(observation, action_mask)`` (what the numbers are, docs/field/pettingzoo.md says) and returns an action, or how
much it likes each of them.
"""

from bolicho.field.policy.agent import Policy, PolicyAgent
from bolicho.field.policy.network import Network

__all__ = ["Network", "Policy", "PolicyAgent"]

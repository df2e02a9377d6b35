"""Case-based players: they do what was done in hands like this one (Paulus 2020; Paulus et al. 2019).

They play Truco, and every guest's game that has a craft of cases (``learn/cases/craft.py``).

``cbr:PVCNPS`` plays by one of the twenty reuse policies on the bundled base, ``cbr:NPS@mine`` on another;
``cbr:PVS@baseline,threshold=0.75,least=0`` with a fixed threshold, ``index=off`` over the whole base,
``revise=none``, ``revise=program`` or ``revise=wrong-card+obvious-bet``, ``points=interval``;
``preset=paper`` plays as the published program does.
"""

from bolicho.agents.cbr.player import CaseBased

__all__ = ["CaseBased"]

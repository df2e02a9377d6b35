"""Experiments: one module a research work; design as data -> rows -> tables and plots -> a report beside the paper.

Third parties bring theirs by the entry point ``bolicho.experiments``.
"""

from bolicho.core.registry import Registry

EXPERIMENTS = Registry(
    "experiment",
    "bolicho.experiments",
    {
        "scripted": "bolicho.lab.scripted:Scripted",
        "lobobrain": "bolicho.lab.lobobrain:LoboBrain",
        "paulus": "bolicho.lab.paulus:Paulus",
        "moral": "bolicho.lab.moral:Moral",
        "rosa": "bolicho.lab.rosa:Rosa",
        "rossato": "bolicho.lab.rossato:Rossato",
        "markov-switches": "bolicho.lab.markov_switches:MarkovSwitches",
        "strength": "bolicho.lab.strength:Strength",
    },
)

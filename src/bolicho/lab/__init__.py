"""Experiments: one module a research work; design as data -> rows -> tables and plots -> a report beside the paper.

Third parties bring theirs by the entry point ``bolicho.experiments``.
"""

from bolicho.core.registry import Registry

EXPERIMENTS = Registry(
    "experiment",
    "bolicho.experiments",
    {
        "scripted": "bolicho.lab.studies.scripted.experiment:Scripted",
        "lobobrain": "bolicho.lab.works.lobobrain.experiment:LoboBrain",
        "paulus": "bolicho.lab.works.paulus.experiment:Paulus",
        "moral": "bolicho.lab.works.moral.experiment:Moral",
        "rosa": "bolicho.lab.works.rosa.experiment:Rosa",
        "rossato": "bolicho.lab.works.rossato.experiment:Rossato",
        "markov-switches": "bolicho.lab.studies.markov_switches.experiment:MarkovSwitches",
        "strength": "bolicho.lab.studies.strength.experiment:Strength",
    },
)

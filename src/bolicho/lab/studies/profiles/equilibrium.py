"""The profile of `equilibrium` among its like: counted once, so that anybody can be laid beside it.

``python -m bolicho.lab.studies.profiles.equilibrium`` plays the matches again and prints ``equilibrium.toml``.
"""

from functools import cache

from bolicho.lab.studies.profiles.people import shipped, toml
from bolicho.lab.studies.profiles.play import ITSELF, measure_profiles, plan
from bolicho.lab.studies.profiles.profile import PLAYED, Profile

NAME, MATCHES, SEED = "equilibrium", 200, 1


@cache
def equilibrium() -> Profile:
    """Return the profile.

    >>> equilibrium().matches == MATCHES
    True
    """
    return shipped("equilibrium.toml", NAME, PLAYED)


if __name__ == "__main__":
    import os

    about = (
        f"# How equilibrium plays against itself: {MATCHES} matches to 24, seed {SEED} (equilibrium.py).",
        "# Each line: how often it was done, of how many chances, the ends of the 95 % interval (boards as units).",
    )
    found = measure_profiles(plan((NAME,), ITSELF, seed=SEED), 1, MATCHES, os.cpu_count() or 1)
    print(toml(found[0], about), end="")

"""The experiment of Moral et al. at any size, for its tests."""

from bolicho.lab.works.moral.experiment import Moral


def sized(trainings: int = 1, training: int = 300, tests: int = 200, hands: int = 6_000) -> Moral:
    return Moral(sizes={"quick": {"trainings": trainings, "training": training, "tests": tests, "hands": hands}})

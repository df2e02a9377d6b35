"""Players of Truco that come in families: each is built when it is asked for, and numpy is loaded only then."""

from typing import ClassVar


class FamilyFactory:
    """What a list of agents shows of one of a family; how it is built, the family says."""

    plays: ClassVar[tuple[str, ...]] = ("truco",)

    def __init__(self, name: str, character: dict[str, str]) -> None:
        """``character`` says what it is like, in each language."""
        self.name, self.character = name, character
        self.__doc__ = character["en"]

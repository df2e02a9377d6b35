"""Who plays in the reproduction of Paulus: policies at two thresholds, on the initial base and on the learned one.

>>> paths = {"base": "b.csv", "learned": "l.csv"}
>>> Player("NPS", "fixed").spec(paths), Player("NPS", "adaptive", "learned").spec(paths, "text")
('cbr:NPS@b.csv,preset=paper,threshold=0.75,least=0', 'cbr:NPS@l.csv,preset=text')
>>> Player("NPS", "adaptive", revised=False).spec(paths, "paper", {"points": "equal"})
'cbr:NPS@b.csv,preset=paper,points=equal,revise=none'
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from bolicho.core.json_text import JsonObject
from bolicho.lab.engine import claims
from bolicho.lab.engine.experiment import Cell
from bolicho.lab.engine.matches import match_cells

HOWS = {"fixed": ",threshold=0.75,least=0", "adaptive": ""}
"""The thresholds: 0.75 throughout, as in the paper's first stage; and from 0.98 down until five cases pass."""
READING = "paper"
"""The preset of everybody: what the printed numbers were most likely made with (docs/works/readings/paulus.md)."""
BASES = ("base", "learned")
CELL = 20
"""Matches of a cell at most."""
MORE = "-more"
"""Behind the name of a stage: matches of its own for a claim that the stage leaves open."""
FURTHER = {"stage1": "PVCS", "stage2": "PLCNPS", "stage3": "PVCNPS"}
"""Whom these claims are about: only for it are those matches counted, and then instead of the stage's."""


def printed_numbers() -> JsonObject:
    """Return what the paper printed."""
    return claims.printed_by("bolicho.lab.works.paulus")


def policies() -> tuple[str, ...]:
    """Return all twenty policies, the conventional ones first."""
    sets = printed_numbers()["sets"]
    return (*sets["conventional"], *sets["two-step"])


def ten() -> tuple[str, ...]:
    """Return the ten that the paper went on with."""
    return tuple(printed_numbers()["sets"]["ten"])


class Player(NamedTuple):
    """A case-based player: its policy, its threshold, its base, and whether its moves are revised."""

    policy: str
    how: str
    base: str = "base"
    revised: bool = True

    def spec(self, paths: Mapping[str, str], reading: str = READING, settings: Mapping[str, str] | None = None) -> str:
        """Return the name of the agent, with its base in a file; settings stand beside the preset of the reading."""
        own = {"preset": reading, **(settings or {})} | ({} if self.revised else {"revise": "none"})
        said = ",".join(f"{name}={value}" for name, value in own.items())
        return f"cbr:{self.policy}@{paths[self.base]},{said}{HOWS[self.how]}"


def players() -> tuple[Player, ...]:
    """Return everybody, those on the learned base last, so that the others can begin without them."""
    first = [Player(policy, how) for how in HOWS for policy in policies()]
    last = [Player(policy, how, "learned") for how in HOWS for policy in ten()]
    return (*first, Player("PVCNPS", "adaptive", revised=False), *last)


class Stage(NamedTuple):
    """Who meets whom in a stage of tests at one threshold."""

    name: str
    """``stage1``, ``stage2``, ``stage3`` or ``revision``; with `MORE`, matches for a single claim."""
    how: str
    pairs: tuple[tuple[Player, Player], ...]


def stages() -> Iterator[Stage]:
    """Give the stages, each at both thresholds."""
    for how in HOWS:
        yield Stage("stage1", how, tuple(combinations([Player(policy, how) for policy in policies()], 2)))
    mended = Player("PVCNPS", "adaptive")
    yield Stage("revision", "adaptive", ((mended, mended._replace(revised=False)),))
    for how in HOWS:
        both = [tuple(Player(policy, how, base) for base in ("learned", "base")) for policy in ten()]
        yield Stage("stage2", how, tuple((learned, base) for learned, base in both))
    for how in HOWS:
        yield Stage("stage3", how, tuple(combinations([Player(policy, how, "learned") for policy in ten()], 2)))
    middling, loser, best = FURTHER.values()
    one = Player(middling, "fixed")
    rest = [Player(policy, "fixed") for policy in policies() if policy != middling]
    yield Stage(f"stage1{MORE}", "fixed", tuple((one, rival) for rival in rest))
    learned = Player(loser, "adaptive", "learned")
    yield Stage(f"stage2{MORE}", "adaptive", ((learned, learned._replace(base="base")),))
    yield Stage(f"stage3{MORE}", "adaptive", ((learned._replace(policy=best), learned._replace(policy="NPS")),))


def stage_cells(matches: Mapping[str, int]) -> list[Cell]:
    """Lay out the matches of every pair: boards of their own, the same ones at both thresholds.

    ``STAGE/HOW`` says how many are played at one threshold, where these are fewer than at the other. Matches for a
    single claim are played only where a size says how many.
    """
    number = {player: place for place, player in enumerate(players())}
    cells: list[Cell] = []
    first_match = 0
    first_board: dict[str, int] = {}
    boards = 0
    for stage in stages():
        if stage.name.endswith(MORE) and stage.name not in matches:
            continue
        boards = first_board.setdefault(stage.name, boards)
        for pair in stage.pairs:
            name = f"{stage.name}/{stage.how}/{' '.join(player.policy for player in dict.fromkeys(pair))}"
            size = matches.get(f"{stage.name}/{stage.how}", matches[stage.name])
            for cell in match_cells([number[player] for player in pair], name, size, first_match, CELL):
                cells.append(Cell(cell.key, {**cell.facts, "board": boards + cell.facts["board"]}))
            first_match += size
            boards += matches[stage.name] // 2
    return cells

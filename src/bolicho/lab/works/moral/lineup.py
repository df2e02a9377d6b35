"""Who learns and who plays in the reproduction of Moral et al.: learners as data, trainings, players and their pairs.

A learner is tested frozen. The paper compares case bases, so everybody plays by majority reuse on what was learned
(``bot0:NAME``); it does not say whether BOT3 and BOT4 kept their random answers, so those two play ``own`` as well.

>>> Player("bot3").spec, Player("bot3", 1, "own").spec, Player("bot0").spec, Player("sound").spec
('bot0:bot3-0', 'bot3:bot3-1', 'bot0', 'sound')
"""

from collections.abc import Iterator
from typing import NamedTuple

from bolicho.agents.bots.acting import BOTS
from bolicho.core.chance import stream
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.lab.engine import claims
from bolicho.lab.engine.experiment import Cell
from bolicho.lab.engine.matches import match_cells
from bolicho.learn.cases.truco.trio import name_of

BASELINE = "bot0"
START, FIRST_HANDS = "start", 513
"""What the three bases of BOT0 are called in the store of a run, and how many hands the paper's had."""
READING, RULES = "paper", "ufsm-auto"
"""How the paper is read, and the rules it is played by: those of the group's match engine."""
PRUNED = "bot1"
"""Whose bases are pruned, to see what that costs."""
CELL = 20
"""Matches of a cell at most."""


class Learner(NamedTuple):
    """A training of the paper, or a variant of BOT5's."""

    name: str
    bot: str
    tutor: str = ""
    salt: bool = False


LEARNERS = (
    *(Learner(f"bot{number}", f"bot{number}") for number in range(1, 5)),
    Learner("bot5", "bot5", "sound"),
    Learner("bot5-cbr", "bot5", "cbr:PVCNPS"),
    Learner("bot5-salt", "bot5", "sound", salt=True),
)
"""The paper's BOT5 asked a person; here the scripted sound player, then a case-based tutor, and SALT."""
FIVE = tuple(learner.name for learner in LEARNERS[:5])
TUTORS = tuple(dict.fromkeys(learner.tutor for learner in LEARNERS if learner.tutor))
RANDOM = ("bot3", "bot4")
"""Who answers unknown bets at random."""
BEST = "bot3"
"""Whom the paper lets meet everybody."""


def printed_numbers() -> JsonObject:
    """Return what the paper printed."""
    return claims.printed_by("bolicho.lab.works.moral")


def training_name(learner: str, training: int) -> str:
    """Return what a training is called in the store of a run."""
    return f"{learner}-{training}"


def training_seed(seed: int, training: int) -> int:
    """Return the seed of a training: the learners of one number are dealt the same cards."""
    return stream(seed, "moral", "training", training).getrandbits(31)


def start_name(number: int) -> str:
    """Return what a set of first hands is called in the store of a run.

    >>> start_name(0), start_name(2)
    ('start', 'start-2')
    """
    return f"{START}-{number}" if number else START


class Ground(NamedTuple):
    """On what a run stands: how many sets of first hands there are, how the paper is read, and the rules.

    >>> Ground().agent("bot0"), Ground().agent("bot0:start-2"), Ground().agent("bot0:bot3-0")
    ('bot0:start', 'bot0:start-2', 'bot0:bot3-0')
    >>> Ground(preset="former").agent("bot0:bot3-0"), Ground(preset="former").agent("sound")
    ('bot0:bot3-0,preset=former', 'sound')
    """

    sets: int = 1
    """With several, each training begins with a set of its own."""
    preset: str = READING
    rules: str = RULES
    settings: tuple[tuple[str, str], ...] = ()
    """What is read otherwise than in the preset."""

    @property
    def reading(self) -> dict[str, str]:
        """What is set on every bot."""
        return ({} if self.preset == READING else {"preset": self.preset}) | dict(self.settings)

    def trainings(self, wanted: int) -> int:
        """Return how many trainings there are: as many as wanted, but no two with one of several sets."""
        return wanted if self.sets == 1 else min(wanted, self.sets)

    def baseline(self, training: int) -> "Player":
        """Return who the learners of a training play against: BOT0 on the hands that they began with."""
        return Player(BASELINE, training % self.sets)

    def agent(self, spec: str) -> str:
        """Return how somebody is called who plays on this ground: a bot without a training has the first cases."""
        bot, _, trained = spec.partition(":")
        if bot not in BOTS:
            return spec
        parts = [trained or START, *(f"{name}={value}" for name, value in self.reading.items())]
        said = ",".join(filter(None, parts))
        return f"{bot}:{said}" if said else bot


class Player(NamedTuple):
    """Who plays in a test: a learner on the bases of one of its trainings, the baseline, or a tutor."""

    who: str
    training: int = 0
    how: str = "reuse"
    """``reuse``, ``own`` (as it played in training), or ``pruned``."""

    @property
    def spec(self) -> str:
        """The name of the agent."""
        if self.who == BASELINE and self.training:
            return f"{BASELINE}:{start_name(self.training)}"
        learner = next((one for one in LEARNERS if one.name == self.who), None)
        if learner is None:
            return self.who
        name = training_name(self.who, self.training)
        return {"reuse": f"bot0:{name}", "own": f"{learner.bot}:{name}", "pruned": f"bot0:{name}-pruned"}[self.how]

    @property
    def label(self) -> str:
        """Who plays and how, in the keys of cells."""
        return self.who if self.how == "reuse" else f"{self.who}-{self.how}"


Pair = tuple[Player, Player]


def pairs(training: int, ground: Ground) -> Iterator[Pair]:
    """Give who meets whom after the trainings of one number; the first pairs of all need no training."""
    at = {name: Player(name, training) for name in (*FIVE, *(one.name for one in LEARNERS[5:]))}
    own = {name: Player(name, training, "own") for name in RANDOM}
    baseline = ground.baseline(training)
    if not training:
        yield from ((Player(tutor), baseline) for tutor in TUTORS)
        yield Player(PRUNED, 0, "pruned"), at[PRUNED]
    yield from ((player, baseline) for player in (*at.values(), *own.values()))
    for rival in FIVE:
        if rival != BEST:
            yield at[BEST], at[rival]
            yield own[BEST], own.get(rival, at[rival])


def players(trainings: int, ground: Ground) -> tuple[Player, ...]:
    """Return everybody who plays in the tests."""
    return tuple(dict.fromkeys(one for number in range(trainings) for pair in pairs(number, ground) for one in pair))


def arena_cells(trainings: int, matches: int, ground: Ground) -> list[Cell]:
    """Lay out the tests: after each training boards of their own, the same ones for all who meet there."""
    number = {player.spec: place for place, player in enumerate(players(trainings, ground))}
    cells: list[Cell] = []
    first = 0
    for training in range(trainings):
        for pair in pairs(training, ground):
            name = f"test/{' '.join(player.label for player in pair)}/{training}"
            for cell in match_cells([number[player.spec] for player in pair], name, matches, first, CELL):
                cells.append(Cell(cell.key, {**cell.facts, "board": training * matches // 2 + cell.facts["board"]}))
            first += matches
    return cells


def train_cells(trainings: int, matches: int, seed: int, ground: Ground) -> list[Cell]:
    """Lay out the trainings: one cell each, since a training is one sequence of matches."""
    return [
        Cell(f"train/{one.name}/{number}", _facts(one, number, matches, seed, ground))
        for number in range(trainings)
        for one in LEARNERS
    ]


def _facts(learner: Learner, number: int, matches: int, seed: int, ground: Ground) -> JsonMapping:
    return {
        **learner._asdict(),
        "bot": ":".join(filter(None, (learner.bot, ",".join(f"{k}={v}" for k, v in ground.reading.items())))),
        "against": ground.agent(ground.baseline(number).spec),
        "start": name_of(start_name(number % ground.sets), "truco"),
        "rules": ground.rules,
        "training": number,
        "matches": matches,
        "seed": training_seed(seed, number),
    }

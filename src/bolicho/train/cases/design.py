"""What a training of a case learner is asked to do, checked before anything is played.

>>> design = CaseDesign("mine", "bot2:amalgam=euclidean")
>>> design.bases, design.agent
({'envido': 'mine-envido', 'flor': 'mine-flor', 'truco': 'mine-truco'}, 'bot2:mine,amalgam=euclidean')
>>> CaseDesign("mine", "bot3", matches=0)
Traceback (most recent call last):
bolicho.core.errors.BadInput: matches 0: expected at least 1
>>> usual_name("bot1", "cbr:NPS@baseline", 7)
'bot1-cbr-NPS-baseline-7'
"""

from dataclasses import asdict, dataclass
from typing import Any, Self

from bolicho.agents import make
from bolicho.agents.bots.acting import BOTS, ask_tutor
from bolicho.agents.bots.player import CaseLearner
from bolicho.agents.bots.settings import Settings, spec_of
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.options import PRESET, check, declared, design_of, seed_setting, setting
from bolicho.games import GAMES
from bolicho.learn.cases.shelf import FORBIDDEN, spelled
from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.learn.cases.truco.trio import Trio, name_of
from bolicho.play.guided_deals import Guide

MATCHES = 300
"""As many as the paper played."""
PERSON = "person"
"""The tutor that is no agent."""
TUTOR = "sound"
"""Whom a bot that asks may ask where nobody is named."""
MOST_MATCHES = 10_000_000


@dataclass(frozen=True)
class CaseDesign:
    """A training: who learns against whom, from which cases, how often, and whom it may ask."""

    name: str = setting(
        help="What the three bases are called, with their modes after it; by default bot, opponent and seed.",
        help_pt="O nome das três bases, com o modo depois; sem nada, bot, adversário e semente.",
        required=False, says="bot-opponent-seed",
    )  # fmt: skip
    bot: str = setting(
        "bot1", "Who learns: bot0 to bot5; settings as in bot2:add_always=on.",
        help_pt="Quem aprende: bot0 a bot5; opções como em bot2:add_always=on.", metavar="BOT",
    )  # fmt: skip
    against: str = setting(
        "bot0", "Its opponent, who does not learn.", help_pt="O adversário, que não aprende.", source="agents",
        metavar="AGENT",
    )  # fmt: skip
    matches: int = setting(
        MATCHES, "How many matches to play.", help_pt="Quantas partidas se jogam.", low=1, high=MOST_MATCHES,
        short="-n", grows=True,
    )  # fmt: skip
    seed: int = seed_setting()
    start: str = setting(
        "starter", "What the three bases begin as.", help_pt="A base com que as três começam.", type="choice",
        source="bases", metavar="BASE",
    )  # fmt: skip
    tutor: str = setting(
        "", f"Whom bot5 asks, the only one that asks; by default {TUTOR}. A person answers in the terminal.",
        help_pt=f"A quem pergunta o bot5, o único que pergunta; sem nada, {TUTOR}. Uma pessoa responde no terminal.",
        source="agents", metavar="AGENT|person", says=TUTOR,
    )  # fmt: skip
    """Nobody for bots that do not ask."""
    stay: bool = setting(
        False, "SALT, as Moral et al. call it: the tutor keeps control until bot5 knows the situation again.",
        help_pt="O tutor joga até o bot5 conhecer de novo a situação.",
        formerly="salt",
    )  # fmt: skip
    guided: str = setting(
        "", "Deal rare situations at these rates, such as flor-flor=0.2,strong-envido=0.1.",
        help_pt="Dá situações raras com estas frequências, como flor-flor=0.2,strong-envido=0.1.",
        metavar="SITUATION=RATE,...",
    )  # fmt: skip
    preset: str = setting("", PRESET.help, page=False)

    @classmethod
    def of(cls, asked: JsonMapping) -> Self:
        """Make a design of what was typed or sent: whoever has no name, or no tutor, gets the usual one."""
        known = {option.name: option.default for option in declared(cls)} | {k: v for k, v in asked.items() if v}
        name = asked.get("name")
        if name is None:
            name = usual_name(known["bot"], known["against"], known["seed"])
        tutor = asked.get("tutor") or (TUTOR if asks(known["bot"]) else "")
        return design_of(cls, asked, name=name, tutor=tutor)

    def __post_init__(self) -> None:
        check(self)
        spelled(self.name, "name")
        if "," in self.name:
            raise BadInput(f"name {self.name!r}: a comma would end it in the name of a player")
        if self.settings.stay and not self.asks:
            raise BadInput(f"{self.kind} asks nobody: it has no use for stay")
        if self.asks != bool(self.tutor):
            raise BadInput(
                f"{self.kind} asks a tutor: name one" if self.asks else f"{self.kind} asks nobody: it has no tutor"
            )
        if self.tutor.partition(":")[0] in BOTS and asks(self.tutor):
            raise BadInput(f"tutor {self.tutor!r}: it asks a tutor itself, so it cannot be one; name another agent")
        Guide.parse(self.guided)
        assert self.game.seats == 2  # and rules that nobody knows are refused

    @property
    def kind(self) -> str:
        """Which of the bots learns."""
        return self.bot.partition(":")[0]

    @property
    def asks(self) -> bool:
        """Whether the bot asks a tutor."""
        return asks(self.bot)

    @property
    def settings(self) -> Settings:
        """What is set on the bot."""
        given: JsonObject = {}
        for part in filter(None, self.bot.partition(":")[2].split(",")):
            key, equals, value = part.partition("=")
            if not equals:
                raise BadInput(
                    f"bot {self.bot!r}: {part!r} is no setting; a training begins with a base named by start"
                )
            given[key.strip()] = value.strip()
        return Settings.of({**given, **({"stay": True} if self.stay else {})})

    @property
    def agent(self) -> str:
        """The agent that plays by what was learned."""
        return spec_of(self.kind, self.name, self.settings)

    @property
    def bases(self) -> dict[str, str]:
        """The name of the base of each mode."""
        return {mode: name_of(self.name, mode) for mode in MODES}

    @property
    def game(self) -> Game:
        """What is played."""
        game: Game = GAMES.make("truco", **({"preset": self.preset} if self.preset else {}))
        return game

    def learner(self, trio: Trio) -> CaseLearner:
        """Return the bot with bases of its own."""
        return CaseLearner(self.game, self.name, bot=self.kind, trio=trio, **asdict(self.settings))

    def rival(self) -> Any:
        """Return the opponent."""
        return make(self.against, self.game)

    def to_dict(self) -> JsonObject:
        """Return plain JSON data, as a run keeps it; the seed stands beside it."""
        told = {**asdict(self), "guided": str(Guide.parse(self.guided))}
        del told["seed"]
        if not self.preset:  # as trainings of older versions tell it, which go on
            del told["preset"]
        return told


def of_today(kept: JsonMapping) -> JsonObject:
    """Return a design that was kept, also by an earlier version, as one of today is.

    >>> of_today({"salt": True})
    {'stay': True}
    """
    names = {option.formerly: option.name for option in declared(CaseDesign) if option.formerly}
    return {names.get(key, key): value for key, value in kept.items()}


def asks(bot: str) -> bool:
    """Whether a bot asks a tutor; one that nobody knows is refused."""
    kind = bot.partition(":")[0]
    if kind not in BOTS:
        raise UnknownName("bot", kind, BOTS)
    return BOTS[kind].acting is ask_tutor


def usual_name(bot: str, against: str, seed: int) -> str:
    """Return what a training is called when nobody named it."""
    return "".join("-" if sign in FORBIDDEN else sign for sign in f"{bot}-{against}-{seed}")

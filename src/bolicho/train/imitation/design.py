"""What a training by imitation is asked to do, checked before anything is played.

>>> [ImitationDesign("mine", "baseline", recluster=when).growth for when in ("1%", "every-match")]
[0.01, 0.0]
>>> ImitationDesign("mine", "baseline", matches=0)
Traceback (most recent call last):
bolicho.core.errors.BadInput: matches 0: expected at least 1
"""

from dataclasses import asdict, dataclass

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.options import check, seed_setting, setting
from bolicho.games.truco import Truco
from bolicho.learn.cases.decision.reuse import policy

FIRST_TEN = ("PVCNPS", "NPS", "PVCS", "PLCNPS", "NPCS", "PVS", "PVCMJS", "NPCPVS", "MJCNPS", "PVCPLS")
"""The ten policies that won more than half of their matches in the paper's first stage: its teachers."""
MATCHES = 1833
"""As many as the paper played."""
MOST_MATCHES = 10_000_000
OBSERVED = ("drawn", "both")
EVERY_MATCH, OFF = "every-match", "off"
UNSAID = {"reading": "text", "settings": "", "preset": "gaucho"}
"""As it was in all trainings before there was another; so they are found again and gone on with."""


def names(text: str) -> tuple[str, ...]:
    """Read ``NPS, PVCS``."""
    return tuple(one.strip() for one in text.split(","))


@dataclass(frozen=True)
class ImitationDesign:
    """A training: who plays, on what, how often, and what is remembered of it."""

    name: str = setting(help="The name of the new base.", help_pt="O nome da base nova.")
    start: str = setting(
        "baseline", "The base to begin with.", help_pt="A base com que se começa.", type="choice", source="bases",
        metavar="BASE",
    )  # fmt: skip
    policies: tuple[str, ...] = setting(
        FIRST_TEN, "Each player of a match draws one of these; by default the ten best of Paulus.",
        help_pt="Cada jogador de uma partida sorteia uma destas; sem nada, as dez melhores do Paulus.",
        parse=names, metavar="P,P,...",
    )  # fmt: skip
    """Both players may draw the same."""
    matches: int = setting(
        MATCHES, "How many matches to play.", help_pt="Quantas partidas se jogam.", low=1, high=MOST_MATCHES,
        short="-n", grows=True,
    )  # fmt: skip
    seed: int = seed_setting()
    observer: str = setting("drawn", "Whose hands may be kept: of one player, drawn for each match, or of both.",
                            help_pt="De quem se guardam mãos: de um jogador, sorteado a cada partida, ou dos dois.",
                            choices=OBSERVED)  # fmt: skip
    enough: int = setting(100, "A question is well known if this many cases are close to it. A hand with only "
                          "well-known questions is not kept.",
                          help_pt="Uma pergunta é conhecida se tantos casos estão próximos dela. Uma mão em que todas "
                          "são conhecidas não é guardada.", low=1, high=1_000_000)  # fmt: skip
    threshold: float = setting(0.98, "From which similarity on a case is close.",
                               help_pt="A partir de que semelhança um caso é próximo.", low=0, high=1)  # fmt: skip
    recluster: str = setting("1%", "When to look at the number of clusters again: whenever the base has grown by this, "
                             "after every match, or never.",
                             help_pt="Quando rever o número de clusters: quando a base tiver crescido tanto, depois de "
                             "cada partida, ou nunca.", metavar="1%|every-match|off")  # fmt: skip
    clean: bool = setting(True, "At the end remove learned cases that break a revision rule.",
                          help_pt="No fim, tira os casos aprendidos que quebram uma regra de revisão.")  # fmt: skip
    clean_start: bool = setting(False, "Remove such cases of the start base as well.",
                                help_pt="Tira esses casos também da base inicial.")  # fmt: skip
    reading: str = setting("text", "Whether the players keep to the words of the dissertation or play as its published "
                           "program does.",
                           help_pt="Se os jogadores seguem as palavras da dissertação ou jogam como o programa que ela "
                           "publicou.", choices=("text", "paper"))  # fmt: skip
    settings: str = setting("", "What else is set on the players, beside that reading.",
                            help_pt="O que mais se ajusta nos jogadores, além dessa leitura.",
                            metavar="NAME=VALUE,...", page=False)  # fmt: skip
    preset: str = setting("gaucho", "The preset of the rules they play by.",
                          help_pt="O conjunto de regras com que jogam.", choices=Truco.presets)  # fmt: skip

    def __post_init__(self) -> None:
        check(self)
        if "," in self.name:
            raise BadInput(f"name {self.name!r}: a comma would end it in the name of a player")
        if not self.policies:
            raise BadInput("policies: expected at least one")
        for name in self.policies:
            policy(name)
        if self.clean_start and not self.clean:
            raise BadInput("the start base is cleaned together with what was learned, not alone")
        _ = self.players
        _growth(self.recluster)

    @property
    def growth(self) -> float | None:
        """By which share the base must have grown before its clusters are looked at again; None: never."""
        return _growth(self.recluster)

    @property
    def players(self) -> dict[str, str]:
        """What is set on the players, as a case-based one takes it."""
        said: dict[str, str] = {} if self.reading == UNSAID["reading"] else {"preset": self.reading}
        for part in filter(None, self.settings.split(",")):
            name, equals, value = (word.strip() for word in part.partition("="))
            if not (name and equals and value) or name == "preset":
                raise BadInput(f"settings {self.settings!r}: expected NAME=VALUE, as in points=equal,np=mean")
            said[name] = value
        return said

    def to_dict(self) -> JsonObject:
        """Return plain JSON data, as a run keeps it; the seed stands beside it."""
        told = {**asdict(self), "policies": list(self.policies)}
        del told["seed"]
        return {key: value for key, value in told.items() if (key, value) not in UNSAID.items()}


def _growth(recluster: str) -> float | None:
    if recluster in (EVERY_MATCH, OFF):
        return 0.0 if recluster == EVERY_MATCH else None
    try:
        share = float(recluster.removesuffix("%")) / 100
    except ValueError:
        share = -1.0
    if not (recluster.endswith("%") and 0 < share < float("inf")):
        raise BadInput(f"recluster {recluster!r}: expected a growth such as 1%, {EVERY_MATCH} or {OFF}")
    return share

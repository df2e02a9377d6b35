"""The facts of the guide: every number in it, by a name that says how it is made.

- ``chart SITUATION SCORE SHOWN [POINTS] [CARD]``: of the hands of a class, those with which `equilibrium` does so
  (`lab.atlas`)
- ``rate QUESTION ABOUT CHOICE``: of such decisions in hands against itself (`rates.py`, ``HANDS`` hands)
- ``price QUESTION ABOUT CHOICE``, ``hands …``: points a time, and on how many hands that stands (`mistakes.py`)
- ``profile WHO MEASURE [PART]``: of `bolicho profile`: equilibrium against itself, or recorded people
- ``exploit low|high``: of the strength table

``python -m bolicho.lab.guide.facts`` makes ``facts.json`` anew; prices come from ``prices.json``, which
``python -m bolicho.lab.guide.mistakes --hands N --seed 1 --out prices.json`` makes (some seconds of a core a hand).
"""

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path

from bolicho.agents import make
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import LANGUAGES
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import STRENGTH
from bolicho.lab.atlas.chart import Chart, chart
from bolicho.lab.atlas.kinds import SHOWN, share
from bolicho.lab.atlas.situations import score_of, situation
from bolicho.lab.guide.rates import rates
from bolicho.lab.guide.text import names
from bolicho.lab.studies.profiles.equilibrium import equilibrium
from bolicho.lab.studies.profiles.habits import card_band
from bolicho.lab.studies.profiles.people import people
from bolicho.lab.studies.strength.shipped_table import strengths

PLAYER, HANDS, SEED = "equilibrium", 4000, 1
FILE = Path(__file__).parent / "facts.json"
BANDS = {"0-19": range(20), "20-26": range(20, 27), "27-29": range(27, 30), "30-33": range(30, 34)}
STRENGTHS = {level: card for card, level in STRENGTH.items()}


def facts(wanted: Iterable[str]) -> JsonObject:
    """Make some facts, by their names."""
    return {name: _fact(name) for name in wanted}


def every_name() -> list[str]:
    """Return the facts that the guide asks for, in any language."""
    return sorted({name for language in LANGUAGES for name in names(language)})


def _fact(name: str) -> JsonObject:
    kind, *words = name.split()
    if kind not in KINDS:
        raise BadInput(f"fact {name!r}: expected one of {', '.join(KINDS)}")
    return KINDS[kind](*words)


def _chart(where: str, score: str, shown: str, points: str = "all", card: str = "all") -> JsonObject:
    found = _charted(where, score)
    cells = [
        cell for (level, column), cell in found.cells.items()
        if (points == "all" or int(column.split("-")[-1]) in BANDS[points])
        and (card == "all" or card_band(STRENGTHS[level]) == card)
    ]  # fmt: skip
    whole = sum(cell.weight for cell in cells)
    done = (cell.weight * (share(cell.shares, shown) if shown in SHOWN else cell.shares[shown]) for cell in cells)
    return {"share": round(sum(done) / whole, 4)}


@cache
def _charted(where: str, score: str) -> Chart:
    game = Truco()
    return chart(make(PLAYER, game), game, situation(where), score_of(score, int(game.options["target"])))


@cache
def _rates() -> JsonObject:
    return rates(HANDS, SEED)


def _rate(*words: str) -> JsonObject:
    told: JsonObject = _rates()[" ".join(words)]
    return {"share": told["share"]}


@cache
def _prices() -> JsonObject:
    told: JsonObject = json.loads((files(__package__) / "prices.json").read_text(encoding="utf-8"))
    return told


def _price(*words: str) -> JsonObject:
    told = _prices()["prices"][" ".join(words)]
    return {"points": round(told["points"], 3), "error": round(told["points-error"], 3)}


def _hands(*words: str) -> JsonObject:
    return {"value": _prices()["prices"][" ".join(words)]["hands"] if words else _prices()["hands"], "digits": 0}


def _profile(who: str, measure: str, part: str = "all") -> JsonObject:
    found = {"equilibrium": equilibrium, "people": people}[who]().rates[part][measure].share
    return {"share": None if found is None else round(found, 4)}


def _exploit(end: str) -> JsonObject:
    full = strengths("truco")["equilibrium"].full
    if full is None:
        raise BadInput("the strength table has no exploitability of equilibrium")
    return {"value": full.low if end == "low" else full.high, "digits": 2}


KINDS: dict[str, Callable[..., JsonObject]] = {
    "chart": _chart, "rate": _rate, "price": _price, "hands": _hands, "profile": _profile, "exploit": _exploit,
}  # fmt: skip


if __name__ == "__main__":
    made = {"date": datetime.now(UTC).strftime("%Y-%m-%d"), "hands": HANDS, "seed": SEED, "facts": facts(every_name())}
    FILE.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

"""Talk at a table: sayings of people, from a closed list, and what agents say as the characters they are.

Nothing of it is a move, and nothing of it is in a record. What agents say follows from what everybody saw (a unit or
the match won or lost) and from the table's name, so that it is the same for all who look, and after a restart.
"""

from hashlib import sha256

from bolicho.core.json_text import JsonObject
from bolicho.core.record import winner_of
from bolicho.web.lobby.names import known_character
from bolicho.web.server.refusal import Refusal
from bolicho.web.server.texts import load_texts
from bolicho.web.tables.table import WebTable

WORDS = "words/sayings.toml"
KEPT = 24
"""At most this many sayings of people are remembered at a table."""
TALKATIVE = 0.45
"""How often somebody says something at the end of a unit."""
A_SECOND = 0.5
"""Sayings a second of one seat."""


def say(table: WebTable, seat: int, saying: str) -> None:
    """Let a person say something; how often is the hall's to limit."""
    if f"saying.{saying}" not in load_texts(WORDS, "en"):
        raise Refusal(422, "no-such-saying", f"no saying {saying[:40]!r}; /schemas/messages.json has the list")
    if table.study is not None:
        raise Refusal(403, "of-a-study", "nothing is said at the table of a study")
    number = 1 + (table.sayings[-1]["n"] if table.sayings else 0)
    moves = 0 if table.play is None else len(table.play.moves)
    table.sayings.append({"n": number, "seat": seat, "saying": saying, "unit": table.unit, "after": moves})
    del table.sayings[:-KEPT]
    table.changed()


def talk_of(table: WebTable, language: str) -> list[JsonObject]:
    """Return what was said in the last finished unit and in the present one, oldest first."""
    if table.study is not None:
        return []
    units = (table.unit - 1, table.unit)
    texts = load_texts(WORDS, language) if table.sayings else {}
    said = [
        {
            "id": f"p{one['n']}",
            "seat": one["seat"],
            "unit": one["unit"],
            "after": one["after"],
            "text": texts.get(f"saying.{one['saying']}", ""),
        }
        for one in table.sayings
        if one["unit"] in units
    ]
    agents = [told for unit in units if unit >= 0 for told in _of_agents(table, unit, language)]
    return sorted([*said, *agents], key=lambda one: (one["unit"], one["after"]))


def _of_agents(table: WebTable, unit: int, language: str) -> list[JsonObject]:
    """Return what agents say in a unit: as the match begins, and as the unit or the match ends."""
    play = table.play
    if play is None:
        return []
    told = []
    if unit == 0:
        speakers = [seat for seat in _speakers(table) if not table.begun_elsewhere]
        told += [_phrase(table, seat, 0, 0, "greets", language) for seat in _one_of(table, speakers, "greets")]
    done = play.units[unit] if unit < len(play.units) else None
    last = play.over and unit == table.unit
    scores: tuple[int, ...] = ()
    if last:
        winner = winner_of(list(play.scores), play.lost)
        scores = tuple(int(seat == winner) for seat in range(len(table.seats)))
    elif done is not None and done.over:
        scores = tuple(done.scores)
    won, lost = ("won", "lost") if last else ("won-hand", "lost-hand")
    if len(set(scores)) > 1 and (last or _share(table, unit, "talks") < TALKATIVE):
        after = len(play.moves if done is None else done.moves)
        concerned = [seat for seat in _speakers(table) if scores[seat] in (max(scores), min(scores))]
        for seat in _one_of(table, concerned, f"end {unit}"):
            occasion = won if scores[seat] == max(scores) else lost
            told.append(_phrase(table, seat, unit, after, occasion, language))
    return [one for one in told if one]


def _speakers(table: WebTable) -> list[int]:
    """Return the seats at which an agent plays that nobody replaced."""
    return [number for number, seat in enumerate(table.seats) if seat.kind == "agent" and seat.stand_in is None]


def _one_of(table: WebTable, seats: list[int], why: str) -> list[int]:
    """Return one of several: people talk in turn."""
    return [seats[int(_share(table, why) * len(seats))]] if seats else []


def _phrase(table: WebTable, seat: int, unit: int, after: int, occasion: str, language: str) -> JsonObject | None:
    who = known_character(table.seats[seat].agent or "", language)
    if who is None:
        return None
    choices = who.sayings[occasion]
    text = choices[int(_share(table, seat, unit, occasion) * len(choices))]
    return {"id": f"a{unit}.{seat}.{occasion}", "seat": seat, "unit": unit, "after": after, "text": text}


def _share(table: WebTable, *facts: object) -> float:
    """Return a number from 0 up to 1 that hangs on the table and some facts alone."""
    digest = sha256(" ".join(map(str, (table.id, *facts))).encode()).digest()
    return int.from_bytes(digest[:6]) / 2**48

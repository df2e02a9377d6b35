"""Matches, positions and decisions as a notebook shows them; a record is stepped through, without a script.

Every ply of a record is drawn, and a hidden button lies before each: the one that is chosen shows its ply. So arrow
keys step as well, and a notebook that was saved or made into a page steps too.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from bolicho.core.contract import Decision, Game, Question
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonMapping
from bolicho.core.record import Record
from bolicho.games.deck import with_sprite
from bolicho.games.face import Face
from bolicho.games.html import OWN, Picture, block, decision, table, text
from bolicho.games.picture import inside, look, seated_face
from bolicho.play.replay import Step, game_of, steps

SHOWN = count(1)
"""Numbers steppers, so that the buttons of one do not move another of the same record."""
LARGEST = 1_500_000
"""Signs of a record's plies at most: hands beyond that are left out, and it is said how to ask for them."""


def show(
    thing: Any,
    game: Game | None = None,
    *,
    names: Sequence[str] = (),
    seat: int | None = None,
    units: Iterable[int] | None = None,
    language: str | None = None,
) -> Picture:
    """Return a picture of a record, a state, a view or a decision, for a notebook.

    ``seat`` looks with the eyes of one seat, ``units`` picks hands of a record (the first is 0), ``names`` are those
    of the seats, ``language`` is en or pt-BR. A state or view of a game from outside needs its ``game``.
    """
    if isinstance(thing, Record):
        return Picture(record_html(thing, units=units, seat=seat, names=names, language=language))
    if isinstance(thing, Decision | Question):
        named = str if game is None else seated_face(game, names, language).name_of
        return Picture(block(decision(thing.move, thing.value, thing.why, named, language)))
    if game is not None:
        return Picture(look(game, thing if seat is None else thing.view(seat), names, language))
    if names or seat is not None or language or not hasattr(thing, "_repr_html_"):
        raise BadInput(f"show: of which game is this {type(thing).__name__}? Say it: show(state, game)")
    return Picture(thing._repr_html_())


def record_html(
    record: Record,
    *,
    units: Iterable[int] | None = None,
    seat: int | None = None,
    names: Sequence[str] = (),
    language: str | None = None,
) -> str:
    """Return a record as HTML that steps through its plies; one that breaks the rules says where, and is listed."""
    try:
        game = game_of(record)
        if seat is not None and not 0 <= seat < game.seats:
            raise BadInput(f"seat {seat}: {record.game} has seats 0 to {game.seats - 1}")
        face = seated_face(game, names or names_of(record), language)
        return _Stepper(record, face, seat).html(game, units)
    except BolichoError as error:
        if seat is not None or units is not None:
            raise
        return block(f"<p>{text(error)}</p>{_listing(record)}")


def names_of(record: Record) -> list[str]:
    """Return what the seats were called: as the record notes it, else by their agents, numbered where two are alike."""
    noted = record.notes.get("names")
    if isinstance(noted, list) and len(noted) == len(record.agents):
        return list(map(str, noted))
    often = record.agents.count
    return [f"{name} {seat}" if often(name) > 1 else name for seat, name in enumerate(record.agents)]


class _Stepper:
    """The plies of a record, one shown at a time."""

    def __init__(self, record: Record, face: Face, seat: int | None) -> None:
        self.record, self.face, self.seat = record, face, seat

    def html(self, game: Game, units: Iterable[int] | None) -> str:
        asked = range(len(self.record.units)) if units is None else [*units]
        wanted = {unit for unit in asked if 0 <= unit < len(self.record.units)}
        if asked and not wanted:
            raise BadInput(f"units: the match has units 0 to {len(self.record.units) - 1}")
        hands: dict[int, list[str]] = {}
        left: list[int] = []
        size = 0
        for unit, plies in self._hands(game):
            if unit not in wanted:
                continue
            if hands and (left or size > LARGEST):
                left.append(unit)
                continue
            hands[unit] = [self._ply(step, mover) for step, mover in plies]
            size += sum(map(len, hands[unit]))
        house = self.face.house
        body = f"<p><b>{text(self.face.title)}</b> · {text(self._result())}</p>" + self._stepper(hands)
        if left:
            told = f"{house(f'unit-{self._kind}')} {left[0] + 1}–{left[-1] + 1}"
            body += f"<p>{text(house('left-out', hands=told, first=left[0], last=left[-1] + 1))}</p>"
        return block(with_sprite(self.face.deck, body), next(SHOWN))

    @property
    def _kind(self) -> str:
        unit: str = self.face.game.unit
        return unit if f"unit-{unit}" in self.face.house else "hand"

    def _hands(self, game: Game) -> Iterator[tuple[int, list[tuple[Step, int | None]]]]:
        """Give the plies of each unit, each with who made the move that led to it."""
        unit: list[tuple[Step, int | None]] = []
        for step in steps(self.record, game):
            if unit and step.unit != unit[0][0].unit:
                yield unit[0][0].unit, unit
                unit = []
            unit.append((step, unit[-1][0].state.seat if unit else None))
        if unit:
            yield unit[0][0].unit, unit

    def _stepper(self, hands: dict[int, list[str]]) -> str:
        plies = [ply for unit in hands.values() for ply in unit]
        parts, number = [], 0
        firsts: dict[int, int] = {}
        for unit, drawn in hands.items():
            firsts[unit] = number
            for ply, picture in enumerate(drawn):
                bar = self._bar(number, len(plies), unit, ply, len(drawn) - 1)
                parts.append(
                    f'<input class="b-step" type="radio" name="{OWN}ply" id="{OWN}{number}"'
                    f'{" checked" * (number == 0)} aria-label="{unit + 1}.{ply}">'
                    f'<div class="b-ply">{bar}{picture}</div>'
                )
                number += 1
        ways = "".join(_go(at, str(unit + 1)) for unit, at in firsts.items())
        word = text(self.face.house(f"unit-{self._kind}"))
        return (f'<div class="b-hands">{word} {ways}</div>' if len(firsts) > 1 else "") + "".join(parts)

    def _bar(self, number: int, plies: int, unit: int, ply: int, last: int) -> str:
        house = self.face.house
        where = house("unit", unit=house(f"unit-{self._kind}"), number=unit + 1)
        told = f"{where} · {house('ply', ply=ply, plies=last)}"
        back, on = _go(max(0, number - 1), "◀"), _go(min(plies - 1, number + 1), "▶")
        return f'<div class="b-bar">{back}{on}<span>{text(told)}</span></div>'

    def _ply(self, step: Step, mover: int | None) -> str:
        state = step.state
        picture = inside(self.face, state if self.seat is None else state.view(self.seat))
        kept = self.record.units[step.unit].decisions
        why: JsonMapping | None = kept[step.ply - 1] if kept and step.ply else None
        if why is None or mover is None or self.seat not in (None, mover):
            return picture
        value = why.get("value")
        told = decision(
            str(step.move),
            value if isinstance(value, float | int) else None,
            why.get("why") or {},
            self.face.name_of,
            self.face.language,
        )
        return picture + told

    def _result(self) -> str:
        record, names = self.record, self.face.names
        facts = {"score": " · ".join(f"{name} {points}" for name, points in zip(names, record.scores, strict=True))}
        if record.forfeit is not None:
            kind, facts["who"], facts["why"] = "forfeit", names[record.forfeit.seat], record.forfeit.why
        elif record.winner is not None:
            kind, facts["who"] = "won", names[record.winner]
        else:
            kind = "drawn" if record.finished else "unfinished"
        return self.face.house(f"result-{kind}", **facts)


def _go(number: int, label: str) -> str:
    return f'<label class="b-go" for="{OWN}{number}">{text(label)}</label>'


def _listing(record: Record) -> str:
    """What a record says, move by move, where the rules cannot be asked."""
    rows = [
        [str(number), " ".join(unit.moves), " ".join(map(str, unit.scores))] for number, unit in enumerate(record.units)
    ]
    return table(["unit", "moves", "scores"], rows, f"{record.game}: {', '.join(record.agents)}")

"""The decisions of one unit of a table, explained: with the cards they were made with, when their time has come."""

from collections.abc import Set as AbstractSet
from typing import Any

from bolicho.core.json_text import JsonObject
from bolicho.games.face import face_of
from bolicho.web.server.refusal import Refusal
from bolicho.web.tables.picture import names_for
from bolicho.web.tables.plainly import why_in_words
from bolicho.web.tables.reasons import drawn_with
from bolicho.web.tables.table import WebTable


def explained(
    table: WebTable, number: int, seat: int | None, language: str, hidden: AbstractSet[int] = frozenset()
) -> JsonObject:
    """Explain a unit: a finished one in learning mode, any after the match, live where agents play.

    ``hidden``: the seats whose cards, and so whose reasons, who asks may not see.
    """
    if table.study is not None:
        raise Refusal(403, "of-a-study", "who is met in a study, and why it plays so, is not told here")
    play = table.play
    units = [] if play is None else [*play.units, *([] if play.context is None else [play.record().units[-1]])]
    if not 0 <= number < len(units):
        raise Refusal(404, "no-such-unit", f"unit {number}: the match has {len(units)}")
    finished = table.over or units[number].over
    if not (table.bots_only or table.over or (table.mode == "learning" and finished)):
        when = "the unit is over" if table.mode == "learning" else "the match is over"
        raise Refusal(403, "not-yet", f"explanations show cards: they are told when {when}")
    return _decisions(table, number, units[number], seat, language, hidden)


def _decisions(
    table: WebTable, number: int, unit: Any, seat: int | None, language: str, hidden: AbstractSet[int]
) -> JsonObject:
    speaker = face_of(table.game, language, names_for(table, seat, language))
    state = table.game.start(table.game.parse_deal(unit.deal), **unit.context)
    hands = speaker.hands(state, hidden)
    kept = unit.decisions or (None,) * len(unit.moves)
    assert table.play is not None
    ply = sum(len(one.moves) for one in table.play.units[:number])
    decisions = []
    for offset, (move, decision) in enumerate(zip(unit.moves, kept, strict=True)):
        told = (decision or {}).get("why") or {}
        if told and state.seat not in hidden:  # reasons tell cards
            who = state.seat
            facts = {"ply": ply + offset, "seat": who, "name": speaker.names[who], "move": move}
            said = {"text": speaker.say(who, move), "value": (decision or {}).get("value"), "why": told}
            drawn = drawn_with(told, state.view(who), table.play.names[who], speaker)
            decisions.append({**facts, **said, "sentence": why_in_words(told, speaker), **drawn})
        state = state.play(move)
    return {"unit": number, "decisions": decisions, "hands": hands}

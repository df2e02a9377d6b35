"""What a room shows: names, tables and standings, to whoever is in it; of cards nothing."""

from bolicho.core.json_text import JsonObject
from bolicho.games.face import face_of
from bolicho.web.rooms.contests import can_join, sessions_left, table_of
from bolicho.web.rooms.guests import RoomGuest
from bolicho.web.rooms.room import FREE, HOMEWORK, Contest, Entrant, Room, RoomMatch
from bolicho.web.server.house import House
from bolicho.web.tables.picture import called, server_words


def view_of_room(house: House, guest: RoomGuest, language: str) -> JsonObject:
    """Return the whole view of a room for whoever asks."""
    room, member = guest.room, guest.member
    contests = [_contest(house, room, contest, language) for contest in room.contests]
    return {
        "code": room.code,
        "title": room.title,
        "role": guest.role,
        "version": room.version,
        "locked": room.locked,
        "closed": room.closed,
        "people": [
            {
                "id": one.id,
                "name": one.name,
                "present": room.present(one),
                "away": one.away,
                "agreed": one.agreed if guest.role == "teacher" else None,
            }
            for one in room.here
        ],
        "most_people": house.settings.people_a_room,
        "addresses": list(house.settings.addresses) if member is None else [],
        "idle_days": house.settings.room_days,
        "contests": contests,
        "me": None if member is None else {"id": member.id, "name": member.name, "agreed": member.agreed},
        "mine": _mine(house, room, guest, language),
    }


def entrant_name(room: Room, entrant: Entrant, language: str) -> str:
    """Return what an entrant is called inside the room."""
    if entrant.kind == "agent":
        return called(entrant.agent or "", language)
    if entrant.kind == "teacher":
        return server_words(language)("teacher")
    member = room.member(entrant.member)
    name = "" if member is None else member.name
    return name or server_words(language)("member", number=entrant.member)


def names_of(room: Room, contest: Contest, language: str) -> list[str]:
    """Return what the entrants of a contest are called; agents of one name by number."""
    names = [entrant_name(room, entrant, language) for entrant in contest.entrants]
    told = []
    for number, name in enumerate(names):
        again = names[:number].count(name)
        told.append(f"{name} {again + 1}" if names.count(name) > 1 else name)
    return told


def _contest(house: House, room: Room, contest: Contest, language: str) -> JsonObject:
    names = names_of(room, contest, language)
    if contest.kind == FREE:
        tables = [_table(house, contest, match, names, language) for match in contest.running]
        return {"id": contest.id, "kind": FREE, "over": False, "tables": tables, "names": names}
    last = contest.boards - 1
    shown = contest.matches if contest.kind == HOMEWORK else [m for m in contest.matches if m.board == last]
    return {
        **_standing(room, contest, names, language),
        "tables": [_table(house, contest, match, names, language) for match in shown],
    }


def _standing(room: Room, contest: Contest, names: list[str], language: str) -> JsonObject:
    """Tell all of a contest but its tables; worked out once for everybody who asks."""
    key = (contest.boards, contest.over, len(contest.running), len(contest.matches), tuple(names), tuple(contest.late))
    known = room.drawn.get((contest.id, language))
    if known is not None and known[0] == key:
        return known[1]
    game = contest.make_game()
    host = contest.entrants[0].agent if contest.entrants else None
    told: JsonObject = {
        "id": contest.id,
        "kind": contest.kind,
        "over": contest.over,
        "game": contest.game,
        "title": face_of(game, language).title,
        "unit": game.unit,
        "units": contest.units,
        "each": contest.each,
        "auto": contest.auto,
        "session": contest.boards,
        "sessions_left": sessions_left(contest),
        "names": names,
        "members": [entrant.member for entrant in contest.entrants],
        "standings": [line._asdict() | {"name": names[line.entrant]} for line in table_of(contest)],
        "tasks": [task.text for task in contest.tasks],
        "tries": contest.tries,
        "late": list(contest.late),
        "can_join": can_join(contest),
        "agent": None if host is None else called(host, language),
    }
    room.drawn[contest.id, language] = (key, told)
    return told


def _table(house: House, contest: Contest, match: RoomMatch, names: list[str], language: str) -> JsonObject:
    table = house.hall.tables.get(match.table)
    row = match.row
    live = table is not None and table.play is not None and row is None
    away = table.absence() if table is not None and live else None
    title = "" if table is None or contest.kind != FREE else face_of(table.game, language).title
    return {
        "match": match.match,
        "round": match.round,
        "board": match.board,
        "table": match.table,
        "title": title,
        "seats": [{"entrant": one, "name": names[one] if one >= 0 else None} for one in match.seats],
        "scores": list(table.play.scores) if table is not None and live else row["scores"] if row else None,
        "winner": None if row is None else row["winner"],
        "forfeit": None if row is None or row["forfeit"] is None else row["forfeit"]["agent"],
        "over": row is not None,
        "waiting": -1 in match.seats,
        "turn": table.turn if table is not None and live else None,
        "away": None if away is None else round(away),
        "stand_in": [seat.stand_in is not None for seat in table.seats] if table is not None else [],
    }


def _mine(house: House, room: Room, guest: RoomGuest, language: str) -> list[JsonObject]:
    """Return the tables at which who asks sits now."""
    if guest.role == "screen":
        return []
    own = Entrant("teacher") if guest.member is None else Entrant("member", guest.member.id)
    found = []
    for contest in room.contests:
        if own not in contest.entrants:
            continue
        number, names = contest.entrants.index(own), names_of(room, contest, language)
        for match in contest.running:
            if number in match.seats and (match.record is not None or match.table in house.hall.tables):
                seat = match.seats.index(number)
                told = _table(house, contest, match, names, language)
                turn = told["turn"] == seat
                found.append({**told, "contest": contest.id, "kind": contest.kind, "seat": seat, "my_turn": turn})
    return found

"""A table in a browser: the same rules, agents and words as at the web table, in a worker of the page, by Pyodide.

What a page says comes as text, what it hears goes as text: the messages of the WebSocket, and ``keep``, by which the
page keeps the match. A table is its record here too: whoever opens it again goes on where it stood.
"""

import json
from collections.abc import Callable
from secrets import randbits

from bolicho.core.contract import Decision
from bolicho.core.errors import BolichoError, fault
from bolicho.core.json_text import JsonObject, read_json
from bolicho.core.record import Record
from bolicho.games import GAMES
from bolicho.games.face import face_of
from bolicho.web.server.refusal import Refusal
from bolicho.web.tables.explanations import explained
from bolicho.web.tables.mind import Mind, Task
from bolicho.web.tables.picture import hint_of, view_of
from bolicho.web.tables.seats import Seat, checked_spec, clean_name, game_of, moved, new_id
from bolicho.web.tables.table import LAST_RESORT, WebTable
from bolicho.web.tables.talk import say
from bolicho.web.tables.thoughts import AgentAnswer, AgentFailure, Message, Needs

Post = Callable[[str], object]


class BrowserTable:
    """The one table of a page, with one person at it."""

    def __init__(self, post: Post) -> None:
        self.post, self.mind = post, Mind()
        self.language = "pt-BR"
        self.table: WebTable | None = None

    def hear(self, text: str) -> None:
        """Do what the page says; whatever goes wrong is told as an error."""
        message: JsonObject = json.loads(text)
        try:
            self._do(message)
        except Refusal as refusal:
            self._error(refusal.code, refusal.message, message)
        except BolichoError as error:
            self._error("bad-input", str(error), message)
        except Exception as error:  # the page must say something, whatever it was
            self._error("failed", fault(error), message)

    def _do(self, message: JsonObject) -> None:
        if message["type"] == "open":
            self.language = message["language"]
            self.table = _opened(message["table"], message["kept"], self.language)
            self._show()
            self._play_on()
            return
        table = self._here()
        seat = _own(table)
        match message["type"]:
            case "move":
                table.move(seat, message["ply"], message["move"])
                self._show()
                self._play_on()
            case "resign":
                table.resign(seat)
                self._show()
            case "rematch":
                self._again(table, seat)
            case "say":
                say(table, seat, message["saying"])
                self._show()
            case "hint":
                self._say("hint", hint_of(table, seat, *self._advice(table, seat), self.language))
            case "why":
                told = explained(table, message["unit"], seat, self.language)
                self._say("why", {"ticket": message["ticket"], **told})
            case other:
                raise Refusal(422, "bad-message", f"type: {other!r} is not known here")

    # ── what the page hears ───────────────────────────────────────────────────────────────────────────────────────

    def _say(self, kind: str, facts: JsonObject) -> None:
        self.post(json.dumps({"type": kind, **facts}))

    def _show(self) -> None:
        """Let the page keep the match as it stands, then show it."""
        table = self._here()
        self._keep(table)
        view = view_of(table, _own(table), self.language)
        for seat in view["seats"]:
            seat["present"] = True  # nobody else is anywhere
        self._say("view", view)

    def _keep(self, table: WebTable) -> None:
        match = json.dumps({"data": table.to_data(), "record": table.record().to_dict()})
        face = face_of(table.game, self.language)
        play = table.play
        told = {"title": face.title, "over": table.over, "scores": list(play.scores) if play else []}
        self._say("keep", {"table": table.id, "seat": _own(table), "told": told, "kept": {"match": match}})

    def _error(self, code: str, text: str, message: JsonObject) -> None:
        ply = 0 if self.table is None else self.table.ply
        self._say("error", {"code": code, "message": text, "ply": ply, "ticket": message.get("ticket")})

    # ── agents ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _play_on(self) -> None:
        """Let the agents move until it is the person's turn."""
        table = self._here()
        while (turn := table.turn) is not None and (agent := table.seats[turn].decider) is not None:
            self._one_move(table, turn, agent)
            self._show()

    def _one_move(self, table: WebTable, turn: int, agent: str) -> None:
        answer = self._ask(table, turn, agent, table.id)
        play = table.play
        assert play is not None
        if isinstance(answer, AgentAnswer) and answer.move in play.state.moves():
            table.decide(Decision(answer.move, answer.value, answer.why))
        elif agent == LAST_RESORT:
            table.move_by_chance()
        else:
            kind, why = (answer.kind, answer.why) if isinstance(answer, AgentFailure) else ("illegal", "")
            table.take_over(turn, kind, why)

    def _advice(self, table: WebTable, seat: int) -> tuple[str, JsonObject]:
        if table.mode != "learning":
            raise Refusal(403, "no-hints", "hints are for tables in learning mode")
        if seat != table.turn:
            raise Refusal(403, "not-your-turn", "it is not this seat's turn")
        answer = self._ask(table, seat, face_of(table.game).adviser, f"{table.id}-hint")
        if not isinstance(answer, AgentAnswer):
            raise Refusal(409, "no-hint", "no hint could be found")
        table.seats[seat].hinted = True
        return answer.move, answer.why

    def _ask(self, table: WebTable, seat: int, agent: str, memory: str) -> Message:
        play = table.play
        assert play is not None
        task = Task.at(play, agent, memory, seat)
        try:
            answer = self._heard(task)
            if isinstance(answer, Needs):
                answer = self._heard(task._replace(saw=tuple(table.last_views(seat))))
            return answer
        except Exception as error:  # whatever an agent raises: the stand-in goes on
            return AgentFailure(fault(error))

    def _heard(self, task: Task) -> Message:
        heard: list[Message] = []
        self.mind.answer(task, heard.append)
        return heard[-1]

    # ── the table ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _here(self) -> WebTable:
        if self.table is None:
            raise Refusal(409, "gone", "no table is open")
        return self.table

    def _again(self, table: WebTable, seat: int) -> None:
        """Lay another table, the sides swapped; the page goes there."""
        if not table.over:
            raise Refusal(409, "not-over", "the match is not over yet")
        count = len(table.seats)
        fresh = [moved(table.seats[(i + 1) % count]) for i in range(count)]
        following = _laid(WebTable(new_id(), table.game, fresh, table.mode, table.language, _no_diary), None)
        self._keep(following)
        table.seats[seat].rematch = True
        table.next_table = following.id
        table.next_tokens[seat] = {"table": following.id, "token": "", "seat": (seat - 1) % count}
        table.changed()
        self._show()


def _opened(name: str, kept: JsonObject, language: str) -> WebTable:
    """Return a table as it was kept (``match``), or a new one as it was ordered (``order``).

    A match is kept as text, since a page that read it would round its seed: numbers there have 53 bits.
    """
    order = kept.get("order")
    if order is not None:
        game = game_of(order["game"], order.get("preset"), order.get("options", {}))
        seats = [_seat(one, language) for one in order["seats"]]
        if len(seats) != game.seats:
            raise Refusal(422, "bad-input", f"seats: {game.name} has {game.seats}, found {len(seats)}")
        return _laid(WebTable(name, game, seats, order["mode"], language, _no_diary), None)
    match = read_json(kept["match"])
    data, record = match["data"], Record.from_dict(match["record"])
    table = WebTable(
        name,
        GAMES.make(data["game"], **data["options"]),
        [Seat.from_dict(seat) for seat in data["seats"]],
        data["mode"],
        data["language"],
        _no_diary,
        notices=data["notices"],
        takeovers=data["takeovers"],
        sayings=data["sayings"],
    )
    return _laid(table, record)


def _seat(order: JsonObject, language: str) -> Seat:
    if order["kind"] == "me":
        return Seat("person", name=clean_name(order.get("name", "")), language=language)
    return Seat("agent", agent=checked_spec(order["agent"]))


def _laid(table: WebTable, record: Record | None) -> WebTable:
    table.begin(table.deal(randbits(63), record))
    return table


def _own(table: WebTable) -> int:
    return next(number for number, seat in enumerate(table.seats) if seat.kind == "person")


def _no_diary(entry: JsonObject) -> None:
    """Nothing is written here: the page keeps the whole match after each move."""

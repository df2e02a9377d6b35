"""The table: one match of any game between agents, from the first deal to the record.

A table can be stepped (a web page, a tutor), or played to the end by `play_match`. The randomness of a decision is
keyed by (seed, match, unit, seat, ply), so a table that goes on from its record decides as it would have. An agent can
try all seeds, and would find the cards of the others: so where somebody plays who is not of the house, a secret salt
keys decisions and deals too (`core.chance`). The record keeps it.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from random import Random
from time import monotonic
from typing import Any

from bolicho.core.chance import checked_salt, stream
from bolicho.core.contract import Agent, Context, Decision, Game, Question
from bolicho.core.errors import BadInput, IllegalMove, fault, one_line
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Forfeit, Record, Unit, winner_of
from bolicho.core.strangers import salt_for
from bolicho.play.dealers import Dealer, shuffled
from bolicho.play.onward import NOTE, Beginning, begun_of
from bolicho.play.replay import MOST_UNITS, most_units
from bolicho.play.watchers import Watcher

Tutor = Callable[[Question], Decision | None]
"""Answers a learning agent's question, or None to leave it to the agent's own choice."""


def play_match(
    game: Game,
    agents: Sequence[Agent],
    seed: int = 0,
    *,
    match: int = 0,
    board: int | None = None,
    dealer: Dealer | None = None,
    watchers: Iterable[Watcher] = (),
    tutor: Tutor | None = None,
    time_limit: float | None = None,
    keep_why: bool = False,
    salt: str | None = None,
) -> Record:
    """Play one match and return its record.

    An agent that plays an illegal move, raises or takes longer than ``time_limit`` seconds for a decision forfeits.
    Agents of the house play the same match again from the same seed. With anybody else a secret ``salt`` is drawn,
    which the record keeps: give it for the same match again.
    """
    table = Table(
        game,
        agents,
        seed,
        match=match,
        board=board,
        dealer=dealer,
        watchers=watchers,
        keep_why=keep_why,
        salt=salt,
    )
    while not table.over:
        table.advance(tutor, time_limit)
    return table.record()


class Table:
    """One match in progress: whose turn it is, what happened so far, and how it goes on."""

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        seed: int = 0,
        *,
        match: int = 0,
        board: int | None = None,
        dealer: Dealer | None = None,
        watchers: Iterable[Watcher] = (),
        keep_why: bool = False,
        begun: Beginning | None = None,
        units: int | None = None,
        salt: str | None = None,
    ) -> None:
        """Seat the agents and deal; ``board`` names the deals (by default the match does).

        ``units``: after so many hands (or games) the match is over at whatever score, if it was not before.
        ``begun`` gives the first context and deals of a match that goes on from another one. ``salt``: None draws one
        when somebody plays who is not of the house.
        """
        if len(agents) != game.seats:
            raise BadInput(f"{game.name} needs {game.seats} agents, found {len(agents)}")
        self.game = game
        self.names = tuple(agent.name for agent in agents)
        self.seed, self.match, self.board = seed, match, match if board is None else board
        self.salt = salt_for(agents) if salt is None else checked_salt(salt)
        self.begun, self.most = begun, units
        self.dealer = dealer or shuffled(game, seed, self.board, self.salt)
        if begun is not None:
            self.dealer = begun.dealer(game, self.dealer)
        self.watchers = tuple(watchers)
        self.keep_why = keep_why
        self.units: list[Unit] = []
        self.state: Any = None
        self.lost: Forfeit | None = None
        self.agents = [self._asked(i, a.sit) if hasattr(a, "sit") else a for i, a in enumerate(agents)]
        self._begin(dict(begun.context) if begun else game.opening(self._stream("opening", self.board)))

    @classmethod
    def resume(cls, record: Record, game: Game, agents: Sequence[Agent], **options: Any) -> "Table":
        """Rebuild a table from its record, finished or not; the agents see again what they saw."""
        if record.seed is None:
            raise BadInput("a record without a seed cannot be resumed")
        options.setdefault("keep_why", any(unit.decisions for unit in record.units))
        options |= {"board": record.notes.get("board"), "begun": begun_of(record.notes, game), "salt": record.salt}
        options |= {"units": most_units(record)}
        table = cls(game, agents, record.seed, match=record.match, **options)
        for number, unit in enumerate(record.units):
            if (unit.deal, unit.context) != (str(table.deal), table.context):
                raise BadInput(f"record.units[{number}]: not what this seed deals")
            kept = unit.decisions or (None,) * len(unit.moves)
            for move, why in zip(unit.moves, kept, strict=True):
                table.play(Decision(move, (why or {}).get("value"), (why or {}).get("why", {})))
        table.lost = record.forfeit
        return table

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.context is None or self.lost is not None

    @property
    def seat(self) -> int:
        """Who moves."""
        seat: int = self.state.seat
        return seat

    @property
    def scores(self) -> tuple[int, ...]:
        """The match score by seat, the present unit included."""
        units = [unit.scores for unit in self.units] + ([] if self.context is None else [tuple(self.state.scores)])
        return tuple(map(sum, zip(*units, strict=True)))

    def rng(self) -> Random:
        """Return the chance of the decision that is due."""
        return self._stream("choose", self.match, len(self.units), self.seat, len(self.moves))

    def ask(self) -> Decision | Question:
        """Ask the agent whose turn it is, who sees its view and nothing else."""
        answer: Decision | Question = self.agents[self.seat].choose(self.state.view(self.seat), self.rng())
        return answer

    def advance(
        self,
        tutor: Tutor | None = None,
        time_limit: float | None = None,
        ask: Callable[[], Decision | Question] | None = None,
    ) -> None:
        """Ask (in another way than `ask`, if one is given) and play; who cheats, raises or dawdles has lost."""
        seat = self.seat
        began = monotonic()
        answer = self._asked(seat, ask or self.ask)
        if self.lost is not None:
            return self._tell_end()
        if time_limit is not None and monotonic() - began > time_limit:
            return self.forfeit(seat, f"took longer than {time_limit:g} s for a decision")
        if isinstance(answer, Question):
            answer = (tutor(answer) if tutor else None) or answer.fallback
        if not isinstance(answer, Decision):
            return self.forfeit(seat, f"choose returned {type(answer).__name__}, not a Decision")
        try:
            self.play(answer)
        except IllegalMove as error:
            self.forfeit(seat, str(error))

    def play(self, decision: Decision | str) -> None:
        """Play a move for the seat whose turn it is; an illegal one raises and changes nothing."""
        decision = Decision(decision) if isinstance(decision, str) else decision
        seat = self.seat
        self.state = self.state.play(decision.move)
        self.moves.append(decision.move)
        if self.keep_why:
            self.whys.append(_kept(decision))
        self._tell("moved", seat, decision)
        if self.state.over:
            self._end()

    def forfeit(self, seat: int, why: str) -> None:
        """End the match: this seat has lost it."""
        self.lost = Forfeit(seat, why)
        self._tell_end()

    def record(self) -> Record:
        """Return what happened so far; it may be unfinished."""
        units = tuple(self.units) + (() if self.context is None else (self._unit(self.context),))
        return Record(
            game=self.game.name,
            version=self.game.version,
            options=dict(self.game.options),
            agents=self.names,
            seed=self.seed,
            salt=self.salt,
            match=self.match,
            units=units,
            scores=self.scores,
            winner=winner_of(self.scores, self.lost) if self.over else None,
            finished=self.over,
            forfeit=self.lost,
            notes={"board": self.board}
            | ({NOTE: self.begun.to_note()} if self.begun else {})
            | ({} if self.most is None else {MOST_UNITS: self.most}),
        )

    def _stream(self, *path: int | str) -> Random:
        return stream(self.seed, *path, salt=self.salt)

    def _asked(self, seat: int, call: Callable[..., Any], *args: object) -> Any:
        """Call an agent; whatever it raises is its own fault, loses it the match, and must not end the program."""
        try:
            return call(*args)
        except KeyboardInterrupt:
            raise  # somebody wants to stop
        except BaseException as error:
            self.lost = Forfeit(seat, fault(error))
            return None

    def _begin(self, context: Context | None) -> None:
        self.context = context
        if context is None:
            self._tell_end()
            return
        self.deal = self.dealer(len(self.units))
        self.state = self.game.start(self.deal, **context)
        self.moves: list[str] = []
        self.whys: list[JsonObject] = []
        self._tell("unit_begins")

    def _end(self) -> None:
        for seat, agent in enumerate(self.agents):
            if hasattr(agent, "saw"):
                self._asked(seat, agent.saw, self.state.view(seat))
        self._tell("unit_ends")
        assert self.context is not None
        unit = self._unit(self.context)
        self.units.append(unit)
        done = self.lost is not None or len(self.units) == self.most
        self._begin(None if done else self.game.following(self.context, unit.scores))

    def _unit(self, context: Context) -> Unit:
        scores, over = tuple(self.state.scores), self.state.over
        return Unit(str(self.deal), context, tuple(self.moves), scores, over, tuple(self.whys))

    def _tell(self, event: str, *facts: Any) -> None:
        for watcher in self.watchers:
            getattr(watcher, event)(self, *facts)

    def _tell_end(self) -> None:
        lost, winner = self.lost, winner_of(self.scores, self.lost)
        for seat, agent in enumerate(self.agents):
            if hasattr(agent, "rise"):
                self._asked(seat, agent.rise, self.scores, winner)
        self.lost = lost  # the match is over: nothing that happens now changes who won it
        if self.watchers:
            record = self.record()
            for watcher in self.watchers:
                watcher.match_ends(record)


def _kept(decision: Decision) -> JsonObject:
    """A decision as a record keeps it: plain JSON data, or a word about why it is not."""
    try:
        kept: JsonObject = json.loads(json.dumps({"value": decision.value, "why": dict(decision.why)}, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        return {"value": None, "why": {"unreadable": one_line(error)}}
    return kept

"""The agent on the line: a program that some other language brought, asked for every decision.

It is started once, greeted, and kept for match after match; one match at a time, so that who plays against itself has
two of them. What it does wrong is a fault of its own, which forfeits the match; the next match begins with a fresh one.
"""

from contextlib import suppress
from random import Random
from typing import ClassVar

from bolicho.core import programs
from bolicho.core.contract import Decision, Game, Scores, View
from bolicho.core.errors import BadInput
from bolicho.field.line import messages
from bolicho.field.line.program import Program, ProgramFault
from bolicho.games.face import face_of

HELLO_SECONDS = 20.0
"""For a program to start and greet: some languages bring a machine along."""
PATIENCE = 300.0
"""Seconds for a decision where no arena sets a limit."""


class LineAgent:
    """Asks a program: ``line:node bot.js``."""

    takes_text = True
    starts_programs = True
    character: ClassVar[dict[str, str]] = {
        "en": "a program of your own, in any language: line:COMMAND",
        "pt-BR": "um programa seu, em qualquer linguagem: line:COMANDO",
    }

    def __init__(self, game: Game, command: str = "") -> None:
        """Start the program and learn who it is; one that cannot, or does not play this game, is refused here."""
        if not programs.allowed():
            raise BadInput("agent 'line': no programs are started here")
        self.game, self.command = game, command
        self.name = f"line:{command}"
        self.seconds: float | None = None
        self.idle: list[Program] = []
        self._own: Seat | None = None
        try:
            program, (self.called, self.author, self.games) = self._greeted()
        except ProgramFault as fault:
            raise BadInput(str(fault)) from None
        if self.games is not None and game.name not in self.games:
            program.end()
            raise BadInput(f"{self.name} does not play {game.name}; it plays: {', '.join(self.games) or 'nothing'}")
        self.idle.append(program)

    def timed(self, seconds: float | None) -> None:
        """Set the time for a decision, as an arena does."""
        self.seconds = seconds

    def sit(self) -> "Seat":
        """Return the seat of one match, with a program of its own."""
        while self.idle:
            program = self.idle.pop()
            if program.running:
                return Seat(self, program)
        return Seat(self, self._greeted()[0])

    def choose(self, view: View, rng: Random) -> Decision:
        """Decide outside a match, where somebody only asks."""
        if self._own is None or not self._own.program.running:
            self._own = self.sit()
        return self._own.choose(view, rng)

    def close(self) -> None:
        """End the programs that nobody uses."""
        for program in (*self.idle, *([self._own.program] if self._own else [])):
            _dismiss(program)
        self.idle, self._own = [], None

    def _greeted(self) -> tuple[Program, tuple[str, str, tuple[str, ...] | None]]:
        program = Program(self.command)
        try:
            heard = program.ask(messages.line_of(messages.hello()), HELLO_SECONDS)
            return program, messages.introduced(messages.read(heard, "hello"))
        except (ProgramFault, ValueError) as error:
            program.end(now=True)
            raise error if isinstance(error, ProgramFault) else program.fault(str(error)) from None


class Seat:
    """A program at one table, for one match."""

    def __init__(self, agent: LineAgent, program: Program) -> None:
        self.agent, self.program, self.name = agent, program, agent.name
        self.face = face_of(agent.game)
        self.place: int | None = None

    def choose(self, view: View, rng: Random) -> Decision:
        """Ask the program."""
        self._introduce(view)
        seed = rng.getrandbits(messages.SEED_BITS)
        try:
            heard = self.program.ask(messages.line_of(messages.choose(self.face, view, seed)), self._seconds)
            return messages.decided(messages.read(heard, "move"), view.moves)
        except ProgramFault:
            self.program.end(now=True)
            raise
        except ValueError as error:
            self.program.end(now=True)
            raise self.program.fault(str(error)) from None

    def saw(self, view: View) -> None:
        """Show the program how a unit ended."""
        self._introduce(view)
        self._say(messages.saw(self.face, view))

    def rise(self, scores: Scores, winner: int | None) -> None:
        """Tell the program how the match ended, and keep it for the next."""
        if self.program.running:
            if self.place is not None:
                self._say(messages.result(scores, winner))
            self.agent.idle.append(self.program)

    def _introduce(self, view: View) -> None:
        if self.place != view.seat:
            self.place = view.seat
            self._say(messages.match(self.agent.game, view.seat, self.agent.seconds))

    def _say(self, message: messages.Message) -> None:
        try:
            self.program.say(messages.line_of(message), self._seconds)
        except ProgramFault:
            self.program.end(now=True)
            raise

    @property
    def _seconds(self) -> float:
        return PATIENCE if self.agent.seconds is None else self.agent.seconds


def _dismiss(program: Program) -> None:
    """Let a program go politely."""
    if program.running:
        with suppress(ProgramFault):
            program.say(messages.line_of(messages.QUIT), 1.0)
    program.end()

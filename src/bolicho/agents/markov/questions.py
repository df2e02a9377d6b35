"""What the Markov player asks itself at a turn, in order, until an answer is a move (Rossato, section 5.2).

A question is a move and how likely it is; who says no to all of them does the last thing. So the choice and its exact
probabilities come from one list. The group's engine asked in another order (``asking=engine``): it begins with the
highest call, and who answers says yes before he is asked to raise.
"""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from bolicho.core.json_text import JsonObject
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.ladders import DECLARED, FLOR_CALLS, TRUCO_CALLS
from bolicho.games.truco.state import hand_winner
from bolicho.games.truco.view import View
from bolicho.learn.markov.bluffs import Bluffs
from bolicho.learn.markov.chances import BAND, RowMatch, Verdict, envido_chance, flor_chance, judge, truco_chance
from bolicho.learn.markov.gates import ACCEPT, CALL, GATES
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.slices import truco_columns, unseen

ENVIDO_RAISES = ("falta-envido", "real-envido")
"""From the highest down; our first call is always plain envido."""
FLOR_RAISES = FLOR_CALLS[:0:-1]


class Question(NamedTuple):
    """A move that may be said, how likely it is, and what it was judged by."""

    move: str
    yes: float
    rule: str
    call: str = ""
    found: RowMatch | None = None
    verdict: Verdict | None = None
    otherwise: str = ""
    """The move that follows a no; none passes on to the next question."""

    def facts(self) -> JsonObject:
        """Return what an explanation tells (JSON data)."""
        told: JsonObject = {"question": self.rule, "call": self.call, "yes": round(self.yes, 4)}
        if self.found is not None and self.verdict is not None:
            found, verdict = self.found, self.verdict
            told |= {
                "module": found.module,
                "row": found.row,
                "columns": found.part.size,
                "slice": list(found.part.shown),
                "wins": round(found.wins, 2),
                "losses": round(found.losses, 2),
                "p": round(found.chance, 4),
                "shift": found.shift,
                "chance": round(verdict.chance, 4),
                "gate": round(verdict.gate, 4),
                "bluffs": verdict.bluffs,
            }
        return told


def forced_move(view: View) -> str | None:
    """Return the move that needs no question: the only one, a flor to declare, points that win."""
    if len(view.moves) == 1:
        return view.moves[0]
    if view.bet == "announce":
        return "pontos" if "pontos" in view.moves else "e-bom"
    if DECLARED in view.moves and view.bet != "flor":
        return DECLARED
    if len(view.hand) == 1 and view.moves[0] == view.hand[0] and not any(call in view.moves for call in TRUCO_CALLS):
        return view.hand[0]
    return None


class Asker:
    """Asks one player's matrices and memory."""

    def __init__(self, matrices: Matrices, bluffs: Bluffs) -> None:
        self.matrices, self.bluffs = matrices, bluffs
        self.by_engine = matrices.switches.asking == "engine"

    def questions(self, view: View) -> Iterator[Question]:
        """Give the questions of a turn before the card; the last of an answer says what to do otherwise."""
        if view.bet == "flor":
            yield from self._flor(view)
        elif view.bet == "envido":
            yield from self._envido(view)
        else:
            if "envido" in view.moves:
                yield from self._call_envido(view)
            yield from self._truco(view)

    def _flor(self, view: View) -> Iterator[Question]:
        found = flor_chance(self.matrices, view)
        assert found is not None, "nobody is asked about a flor he has not"
        raises = self._raises(found, FLOR_RAISES, "raise-flor", view)
        if view.flor == (DECLARED,):
            yield from raises
            yield Question(DECLARED, 1.0, "flor-against-flor")
        else:
            accept = self._judged(found, "quero", ACCEPT, view.flor[-1], "accept-flor", view, "nao-quero")
            yield from self._answer(accept, raises)

    def _call_envido(self, view: View) -> Iterator[Question]:
        found = envido_chance(self.matrices, view)
        if found is None:
            yield Question("envido", 0.0, "no-points", "envido")
            return
        if self.by_engine:
            yield from self._raises(found, ENVIDO_RAISES, "call-envido", view)
        yield self._judged(found, "envido", CALL, "envido", "call-envido", view)

    def _envido(self, view: View) -> Iterator[Question]:
        found = envido_chance(self.matrices, view)
        if found is None:
            yield Question("quero", 0.0, "no-points", view.envido[-1], otherwise="nao-quero")
            return
        accept = self._judged(found, "quero", ACCEPT, view.envido[-1], "accept-envido", view, "nao-quero")
        yield from self._answer(accept, self._raises(found, ENVIDO_RAISES, "raise-envido", view))

    def _truco(self, view: View) -> Iterator[Question]:
        call = next((call for call in TRUCO_CALLS if call in view.moves), None)
        asked = view.truco_by is not None
        if call is None and not asked:
            return
        if self._hopeless(view, asked=asked):
            otherwise = "nao-quero" if asked else ""
            move, about = ("quero", TRUCO_CALLS[view.truco]) if asked else (call or "", call or "")
            yield Question(move, 0.0, "lost-already", about, otherwise=otherwise)
            return
        found = truco_chance(self.matrices, view)
        rule = "raise-truco" if asked else "call-truco"
        calls = [] if call is None else [self._judged(found, call, CALL, call, rule, view)]
        if asked:
            accept = self._judged(found, "quero", ACCEPT, TRUCO_CALLS[view.truco], "accept-truco", view, "nao-quero")
            yield from self._answer(accept, calls)
        else:
            yield from calls

    def _hopeless(self, view: View, *, asked: bool) -> bool:
        """Whether truco is not thought of; the engine only asks for no call after two ties."""
        if self.matrices.switches.lost == "rounds":
            return not asked and view.won == (None, None)
        return cannot_win(view)

    def _raises(self, found: RowMatch, calls: tuple[str, ...], rule: str, view: View) -> list[Question]:
        return [self._judged(found, call, CALL, call, rule, view) for call in calls if call in view.moves]

    def _answer(self, accept: Question, raises: list[Question]) -> Iterator[Question]:
        """Raise or else accept; by the engine accept, and only then raise."""
        if not self.by_engine:
            yield from raises
            yield accept
            return
        accepted, left = accept.yes, 1.0
        for question in raises:
            said = accepted * question.yes
            yield question._replace(yes=said / left if left else 0.0)
            accepted, left = accepted - said, left - said
        yield accept._replace(yes=accepted / left if left else 0.0)

    def _judged(
        self, found: RowMatch, move: str, side: str, call: str, rule: str, view: View, otherwise: str = ""
    ) -> Question:  # fmt: skip
        switches = self.matrices.switches
        gate = self.matrices.gates[f"{side}:{call}"].least if switches.gates == "adaptive" else GATES[call]
        remembers = side == ACCEPT and switches.bluffs == "on"
        bluffs = self.bluffs.remembered(call, len(view.won) + 1) if remembers else 0
        most = gate + BAND if found.module == "flor" and switches.flor == "band" else inf
        verdict = judge(found, gate, switches.rounding, bluffs, switches.spins, most)
        return Question(move, verdict.yes, rule, call, found, verdict, otherwise)


def cannot_win(view: View) -> bool:
    """Whether the third round is lost whatever the rival holds."""
    if len(view.won) != 2:
        return False
    mine, his = view.played[view.seat], view.played[view.rival]
    card = STRENGTH.get(mine[2], 0) if len(mine) == 3 else STRENGTH[view.hand[0]]
    if len(his) == 3:
        faces = [STRENGTH.get(his[2], 0)]
    else:
        faces = [s for s, chance in enumerate(unseen(truco_columns(view).key, whole=False).ties) if chance > 0]
    return not any(_wins(view, card, face) for face in faces)


def _wins(view: View, mine: int, his: int) -> bool:
    last = None if mine == his else view.seat if mine > his else view.rival
    return hand_winner((*view.won, last), view.mano) == view.seat

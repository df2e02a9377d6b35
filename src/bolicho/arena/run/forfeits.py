"""The row and the record of a match that was lost together with its process: nothing of its play is left."""

from bolicho.arena.matches.rows import Fault, Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.arena.plan.plan import Plan
from bolicho.core.chance import OPEN
from bolicho.core.record import Forfeit, Record


def forfeited_row(pairing: Pairing, agent: int, why: str) -> Row:
    """Return the row of a match an agent has lost without a trace; the rival wins, if there is one."""
    nothing = (0,) * len(pairing.seats)
    return Row(
        match=pairing.match,
        board=pairing.board,
        seats=pairing.seats,
        scores=nothing,
        winner=_rival(pairing, agent),
        hands=0,
        points=nothing,
        forfeit=Fault(agent, why),
    )


def forfeited_record(plan: Plan, pairing: Pairing, agent: int, why: str) -> Record:
    """Return its record: a match without a hand."""
    game = plan.build_game()
    winner = _rival(pairing, agent)
    return Record(
        game=game.name,
        version=game.version,
        options=dict(game.options),
        agents=tuple(plan.agents[index] for index in pairing.seats),
        seed=plan.seed,
        salt=plan.salt or OPEN,
        match=pairing.match,
        units=(),
        scores=(0,) * game.seats,
        winner=None if winner is None else pairing.seats.index(winner),
        forfeit=Forfeit(pairing.seats.index(agent), why),
        notes={"board": pairing.board},
    )


def _rival(pairing: Pairing, agent: int) -> int | None:
    others = [index for index in pairing.seats if index != agent]
    return others[0] if len(others) == 1 else None

"""What is played next in a contest, and how it stands: pure functions; formats and rows are those of the arena.

People remember cards. So in a room the boards are dealt as in a club: all tables of one session get the same deals at
the same time, nobody gets a board twice, and a session begins when the one before is over everywhere.
"""

from typing import NamedTuple

from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing, sessions
from bolicho.arena.matches.series import pairings
from bolicho.arena.plan import knockout, swiss
from bolicho.arena.plan.formats import Shape, format_of, shape_of
from bolicho.arena.results.standings import standings
from bolicho.core.chance import stream
from bolicho.web.rooms.room import HOMEWORK, SIMUL, TOURNAMENTS, Contest, Entrant, RoomMatch
from bolicho.web.server.refusal import Unfit

MOST_MATCHES = 2000
"""Of one contest."""
SEED_BITS = 62


class Line(NamedTuple):
    """How an entrant stands."""

    entrant: int
    rank: int
    """Who is even shares a rank."""
    played: int
    won: int
    drawn: int
    points: float
    """A win is one, a draw a half (or its share); half of the matches of a round in which one rests in a swiss."""
    net: int
    """Points of the game: won less lost."""
    left: bool
    """Whether they may still win a knock-out; true elsewhere."""


def shape(contest: Contest) -> Shape:
    """Return how large a tournament is; one that is too large for a room is refused."""
    seats = contest.make_game().seats
    if len(contest.entrants) < seats:
        raise Unfit("too-few-players", f"expected at least {seats} players, found {len(contest.entrants)}")
    rounds = contest.rounds if contest.kind == "swiss" else None
    found = shape_of(contest.kind, len(contest.entrants), seats, contest.each, rounds, contest.seed)
    most = format_of(contest.kind).tables(found) * found.rounds * found.matches
    if contest.kind == "round-robin" and most > MOST_MATCHES:
        raise Unfit(
            "too-many-matches", f"{most} matches: a room holds {MOST_MATCHES} in one contest; a swiss needs far fewer"
        )
    return found


def session(contest: Contest) -> list[Pairing] | None:
    """Return the matches of the next session, and move on to its round; None when the tournament is over.

    Its matches keep the numbers that the arena gives them; their board is that of the session.
    """
    size = shape(contest)
    while contest.round < size.rounds:
        before = [row for match, row in _rows(contest) if match.round < contest.round]
        drawn = sessions(pairings(format_of(contest.kind).draw(size, contest.round, before)))
        if contest.session < len(drawn):
            return [_turned(pairing, contest) for pairing in drawn[contest.session]]
        contest.round, contest.session = contest.round + 1, 0
        if contest.late and contest.round < size.rounds:
            contest.entrants += [Entrant("member", member) for member in contest.late]
            contest.late = []
            size = shape(contest)
    return None


def can_join(contest: Contest) -> bool:
    """Whether somebody may still come in: to a swiss that has a round to come, with half a point a match missed."""
    return contest.kind == "swiss" and not contest.over and contest.round + 1 < shape(contest).rounds


def sessions_left(contest: Contest) -> int | None:
    """Return how many sessions are still to come at most; None where nobody can know, or it makes no sense."""
    if contest.kind not in TOURNAMENTS or contest.over:
        return None
    size = shape(contest)
    if contest.kind == "round-robin":
        whole = len(sessions(pairings(format_of(contest.kind).draw(size, 0, []))))
        return whole - contest.session
    return (size.rounds - contest.round) * contest.each - contest.session


def board_seed(contest: Contest, board: int) -> int:
    """Return the seed of a board: who has seen the record of one knows nothing of the next."""
    return stream(contest.seed, "room", board).getrandbits(SEED_BITS)


def table_of(contest: Contest) -> list[Line]:
    """Return how everybody stands, the best first."""
    rows, count = counted(contest), len(contest.entrants)
    facts = standings(rows, count)
    rests = [0] * count
    left = set(range(count))
    reached = [0] * count
    if contest.kind == "swiss":
        done = contest.round + (1 if contest.over or (not contest.running and contest.session >= contest.each) else 0)
        rounds = min(done, shape(contest).rounds)
        played = [row for match, row in _rows(contest) if match.round < rounds]
        rests = swiss.rests(count, contest.each, rounds, played) if rounds else rests
    if contest.kind == "knock-out" and count > 1:
        for number in range(contest.round + 1):
            before = [row for match, row in _rows(contest) if match.round < number]
            left = set(knockout.survivors(count, contest.seed, number, before))
            for entrant in left:
                reached[entrant] = number
        if contest.over:
            left = set(knockout.survivors(count, contest.seed, knockout.rounds(count), rows))
            for entrant in left:
                reached[entrant] = knockout.rounds(count)
    lines = []
    for entrant in range(count):
        own = [row for row in rows if entrant in row.seats]
        points = sum(row.won(entrant) for row in own) + rests[entrant] * contest.each / 2
        net = sum(row.net(entrant) for row in own if row.seats.count(entrant) == 1)
        told = facts[entrant]
        lines.append(Line(entrant, 0, told.matches, told.wins, told.draws, points, net, entrant in left))
    keys = {line.entrant: (-reached[line.entrant], -line.points, -line.net) for line in lines}
    shown = [line for line in lines if not _host(contest, line.entrant)]
    ordered = sorted(shown, key=lambda line: (keys[line.entrant], line.entrant))
    ranks = {line.entrant: 1 + sum(keys[o.entrant] < keys[line.entrant] for o in ordered) for line in ordered}
    return [line._replace(rank=ranks[line.entrant]) for line in ordered]


def counted(contest: Contest) -> list[Row]:
    """Return the outcomes that count: of homework the best try of each at each task."""
    if contest.kind != HOMEWORK:
        return contest.rows
    best: dict[tuple[int, int], Row] = {}
    for match, row in _rows(contest):
        own = next(one for one in match.seats if contest.entrants[one].kind == "member")
        known = best.get((match.board, own))
        if known is None or (row.won(own), row.net(own)) > (known.won(own), known.net(own)):
            best[match.board, own] = row
    return list(best.values())


def _host(contest: Contest, entrant: int) -> bool:
    """Whom everybody meets is not in the table of simultaneous play and homework."""
    return contest.kind in (SIMUL, HOMEWORK) and contest.entrants[entrant].kind != "member"


def _rows(contest: Contest) -> list[tuple[RoomMatch, Row]]:
    return [(match, Row.from_dict(match.row)) for match in contest.matches if match.row is not None]


def _turned(pairing: Pairing, contest: Contest) -> Pairing:
    """Give the match the board of its session; who meets once takes the first seat as often as the last."""
    by = pairing.match % len(pairing.seats) if contest.each == 1 else 0
    return pairing._replace(board=contest.boards, seats=(*pairing.seats[by:], *pairing.seats[:by]))

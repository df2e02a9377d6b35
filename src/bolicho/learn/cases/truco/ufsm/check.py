"""Hold a hand of the UFSM group's files against the rules, part by part, and make a case of what stands.

A row is dropped when its cards, its rounds or its winner cannot be: nothing of it could be trusted. A part that
contradicts itself (suits, envido, truco calls, score) is blanked, and the row counts as repaired. A value is put
in only where other cells leave no choice. Nothing is ever guessed.
"""

from collections.abc import Iterable

from bolicho.learn.cases.truco.codes import (
    FACE_DOWN,
    I_FOLDED,
    I_LOST_THE_BET,
    LEVELS,
    ME,
    NOBODY,
    NOT_PLAYED,
    RIVAL,
    RIVAL_FOLDED,
)
from bolicho.learn.cases.truco.columns import NAMES
from bolicho.learn.cases.truco.hand import Case
from bolicho.learn.cases.truco.ufsm.bets import envido, flor, score, truco
from bolicho.learn.cases.truco.ufsm.cards import ImpossibleRow, cards, possible
from bolicho.learn.cases.truco.ufsm.hand import CARD, DOUBT, DOWN, FOUR_OR_DOWN, LOST, NONE, Hand, TableCell

DROPPED = ("mano", "cards", "not-held", "out-of-turn", "round-winner", "hand-winner")
"""Why a row is dropped, in the order of looking."""


def checked(hand: Hand) -> tuple[Case, set[str]] | str:
    """Return the case of a hand with what was repaired, or why it was dropped."""
    repairs: set[str] = set()
    case: Case = dict.fromkeys(NAMES)
    try:
        if hand.mano not in (ME, RIVAL):
            raise ImpossibleRow("mano")
        case["mano"] = hand.mano
        possible(hand)
        mine = _held(hand, repairs)
        case |= cards(hand, mine, repairs)
        rounds = _rounds(hand, mine, case, repairs)
        _ending(hand, mine, rounds, case, repairs)
    except ImpossibleRow as why:
        return str(why)
    for part in (envido, flor, truco, score):
        part(hand, case, repairs)
    return case, repairs


# ── the table ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _held(hand: Hand, repairs: set[str]) -> tuple[tuple[TableCell, int | None], ...]:
    """Say which card of the hand (0 high, 1 medium, 2 low) each card played was; a code that was lost may follow."""
    left = dict(enumerate(hand.cards))
    sure = True  # whether it is known which cards are left
    found: list[tuple[TableCell, int | None]] = []
    for cell in hand.mine:
        if cell.kind == CARD and not any(code == cell.code for code, _ in left.values()):
            if cell.code != FOUR_OR_DOWN or cell.suit is not None:
                raise ImpossibleRow("not-held")
            cell = TableCell(DOWN)  # no four in hand: the 1 is a -1 that lost its sign
        place = None
        if cell.kind == CARD:
            place = _place(left, cell)
            left.pop(place)
        elif cell.kind == LOST:
            place = _restored(left, cell) if sure else None
            repairs.add("code-lost" if place is None else "code-restored")
            if place is not None:
                code, _ = left.pop(place)
                cell = TableCell(CARD, code, cell.suit)
        found.append((cell, place))
        sure = sure and cell.kind not in (LOST, DOWN)
    return tuple(found)


def _place(left: dict[int, tuple[int | None, int | None]], cell: TableCell) -> int:
    """Which of the cards left has the code; of two, the one of that suit, else the first: they are worth the same."""
    same = [place for place, (code, _) in left.items() if code == cell.code]
    suited = [place for place in same if left[place][1] == cell.suit]
    return (suited or same)[0]


def _restored(left: dict[int, tuple[int | None, int | None]], cell: TableCell) -> int | None:
    """The only card left of the suit that was played, if there is just one and no other could be meant."""
    suited = [place for place, (_, suit) in left.items() if suit == cell.suit]
    return suited[0] if len(suited) == 1 else None


def _rounds(hand: Hand, mine: Iterable[tuple[TableCell, int | None]], case: Case, repairs: set[str]) -> int:
    """Write the cards and winners of the rounds that were played, and return how many were."""
    played = 0
    going = True
    for number, ((cell, place), theirs) in enumerate(zip(mine, hand.theirs, strict=True), 1):
        there = _there(cell), _there(theirs)
        if any(there) and decided(case, played):
            repairs.add("after-the-end")  # some of the group's programs played all cards: the rules end the hand before
            continue
        if any(there) and not (going and (all(there) or theirs.kind == DOUBT or _may_lead(case, played, there[0]))):
            raise ImpossibleRow("out-of-turn")
        case[f"mine_{number}"], case[f"theirs_{number}"] = cell.code, theirs.code
        if cell.kind == DOWN:
            case[f"played_{number}"] = FACE_DOWN
        elif place is not None:
            case[f"played_{number}"] = LEVELS[place]
        if theirs.kind == LOST:
            repairs.add("rival-code-lost")
        if all(there):
            case[f"won_{number}"] = _winner(cell, theirs, hand.won[number - 1], hand.truco_won, repairs)
            played += 1
        going = all(there)
    return played


def _winner(
    mine: TableCell, theirs: TableCell, stated: int | None, hand_won: int | None, repairs: set[str]
) -> int | None:
    """Who won a round by its cards; what the file says must agree, or be its habit of repeating the hand's winner."""
    if LOST in (mine.kind, theirs.kind):
        weak = theirs.reason == FOUR_OR_DOWN and (mine.code or 0) > FOUR_OR_DOWN
        return ME if weak else None
    won = _stronger(mine, theirs)
    if stated in (NOBODY, ME, RIVAL) and stated not in (won, hand_won):
        raise ImpossibleRow("round-winner")
    if stated != won:
        repairs.add("winner-computed")
    return won


def _stronger(mine: TableCell, theirs: TableCell) -> int:
    a, b = (mine.code or 0), (theirs.code or 0)  # a face-down card loses to any open one, two tie
    return ME if a > b else RIVAL if b > a else NOBODY


def _there(cell: TableCell) -> bool:
    return cell.kind in (CARD, DOWN, LOST)


def _may_lead(case: Case, played: int, me: bool) -> bool:
    """Whether the one card of a round that was not finished can be its leader's."""
    leader = case["mano"]
    for number in range(1, played + 1):
        if case[f"won_{number}"] is None:
            return True
        leader = case[f"won_{number}"] or leader
    return leader == (ME if me else RIVAL)


def decided(case: Case, played: int) -> int | None:
    """Return who has won the hand by its rounds, None while nobody has or where a winner is not known."""
    won = [case[f"won_{number}"] for number in range(1, played + 1)]
    if None in won or len(won) < 2:
        return None
    first, second = won[:2]
    if first == NOBODY:
        third = won[2] if len(won) > 2 else None
        return second or (None if third is None else third or case["mano"])
    if second in (first, NOBODY):
        return first
    return None if len(won) < 3 else won[2] or first


# ── how it ended ──────────────────────────────────────────────────────────────────────────────────────────────────


def _ending(
    hand: Hand, mine: tuple[tuple[TableCell, int | None], ...], played: int, case: Case, repairs: set[str]
) -> None:
    """Write who won the truco part, who refused or folded, and why cards were not played."""
    winner = decided(case, played)
    refused, folded = hand.truco_refused, hand.folded
    won = hand.truco_won or None
    if winner is not None:
        if won is not None and won != winner:
            raise ImpossibleRow("hand-winner")
        if refused or folded:
            repairs.add("refusal-after-the-end")
        refused = folded = NOBODY
        won = winner
    elif won is None:
        raise ImpossibleRow("hand-winner")
    else:
        refused, folded = _gave_up(won, refused, folded, repairs)
    case |= {"truco_won_by": won, "truco_refused_by": refused, "folded_by": folded}
    case["folded_round"] = None if folded is None else played + 1 if folded else 0
    if folded is not None and (hand.folded_when or 0) != case["folded_round"]:
        repairs.add("folded-round")
    here = played + 1
    doubt = here <= 3 and hand.theirs[here - 1].kind == DOUBT
    for number in range(1, 4):
        cell, _ = mine[number - 1]
        if number > (here if winner is None else played) and not (doubt and winner is None):
            case[f"played_{number}"] = NOT_PLAYED
        elif number == here and not doubt and cell.kind == NONE:
            case[f"played_{number}"] = _reason(cell.reason, won, refused, folded, repairs)


def _gave_up(won: int, refused: int | None, folded: int | None, repairs: set[str]) -> tuple[int | None, int | None]:
    """Keep of a refusal and a fold what fits the winner; with neither, the file does not tell how it ended."""
    loser = RIVAL if won == ME else ME
    if refused is None or folded is None:  # the short file has neither
        return None, None
    if refused not in (NOBODY, loser) and folded not in (NOBODY, loser):
        raise ImpossibleRow("hand-winner")
    if refused not in (NOBODY, loser) or folded not in (NOBODY, loser):
        if NOBODY in (refused, folded):
            raise ImpossibleRow("hand-winner")
        repairs.add("two-endings")
        refused, folded = (NOBODY if refused != loser else loser), (NOBODY if folded != loser else loser)
    if refused == folded == NOBODY:
        repairs.add("end-unknown")
        return None, None
    return refused, folded


def _reason(stated: int | None, won: int, refused: int | None, folded: int | None, repairs: set[str]) -> int | None:
    """Why the observed player's card of the last round did not come: by who gave up, else as the file says."""
    if won == ME and (refused or folded):
        return RIVAL_FOLDED
    if won == RIVAL and (refused or folded):
        return I_LOST_THE_BET if refused else I_FOLDED
    if stated in ((RIVAL_FOLDED,) if won == ME else (I_FOLDED, I_LOST_THE_BET)):
        return stated
    repairs.add("end-unknown")
    return None

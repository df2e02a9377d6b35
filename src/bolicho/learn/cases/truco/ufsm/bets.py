"""The bets of a hand of the UFSM group's files: calls in their order, who was paid, whether the score agrees.

Payments follow the tables of the rules; the group's own server paid some refusals otherwise, and let a score go
past the target. What does not fit is blanked, calls and payment apart: a call in its turn may stand while its payment
does not.
"""

from itertools import pairwise

from bolicho.learn.cases.truco.codes import ME, NOBODY, RIVAL
from bolicho.learn.cases.truco.hand import Case
from bolicho.learn.cases.truco.ufsm.hand import DOUBT, LOST, Hand

CALLS = ("envido_by", "envido_envido_by", "real_envido_by", "falta_envido_by")
STEPS = {CALLS[0]: 2, CALLS[1]: 2, CALLS[2]: 3}
"""What each call adds to an accepted envido; falta is worth what the leader lacks."""
TRUCO = ("truco", "retruco", "vale_quatro")
FLOR = ("flor_by", "flor_flor_by", "contra_flor_by", "contra_flor_resto_by", "flor_refused_by", "flor_won_by")
MOST = 24
"""Points of a match."""


# ── envido ────────────────────────────────────────────────────────────────────────────────────────────────────────


def envido(hand: Hand, case: Case, repairs: set[str]) -> None:
    """Write the envido."""
    said = [(name, who) for name, who in zip(CALLS, hand.envido, strict=True) if who]
    if not said:
        _silent(hand, case, repairs)
        return
    open_raise = None in hand.envido and said[0][0] == CALLS[0]  # an envido may have been raised by a second one
    in_turn = all(a[1] != b[1] for a, b in pairwise(said[1:] if open_raise else said))
    if not in_turn or said[0][0] == CALLS[1]:
        repairs.add("envido-calls")
        return
    case |= dict(zip(CALLS, hand.envido, strict=True))
    case[CALLS[1]] = None if open_raise else hand.envido[1] or NOBODY
    if hand.envido_refused is None:  # the short file tells who won, not how
        case["envido_won_by"] = hand.envido_won or None
        return
    refused, won, paid = hand.envido_refused, hand.envido_won, hand.envido_paid or 0
    caller = said[-1][1]
    if refused:
        fits = refused == _other(caller) and won == caller and paid == _refused(said)
    else:
        fits = bool(won) and _accepted(said, paid) and _best(hand, won)
    if not fits:
        repairs.add("envido-payment")
        return
    gain = paid if won == ME else -paid
    case |= {"envido_refused_by": refused, "envido_won_by": won, "envido_gain": gain}
    if not refused and won == RIVAL and 0 <= (hand.rival_envido_points or 0) <= 33:
        case["rival_envido_points"] = hand.rival_envido_points  # who wins says the number aloud


def _silent(hand: Hand, case: Case, repairs: set[str]) -> None:
    """Nobody called: then nobody was paid, and a payment says that a call is missing."""
    if hand.envido_paid or hand.envido_refused:
        repairs.add("envido-calls")
        return
    case |= dict.fromkeys((*CALLS, "envido_refused_by", "envido_won_by", "envido_gain"), NOBODY)
    if hand.envido_won:
        repairs.add("envido-won-by-nobody")


def _refused(said: list[tuple[str, int]]) -> int:
    return sum(STEPS[name] for name, _ in said[:-1]) or 1


def _accepted(said: list[tuple[str, int]], paid: int) -> bool:
    if said[-1][0] == CALLS[3]:
        return 1 <= paid <= MOST
    return paid == sum(STEPS[name] for name, _ in said)


def _best(hand: Hand, won: int | None) -> bool:
    """Whether the winner can have won: the pé must have more; the mão also when the pé kept his number to himself."""
    mine, theirs = hand.envido_points, hand.rival_envido_points
    if won == hand.mano or mine is None or theirs is None:
        return True
    return mine > theirs if won == ME else theirs > mine


# ── flor ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def flor(hand: Hand, case: Case, repairs: set[str]) -> None:
    """Write that there was no flor, where the file says so or the cards prove it; a flor stands if its cards do.

    Where a card stands twice and may be part of a flor, what the file says of flor is as doubtful as the card.

    The flor columns of these files are unreliable: answers to a flor and what it paid are left blank.
    """
    rival = _flor_of_rival(hand)
    if case["flor_points"] == 0 and rival is False:
        if hand.flor:
            repairs.add("flor-unproved")
        case |= dict.fromkeys((*FLOR, "flor_gain"), NOBODY)
    elif hand.flor == NOBODY and not (case["flor_points"] is None and "suit-repeated" in repairs):
        case |= dict.fromkeys((*FLOR, "flor_gain"), NOBODY)
    elif hand.flor == ME and case["flor_points"]:
        case["flor_by"] = ME
    elif hand.flor == RIVAL and rival:
        case["flor_by"] = RIVAL
    elif hand.flor:
        repairs.add("flor-unproved")


def _flor_of_rival(hand: Hand) -> bool | None:
    """Whether the rival's listed cards are a flor; None where they are not listed."""
    suits = [suit for _, suit in hand.rival_cards]
    return len(set(suits)) == 1 if len(suits) == 3 and None not in suits else None


# ── truco and the score ───────────────────────────────────────────────────────────────────────────────────────────


def truco(hand: Hand, case: Case, repairs: set[str]) -> None:
    """Write the truco calls and what the hand paid."""
    said = [who for who in hand.truco if who]
    whole = hand.truco[: len(said)] == tuple(said)
    in_turn = whole and all(a != b for a, b in pairwise(said))
    if not in_turn:
        repairs.add("truco-calls")
        case["truco_refused_by"] = None
        return
    won, refused, folded = case["truco_won_by"], case["truco_refused_by"], case["folded_by"]
    level = len(said)
    if refused and (not said or refused == said[-1]):
        repairs.add("truco-calls")
        case["truco_refused_by"] = None
        return
    paid = _paid(hand.truco_paid, said, refused, folded)
    if paid is None and hand.truco_paid is not None:
        repairs.add("truco-payment")
        case["truco_refused_by"] = None
        if hand.truco_paid > level + 1:
            return  # it paid for calls that are not there: those that are may be wrong too
    elif folded and said and said[-1] != folded and paid == level and not refused:
        case["truco_refused_by"] = folded  # folding in answer to a call is refusing it
        repairs.add("fold-refuses")
    case |= {f"{name}_by": who for name, who in zip(TRUCO, hand.truco, strict=True)}
    case["truco_gain"] = None if paid is None else paid if won == ME else -paid
    _rounds_of_calls(hand, case, repairs)
    if not said and hand.truco_refused is None and folded is None and _rounds_known(hand, case):
        played = sum(case[f"won_{number}"] is not None for number in (1, 2, 3))
        case |= {"truco_refused_by": NOBODY, "folded_by": _other(won or 0), "folded_round": played + 1}


def _rounds_known(hand: Hand, case: Case) -> bool:
    """Whether rounds did not decide the hand for sure: then, without a call, its loser folded."""
    cells = enumerate(hand.theirs, 1)
    return not any(cell.kind in (DOUBT, LOST) and case[f"won_{number}"] is None for number, cell in cells)


def _paid(stated: int | None, said: list[int], refused: int | None, folded: int | None) -> int | None:
    """What the hand paid: accepted calls + 1, without the last call where it was refused; None if that is not told."""
    level = len(said)
    can = {level + 1}
    if refused:
        can = {level}
    elif said and (refused is None or folded):
        can.add(level)  # whether the last call was refused is not told, or it was pending when somebody folded
    if stated is None:
        return can.pop() if len(can) == 1 else None
    return stated if stated in can else None


def _rounds_of_calls(hand: Hand, case: Case, repairs: set[str]) -> None:
    played = sum(case[f"won_{number}"] is not None for number in (1, 2, 3))
    told = [when for when, who in zip(hand.when, hand.truco, strict=True) if who]
    fit = all(when is not None and 1 <= when <= min(3, played + 1) for when in told)
    fit = fit and told == sorted(told, key=lambda when: when or 0)
    if told and case["truco_refused_by"] and told[-1] != played + 1:
        fit = False  # a refusal ends the hand: the call was of the round in which it ended
    if told and not fit and None not in told:
        repairs.add("truco-rounds")
    for name, when, who in zip(TRUCO, hand.when, hand.truco, strict=True):
        case[f"{name}_round"] = 0 if not who else when if fit else None


def score(hand: Hand, case: Case, repairs: set[str]) -> None:
    """Write the score before the hand, and after it where it is what the hand paid."""
    mine, theirs, mine_after, theirs_after = hand.score
    if mine is None or theirs is None:
        return
    if not (0 <= mine < MOST and 0 <= theirs < MOST):
        repairs.add("score")
        return
    case |= {"score": mine, "rival_score": theirs}
    gains = [case["envido_gain"], case["flor_gain"], case["truco_gain"]]
    known = [gain for gain in gains if gain is not None]
    if mine_after is None or theirs_after is None:
        return
    if len(known) < 3:
        repairs.add("score-unchecked")
        return
    up = mine + sum(max(0, gain) for gain in known), theirs + sum(max(0, -gain) for gain in known)
    stated = mine_after, theirs_after
    if stated in (up, (min(MOST, up[0]), min(MOST, up[1]))):
        case |= {"score_after": min(MOST, up[0]), "rival_score_after": min(MOST, up[1])}
        if max(stated) > MOST:
            repairs.add("score-past-target")
    else:
        repairs.add("score")


def _other(who: int) -> int:
    return {ME: RIVAL, RIVAL: ME}.get(who, NOBODY)

"""What is said around a Rikken table: what is asked, what happened, what was paid, and the rules being played."""

from bolicho.core.words import Words
from bolicho.games.rikken.ask import ASK, TRUMP
from bolicho.games.rikken.cards import Card
from bolicho.games.rikken.contracts import CONTRACT, CONTRACTS, NAMES, PAS
from bolicho.games.rikken.options import Rules
from bolicho.games.rikken.view import View

Names = tuple[str, ...]
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card_sign(card: Card) -> str:
    """Write a card shortly.

    >>> card_sign("Qh"), card_sign("Td")
    ('Q♥', '10♦')
    """
    return f"{'10' if card[0] == 'T' else card[0]}{SIGNS[card[1]]}"


def card_name(card: Card, words: Words) -> str:
    """Name a card in words."""
    rank = words(f"rank-{card[0]}") if f"rank-{card[0]}" in words else card[0]
    return words("card", rank=rank, suit=words(f"suit-{card[1]}"))


def suit_name(suit: str, words: Words) -> str:
    """Name a suit, with its sign."""
    return f"{SIGNS[suit]} {words(f'suit-{suit}')}"


def contract_name(contract: str, words: Words) -> str:
    """Name a contract."""
    return words(f"contract-{contract}")


def goal(contract: str, words: Words) -> str:
    """Tell the tricks that make a contract, its value, and whose cards are seen."""
    terms = CONTRACT[contract]
    key = {0: "goal-none", 1: "goal-exact", 13: "goal-all"}.get(terms.low, "goal-least")
    told = words(key, tricks=terms.low, value=terms.value)
    return f"{told} · {words('goal-plus' if terms.plus else 'goal-open')}" if terms.open else told


def short_goal(contract: str) -> str:
    """Write the tricks that make a contract, and its value.

    >>> short_goal("solo-9"), short_goal("piek")
    ('9+ · 4', '1 · 3')
    """
    terms = CONTRACT[contract]
    return f"{terms.low}{'+' if terms.low < terms.high else ''} · {terms.value}"


def prompt(view: View, words: Words, names: Names) -> str:
    """Say what is asked of the seat whose turn it is."""
    best = view.standing
    if view.phase == "auction" and best is not None:
        return words("ask-over", who=names[best[0]], contract=contract_name(best[1], words))
    if view.phase == "auction":
        return words("ask-open" if PAS in view.moves else "ask-must")
    if view.phase == "trump":
        mine = view.declarer == view.seat
        return words("ask-trump" if mine else "ask-partner-trump", who=names[view.declarer or 0])
    if view.phase == "ask":
        return words("ask-ask")
    if view.current is not None and view.current.cards:
        return words("ask-follow", who=names[view.current.leader], card=card_name(view.current.cards[0], words))
    return words("ask-lead")


def move_in_words(move: str, words: Words) -> str:
    """Tell a move as it is heard at the table."""
    if move == PAS:
        return words("say-pas")
    if move in NAMES:
        return words("say-bid", contract=contract_name(move, words))
    if move.startswith(TRUMP):
        return words("say-trump", suit=suit_name(move.removeprefix(TRUMP), words))
    if move.startswith(ASK):
        return words("say-ask", card=card_name(move.removeprefix(ASK), words))
    return words("say-card", card=card_name(move, words))


def contract_told(view: View, words: Words, names: Names) -> str:
    """Tell who plays which contract."""
    assert view.declarer is not None
    assert view.contract is not None
    contract = contract_name(view.contract, words)
    return words("contract-line", who=names[view.declarer], contract=contract, goal=goal(view.contract, words))


def standing(view: View, words: Words, names: Names) -> list[str]:
    """Tell who deals, the contract or the highest bid, trump, the asked card and who is known to be partner."""
    lines = [words("dealer", who=names[view.dealer])]
    if view.contract is None or view.declarer is None:
        best = view.standing
        bid = words("no-bid") if best is None else _bid(best, words, names)
        return [*lines, f"{words('bidding')}: {bid}"]
    terms = CONTRACT[view.contract]
    lines.append(contract_told(view, words, names))
    if view.trump is not None:
        lines.append(words("trump-line", suit=suit_name(view.trump, words)))
    elif view.phase != "trump":
        lines.append(words("no-trump"))
    if view.asked is not None:
        lines.append(words("asked-line", card=card_name(view.asked, words)))
    lines.append(words("alone") if terms.alone else _partner(view, words, names))
    return lines


def side(view: View) -> int:
    """Return the tricks of declarer and of the partner as far as he is known."""
    return sum(view.won[seat] for seat in {view.declarer, view.partner} if seat is not None)


def summary(view: View, words: Words, names: Names) -> list[str]:
    """Tell how a finished deal ended and what was paid."""
    if view.revoked is not None:
        ended = words("over-revoked", who=names[view.revoked])
    elif view.contract is None or view.declarer is None:
        return [words("over-passed")]
    else:
        made = CONTRACT[view.contract].made(side(view))
        who = names[view.declarer]
        if view.partner is not None:
            who = words("with-partner", who=who, partner=names[view.partner])
        contract = contract_name(view.contract, words)
        ended = words("over-made" if made else "over-failed", who=who, tricks=side(view), contract=contract)
    paid = [words("over-points", who=name, points=f"{got:+d}") for name, got in zip(names, view.points, strict=True)]
    return [ended, " · ".join(paid)]


def rules_told(rules: Rules, words: Words) -> list[str]:
    """Tell the rules as these options have them."""
    listed = ", ".join(f"{contract_name(terms.name, words)} ({terms.low}, {terms.value})" for terms in CONTRACTS)
    parts = ("cards", "auction", "contracts", "trump", "ask", "play", "open", "pay", "marks")
    lines = [words(f"rules-{part}", contracts=listed) for part in parts]
    keys = (f"rule-{option}-{value}" for option, value in rules._asdict().items() if option != "deals")
    return [*lines, words("rule-deals", deals=rules.deals), *(words(key) for key in keys)]


def _bid(bid: tuple[int, str], words: Words, names: Names) -> str:
    return words("standing", who=names[bid[0]], contract=contract_name(bid[1], words))


def _partner(view: View, words: Words, names: Names) -> str:
    if view.partner is None:
        return words("partner-secret")
    return words("partner-you") if view.partner == view.seat else words("partner-line", who=names[view.partner])

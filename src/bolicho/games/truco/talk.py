"""What is said around a Truco table: what is asked, what happened, what was paid, and the rules being played."""

from bolicho.core.words import Words
from bolicho.games.truco.cards import LADDER, STRENGTH, envido_points, flor_points
from bolicho.games.truco.ladders import ENVIDO, FALTA, FLOR, RESTO, TRUCO_CALLS, TRUCO_WORTH
from bolicho.games.truco.options import Rules
from bolicho.games.truco.view import HIDDEN, View

Names = tuple[str, ...]


def prompt(view: View, words: Words, names: Names) -> str:
    """Say what is asked of the seat whose turn it is."""
    rival = names[view.rival]
    if view.moves == ("flor",):
        return words("ask-flor-first", points=flor_points(view.dealt))
    if view.bet == "announce":
        return words("ask-announce", rival=rival, points=view.announced[-1].points)
    if view.bet == "flor" and len(view.flor) == 1:
        return words("ask-flor", rival=rival, points=flor_points(view.dealt))
    if view.bet:
        calls, stake = (view.envido, ENVIDO[view.envido]) if view.bet == "envido" else (view.flor, FLOR[view.flor])
        worth = points(stake.accepted, words)
        line = words("ask-bet", rival=rival, call=words(f"move-{calls[-1]}"), accepted=worth, refused=stake.refused)
        return line if view.truco_by is None else f"{line} {words('ask-waits')}"
    if view.truco_by is not None:
        call = words(f"move-{TRUCO_CALLS[view.truco]}")
        return words("ask-truco", rival=rival, call=call, accepted=TRUCO_WORTH[view.truco + 1], refused=view.worth)
    if view.on_table:
        return words("ask-follow", rival=rival, card=card(view.on_table, words))
    return words("ask-lead")


def points(stake: int, words: Words) -> str:
    """Name a stake: a number, or what depends on the score."""
    return {FALTA: words("falta"), RESTO: words("resto")}.get(stake, str(stake))


def card(text: str, words: Words) -> str:
    """Name a card in words."""
    if text == HIDDEN:
        return words("face-down")
    bare = text.strip("()")
    name = words("card", rank=bare[:-1], suit=words(f"suit-{bare[-1]}"))
    return f"{words('face-down')} ({name})" if text != bare else name


def move_in_words(move: str, words: Words) -> str:
    """Tell a move as it is heard at the table."""
    return words(f"say-{move}") if f"say-{move}" in words else card(move, words)


def standing(view: View, words: Words, names: Names) -> list[str]:
    """Tell who is mão, what the hand is worth, who may raise, and the numbers said aloud."""
    lines = [words("mano-pe", mano=names[view.mano], pe=names[1 - view.mano])]
    worth = words("worth", points=view.worth)
    if view.truco:
        worth = words("worth-called", points=view.worth, call=words(f"move-{TRUCO_CALLS[view.truco - 1]}"))
    if view.word is not None and view.truco_by is None and view.truco < len(TRUCO_CALLS) and not view.over:
        worth += f"; {words('word', who=names[view.word])}"
    lines.append(worth)
    for mode in ("flor", "envido"):
        numbers = [
            words("said-good" if a.points is None else "said-points", who=names[a.seat], points=a.points)
            for a in view.announced
            if a.mode == mode
        ]
        paid = [f"{names[p.seat]} +{p.points}" for p in view.paid if p.mode == mode]
        if numbers or paid:
            lines.append(f"{mode}: {' → '.join(filter(None, (', '.join(numbers), ', '.join(paid))))}")
    return lines


def own_points(view: View, words: Words) -> str:
    """Tell what the seat's own three cards are worth."""
    flor = flor_points(view.dealt) if view.rules.flor != "off" else 0
    numbers = [words("your-flor", points=flor)] if flor else []
    return " · ".join([*numbers, *([words("your-points", points=envido_points(view.dealt))] * (not flor))])


def summary(view: View, words: Words, names: Names) -> list[str]:
    """Tell what was paid in a finished hand, to whom and why, and which cards are shown in proof."""
    lines = [
        f"{words(f'pay-{p.mode}-{p.how}', loser=names[1 - p.seat])}: {names[p.seat]} +{p.points}" for p in view.paid
    ]
    shown = [(seat, cards) for seat, cards in enumerate(view.shown) if cards]
    return lines + [
        words("proof", who=names[seat], cards=", ".join(card(one, words) for one in cards)) for seat, cards in shown
    ]


def rules_told(rules: Rules, words: Words) -> list[str]:
    """Tell the rules as these options have them."""
    ladder = " > ".join(cards[0][:-1] if len(cards) == 4 else " = ".join(cards) for cards in reversed(LADDER))
    assert len(STRENGTH) == sum(map(len, LADDER))
    lines = [words("rules-cards", ladder=ladder)]
    lines += [words(f"rules-{part}") for part in ("rounds", "truco", "envido", "baralho")]
    lines.append(words("rule-target", target=rules.target))
    keys = (f"rule-{option}-{value}" for option, value in rules._asdict().items())
    return lines + [words(key) for key in keys if key in words]

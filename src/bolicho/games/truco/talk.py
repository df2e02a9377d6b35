"""What is said around a Truco table: what is asked, what happened, what was paid, and the rules being played."""

from bolicho.core.words import Words
from bolicho.games.truco.cards import LADDER, STRENGTH, envido_points, flor_points
from bolicho.games.truco.ladders import (
    DECLARED,
    ENVIDO,
    ENVIDO_CALLS,
    FALTA,
    FLOR,
    FLOR_CALLS,
    RESTO,
    TRUCO_CALLS,
    TRUCO_WORTH,
    points_of,
)
from bolicho.games.truco.options import Rules
from bolicho.games.truco.view import HIDDEN, Payment, View

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
        worth = stake_in_words(view, stake.accepted, words)
        line = words("ask-bet", rival=rival, call=words(f"move-{calls[-1]}"), accepted=worth, refused=stake.refused)
        return line if view.truco_by is None else f"{line} {words('ask-waits')}"
    if view.truco_by is not None:
        call = words(f"move-{TRUCO_CALLS[view.truco]}")
        return words("ask-truco", rival=rival, call=call, accepted=TRUCO_WORTH[view.truco + 1], refused=view.worth)
    if view.on_table:
        return words("ask-follow", rival=rival, card=card(view.on_table, words))
    return words("ask-lead")


def stake_in_words(view: View, stake: int, words: Words) -> str:
    """Say what a stake is worth at this score; a falta or a resto also by its name."""
    worth = str(points_at(view, stake))
    return f"{worth}, {words('falta' if stake == FALTA else 'resto')}" if stake in (FALTA, RESTO) else worth


def points_at(view: View, stake: int) -> int:
    """Return the points of a stake at this score."""
    return points_of(stake, view.rules, max(a + b for a, b in zip(view.score, view.points, strict=True)))


def meaning(view: View, move: str, words: Words) -> str:
    """Tell in few words what a legal move means: a call of envido or flor by the points it would be played for."""
    stake = ENVIDO.get((*view.envido, move)) or (FLOR.get((*view.flor, move)) if view.flor else None)
    if stake is not None:
        return words("gloss-worth", points=points_at(view, stake.accepted))
    return words(f"gloss-{move}") if f"gloss-{move}" in words else ""


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


def log(view: View, words: Words) -> list[tuple[int, str, str]]:
    """Tell who did what in order: a refusal names what is refused, and accepted bets are followed by the numbers."""
    told: list[tuple[int, str, str]] = []
    numbers = list(view.announced)
    bet, truco = "", ""
    for at, (seat, move) in enumerate(view.history):
        answers = move in ("quero", "nao-quero", "achico") or (move == DECLARED and bet in FLOR_CALLS)
        if bet in FLOR_CALLS and (view.history[at - 1][0] == seat or not (answers or move in FLOR_CALLS)):
            bet = ""  # nobody disputed the flor: somebody goes on with something else
        if move == "nao-quero":
            text = words("say-nao-quero-to", call=words(f"the-{bet or truco}"))
        else:
            text = move_in_words(move, words)
        if move == "pontos" and numbers:  # the number itself is what is said
            text = aloud(numbers.pop(0).points, words)
        elif move == "e-bom" and numbers:
            numbers.pop(0)
        told.append((seat, move, text))
        if answers and bet:
            # the numbers of a bet are said when it is accepted: by both, or by the mão where the pé may choose
            both = view.rules.pe_may_concede == "off" or bet in FLOR_CALLS
            said = (2 if both else 1) if move in ("quero", DECLARED) else 0
            for one in [numbers.pop(0) for _ in range(min(said, len(numbers)))]:
                told.append((one.seat, "", aloud(one.points, words)))
            bet = ""
        elif move in (*ENVIDO_CALLS, *FLOR_CALLS):
            bet = move
        elif move in TRUCO_CALLS:
            truco = move
    return told


def aloud(number: int | None, words: Words) -> str:
    """Say a number of envido or flor as at a table; None is a number that is not said: the other one is good.

    >>> [aloud(number, Words("bolicho.games.truco", "pt-BR")) for number in (0, 7, 20, 33, None)]
    ['Zero.', 'Sete.', 'Vinte.', 'Trinta e três.', 'São boas.']
    >>> aloud(27, Words("bolicho.games.truco", "en"))
    'Twenty-seven.'
    """
    if number is None:
        return words("they-are-good")
    ones, tens = words("numbers").split(), words("tens").split()
    if number < len(ones):
        parts = [ones[number]]
    else:
        parts = [tens[number // 10 - 2], *([ones[number % 10]] if number % 10 else [])]
    return f"{words('number-joint').join(parts).capitalize()}."


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
    lines = [f"{_paid_for(view, p, words, names)}: {names[p.seat]} +{p.points}" for p in view.paid]
    shown = [(seat, cards) for seat, cards in enumerate(view.shown) if cards]
    return lines + [
        words("proof", who=names[seat], cards=", ".join(card(one, words) for one in cards)) for seat, cards in shown
    ]


def _paid_for(view: View, payment: Payment, words: Words, names: Names) -> str:
    loser = names[1 - payment.seat]
    if payment.how == "refused":
        last = {"flor": view.flor, "envido": view.envido, "truco": TRUCO_CALLS[: view.truco + 1]}[payment.mode][-1]
        return words("pay-flor-refused" if last == DECLARED else "pay-refused", loser=loser, call=words(f"the-{last}"))
    return words(f"pay-{payment.mode}-{payment.how}", loser=loser)


def rules_told(rules: Rules, words: Words) -> list[str]:
    """Tell the rules as these options have them."""
    ladder = " > ".join(cards[0][:-1] if len(cards) == 4 else " = ".join(cards) for cards in reversed(LADDER))
    assert len(STRENGTH) == sum(map(len, LADDER))
    lines = [words("rules-cards", ladder=ladder)]
    lines += [words(f"rules-{part}") for part in ("rounds", "truco", "envido", "baralho")]
    lines.append(words("rule-target", target=rules.target))
    keys = (f"rule-{option}-{value}" for option, value in rules._asdict().items())
    return lines + [words(key) for key in keys if key in words]

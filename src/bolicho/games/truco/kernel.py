"""Random hands of Truco in bulk: the rules of ``state.py`` once more, as numbers, compiled by Numba.

``state.py`` is the truth; this file stands beside it, in the same order and with the same names, and
``tests/games/truco/test_kernel.py`` plays both in lockstep, move by move. A hand is one small record that `apply`
changes in place. A move is a number and the legal moves are the bits of a mask: 0-2 the cards as dealt, strongest
first, 3-5 the same face down, then the words of ``ORDER``; from low bit to high that is exactly ``state.moves()``.

Options and tables go in as a record too, since Numba's cache notices changes of this file only: whoever changes
``ORDER`` or ``FALTA``, which are compiled in, touches this file as well.

>>> from bolicho.games.truco import Truco
>>> played = play_hands(Truco("cbtg"), seed=7, count=1000)
>>> played["points"].shape, int(played["points"].sum(axis=1).min()), int(played["plies"].min())
((1000, 2), 1, 1)
"""

from functools import cache
from itertools import combinations
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bolicho.core.chance import stream
from bolicho.core.compiler import GOLDEN, Chance, below, njit
from bolicho.games.truco import Truco, ladders
from bolicho.games.truco.cards import DECK, DECKS, STRENGTH, Hand
from bolicho.games.truco.hands import all_hands, bits
from bolicho.games.truco.ladders import DECLARED, ENVIDO, FALTA, FLOR, TRUCO_CALLS, TRUCO_WORTH
from bolicho.games.truco.options import Rules
from bolicho.games.truco.state import ORDER, Pair

FACE_DOWN, WORDS = 3, 6
"""The first face-down card and the first word among the moves."""
MOVE = {word: WORDS + place for place, word in enumerate(ORDER)}
MOVES = WORDS + len(ORDER)
QUERO, NAO_QUERO, BARALHO = MOVE["quero"], MOVE["nao-quero"], MOVE["baralho"]
DECLARE, ACHICO, E_BOM, PONTOS = MOVE["flor"], MOVE["achico"], MOVE["e-bom"], MOVE["pontos"]
TRUCO, VALE_QUATRO = MOVE[TRUCO_CALLS[0]], MOVE[TRUCO_CALLS[-1]]

HAND = np.dtype(
    [
        *((name, "i1") for name in ("mano", "seat", "turn", "rounds", "truco", "truco_by", "word", "said", "bet")),
        *((name, "i1", 2) for name in ("score", "points", "played", "held", "on_table", "envido", "flor")),
        ("won", "i1", 3),
        ("cards", "i1", (2, 3)),
    ]
)
"""As in ``State``; ``said`` is the envido or flor sequence, ``envido`` and ``flor`` points, ``won`` seat 1's lead."""
NOBODY = -1
"""No seat: no call waits, nobody has the word yet, nobody has won yet, or the hand is over."""
NOTHING, ANSWER, ANNOUNCE = range(3)
"""What the bet waits for."""

SAID: dict[tuple[str, ...], int] = {said: i for i, said in enumerate(((), *ENVIDO, *FLOR))}
"""Every sequence of envido or flor calls has a number; 0 is silence."""
BOOK = np.dtype(
    [
        *((name, "i1") for name in ("target", "first_flor", "flor_alone", "face_down_from", "resto_extra")),
        *((name, "?") for name in ("malas_buenas", "truco_waits", "pe_may_concede", "flor_allowed", "flor_mandatory")),
        *((name, "?") for name in ("three_each", "resto_is_target", "fold_bonus", "silent_flor_lost")),
        *((name, "i1", len(SAID)) for name in ("accepted", "refused")),
        ("raises", "i4", len(SAID)),
        ("after", "i1", (len(SAID), MOVES)),
        ("truco_worth", "i1", len(TRUCO_WORTH)),
        ("truco_calls", "i4", len(TRUCO_WORTH) + 1),
        ("deck", "i8"),
        ("strength", "i1", len(DECK)),
        *((name, "i1", 3 * (len(DECK),)) for name in ("envido", "flor")),
    ]
)
"""The options of a game and its tables: of each sequence what it pays, which calls may follow it and what it then is;
of each three cards, by their places in the deck, what they are worth."""

PLAYED = np.dtype([("points", "i1", 2), ("plies", "i1")])
PLY = np.dtype([("seat", "i1"), ("move", "i1"), ("mask", "i4")])
MOST_PLIES = 24
"""No hand is longer: six cards, six words about truco and one cancelled, at most eight about envido and flor."""

Int8s = npt.NDArray[np.int8]
Records = npt.NDArray[np.void]
Int32s = npt.NDArray[np.int32]


class BookRow(Protocol):
    """A row of BOOK; Numba reads fields as attributes."""

    target: int
    first_flor: int
    flor_alone: int
    face_down_from: int
    resto_extra: int
    malas_buenas: bool
    truco_waits: bool
    pe_may_concede: bool
    flor_allowed: bool
    flor_mandatory: bool
    three_each: bool
    resto_is_target: bool
    fold_bonus: bool
    silent_flor_lost: bool
    accepted: Int8s
    refused: Int8s
    raises: Int32s
    after: Int8s
    truco_worth: Int8s
    truco_calls: Int32s
    deck: int
    strength: Int8s
    envido: Int8s
    flor: Int8s


class HandRow(Protocol):
    """A row of HAND."""

    mano: int
    seat: int
    turn: int
    rounds: int
    truco: int
    truco_by: int
    word: int
    said: int
    bet: int
    score: Int8s
    points: Int8s
    played: Int8s
    held: Int8s
    on_table: Int8s
    envido: Int8s
    flor: Int8s
    won: Int8s
    cards: Int8s


class PlayedRow(Protocol):
    """A row of PLAYED."""

    points: Int8s
    plies: int


class PlyRow(Protocol):
    """A row of PLY."""

    seat: int
    move: int
    mask: int


# ── what may be said ──────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def legal(book: BookRow, state: HandRow) -> int:
    """Return the legal moves as bits."""
    me = state.seat
    if me == NOBODY:
        return 0
    if state.bet == ANNOUNCE:
        return 1 << E_BOM | int(state.envido[me] > state.envido[1 - me]) << PONTOS
    answers = 1 << QUERO | 1 << NAO_QUERO
    raises: int = book.raises[state.said]
    if state.bet == ANSWER and state.said >= book.first_flor:
        if state.said == book.first_flor:
            answers = 1 << DECLARE | 1 << ACHICO
        return answers | raises | 1 << BARALHO
    window = not (state.played[me] or state.truco or (state.said and state.bet == NOTHING))
    flor = int(window and book.flor_allowed and state.flor[me] > 0) << DECLARE
    if flor and book.flor_mandatory:  # it is said at the first decision, so it cannot be open at a later one
        return flor
    if state.bet == ANSWER:
        return answers | raises | flor | 1 << BARALHO
    envido: int = book.raises[0] if window else 0
    if state.truco_by != NOBODY:
        retruco: int = book.truco_calls[state.truco + 1]
        return answers | envido | flor | retruco | 1 << BARALHO
    held: int = state.held[me]
    cards = held | held << FACE_DOWN if state.rounds >= book.face_down_from else held
    truco: int = book.truco_calls[state.truco] if state.word == NOBODY or state.word == me else 0
    return cards | envido | flor | truco | 1 << BARALHO


# ── what each word does ───────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def apply(book: BookRow, state: HandRow, move: int) -> None:
    """Play a legal move."""
    me = state.seat
    if move < WORDS:
        _card(book, state, me, move)
    elif TRUCO <= move <= VALE_QUATRO:
        state.truco += state.truco_by != NOBODY  # a raise given as an answer accepts the call before it
        state.truco_by, state.word, state.seat = me, 1 - me, 1 - me
    elif book.after[state.said, move]:
        _bet(book, state, me, move)
    elif move == DECLARE and book.three_each:  # flor-flor
        _pay(book, state, state.mano, book.flor_alone)
        _pay(book, state, 1 - state.mano, book.flor_alone)
    elif move == DECLARE:
        _settle(book, state, _higher(state, state.flor))
    elif move == QUERO:
        _quero(book, state)
    elif move in (NAO_QUERO, ACHICO) and state.bet != NOTHING:
        _pay(book, state, 1 - me, book.refused[state.said])
    elif move == NAO_QUERO:
        _end_hand(book, state, 1 - me, 0)
    elif move == BARALHO:
        _baralho(book, state, me)
    else:
        _settle(book, state, me if move == PONTOS else state.mano)


@njit(cache=True)
def _card(book: BookRow, state: HandRow, me: int, move: int) -> None:
    card = move % FACE_DOWN
    state.held[me] ^= 1 << card
    state.played[me] += 1
    state.on_table[me] = book.strength[state.cards[me, card]] if move < FACE_DOWN else 0
    if state.played[0] == state.played[1]:
        _end_round(book, state)
    else:
        state.turn = state.seat = 1 - me


@njit(cache=True)
def _end_round(book: BookRow, state: HandRow) -> None:
    lead = state.on_table[1] - state.on_table[0]
    state.won[state.rounds] = lead
    state.rounds += 1
    # after a tie the one who led leads again
    state.turn = state.seat = 1 - state.turn if lead == 0 else int(lead > 0)
    champion = _hand_winner(state)
    if champion != NOBODY:
        _end_hand(book, state, champion, 0)


@njit(cache=True)
def _hand_winner(state: HandRow) -> int:
    first, second, third = np.sign(state.won[0]), np.sign(state.won[1]), np.sign(state.won[2])
    if state.rounds == 1 or (state.rounds == 2 and first + second == 0):
        return NOBODY
    lead = first + second or third or first
    return int(state.mano) if lead == 0 else int(lead > 0)


@njit(cache=True)
def _bet(book: BookRow, state: HandRow, me: int, move: int) -> None:
    """Call envido or flor; a truco that waits for its answer goes on waiting, or is as if never called."""
    if state.truco_by != NOBODY and not book.truco_waits:
        state.truco_by = state.word = NOBODY
    state.said = book.after[state.said, move]
    state.bet, state.seat = ANSWER, 1 - me
    if move == DECLARE and (not state.flor[1 - me] or (book.silent_flor_lost and state.played[1 - me])):
        _pay(book, state, me, book.flor_alone)


@njit(cache=True)
def _quero(book: BookRow, state: HandRow) -> None:
    if state.bet == NOTHING:
        state.truco += 1
        state.truco_by, state.seat = NOBODY, state.turn
    elif state.said >= book.first_flor:
        _settle(book, state, _higher(state, state.flor))
    elif book.pe_may_concede:
        state.bet, state.seat = ANNOUNCE, 1 - state.mano
    else:
        _settle(book, state, _higher(state, state.envido))


@njit(cache=True)
def _baralho(book: BookRow, state: HandRow, me: int) -> None:
    untouched = not (state.said or state.truco or state.played[me]) and state.truco_by == NOBODY
    if state.bet != NOTHING:
        _pay(book, state, 1 - me, book.refused[state.said])
    _end_hand(book, state, 1 - me, int(book.fold_bonus and untouched))


# ── what is paid ──────────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def _higher(state: HandRow, points: Int8s) -> int:
    mano: int = state.mano
    return 1 - mano if points[1 - mano] > points[mano] else mano


@njit(cache=True)
def _settle(book: BookRow, state: HandRow, winner: int) -> None:
    """Pay an accepted envido or flor; falta and resto depend on the score."""
    points = int(book.accepted[state.said])
    if points < 0:
        leader = max(state.score[0] + state.points[0], state.score[1] + state.points[1])
        half = book.target // 2
        falta = half - leader if book.malas_buenas and leader < half else book.target - leader
        resto = book.target if book.resto_is_target else book.resto_extra + falta
        points = falta if points == FALTA else resto
    _pay(book, state, winner, points)


@njit(cache=True)
def _pay(book: BookRow, state: HandRow, seat: int, points: int) -> None:
    """Pay, then go back to the truco that waits for an answer, else to who was to play a card."""
    if state.seat == NOBODY:
        return
    state.points[seat] += min(points, book.target - state.score[seat] - state.points[seat])
    state.bet = NOTHING
    state.seat = state.turn if state.truco_by == NOBODY else 1 - state.truco_by
    if state.score[seat] + state.points[seat] == book.target:
        state.seat = NOBODY


@njit(cache=True)
def _end_hand(book: BookRow, state: HandRow, winner: int, bonus: int) -> None:
    _pay(book, state, winner, book.truco_worth[state.truco] + bonus)
    state.seat = NOBODY


# ── hands by chance ───────────────────────────────────────────────────────────────────────────────────────────────
def play_hands(
    game: Truco,
    seed: int,
    count: int,
    first: int = 0,
    score: Pair = (0, 0),
    mano: int = 0,
    patience: int = 0,
    keep: tuple[Int8s, Records] | None = None,
) -> Records:
    """Deal and play the hands ``first`` to ``first + count - 1`` of a seed, every move drawn from the legal ones.

    Returns ``points`` by seat and ``plies`` of each hand, three bytes a hand. Seed and number say all about a hand,
    however the hands are cut into calls. Uniform play gives up early: with ``patience`` a `baralho` or `nao-quero` is
    drawn again, so many times at most, and hands last longer.
    """
    game.start(game.deal(stream(seed)), score=score, mano=mano)  # the rules say whether this can be
    played, table, context = np.zeros(count, PLAYED), np.zeros(1, HAND), np.array([*score, mano], np.int8)
    key = stream(seed, "truco", "kernel").getrandbits(64) + (first << 16) * int(GOLDEN)  # each hand has 65,536 draws
    hands_kernel(book_of(game.rules), np.uint64(key % 2**64), context, patience, table, played, *(keep or _tape(1)))
    return played


def trace_hands(game: Truco, seed: int, count: int, **how: Any) -> tuple[Records, Int8s, Records]:
    """Play the same hands and tell all: what they paid, the deals as places in the deck, and every ply by hand."""
    deals, tape = _tape(count)
    return play_hands(game, seed, count, keep=(deals, tape), **how), deals, tape


def _tape(rows: int) -> tuple[Int8s, Records]:
    return np.zeros((rows, 2, 3), np.int8), np.zeros((rows, MOST_PLIES), PLY)


@njit(cache=True, nogil=True)
def hands_kernel(
    book: BookRow, key: np.uint64, context: Int8s, patience: int, table: Records,
    played: Records, deals: Int8s, tape: Records,
) -> None:  # fmt: skip
    """Play a hand for each row of ``played``, all moves drawn; what `play_hands` calls, compiled."""
    state: HandRow = table[0]  # the caller holds the table: a record does not keep its array alive here
    chance = np.zeros(1, np.uint64)
    for i in range(len(played)):
        row = i % len(deals)  # a short tape is written over
        chance[0] = key + np.uint64(i << 16) * GOLDEN
        deal_cards(book, chance, deals[row])
        start(book, state, deals[row], context)
        plies = 0
        while state.seat != NOBODY:
            ply: PlyRow = tape[row, plies]
            ply.seat, ply.mask = state.seat, legal(book, state)
            ply.move = _choose(ply.mask, patience, chance)
            apply(book, state, ply.move)
            plies += 1
        hand: PlayedRow = played[i]
        hand.points[0], hand.points[1], hand.plies = state.points[0], state.points[1], plies


@njit(cache=True)
def start(book: BookRow, state: HandRow, cards: Int8s, context: Int8s) -> None:
    """Begin a hand: cards by seat, as places in the deck and in its order; context is the score by seat and the mão."""
    state.mano = state.seat = state.turn = context[2]
    state.truco_by = state.word = NOBODY
    state.rounds = state.truco = state.said = state.bet = 0
    for seat in range(2):
        state.score[seat] = context[seat]
        state.points[seat] = state.played[seat] = 0
        state.held[seat] = 0b111
        for card in range(3):
            state.cards[seat, card] = cards[seat, card]
        state.envido[seat] = book.envido[cards[seat, 0], cards[seat, 1], cards[seat, 2]]
        state.flor[seat] = book.flor[cards[seat, 0], cards[seat, 1], cards[seat, 2]]


@njit(cache=True)
def deal_cards(book: BookRow, chance: Chance, cards: Int8s) -> None:
    """Deal three cards to each seat, as places in the deck and in its order."""
    deck: int = book.deck
    for seat in range(2):
        for place in range(3):
            card = pick(deck, len(DECK), chance)
            deck ^= 1 << card
            while place > 0 and cards[seat, place - 1] > card:  # hands are kept in the order of the deck
                cards[seat, place] = cards[seat, place - 1]
                place -= 1
            cards[seat, place] = card


@njit(cache=True)
def _choose(mask: int, patience: int, chance: Chance) -> int:
    move = pick(mask, MOVES, chance)
    while patience > 0 and move in (BARALHO, NAO_QUERO):
        move = pick(mask, MOVES, chance)
        patience -= 1
    return move


@njit(cache=True)
def pick(bits: int, size: int, chance: Chance) -> int:
    """Draw until one of the bits is hit."""
    place = draw(chance, size)
    while not bits >> place & 1:
        place = draw(chance, size)
    return place


@njit(cache=True)
def draw(chance: Chance, n: int) -> int:
    """Draw a number below n."""
    return int(below(chance, 0, n))


# ── the notation and the tables of the rules ──────────────────────────────────────────────────────────────────────
def names(hand: Hand) -> tuple[str, ...]:
    """Return every move of the player who was dealt this hand, by number, as the rules write it."""
    return (*hand, *(f"({card})" for card in hand), *ORDER)


@cache
def book_of(rules: Rules) -> BookRow:
    """Return the options of a game and its tables."""
    book = np.zeros(1, BOOK)[0]
    book["target"], book["deck"] = rules.target, bits(DECKS[rules.deck])
    book["malas_buenas"], book["fold_bonus"] = rules.falta == "malas-buenas", rules.fold_bonus == "cbtg"
    book["truco_waits"] = rules.truco_after_envido_first == "pending"
    book["pe_may_concede"] = rules.pe_may_concede == "on"
    book["flor_allowed"] = rules.flor != "off"
    book["flor_mandatory"] = rules.flor == "mandatory"
    book["flor_alone"] = ladders.FLOR_ALONE
    book["first_flor"] = SAID[(DECLARED,)]
    book["three_each"] = rules.flor_flor == "3-each"
    book["resto_is_target"] = rules.resto == "target"
    book["resto_extra"] = 6 if rules.resto == "6+falta" else 0
    book["silent_flor_lost"] = rules.silent_flor == "lost"
    book["face_down_from"] = {"any": 0, "rounds-2-3": 1, "never": 3}[rules.face_down]
    book["truco_worth"] = TRUCO_WORTH
    book["truco_calls"][: len(TRUCO_CALLS)] = [1 << MOVE[call] for call in TRUCO_CALLS]
    book["strength"] = [STRENGTH[card] for card in DECK]
    places = tuple(np.array(list(combinations(range(len(DECK)), 3))).T)
    book["envido"][places], book["flor"][places] = all_hands().envido, all_hands().flor
    for said, number in SAID.items():
        book["accepted"][number], book["refused"][number] = (ENVIDO | FLOR).get(said, (0, 0))
        envido = ladders.envido_raises(said, rules.envido_envido == "on") if rules.envido == "on" else ()
        for call in ladders.flor_raises(said) if said in FLOR else envido:
            book["raises"][number] |= 1 << MOVE[call]
            book["after"][number, MOVE[call]] = SAID[(*said, call)]
        if said not in FLOR:
            book["after"][number, DECLARE] = SAID[(DECLARED,)]  # who declares a flor cancels the envido
    filled: BookRow = book
    return filled

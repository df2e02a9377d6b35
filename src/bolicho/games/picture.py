"""A table of any game as a notebook shows it: from one seat's eyes (a view), or with everything open (a state).

What is drawn is the `Scene` of the game's face, so a guest's game is drawn too; a board draws itself
(``games/boards/picture.py``). A view has no more in it than its seat may know, and its picture is made of nothing else.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolicho.core.contract import Game, State, View
from bolicho.core.words import home_language
from bolicho.games.deck import card, with_sprite
from bolicho.games.html import block, text
from bolicho.games.scene import HIDDEN, Scene, bare

if TYPE_CHECKING:
    from bolicho.games.face import Face

ALL_ROUNDS, MANY_CARDS = 3, 7
"""With more rounds the earlier ones are told by the names of their cards; more cards in a hand overlap."""
LAST_WORDS, MOVES = 8, 30
"""Of the log; and moves that may be listed."""


def look(game: Game, thing: State | View, names: Sequence[str] = (), language: str | None = None) -> str:
    """Return a state or a view as HTML; who has no name is called by the seat."""
    face = seated_face(game, names, language)
    return block(with_sprite(face.deck, inside(face, thing)))


def seated_face(game: Game, names: Sequence[str] = (), language: str | None = None) -> "Face":
    """Return the face of a game with a name for every seat."""
    from bolicho.games.face import face_of

    face = face_of(game, language or home_language(), names)
    seats = range(game.seats)
    face.names = face.names or tuple(face.house("seat", seat=seat) for seat in seats)
    return face


def inside(face: "Face", thing: State | View) -> str:
    """Return a state or a view as HTML without its frame."""
    return face.picture(thing.view(0), thing) if isinstance(thing, State) else face.picture(thing)


def draw_cards(face: "Face", view: View, state: State | None = None) -> str:
    """Draw cards as they lie: the others' hands above, the rounds in the middle, the seat's own hand below."""
    scene = face.scene(view)
    if scene is None:
        return f'<div class="b-table">{heading(face, view, state)}{foot(face, view, state)}</div>'
    me = max(0, view.seat)
    hands = _hands(face, view, scene, state)
    rounds = _rounds(face, scene, state)
    size = len(hands)
    seats = [_seat(face, view, scene, hands, (me + turn) % size, state is None) for turn in range(size - 1, -1, -1)]
    above = heading(face, view, state) + "".join(seats[:-1])
    return f'<div class="b-table">{above}{_middle(face, scene, rounds)}{seats[-1]}{foot(face, view, state)}</div>'


def heading(face: "Face", view: View, state: State | None) -> str:
    """Tell the game, the score, what everybody knows, and whose turn it is."""
    points = face.score(view)
    score = " · ".join(f"{name} {won}" for name, won in zip(face.names, points, strict=False))
    turn = view.to_move
    whose = face.house("over") if turn is None else face.house("to-move", who=face.names[turn])
    eyes = face.house("eyes", who=face.names[view.seat]) if state is None and view.seat >= 0 and not face.open else ""
    parts = [f"<b>{text(face.title)}</b>", *map(text, filter(None, (score, whose, eyes)))]
    standing = " · ".join(map(text, face.standing(view)))
    known = f"<p>{standing}</p>" if standing else ""
    return f'<div class="b-head">{"".join(f"<span>{part}</span>" for part in parts)}</div>{known}'


def foot(face: "Face", view: View, state: State | None) -> str:
    """Tell the last words, how it ended, and what may be done now."""
    mover = view if state is None or state.seat is None else state.view(state.seat)
    log = [
        f"<span>{text(face.names[seat])}: {text(said)}</span>" for seat, move, said in face.log(view) if move or said
    ]
    told = "… " * (len(log) > LAST_WORDS) + "".join(log[-LAST_WORDS:])
    parts = [f'<p class="b-log">{told}</p>'] if log else []
    if view.to_move is None:
        parts += [f"<p>{text(line)}</p>" for line in face.summary(view)]
    if mover.moves:
        listed = [_move(face, move) for move in mover.moves[:MOVES]] + ["…"] * (len(mover.moves) > MOVES)
        asked = f"<p>{text(face.prompt(mover))}</p>" if state is None else ""
        parts.append(f'{asked}<div class="b-moves">{"".join(f"<span>{move}</span>" for move in listed)}</div>')
    return "".join(parts)


def _move(face: "Face", move: str) -> str:
    label = face.label(move)
    plain = face.is_card(move) or label in (move, move.replace("-", " → "))
    return f"<code>{text(move)}</code>" + ("" if plain else f" {text(label)}")


def _hands(face: "Face", view: View, scene: Scene, state: State | None) -> list[list[str]]:
    """Return every seat's cards: backs where nobody may look."""
    hands: Sequence[Sequence[str] | None] | None = None if state is None else face.hands(state)
    if hands is None:
        laid = {bare(one.card) for part in scene.rounds for one in part.cards}
        proof = face.showdown(view) or [None] * len(scene.counts)
        hands = [[code for code in cards or () if code not in laid] for cards in proof]
        hands = [scene.hand if seat == view.seat else hand for seat, hand in enumerate(hands)]
    known = [hand or () for hand in hands]
    return [[*hand, *[HIDDEN] * (count - len(hand))] for hand, count in zip(known, scene.counts, strict=True)]


def _rounds(face: "Face", scene: Scene, state: State | None) -> list[tuple[list[tuple[int, str]], int | None]]:
    """Return the cards of each round and who took it; with a state, each card as the one who laid it knows it."""
    scenes = [scene] if state is None else [face.scene(state.view(seat)) or scene for seat in range(face.game.seats)]
    return [
        (
            [
                (laid.seat, (scenes[laid.seat] if state is not None else scene).rounds[number].cards[place].card)
                for place, laid in enumerate(one.cards)
            ],
            one.winner,
        )
        for number, one in enumerate(scene.rounds)
    ]


def _seat(face: "Face", view: View, scene: Scene, hands: list[list[str]], seat: int, eyes: bool) -> str:
    own = eyes and seat == view.seat
    legal = {bare(move) for move in view.moves if face.is_card(move)} if own else set()
    drawn = "".join(_card(face, code, "b-no" if legal and bare(code) not in legal else "") for code in hands[seat])
    kinds = ["b-seat"] + ["b-turn"] * (view.to_move == seat) + ["b-own"] * own
    kinds += ["b-many"] * (len(hands[seat]) > MANY_CARDS)
    mark = scene.marks[seat] if scene.marks else ""
    beside = [mark, face.own(view) if own else ""]
    more = "".join(f"<small>{text(line)}</small>" for line in beside if line)
    return (
        f'<div class="{" ".join(kinds)}"><div class="b-who">{text(face.names[seat])}{more}</div>'
        f'<div class="b-cards">{drawn}</div></div>'
    )


def _card(face: "Face", code: str, mark: str = "") -> str:
    return card(face.deck, code, face.house("face-down") if code == HIDDEN else face.card(code), mark)


def _middle(face: "Face", scene: Scene, rounds: list[tuple[list[tuple[int, str]], int | None]]) -> str:
    parts = []
    if scene.up:
        up = "".join(f"<figure>{_card(face, code)}</figure>" for code in scene.up)
        parts.append(f'<div class="b-round">{up}</div>')
    shown = rounds if len(rounds) <= ALL_ROUNDS else rounds[-2:]
    for cards, winner in shown:
        laid = "".join(
            f"<figure{' class=b-took' * (seat == winner)}>{_card(face, code)}"
            f"<figcaption>{text(face.names[seat])}</figcaption></figure>"
            for seat, code in cards
        )
        parts.append(f'<div class="b-round">{laid}</div>')
    earlier = rounds[: len(rounds) - len(shown)]
    told = " · ".join(" ".join(face.sign(code) for _, code in cards) for cards, _ in earlier)
    before = f"<small>{text(face.house('earlier'))}: {text(told)}</small>" if told else ""
    return f'<div class="b-middle">{"".join(parts)}</div>{before}'

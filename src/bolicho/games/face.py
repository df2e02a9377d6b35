"""The face of a game: what people see, hear and type of it, at a terminal, on a page and in its rules; no pixels.

``face_of(game, language, names)`` returns it. ``Face`` itself fits any card game whose views have ``hand`` and
``history`` (pairs of seat and move): hands, rounds, calls, log and score are worked out of views, words come from the
``words.toml`` beside the rules where there is one. A game says more, or says it better, in a subclass, which is found
by the name of the game: those of the house stand in ``bolicho.games.FACES``, a guest's comes by an entry point of the
group ``bolicho.faces``. Nobody else needs to know which game it is. docs/field/new.md is the guide.

Keys of a ``words.toml`` that are looked for, all of them optional; ``{names}`` in braces are facts that are filled in:

- ``name``, ``about``: what the game is called, and a sentence on it
- ``say-MOVE``, ``move-MOVE``, ``gloss-MOVE``, ``key-MOVE``, ``tone-MOVE``: how a call sounds, what it is called when it
  is offered, what it means in few words, the letter that makes it, and whether it is a ``yes``, a ``no`` or ``strong``
- ``card-CARD``: the name of a card of a deck of one's own
- ``rules-...``: the rules in order, a line each; the options of the game are facts
- ``preset-NAME``, ``preset-about-NAME``, ``option-NAME``, ``rule-OPTION-VALUE``: variants, in lobby and rules
"""

import sys
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Generic

from bolicho.core.contract import Game, State, V
from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.words import LANGUAGES, Words, printable
from bolicho.games.plain import plain
from bolicho.games.scene import HIDDEN, Scene, bare, pack_of, pairs, scene_of

RANGES = {"target": (1, 99), "deals": (1, 100)}
"""Options that are numbers in more than one game, and what is sensible at a table."""
TAKEN = "?hwq"
"""Letters that the house answers to at a terminal: rules, history, why, quit."""


class Face(Generic[V]):
    """Shows and speaks of one game in one language; ``Face[V]`` names its views, ``names`` are those of the seats."""

    family: str = "cards"
    """Under what the lobby lists it: cards, or the family of a board."""
    drawing: str = "cards"
    """Who draws it: ``cards`` draws any ``scene``; truco, rikken and board have drawings of their own."""
    deck: str = ""
    """Which pictures its cards have: ``spanish`` (7e), ``french`` (Qh), or none: the card's name on a white card."""
    open: ClassVar[bool] = False
    """Whether nothing is ever hidden from anybody."""
    lessons: ClassVar[bool] = False
    """Whether every position can be judged, so that a learner may be told what a move gave away."""
    mano: ClassVar[bool] = False
    """Whether who begins is called mão and the other one pé."""
    stand_in: ClassVar[str] = "random"
    """The agent that finishes for who leaves."""
    opponent: ClassVar[str] = ""
    """The agent that "play now" seats against a person; none: one of the middle level."""
    analyst: ClassVar[str] = ""
    """The agent that tells what every move is worth; none: nobody does."""
    package: ClassVar[str] = ""
    """The package whose ``words.toml`` speaks of this game; none: that of the rules."""

    def __init__(self, game: Any, language: str = "en", names: Sequence[str] = ()) -> None:
        self.game, self.language = game, language
        self.names = tuple(map(printable, names))
        self.texts = texts_in(self.package or _package(type(game)), language)
        self.house = Words("bolicho.games", language)

    def text(self, key: str, default: str = "", **facts: Any) -> str:
        """Say a text of the game, or the default where it has none."""
        return self._filled(key, facts) if key in self.texts else default

    def _filled(self, key: str, facts: JsonMapping) -> str:
        try:
            return self.texts[key].format(**facts) if facts else self.texts[key]
        except (LookupError, ValueError) as error:
            raise BadInput(f"words of {self.game.name}: {key}: cannot be filled in: {one_line(error)}") from None

    # ── the game ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def adviser(self) -> str:
        """The agent that gives hints."""
        return self.stand_in

    @property
    def title(self) -> str:
        """What people call the game."""
        return self.text("name", str(self.game.name))

    @property
    def about(self) -> str:
        """A sentence on it."""
        return self.text("about")

    @property
    def target(self) -> int | None:
        """The points that win a match, where points do."""
        target = dict(self.game.options).get("target")
        return target if isinstance(target, int) else None

    def preset(self, name: str) -> tuple[str, str]:
        """Return what a preset is called, and a sentence on it."""
        return self.text(f"preset-{name}", name), self.text(f"preset-about-{name}")

    def option(self, name: str) -> str:
        """Return what an option is called."""
        known = f"option-{name}"
        return self.text(known) or (self.house(known) if known in self.house else name)

    def allowed(self) -> Mapping[str, tuple[str, ...]]:
        """Return what options may be: VALUES of a module ``options`` beside the rules; numbers are not in there."""
        beside = sys.modules.get(f"{type(self.game).__module__}.options")
        found: Mapping[str, tuple[str, ...]] = getattr(beside, "VALUES", {})
        return found

    def value(self, option: str, value: str) -> str:
        """Tell what a value of an option means."""
        return self.text(f"value-{option}-{value}") or self.text(f"rule-{option}-{value}") or value

    def limits(self, option: str) -> tuple[int, int] | None:
        """Return the least and the most that is sensible of an option that is a number."""
        return RANGES.get(option)

    def starting(self, seat: int) -> JsonObject:  # noqa: ARG002
        """Return the options by which this seat begins; none where nobody can be named."""
        return {}

    def facts(self) -> JsonObject:
        """Return what else is known of the game as data, in all languages."""
        return {}

    def rules(self) -> list[str]:
        """Tell the rules as the options of this table have them; nothing where nobody wrote them down."""
        options = dict(self.game.options)
        lines = [self._filled(key, options) for key in self.texts if key.startswith("rules-")]
        keys = (f"rule-{option}-{value}" for option, value in options.items())
        return lines + [self.texts[key] for key in keys if key in self.texts]

    def pictures(self) -> JsonObject:
        """Return what the page of rules draws: ``ladder`` (cards, the highest first), ``contracts``, ``board``."""
        return {}

    def thumbnail(self) -> list[tuple[float, float, float, float]]:
        """Return the lines of a small picture, from and to, y up; none: that of the deck."""
        return []

    # ── cards and moves ───────────────────────────────────────────────────────────────────────────────────────────

    def is_card(self, move: str) -> bool:
        """Whether a move is a card, open or face down; by default whatever some seat may hold."""
        return move == HIDDEN or bare(move) in pack_of(self.game).cards

    def card(self, card: str) -> str:
        """Name a card in words."""
        inner = bare(card)
        name = printable(self.text(f"card-{inner}") or deck_name(self.deck, inner, self.house))
        if card == HIDDEN:
            return self.house("face-down")
        return name if inner == card else f"{self.house('face-down')} ({name})"

    def sign(self, card: str) -> str:
        """Write a card shortly."""
        return deck_sign(self.deck, printable(card))

    def kind(self, move: str) -> str:
        """Say what kind of move it is: card, call, bid, trump, ask, point or step."""
        return "card" if self.is_card(move) else "call"

    def say(self, seat: int, move: str) -> str:  # noqa: ARG002  (some games tell a move by who made it)
        """Tell a move as it is heard at the table."""
        return self.text(f"say-{move}") or self.label(move)

    def label(self, move: str) -> str:
        """Name a move that may be chosen."""
        return self.card(move) if self.is_card(move) else self.text(f"move-{move}", printable(move))

    def name_of(self, token: str) -> str:
        """Name a move or a card within a sentence; what is neither stays as it is."""
        return self.card(token) if token and self.is_card(token) else self.text(f"move-{token}", token)

    def gloss(self, move: str) -> str:
        """Tell in few words what a move means; nothing where its name says it."""
        return self.text(f"gloss-{move}")

    def meaning(self, view: V, move: str) -> str:  # noqa: ARG002  (what some moves are worth depends on the table)
        """Tell in few words what a legal move means here."""
        return self.gloss(move)

    def tone(self, move: str) -> str:
        """Say how a move is meant: yes, no, strong, or nothing of that."""
        return self.text(f"tone-{move}")

    def keys(self, view: V) -> dict[str, str]:
        """Return what is typed for each legal move: the place of a card in the hand, a letter for a call."""
        hand = list(getattr(view, "hand", ()))
        keys = {move: self._place(move, hand) for move in view.moves if self.is_card(move)}
        for move in (one for one in view.moves if one not in keys):
            letters = (self.text(f"key-{move}"), *(sign for sign in move.lower() if sign.isalpha()))
            free = (one for one in letters if one and one not in TAKEN and one not in keys.values())
            keys[move] = next(free, str(len(hand) + len(keys) + 1))
        return keys

    def _place(self, move: str, hand: list[str]) -> str:
        place = str(hand.index(bare(move)) + 1) if bare(move) in hand else move
        return place if bare(move) == move else f"v{place}"

    def public_move(self, move: str) -> str:
        """Return a move as those hear it who may not see everything: a card face down stays so."""
        return HIDDEN if bare(move) != move else move

    # ── the table ─────────────────────────────────────────────────────────────────────────────────────────────────

    def scene(self, view: V) -> Scene | None:
        """Return the cards on the table as this view has them; None of a game without cards."""
        return scene_of(view, self.game, self.is_card) if pack_of(self.game).cards else None

    def picture(self, view: V, state: State | None = None) -> str:
        """Draw the table for a notebook, as HTML: what this view has, or with a state everything that lies in it."""
        from bolicho.games.picture import draw_cards

        return draw_cards(self, view, state)

    def prompt(self, view: V) -> str:
        """Say what is asked of the seat whose turn it is."""
        kinds = {self.is_card(move) for move in view.moves}
        return self.house("ask-both" if len(kinds) > 1 else "ask-card" if True in kinds else "ask-call")

    def standing(self, view: V) -> list[str]:  # noqa: ARG002
        """Tell what everybody at the table knows at a glance."""
        return []

    def own(self, view: V) -> str:  # noqa: ARG002
        """Tell what a seat's own cards are worth."""
        return ""

    def score(self, view: V) -> tuple[int, ...]:
        """Return the points of the match by seat, as the view has them; nothing where it has none."""
        return tuple(getattr(view, "score", ()))

    def history(self, view: V) -> list[tuple[int, str]]:
        """Return who did what, as the view has it."""
        return pairs(getattr(view, "history", ()))

    def log(self, view: V) -> list[tuple[int, str, str]]:
        """Return who did what, as it is heard; what is said with a move and is none has an empty move."""
        return [(seat, move, self.say(seat, move)) for seat, move in self.history(view)]

    def speech(self, view: V, *, over: bool = False) -> list[str]:
        """Tell a unit, in order, to people who cannot see the table: own cards, moves of others, winners, the end.

        Own moves are left out. A later view of the same unit has the same lines, and perhaps more.
        """
        lines, cards, moves = self.opening(view), 0, 0
        for seat, move, text in self.log(view):
            if seat != view.seat or not move:
                lines.append(f"{self.names[seat]}: {self.move_by_ear(move, text)}")
            moves += bool(move)
            lines += self.turning_point(view, moves) if move else []
            if move and self.is_card(move):
                cards += 1
                lines += self.round_result(view, cards)
        told = lines + (self.summary(view) if over else [])
        sentences = (f"{line[:1].upper()}{line[1:]}" for line in told)
        return [line if line.endswith((".", "!", "?")) else f"{line}." for line in sentences]

    def move_by_ear(self, move: str, text: str) -> str:  # noqa: ARG002
        """Say a move of the log to people who cannot see it: as it stands there, unless it has signs for the eye."""
        return text

    def opening(self, view: V) -> list[str]:
        """Name the cards that were dealt, for people who cannot see them."""
        dealt = getattr(view, "dealt", ()) or (() if self.history(view) else getattr(view, "hand", ()))
        return [self.house("spoken-hand", cards=", ".join(map(self.card, dealt)))] if dealt else []

    def turning_point(self, view: V, moves: int) -> list[str]:  # noqa: ARG002
        """Say what is settled by so many moves, an auction say; nothing elsewhere."""
        return []

    def round_result(self, view: V, cards: int) -> list[str]:  # noqa: ARG002
        """Say who won the round or trick that ends with this many cards played; nothing while it is open."""
        return []

    def summary(self, view: V) -> list[str]:  # noqa: ARG002
        """Tell how a finished unit ended."""
        return []

    def showdown(self, view: V) -> list[Any] | None:  # noqa: ARG002
        """Return, by seat, cards that were shown when the unit ended."""
        return None

    def hands(self, state: State, hidden: Collection[int] = ()) -> list[list[str] | None] | None:
        """Return the cards that each seat holds, None for those that stay hidden; None where there are none."""
        views: list[Any] = [state.view(seat) for seat in range(self.game.seats)]
        if not all(hasattr(view, "hand") for view in views):
            return None
        return [None if seat in hidden else list(view.hand) for seat, view in enumerate(views)]

    def public(self, state: Any) -> Any:
        """Return a view with what everybody may know: what all seats see alike; None where we cannot tell.

        Cards and moves that differ are left out. A view with anything else that differs needs the game's own word.
        """
        views: list[Any] = [state.view(seat) for seat in range(self.game.seats)]
        if not hasattr(views[0], "_fields"):
            return None
        alike: JsonObject = {}
        for name in views[0]._fields:
            values = [getattr(view, name) for view in views]
            if name == "seat":
                alike[name] = -1
            elif name == "history" and all(len(pairs(heard)) == len(values[0]) for heard in values):
                alike[name] = tuple(map(_heard_by_all, zip(*values, strict=True)))
            elif any(value != values[0] for value in values):
                if not all(isinstance(value, tuple) for value in values):
                    return None
                alike[name] = ()
            elif name in ("hand", "moves"):
                alike[name] = ()
        return views[0]._replace(**alike)

    def plain(self, view: V) -> JsonObject:
        """Write a view out as plain JSON data: what a page, an outside agent and a program on a line are sent.

        docs/web/index.md tells what stands in it, game by game; what is not in the view is not in here.
        """
        return plain(view)

    def state(self, view: V) -> JsonObject:
        """Write a view out for a page, with the scene where that is what is drawn."""
        scene = self.scene(view) if self.drawing == "cards" else None
        return self.plain(view) | ({} if scene is None else {"scene": plain(scene)})

    def read(self, state: JsonMapping) -> V | None:  # noqa: ARG002
        """Read back what ``plain`` wrote where that is not a view field by field; None where it is."""
        return None

    def shape(self, state: Any) -> str:
        """Return a text that positions share which are the same but for a symmetry of the game."""
        return repr(state.view(state.seat))

    def plainly(self, sentence: str) -> str:
        """Return a sentence of an agent with names in place of codes that people do not know."""
        return sentence


def _heard_by_all(heard: tuple[tuple[int, str], ...]) -> tuple[int, str]:
    """Return a move as all know it: what some saw and others did not is a card face down."""
    first = heard[0]
    return first if all(one == first for one in heard) else (first[0], HIDDEN)


def face_named(name: str) -> type[Face]:
    """Return the kind of face that a game of this name has, without making the game."""
    from bolicho.games import FACES

    return _checked(FACES.factory(name) if name in FACES.names() else Face, name)


def face_of(game: Game, language: str = "en", names: Sequence[str] = ()) -> Face:
    """Return the face of a game, in a language, with the names of its seats."""
    from bolicho.games import FACES

    return _checked(FACES.of(game) or Face, game.name)(game, language, names)


def _checked(found: object, name: str) -> type[Face]:
    if not isinstance(found, type) or not issubclass(found, Face):
        raise BadInput(f"game {name!r}: bolicho.faces names {found!r:.80}, expected a subclass of Face")
    return found


def deck_name(deck: str, card: str, words: Words) -> str:
    """Name a card of a deck that we have pictures of; the card itself of any other.

    >>> deck_name("french", "Qh", Words("bolicho.games", "en")), deck_name("", "12", Words("bolicho.games", "en"))
    ('queen of hearts', '12')
    """
    rank, suit = card[:-1], f"suit-{deck}-{card[-1:]}"
    if not rank or suit not in words:
        return card
    known = f"rank-{rank}"
    return words("card", rank=words(known) if deck == "french" and known in words else rank, suit=words(suit))


FRENCH = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def deck_sign(deck: str, card: str) -> str:
    """Write a card shortly.

    >>> deck_sign("french", "Td"), deck_sign("spanish", "7e")
    ('10♦', '7e')
    """
    if deck != "french" or card[-1:] not in FRENCH:
        return card
    return f"{card[:-1].replace('T', '10')}{FRENCH[card[-1]]}"


@cache
def texts_in(package: str, language: str) -> Mapping[str, str]:
    """Return the texts beside the rules of a game, in another language if need be; none without a ``words.toml``."""
    if not package or not (files(package) / "words.toml").is_file():
        return {}
    for one in (language, *LANGUAGES):
        try:
            return Words(package, one).texts
        except KeyError:
            continue
        except ValueError as error:  # not TOML, or not UTF-8
            raise BadInput(f"words.toml of {package}: {one_line(error)}") from None
    return {}


def _package(kind: type) -> str:
    module = kind.__module__
    return module if hasattr(sys.modules.get(module), "__path__") else module.rpartition(".")[0]

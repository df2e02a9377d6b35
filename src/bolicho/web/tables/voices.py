"""What is said around a table on a page: a voice for each family of games.

``voice(game, language, names)`` speaks of views; ``games.plain`` and ``Voice.public(state)`` are the only ways in which
a state of a game leaves the server.
"""

from collections.abc import Collection, Sequence
from typing import Any

from bolicho.core.contract import Game
from bolicho.core.words import Words, printable
from bolicho.games.boards import BoardGame
from bolicho.games.boards import View as BoardView
from bolicho.games.boards import talk as board_talk
from bolicho.games.plain import Told, plain
from bolicho.games.rikken import View as RikkenView
from bolicho.games.rikken import talk as rikken_talk
from bolicho.games.rikken.ask import ASK, TRUMP
from bolicho.games.rikken.contracts import NAMES, PAS
from bolicho.games.truco import View as TrucoView
from bolicho.games.truco import talk as truco_talk
from bolicho.games.truco.view import HIDDEN


class Voice:
    """Speaks of a game nobody knows here: a guest's. The other voices say it better."""

    def __init__(self, game: Any, language: str, names: Sequence[str]) -> None:
        self.game, self.language = game, language
        self.names = tuple(map(printable, names))

    @property
    def title(self) -> str:
        """The name of the game."""
        return str(self.game.name)

    @property
    def target(self) -> int | None:
        """The points that win a match, where points do."""
        return None

    def said(self, seat: int, move: str) -> str:  # noqa: ARG002  (some games tell a move by who made it)
        """Tell a move as it is heard at the table."""
        return printable(move)

    def offered(self, move: str) -> str:
        """Name a move that may be chosen."""
        return self.said(0, move)

    def kind(self, move: str) -> str:
        """Say what kind of move it is: card, call, bid, trump, ask, point or step."""
        return "step" if "-" in move else "call"

    def asked(self, view: Any) -> str:  # noqa: ARG002
        """Say what is asked of the seat whose turn it is."""
        return ""

    def standing(self, view: Any) -> list[str]:  # noqa: ARG002
        """Tell what everybody at the table knows at a glance."""
        return []

    def own(self, view: Any) -> str:  # noqa: ARG002
        """Tell what a seat's own cards are worth."""
        return ""

    def history(self, view: Any) -> list[tuple[int, str]]:  # noqa: ARG002
        """Return who did what, as the view has it."""
        return []

    def summary(self, view: Any) -> list[str]:  # noqa: ARG002
        """Tell how a finished unit ended."""
        return []

    def shown(self, view: Any) -> list[Any] | None:  # noqa: ARG002
        """Return, by seat, cards that were shown when the unit ended."""
        return None

    def state(self, view: Any) -> Told:
        """Write a view out."""
        return plain(view, self.language)

    def public(self, state: Any) -> Any:
        """Return a view with what everybody may know; None where we cannot tell (a guest's game)."""

    def heard(self, move: str) -> str:  # noqa: ARG002
        """Return a move as the others heard it; we cannot tell of a guest's game."""
        return "?"

    def hands(self, state: Any, hidden: Collection[int] = ()) -> list[list[str] | None] | None:
        """Return the cards that each seat holds, None for those that stay hidden; None where there are none."""
        views = [state.view(seat) for seat in range(self.game.seats)]
        if not all(hasattr(view, "hand") for view in views):
            return None
        return [None if seat in hidden else list(view.hand) for seat, view in enumerate(views)]


class TrucoVoice(Voice):
    """Speaks of Truco."""

    def __init__(self, game: Any, language: str, names: Sequence[str]) -> None:
        super().__init__(game, language, names)
        self.words = Words("bolicho.games.truco", language)

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.words("name")

    @property
    def target(self) -> int | None:
        """The points that win a match."""
        target: int = self.game.rules.target
        return target

    def said(self, seat: int, move: str) -> str:  # noqa: ARG002
        """Tell a call or a card."""
        return truco_talk.said(move, self.words)

    def heard(self, move: str) -> str:
        """A card that was played face down stays so."""
        return _masked(move)

    def kind(self, move: str) -> str:
        """Cards, also face down, begin with a digit or a bracket."""
        return "card" if move[0].isdigit() or move[0] == "(" else "call"

    def asked(self, view: TrucoView) -> str:
        """Say what is asked of the seat whose turn it is."""
        return truco_talk.asked(view, self.words, self.names)

    def standing(self, view: TrucoView) -> list[str]:
        """Tell mão and pé, what the hand is worth, and numbers said aloud."""
        return truco_talk.standing(view, self.words, self.names)

    def own(self, view: TrucoView) -> str:
        """Tell what the seat's own three cards are worth."""
        return truco_talk.own_points(view, self.words) if view.dealt else ""

    def history(self, view: TrucoView) -> list[tuple[int, str]]:
        """Return every word and card so far."""
        return list(view.history)

    def summary(self, view: TrucoView) -> list[str]:
        """Tell what was paid, to whom and why."""
        return truco_talk.summary(view, self.words, self.names)

    def shown(self, view: TrucoView) -> list[Any] | None:
        """Return the cards shown in proof."""
        return [list(cards) for cards in view.shown]

    def public(self, state: Any) -> TrucoView:
        """Return what everybody knows: no hands, and face-down cards stay so."""
        view: TrucoView = state.view(0)
        return view._replace(
            dealt=(),
            hand=(),
            moves=(),
            history=tuple((seat, _masked(move)) for seat, move in view.history),
            played=(tuple(map(_masked, view.played[0])), tuple(map(_masked, view.played[1]))),
        )


class RikkenVoice(Voice):
    """Speaks of Rikken."""

    def __init__(self, game: Any, language: str, names: Sequence[str]) -> None:
        super().__init__(game, language, names)
        self.words = Words("bolicho.games.rikken", language)

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.words("name")

    def said(self, seat: int, move: str) -> str:  # noqa: ARG002
        """Tell a bid, a trump, an ask or a card."""
        return rikken_talk.said(move, self.words)

    def heard(self, move: str) -> str:
        """Everything is said and played openly."""
        return move

    def offered(self, move: str) -> str:
        """Name a move that may be chosen; cards in words."""
        return rikken_talk.card_name(move, self.words) if self.kind(move) == "card" else self.said(0, move)

    def kind(self, move: str) -> str:
        """Bids, trumps and asks have their own notation; the rest are cards."""
        if move == PAS or move in NAMES:
            return "bid"
        return "trump" if move.startswith(TRUMP) else "ask" if move.startswith(ASK) else "card"

    def asked(self, view: RikkenView) -> str:
        """Say what is asked of the seat whose turn it is."""
        return rikken_talk.asked(view, self.words, self.names)

    def standing(self, view: RikkenView) -> list[str]:
        """Tell dealer, contract, trump, asked card and known partner."""
        return rikken_talk.standing(view, self.words, self.names)

    def history(self, view: RikkenView) -> list[tuple[int, str]]:
        """Return every bid, word and card so far."""
        return list(view.history)

    def summary(self, view: RikkenView) -> list[str]:
        """Tell how the deal ended and what was paid."""
        return rikken_talk.summary(view, self.words, self.names)

    def shown(self, view: RikkenView) -> list[Any] | None:
        """Return the hands that lie open."""
        return [None if hand is None else list(hand) for hand in view.open_hands]

    def public(self, state: Any) -> RikkenView:
        """Return what everybody knows: no hands but those open to all, no partner before all know him."""
        views: list[RikkenView] = [state.view(seat) for seat in range(4)]
        partners = {view.partner for view in views}
        hands: list[Any] = []
        for seat in range(4):
            seen = [view.open_hands[seat] for view in views if view.seat != seat]
            hands.append(seen[0] if all(hand == seen[0] for hand in seen) else None)
        partner = partners.pop() if len(partners) == 1 else None
        return views[0]._replace(seat=-1, dealt=(), hand=(), moves=(), partner=partner, open_hands=tuple(hands))


class BoardVoice(Voice):
    """Speaks of the board games."""

    game: BoardGame

    def __init__(self, game: Any, language: str, names: Sequence[str]) -> None:
        super().__init__(game, language, names)
        self.words = Words("bolicho.games.boards", language)

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.game.board.title[self.language]

    def said(self, seat: int, move: str) -> str:
        """Tell a move with the piece that made it."""
        return f"{board_talk.SIGNS[seat]} {move}"

    def heard(self, move: str) -> str:
        """Everything is played openly."""
        return move

    def offered(self, move: str) -> str:
        """Name a move."""
        return move.replace("-", " → ")

    def kind(self, move: str) -> str:
        """A step goes from point to point; a point is where a piece is placed."""
        return "step" if "-" in move else "point"

    def asked(self, view: BoardView) -> str:
        """Say whether to place or to move."""
        return board_talk.asked(view, self.words)

    def own(self, view: BoardView) -> str:
        """Show the seat's own piece."""
        return board_talk.SIGNS[view.seat] if view.seat >= 0 else ""

    def history(self, view: BoardView) -> list[tuple[int, str]]:
        """Return every move, the seats taking turns."""
        first = view.state.begun.turn
        return [((first + number) % 2, move) for number, move in enumerate(view.history)]

    def summary(self, view: BoardView) -> list[str]:
        """Tell how the game ended."""
        return [board_talk.ending(view, self.words, self.names)]

    def public(self, state: Any) -> BoardView:
        """Everything is public."""
        view: BoardView = state.view(-1)
        return view


VOICES: dict[str, type[Voice]] = {"truco": TrucoVoice, "rikken": RikkenVoice}


def voice(game: Game, language: str, names: Sequence[str]) -> Voice:
    """Return who speaks of a game, in a language, with the names of its seats."""
    kind = BoardVoice if isinstance(game, BoardGame) else VOICES.get(game.name, Voice)
    return kind(game, language, names)


def _masked(move: str) -> str:
    return HIDDEN if move.startswith("(") else move

"""Rikken for OpenSpiel: one deal for four; what it brings is what is settled, zero in all."""

from collections.abc import Sequence
from itertools import product
from typing import ClassVar

from bolicho.core.errors import BadInput
from bolicho.field.openspiel.dealing import SeatByCard
from bolicho.field.openspiel.kind import Dealing, Kind, Parameters, numbers_of
from bolicho.games.rikken import Deal, Rikken, State, View
from bolicho.games.rikken.contracts import CONTRACT, CONTRACTS, TROELA
from bolicho.games.rikken.settlement import penalty, settle
from bolicho.games.rikken.view import history


class RikkenKind(Kind):
    """Rikken, as OpenSpiel asks about it; with ``contract`` and ``declarer`` there is no auction."""

    hidden: ClassVar[bool] = True
    spec: ClassVar[Parameters] = {"dealer": 0, "score": "", "number": 1, "contract": "", "declarer": 0}
    recall: ClassVar[frozenset[str]] = frozenset({"auction", "tricks"})

    def __init__(
        self, game: Rikken, dealer: int = 0, score: str = "", number: int = 1, contract: str = "", declarer: int = 0
    ) -> None:
        super().__init__(game, dealer=dealer, score=tuple(numbers_of("score", score, 4)), number=number)
        if game.rules.shuffle != "uniform":
            raise BadInput(
                f"{game.preset} with shuffle={game.rules.shuffle}: its chances are not known, say shuffle=uniform"
            )
        if contract == TROELA:
            raise BadInput("parameter contract=troela: not every deal gives the declarer three aces")
        self.rules = game.rules
        if contract:
            self.context |= {"contract": contract, "declarer": declarer}
        elif declarer:
            raise BadInput(f"parameter declarer={declarer}: say the contract too")
        self.dealing: Dealing = SeatByCard()
        self.start(self.dealing.deal((0, 1, 2, 3) * 13))  # a wrong context is told at once

    @property
    def longest(self) -> int:
        """Fifteen bids and three passes, four more where all must speak again; trump, ask, fifty-two cards."""
        auction = 0 if "contract" in self.context else len(CONTRACTS) + 3 + 4 * (self.rules.all_pass == "force")
        return auction + 2 + 52

    @property
    def utilities(self) -> tuple[float, float]:
        """The least and the most that any contract settles."""
        terms = [CONTRACT[self.context["contract"]]] if "contract" in self.context else CONTRACTS
        paid = [
            points
            for contract, tricks in product(terms, range(14))
            for points in settle(contract, 0, None if contract.alone else 1, tricks, self.rules)
        ]
        paid += penalty(0) if self.rules.revoke == "penalty" else ()
        return float(min(paid)), float(max(paid))

    def returns(self, state: State) -> list[float]:
        """What is settled."""
        return [float(points) for points in state.scores]

    def history(self, state: State) -> Sequence[str]:
        """Every word and card."""
        return [token for _, token in history(state)]

    def turned(self, state: State) -> tuple[Deal, int]:
        """Seat the dealer where the dealer of this kind sits."""
        turn = (state.dealer - self.context["dealer"]) % 4
        first, second, third, fourth = state.deal.hands[turn:] + state.deal.hands[:turn]
        return Deal((first, second, third, fourth)), turn

    # ── what is seen ──────────────────────────────────────────────────────────────────────────────────────────────

    def where(self, view: View) -> Parameters:
        """The dealer, the score, the number of the deal, the contract when it was given."""
        told: Parameters = {"dealer": view.dealer} if view.dealer else {}
        if any(view.score):
            told["score"] = " ".join(map(str, view.score))
        if view.number != 1:
            told["number"] = view.number
        if view.contract is not None and not view.auction:
            told |= {"contract": view.contract, **({"declarer": view.declarer} if view.declarer else {})}
        return told

    def private(self, view: View) -> str:
        """Own cards, who is partner as far as this seat knows, and hands that lie open to it."""
        shown = "/".join("" if hand is None else " ".join(hand) for hand in view.open_hands)
        return f"{' '.join(view.dealt)} partner {view.partner} {shown.strip('/') and shown}"

    def public(self, view: View, recall: bool) -> str:
        """Dealer, score, words, tricks."""
        head = f"dealer {view.dealer} score {' '.join(map(str, view.score))} deal {view.number}"
        head += f"|{view.contract} by {view.declarer} trump {view.trump} asked {view.asked}"
        if recall:
            past = " ".join(f"{who}:{token}" for who, token in history(view))
        else:
            table = "" if view.current is None else f"{view.current.leader}: {' '.join(view.current.cards)}"
            best = view.standing
            past = f"{view.phase} {best if view.phase == 'auction' else ''} {table} won {view.won} turn {view.to_move}"
        over = f"|{view.points} revoked {view.revoked}" if view.over else ""
        return f"{head}|{past}{over}"

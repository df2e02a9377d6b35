"""A stand-in for the UFSM group's server: hands of ours written in the columns of theirs."""

from random import Random
from typing import Any

from bolicho.games.truco.cards import SUIT, envido_points
from bolicho.games.truco.state import State
from bolicho.learn.cases.truco.codes import CODE, SUITS
from bolicho.learn.cases.truco.hand import case_of
from bolicho.learn.cases.truco.ufsm.hand import LEVELS, READ, ROUNDS, SHORT, SUIT_NUMBERS, WHOLE

NAMES = {number: name for name, number in SUIT_NUMBERS.items() if name not in ("OURO", "PAUS")}
COPIED = {
    "jogadorMao": "mano",
    "quemPediuEnvido": "envido_by",
    "quemEnvidoEnvido": "envido_envido_by",
    "quemPediuRealEnvido": "real_envido_by",
    "quemPediuFaltaEnvido": "falta_envido_by",
    "quemNegouEnvido": "envido_refused_by",
    "quemGanhouEnvido": "envido_won_by",
    "quemFlor": "flor_by",
    "quemTruco": "truco_by",
    "quandoTruco": "truco_round",
    "quemRetruco": "retruco_by",
    "quandoRetruco": "retruco_round",
    "quemValeQuatro": "vale_quatro_by",
    "quandoValeQuatro": "vale_quatro_round",
    "quemNegouTruco": "truco_refused_by",
    "quemGanhouTruco": "truco_won_by",
    "quemBaralho": "folded_by",
    "quandoBaralho": "folded_round",
    "tentosAnterioresRobo": "score",
    "tentosAnterioresHumano": "rival_score",
    "tentosPosterioresRobo": "score_after",
    "tentosPosterioresHumano": "rival_score_after",
}


def written(hand: State, seat: int, number: int, rng: Random) -> dict[str, Any]:
    """The row of a finished hand; where no card came, the reasons are as untidy as theirs."""
    case = case_of(hand.view(seat))
    row: dict[str, Any] = {theirs: case[ours] for theirs, ours in COPIED.items()}
    row |= {"idMao": number, "idPartida": "a match"}
    row |= {"tentosEnvido": abs(case["envido_gain"] or 0), "tentosTruco": abs(case["truco_gain"] or 0)}
    for who, player in (("Robo", seat), ("Humano", 1 - seat)):
        dealt = hand.deal.hands[player]
        row[f"pontosEnvido{who}"] = envido_points(dealt)
        for level, card in zip(LEVELS, dealt, strict=True):
            row |= {f"carta{level}{who}": CODE[card], f"naipeCarta{level}{who}": NAMES[SUITS[SUIT[card]]]}
        for place, name in enumerate(ROUNDS):
            played = hand.played[player]
            code, suit = f"{name}Carta{who}", f"naipe{name.title()}Carta{who}"
            if place < len(played):
                row |= {code: CODE[played[place]], suit: NAMES[SUITS[SUIT[played[place]]]]}
            else:
                reason = case[f"played_{place + 1}"]
                own = -15 if reason == -130 or reason is None or reason > 0 else reason
                learned = number > 3195
                row |= {code: own if who == "Robo" else 0 if learned else rng.choice((1, -50, 0, None)), suit: None}
    for place, name in enumerate(ROUNDS):
        won = case[f"won_{place + 1}"]
        row[f"ganhador{name.title()}Rodada"] = case["truco_won_by"] if won is None else won
    assert set(READ[WHOLE]) == set(row)
    return row


def shortened(row: dict[str, Any]) -> dict[str, Any]:
    """The same in the 30 columns: no signs, suits as numbers, nothing empty."""
    kept = {name: row[name] for name in READ[SHORT]}
    return {name: SUIT_NUMBERS[value] if isinstance(value, str) else abs(value or 0) for name, value in kept.items()}

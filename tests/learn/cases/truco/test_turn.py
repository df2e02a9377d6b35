"""What a player asks at a turn, and what an answer means now."""

from tests.learn.cases.truco.hands import turn

from bolicho.learn.cases.truco.turn import asks, forced_move

DEAL = "1e 7o 4c / 3b 2c 12o"


def test_the_order_is_envido_truco_card() -> None:
    kinds = [ask.question.kind for ask in asks(turn(DEAL, ""))]
    assert kinds == ["call-envido", "call-truco", "card"]
    assert [ask.question.kind for ask in asks(turn(DEAL, "4c 12o"))] == ["call-truco", "card"]
    assert [ask.question.kind for ask in asks(turn(DEAL, "truco"))] == ["call-envido", "answer-truco"]
    assert [ask.question.kind for ask in asks(turn(DEAL, "envido"))] == ["answer-envido"]


def test_a_level_already_played_is_the_nearest_in_hand_and_of_two_the_lower() -> None:
    last = list(asks(turn(DEAL, "7o 12o")))[-1]  # the mão played the middle card
    assert last.adapted == {"high": "high", "medium": "low", "low": "low", "baralho": "baralho"}
    assert last.moves == {"low": "4c", "high": "1e", "baralho": "baralho"}
    gone = list(asks(turn("3b 2c 12o / 1e 7o 4c", "12o 1e")))[-1]  # the pé played its high card
    assert gone.adapted == {"high": "medium", "medium": "medium", "low": "low", "baralho": "baralho"}


def test_the_scenario_tells_who_leads() -> None:
    assert [ask.question.scenario for ask in asks(turn(DEAL, ""))] == [
        "envido-first",
        "truco-1-first",
        "first-card-first",
    ]
    assert list(asks(turn(DEAL, "4c 12o")))[-1].question.scenario == "second-card-won"
    assert list(asks(turn(DEAL, "4c 12o 2c")))[-1].question.scenario == "second-card-lost"


def test_a_second_envido_is_a_question_of_its_own() -> None:
    (ask,) = asks(turn("7e 6e 4c / 3b 2b 12o", "envido envido"))
    assert ask.question.call == "envido-envido"
    assert "envido" not in ask.moves


def test_flor_is_declared_and_winning_points_are_said_without_asking() -> None:
    assert forced_move(turn("7e 6e 4e / 3b 2c 12o", "", "ufsm-web")) == "flor"
    assert forced_move(turn("1e 7o 4c / 3b 2b 12o", "envido quero", "ufsm-web")) == "pontos"
    assert forced_move(turn("7e 6e 4e / 3b 2b 12b", "flor")) is None, "a flor that answers a flor is asked about"

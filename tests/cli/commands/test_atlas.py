"""``bolicho atlas``: charts of hands, the worth of one, boards; what cannot be shown is one line."""

import json

from tests.cli.front_door import knock, refused


def test_a_chart_has_a_row_a_strongest_card_and_says_what_all_hands_do() -> None:
    told = knock("atlas", "truco", "pe-envido", "--agent", "random", "--language", "en").out
    rows = [line.split() for line in told.splitlines()]
    assert [row[0] for row in rows if row and row[0] in {"1e", "1b", "7e", "7o"}] == ["1e", "1b", "7e", "7o"]
    assert "All hands: calls envido 50.0 %" in told


def test_two_players_stand_beside_each_other_as_data() -> None:
    found = json.loads(knock("atlas", "truco", "mao", "--agent", "random", "--against", "novice", "--json").out)
    assert [one["agent"] for one in found["charts"]] == ["random", "novice"]


def test_a_board_shows_its_moves_with_their_values() -> None:
    found = json.loads(knock("atlas", "tapatan", "a3-a2", "--json").out)
    assert {one["value"] for one in found["moves"]} <= {1, 0, -1}
    assert "empata" in knock("atlas", "tapatan", "--language", "pt-BR").out


def test_what_cannot_be_shown_is_one_line() -> None:
    assert refused(knock("atlas", "truco", "nowhere"), "nowhere")
    assert refused(knock("atlas", "truco", "--score", "30-0"), "30-0")
    assert refused(knock("atlas", "truco", "--show", "nothing"), "nothing")
    assert refused(knock("atlas", "rikken"), "nobody has solved")
    assert refused(knock("atlas", "truco", "--hand", "1e 1e"), "three cards")

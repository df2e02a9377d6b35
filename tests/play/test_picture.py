"""A record in a notebook: every ply can be stepped to, by anybody's eyes, and what cannot be replayed is said."""

import re
from dataclasses import replace

import pytest
from tests.games.test_picture import Reader

import bolicho
from bolicho.core.record import Forfeit, Record
from bolicho.play import picture


def match(name: str, first: str, second: str, **options: object) -> Record:
    game = bolicho.game(name, **options)
    return bolicho.play_match(game, [bolicho.agent(first, game), bolicho.agent(second, game)], seed=3, keep_why=True)


TRUCO = match("truco", "bold", "sound", target=6)


def test_every_ply_of_every_hand_can_be_stepped_to() -> None:
    html = TRUCO._repr_html_()
    Reader(html)
    plies = sum(len(unit.moves) + 1 for unit in TRUCO.units)
    assert html.count('type="radio"') == html.count('class="b-ply"') == plies
    assert html.count(" checked") == 1
    for number, unit in enumerate(TRUCO.units, 1):
        assert f"hand {number} · ply {len(unit.moves)} of {len(unit.moves)}" in html


def test_a_record_tells_who_won_and_why_moves_were_made() -> None:
    html = TRUCO._repr_html_()
    winner = TRUCO.agents[TRUCO.winner or 0]
    assert f"{winner} won: bold {TRUCO.scores[0]} · sound {TRUCO.scores[1]}" in html
    assert html.count('class="b-why"') == sum(len(unit.moves) for unit in TRUCO.units)


def test_with_the_eyes_of_one_seat_neither_cards_nor_reasons_of_the_other_are_seen() -> None:
    html = bolicho.show(TRUCO, seat=1, units=[0]).html
    game = bolicho.game("truco", target=6)
    first = game.parse_deal(TRUCO.units[0].deal).hands[0]
    played = {move for move in TRUCO.units[0].moves if move in first}
    shown = set(Reader(html).cards)
    last = list(bolicho.replay(TRUCO, game))[len(TRUCO.units[0].moves)]
    proof = set(last.view(1).shown[0])
    assert not (set(first) - played - proof) & shown
    assert html.count('class="b-why"') < len(TRUCO.units[0].moves)


def test_the_same_record_twice_in_a_page_steps_apart() -> None:
    Reader(TRUCO._repr_html_() + TRUCO._repr_html_())


def test_hands_can_be_picked_and_a_long_match_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bolicho.show(TRUCO, units=[1]).html.count("b-ply") < TRUCO._repr_html_().count("b-ply")
    with pytest.raises(bolicho.BadInput, match="units 0 to"):
        bolicho.show(TRUCO, units=[99])
    with pytest.raises(bolicho.BadInput, match="seat 7"):
        bolicho.show(TRUCO, seat=7)
    monkeypatch.setattr(picture, "LARGEST", 10)
    assert f"bolicho.show(record, units=range(1, {len(TRUCO.units)}))" in TRUCO._repr_html_()


def test_boards_and_rikken_step_too() -> None:
    tapatan = match("tapatan", "minimax", "random")
    assert tapatan._repr_html_().count('class="b-board"') == len(tapatan.units[0].moves) + 1
    game = bolicho.game("rikken", deals=1)
    record = bolicho.play_match(game, [bolicho.agent("rules", game) for _ in range(4)], seed=2)
    html = record._repr_html_()
    assert len(set(Reader(html).cards)) == 52
    assert "rules 3" in html


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": "0"}, "rules"),
        ({"game": "<gone>"}, "&lt;gone&gt;"),
        ({"scores": (1, 1)}, "add up"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_why_and_lists_its_moves(change: dict[str, object], told: str) -> None:
    html = replace(TRUCO, **change)._repr_html_()  # type: ignore[arg-type]
    Reader(html)
    assert told in html
    assert TRUCO.units[0].moves[0] in html
    assert "<gone>" not in html


def test_records_without_an_end_are_shown_as_far_as_they_go() -> None:
    lost = replace(TRUCO, forfeit=Forfeit(0, "it slept <b>"), winner=1)
    assert "bold forfeited (it slept &lt;b&gt;)" in lost._repr_html_()
    first = TRUCO.units[0]
    cut = replace(TRUCO, units=(first,), scores=first.scores, winner=None, finished=False)
    assert re.search("Not finished: bold . · sound .", cut._repr_html_())
    nothing = replace(TRUCO, units=(), scores=(0, 0), winner=None, finished=False)
    Reader(nothing._repr_html_())


def test_a_decision_is_told_in_words_where_its_agent_has_some() -> None:
    game = bolicho.game("truco")
    state = game.start("1e 7o 4c / 3b 2c 12o")
    made = bolicho.agent("sound", game).choose(state.view(0), bolicho.stream(1))
    assert isinstance(made, bolicho.Decision)
    assert f"<strong>{made.move}</strong>" in made._repr_html_()
    assert "não quero" in bolicho.show(bolicho.Decision("nao-quero"), game).html
    plain = bolicho.Decision("<x>", 0.25, {"mean": 0.5, "note": "<y>"})._repr_html_()
    Reader(plain)
    assert "&lt;x&gt;" in plain
    assert "&lt;y&gt;" in plain

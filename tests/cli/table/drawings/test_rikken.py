"""The Rikken table in the terminal: auction, trump, ask and tricks, a series of deals, replays."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any
from unittest.mock import patch

import pytest
from rich.console import Console
from tests.cli.front_door import knock, record_of, refused

import bolicho
from bolicho.agents.rikken.lots import RikkenRandom
from bolicho.cli.table.drawing import drawing_for
from bolicho.cli.table.screen import Size
from bolicho.core.contract import Decision
from bolicho.core.words import LANGUAGES, Words
from bolicho.games.rikken import State
from bolicho.games.rikken.cards import CARDS
from bolicho.games.rikken.contracts import NAMES
from bolicho.games.rikken.options import VALUES

FIGURE_11 = "AKJ2.T9.T94.8762 / QT9.AKQ5432..JT9 / 876.87.AKQ53.AKQ / 543.J6.J8762.543"
ANYTHING = "".join(f"{number}\n" for number in range(1, 14)) + "n\n"
"""Among these lines is one for every decision of Rikken; the others are answered with a hint."""
SEATS = ("you", "left", "across", "right")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pt-BR", ("sua jogada", "leilão", "trunfo", "última vaza", "fim da mão", "Placar:", "Revanche?")),
        ("en", ("your move", "auction", "last trick", "end of the hand", "Rematch?")),
    ],
)
def test_a_series_of_deals_with_running_scores(tmp_path: Path, language: str, words: tuple[str, ...]) -> None:
    file = tmp_path / "m.jsonl"
    said = knock(
        *("play", "rikken", "--against", "random", "--seed", "4", "--no-store", "--language", language),
        *("--option", "deals=3", "--option", "first_dealer=3", "--record", str(file)),
        typed=ANYTHING * 60,
    )
    assert said.code == 0
    assert said.err == ""
    assert all(word in said.out for word in words)
    assert "\x1b" not in said.out
    record = record_of(file)
    assert record.finished
    assert [unit.context["dealer"] for unit in record.units] == [3, 0, 1]
    assert record.agents == ("person", "random", "random", "random")
    assert sum(record.scores) == 0


def test_auction_trump_ask_and_card_by_word_or_number(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    table = ("play", "rikken", "--against", "random", "--seed", "1", "--no-store", "--option", "first_dealer=2")
    typed = "rik beter\nSolo 13!\ncopas\n2s\n9H\n10d\n2c\n"
    knock(*table, "--deal", FIGURE_11, "--record", str(file), typed=typed)
    moves = record_of(file).units[0].moves
    assert "solo" in moves
    assert "trump:h" in moves
    assert {"2s", "9h", "Td", "2c"} & set(moves)


def test_the_people_have_names_and_the_agents_their_seats(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    said = knock("play", "rikken", "--name", "Ana", "--name", "Bia", "--no-store", "--seed", "1", "--record", str(file))
    assert "Ana" in said.out
    assert "Bia" in said.out
    assert record_of(file).notes["names"][:2] == ["Ana", "Bia"]


@pytest.mark.parametrize("starts", [1, 2, 3, 4])
def test_who_starts_is_told_by_seats_from_one_and_speaks_first(tmp_path: Path, starts: int) -> None:
    file = tmp_path / "m.jsonl"
    table = ("play", "rikken", "--against", "random", "--no-store", "--seed", "1", "--record", str(file))
    knock(*table, "--starts", str(starts), typed=ANYTHING)
    first = next(iter(bolicho.replay(record_of(file))))
    assert first.seat == starts - 1


def test_a_start_that_there_is_not_is_refused() -> None:
    assert refused(knock("play", "rikken", "--starts", "5", "--no-store"), "--starts 5", "1 (you) to 4")
    assert refused(knock("play", "rikken", "--starts", "0", "--no-store"), "--starts 0")
    assert refused(knock("play", "rikken", "--starts", "1", "--option", "first_dealer=1"), "exclude each other")
    assert refused(knock("play", "truco", "--starts", "1", "--no-store"), "--starts 1", "truco")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("a draw: you, random 2, random 3, random 4 share the first place, with 0 each", "paper · 1 deal ·")),
        ("pt-BR", ("empatou: você, random 2, random 3, random 4 dividem o primeiro lugar", "paper · 1 mão ·")),
    ],
)
def test_a_draw_names_who_shares_it_with_the_scores(language: str, told: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    with patch.object(RikkenRandom, "choose", lambda _self, view, _rng: Decision(view.moves[0])):  # everybody passes
        said = knock(
            *("play", "rikken", "--against", "random", "--no-store", "--option", "deals=1", "--language", language),
            *("--record", str(file)),
            typed="pas\nn\n",
        )
    assert all(words in said.out for words in told)
    assert "random 2 0 · random 3 0" in said.out
    between = {"en": "drawn between person, random 2", "pt-BR": "empatada entre person, random 2"}[language]
    assert between in knock("replay", str(file), "--language", language).out


@pytest.mark.parametrize("size", [Size(100, 40), Size(80, 24), Size(50, 60)], ids=str)
def test_all_that_happened_since_the_last_turn_is_in_the_picture(size: Size) -> None:
    drawing = drawing_for(bolicho.game("rikken"), "en", SEATS)
    most = 0
    for number in range(4):
        for state in states(number):
            if state.seat is None:
                continue
            view = state.view(state.seat)
            own = [place for place, (seat, _) in enumerate(view.history) if seat == view.seat]
            since = view.history[own[-1] + 1 if own else 0 :]
            most = max(most, len(since))
            picture = drawn(drawing, view, size)
            assert all(drawing.say(*heard) in picture for heard in since)
    assert most > 5


def drawn(drawing: Any, view: Any, size: Size) -> str:
    """The picture as plain text."""
    console = Console(width=size.width, no_color=True)
    with console.capture() as captured:
        console.print(drawing.table(view, size))
    return captured.get()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_explain_the_marks_of_the_picture(language: str) -> None:
    told = " ".join(drawing_for(bolicho.game("rikken"), language, SEATS).rules())
    assert all(f" {mark} " in told for mark in "▸D★☆")


def test_wrong_tables_are_refused() -> None:
    assert refused(knock("play", "rikken", "--against", "random", "--against", "random"), "3 other seats")
    assert refused(knock("play", "rikken", *["--name", "x"] * 5, "--no-store"), "--name")
    assert refused(knock("play", "rikken", "--option", "trump=maybe"), "trump='maybe'")
    assert refused(knock("match", "rikken", "random", "random", "random"), "needs 4 agents, found 3")
    assert refused(knock("play", "rikken", "--deal", "AKQ"), "four hands")


def states(number: int, **options: str) -> list[State]:
    game = bolicho.game("rikken", **options)
    rng = bolicho.stream(number, "cli")
    row = [game.start(game.deal(rng), dealer=number % 4)]
    while not row[-1].over:
        moves = row[-1].moves()
        row.append(row[-1].play(rng.choice(moves[:4] if row[-1].phase == "auction" else moves)))
    return row


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_its_own_key_and_may_be_typed_as_it_is(language: str) -> None:
    drawing = drawing_for(bolicho.game("rikken"), language, SEATS)
    for number in range(40):
        for state in states(number):
            if state.over:
                assert drawing.summary(state.view(0))
                continue
            view = state.view(state.seat or 0)
            assert [drawing.read(view, key.key) for key in drawing.keys(view)] == list(view.moves)
            assert [drawing.read(view, move) for move in view.moves] == list(view.moves)
            assert all(drawing.knows(move) for move in view.moves)
            assert drawing.prompt(view)


@pytest.mark.parametrize("size", [Size(100, 40), Size(76, 20), Size(50, 60)], ids=str)
def test_no_hidden_card_is_in_the_picture(size: Size) -> None:
    drawing = drawing_for(bolicho.game("rikken"), "en", SEATS)
    for number in range(8):
        for state in states(number)[::9]:
            for seat in range(4):
                view = state.view(seat)
                picture = drawn(drawing, view, size)
                shown = {card for hand in view.open_hands if hand is not None for card in hand}
                told = {card for trick in view.tricks for card in trick.cards} | set(view.hand) | shown
                told |= set(view.current.cards if view.current else ()) | {view.asked or ""}
                for card in CARDS:
                    sign = f"{card[0].replace('T', '10')}{dict(zip('shdc', '♠♥♦♣', strict=True))[card[1]]}"
                    assert card in told or sign not in picture.split()
                for who, hand in enumerate(view.open_hands):
                    assert bool(hand) == any(f"{SEATS[who]}: {suit}" in picture for suit in "♠♥♦♣")


def test_a_recorded_match_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    knock("play", "rikken", "--watch", "random", "random", "--seed", "2", "--option", "deals=1", "--record", str(file))
    said = knock("replay", str(file))
    assert said.code == 0
    assert "random 1 × random 2 × random 3 × random 4" in said.out
    told = json.loads(knock("replay", str(file), "--seat", "3", "--json").out)
    assert [len(step["views"]) for step in told["steps"]] == [1] * len(told["steps"])


def test_four_agents_play_every_rotation_of_a_board(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    said = knock(
        *("match", "rikken", *["random"] * 4, "-n", "8", "--json", "--workers", "1", "--option", "deals=2"),
        *("--records", str(file)),
    )
    result = json.loads(said.out)
    assert result["matches"] == 8
    assert abs(sum(rate["mean"] for rate in result["win_rate"]) - 1) < 1e-4
    records = list(bolicho.read_records(file))
    deals = [[unit.deal for unit in record.units] for record in records]
    assert deals[0] == deals[1] == deals[2] == deals[3] != deals[4]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_rikken_has_a_word(language: str) -> None:
    words = Words("bolicho.games.rikken", language)
    assert all(f"contract-{name}" in words for name in NAMES)
    assert all(f"rule-{option}-{value}" in words for option, values in VALUES.items() for value in values)


def test_both_languages_say_the_same_things() -> None:
    tables: dict[str, Any] = tomllib.loads((files("bolicho.games.rikken") / "words.toml").read_text(encoding="utf-8"))
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert set(ours) == set(theirs)
    for key, text in ours.items():
        named = [{name for _, name, _, _ in Formatter().parse(said) if name} for said in (text, theirs[key])]
        assert named[0] == named[1], key

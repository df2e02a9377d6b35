"""The table in the terminal, driven line by line as on a pipe."""

import re
from pathlib import Path

import pytest
from tests.cli.front_door import ANYTHING, knock, record_of

import bolicho
from bolicho.play import Table


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pt-BR", ("sua jogada", "Sua vez", "fim da mão", "Placar:", "Revanche?")),
        ("en", ("your move", "Your turn", "Rematch?")),
    ],
)
@pytest.mark.parametrize("preset", ["gaucho", "ufsm-web"])
def test_whole_match(tmp_path: Path, language: str, words: tuple[str, ...], preset: str) -> None:
    file = tmp_path / "m.jsonl"
    said = knock(
        *("play", "truco", "--against", "sound", "--preset", preset, "--target", "9", "--seed", "4", "--no-store"),
        *("--language", language, "--record", str(file)),
        typed=ANYTHING * 100,
    )
    assert said.code == 0
    assert said.err == ""
    assert all(word in said.out for word in words)
    assert "\x1b" not in said.out
    record = record_of(file)
    assert record.finished
    assert max(record.scores) == 9
    assert record.agents == ("person", "sound")
    assert record.notes["people"] == [0]
    assert any(decision and decision["why"] for unit in record.units for decision in unit.decisions)


def test_language_of_the_terminal() -> None:
    assert "Sua vez" in knock("play", "--seed", "3", "--no-store", LANG="pt_BR.UTF-8").out
    assert "Sua vez" in knock("play", "--seed", "3", "--no-store", LANG="C", LC_ALL="pt_PT").out
    assert "Your turn" in knock("play", "--seed", "3", "--no-store", LANG="de_DE.UTF-8").out


def test_wrong_keys_get_a_hint_and_keep_the_turn(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    typed = "banana\nretruco\n9\n\n\x1b[A\n2\n"
    said = knock("play", "--seed", "3", "--no-store", "--record", str(file), typed=typed)
    assert "I do not understand «banana»" in said.out
    assert "Not possible now: «retruco»" in said.out
    assert "Not possible now: «9»" in said.out
    assert "\x1b" not in said.out
    assert record_of(file).units[0].moves[0] == "7e"


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("t", "truco"),
        ("TRUCO!", "truco"),
        ("real envido", "real-envido"),
        ("r", "real-envido"),
        ("7b", "7b"),
        ("b", "baralho"),
    ],
)
def test_letters_and_words(tmp_path: Path, typed: str, move: str) -> None:
    file = tmp_path / "m.jsonl"
    knock("play", "--seed", "3", "--no-store", "--record", str(file), typed=f"{typed}\n")
    assert record_of(file).units[0].moves[0] == move


@pytest.mark.parametrize("answer", ["não quero", "nao-quero", "NÃO QUERO", "n", "no"])
def test_refusing_in_words(tmp_path: Path, answer: str) -> None:
    file = tmp_path / "m.jsonl"
    deal = "6c 5b 4e / 1e 1b 7o"  # with which the novice is sure to call
    seats = ("--seed", "3", "--against", "novice", "--deal", deal)
    knock("play", *seats, "--no-store", "--record", str(file), typed=f"1\n{answer}\n")
    assert "nao-quero" in record_of(file).units[0].moves


def test_end_of_input_keeps_the_match_unfinished(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    said = knock("play", "--seed", "3", "--no-store", "--record", str(file), typed="1\n")
    assert said.code == 0
    assert "left unfinished" in said.out
    record = record_of(file)
    assert not record.finished
    assert record.winner is None
    assert record.units[-1].moves[0] == "1b"
    game = bolicho.game("truco")
    agents = [bolicho.agent("random", game), bolicho.agent("sound", game)]
    assert Table.resume(record, game, agents).state == list(bolicho.replay(record))[-1]


def test_quit_is_confirmed(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    said = knock("play", "--seed", "3", "--no-store", "--record", str(file), typed="1\nq\nn\nq\nperhaps\ny\n1\n")
    assert said.out.count("Leave the table?") == 3
    assert not record_of(file).finished
    assert knock("play", "--seed", "3", "--no-store", typed="q\nq\n").code == 0


class Interrupted:
    """A terminal at which somebody presses Ctrl-C after some lines."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        if not self.lines:
            raise KeyboardInterrupt
        return self.lines.pop(0)


def test_interrupt_keeps_the_match(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    said = knock("play", "--seed", "3", "--no-store", "--record", str(file), reads=Interrupted("1\n"))
    assert said.code == 130
    assert said.err == "bolicho: interrupted\n"
    assert not record_of(file).finished


def test_nothing_played_nothing_kept(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    assert knock("play", "--seed", "3", "--no-store", "--record", str(file)).code == 0
    assert not file.exists()


def test_rules_history_why() -> None:
    said = knock("play", "--seed", "3", "--no-store", "--against", "random", typed="why\n?\n1\nh\nb\nwhy\nh\n")
    assert "Why is told after the hand" in said.out
    assert "1e > 1b > 7e > 7o > 3 > 2 > 1o = 1c" in said.out
    assert "First to 24 points wins" in said.out
    assert "must be said with your first word" in said.out
    assert "hand 1, move by move" in said.out
    assert " you: 1 of bastos" in said.out
    assert "why random played like that (hand 1)" in said.out
    assert "random held" in said.out
    assert re.search(r"I drew lots among\s+\d", said.out)
    assert "hand 1: you 0 · random 1 — you folded: random +1" in said.out


def test_rules_are_those_of_the_variant() -> None:
    said = knock("play", "--preset", "argentino", "--seed", "1", "--no-store", typed="?\n")
    assert "No flor." in said.out
    assert "First to 30 points wins" in said.out
    assert "counts to half way" in said.out


def test_why_in_the_words_of_the_agent() -> None:
    said = knock("play", "--seed", "3", "--no-store", "--language", "pt-BR", typed="1\nn\nb\npor quê\n")
    story = said.out.partition("por que sound jogou assim")[2]
    assert "sound tinha " in story
    assert "facts" not in story
    assert "%" in story


def test_typed_cards_are_no_seed(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    deals = ("--deal", "1e 7o 2c / 1b 3b 6c", "--deal", "4e 4b 4c / 5e 5b 5o")
    knock("play", "--seed", "3", "--no-store", "--record", str(file), *deals, typed="b\nb\n1\n")
    record = record_of(file)
    assert record.seed is None
    assert [unit.deal for unit in record.units[:2]] == [deals[1], deals[3]]


def test_rematch(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    typed = "b\nh\nmaybe\ny\nb\nn\n"
    said = knock(
        "play",
        "--seed",
        "3",
        "--target",
        "1",
        "--no-store",
        "--record",
        str(file),
        typed=typed,
    )
    assert said.out.count("won the match") == 2
    records = list(bolicho.read_records(file))
    assert [record.match for record in records] == [0, 1]
    assert records[0].units[0].deal != records[1].units[0].deal


def test_the_house_keeps_the_match(tmp_path: Path) -> None:
    from bolicho.store import Store

    place, file = str(tmp_path / "house.db"), tmp_path / "m.jsonl"
    said = knock("play", "--seed", "3", "--target", "1", "--record", str(file), typed="b\n", BOLICHO_STORE=place)
    assert "kept in the house's store" in said.out
    with Store.open(place) as store:
        assert [record for _, record in store.records()] == [record_of(file)]


def test_a_broken_store_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = knock("play", "--seed", "3", "--target", "1", typed="b\n", BOLICHO_STORE="/nowhere/at/all.db")
    assert said.code == 0
    (file,) = tmp_path.glob("bolicho-*.jsonl")
    assert "store failed" in said.out
    assert record_of(file).finished


def test_records_are_appended_on_lines_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    for seed in ("3", "4"):
        knock("play", "--seed", seed, "--target", "1", "--no-store", "--record", str(file), typed="l\nb\n")
        file.write_bytes(file.read_bytes().rstrip(b"\n"))
    assert [record.seed for record in bolicho.read_records(file)] == [3, 4]


def test_watch_two_agents(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    said = knock("play", "--watch", "sound", "random", "--target", "3", "--seed", "2", "--record", str(file))
    assert said.code == 0
    assert "sound × random · hand 1/" in said.out
    assert "sound won the match" in said.out or "random won the match" in said.out
    assert record_of(file).agents == ("sound", "random")

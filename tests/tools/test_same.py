"""The comparison behind `make same`: what it sees, what it hides, and that its data can be read."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from tools.same import trees
from tools.same.__main__ import main, untried
from tools.same.comparing import differences
from tools.same.normal import RULES, normal
from tools.same.steps import part, parts, steps_of
from tools.same.texts import text_of
from tools.same.trees import digest


def outputs(place: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    place.mkdir(exist_ok=True)
    return place


def test_equal_outputs_do_not_differ(tmp_path: Path) -> None:
    files = {"match/printed.txt": "sound won\n", "match/ended.txt": "exit 0\n"}
    assert not list(differences(outputs(tmp_path / "a", files), outputs(tmp_path / "b", files), "match"))


def test_one_word_is_seen_with_its_line(tmp_path: Path) -> None:
    before = outputs(tmp_path / "a", {"match/printed.txt": "one\nsound won\nthree\n"})
    after = outputs(tmp_path / "b", {"match/printed.txt": "one\nsound lost\nthree\n"})
    (found,) = differences(before, after, "match")
    assert found.path == "match/printed.txt"
    assert {"-sound won", "+sound lost"} <= set(found.lines)


def test_missing_and_new_files_are_differences(tmp_path: Path) -> None:
    before, after = outputs(tmp_path / "a", {"match/old.txt": ""}), outputs(tmp_path / "b", {"match/new.txt": ""})
    assert [(one.path, one.lines) for one in differences(before, after, "match")] == [
        ("match/new.txt", ("+ only now",)),
        ("match/old.txt", ("- only before",)),
    ]


def test_a_long_difference_is_cut(tmp_path: Path) -> None:
    before = outputs(tmp_path / "a", {"match/rows.txt": "".join(f"{n}\n" for n in range(1000))})
    after = outputs(tmp_path / "b", {"match/rows.txt": "".join(f"{n}{'!' * 500}\n" for n in range(1000))})
    (found,) = differences(before, after, "match")
    assert found.lines[-1] == "..."
    assert len(found.lines) < 20
    assert max(map(len, found.lines)) <= 200


def test_a_line_that_ends_otherwise_is_a_difference(tmp_path: Path) -> None:
    before, after = outputs(tmp_path / "a", {"match/a.txt": "x\n"}), outputs(tmp_path / "b", {"match/a.txt": "x"})
    assert len(list(differences(before, after, "match"))) == 1


def test_rows_are_compared_in_whatever_order_workers_ended() -> None:
    assert text_of("rows.jsonl", b'{"match":1}\n{"match":0}\n') == text_of("rows.jsonl", b'{"match":0}\n{"match":1}\n')


def test_what_is_no_text_is_known_by_its_digest() -> None:
    first, second = text_of("s1.ladder", b"\xff\x00"), text_of("s1.ladder", b"\xff\x01")
    assert first
    assert first != second


def test_every_rule_says_why_and_leaves_other_words_alone() -> None:
    assert all(rule.why for rule in RULES)
    text = "sound won 3 of 6 matches, 50 % (12–88)\n"
    assert normal("match/match truco/printed.txt", text) == text


def test_times_and_dates_are_hidden_but_not_what_stands_beside_them() -> None:
    before = 'Duration: 1 min 3 s, 2 worker processes\nDate: 2026-11-16 03:27 UTC\ncode 9bbc6c04589d\n"seconds": 0.31\n'
    later = 'Duration: 58 s, 2 worker processes\nDate: 2027-01-01 10:00 UTC\ncode 0123456789ab\n"seconds": 12\n'
    assert normal("reproduce-rosa/x/report.md", before) == normal("reproduce-rosa/x/report.md", later)
    fewer = before.replace("2 worker", "1 worker")
    assert normal("reproduce-rosa/x/report.md", before) != normal("reproduce-rosa/x/report.md", fewer)


def test_of_speeds_only_the_words_are_compared(tmp_path: Path) -> None:
    before = outputs(tmp_path / "a", {"bench/a.txt": "plain   14,053   8.1 ×\n"})
    faster = outputs(tmp_path / "b", {"bench/a.txt": "plain  9,514,053  18.1 ×\n"})
    renamed = outputs(tmp_path / "c", {"bench/a.txt": "simple  14,053   8.1 ×\n"})
    assert not list(differences(before, faster, "bench", numbers=False))
    assert list(differences(before, faster, "bench"))
    assert list(differences(before, renamed, "bench", numbers=False))


def test_the_parts_can_be_read_and_their_steps_have_names_of_their_own() -> None:
    known = parts()
    assert {"golden", "surface", "site", "tournaments", "match"} <= known.keys()
    assert any(part.fast for part in known.values())
    with pytest.raises(ValueError, match="two steps are called games en"):
        part("twice", run=["games {form}", "games --language en"])


def test_a_form_is_said_in_the_names_of_files_too() -> None:
    assert [step.words[3] for step in steps_of("new agent x --out=x-{it} {language}")] == [
        "--out=x-en",
        "--out=x-pt-BR",
    ]


def test_a_command_that_no_step_runs_is_named(tmp_path: Path) -> None:
    listed = "surface/helps/wrote/commands-with-json.txt"
    place = outputs(tmp_path, {listed: "bolicho games\nbolicho cases info\nbolicho dance\n"})
    known = [part("lists", run=["games {form}", "cases info small --json"])]
    assert untried(place, known) == ["bolicho dance"]


def test_a_tree_is_known_by_names_and_contents() -> None:
    tree = {"src/a.py": b"1", "src/b.py": b"2"}
    others = [{"src/a.py": b"1", "src/c.py": b"2"}, {"src/a.py": b"1", "src/b.py": b"3"}, {"src/a.py": b"12"}]
    assert len({digest(one) for one in (tree, *others)}) == 4
    assert digest(tree) == digest(dict(reversed(tree.items())))


def test_only_trees_that_were_not_used_for_longest_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [*(f"{number:012x}" for number in range(4)), "matplotlib"]
    for age, name in enumerate(names):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (age, age))
    monkeypatch.setattr(trees, "KEPT", tmp_path)
    trees.prune(most=3)
    assert sorted(one.name for one in tmp_path.iterdir()) == names[1:]


def test_wrong_words_are_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--parts", "nonsense"]) == 2
    assert main(["--parts", "lists", "--base", "no-such-commit"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("same: no part is called 'nonsense'; known: fast, ")
    assert second == "same: no commit 'no-such-commit'"

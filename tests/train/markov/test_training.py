"""Training the Markov player: who learns from what, what is kept, and that it may be broken off anywhere."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bolicho.agents import make
from bolicho.agents.markov.player import Markov
from bolicho.core.contract import Decision
from bolicho.core.errors import BadInput
from bolicho.core.times import TIMES
from bolicho.games.truco import Truco
from bolicho.learn.markov import file
from bolicho.learn.markov.matrices import MODULES, Matrices
from bolicho.play.table import play_match
from bolicho.train.markov.design import MarkovDesign
from bolicho.train.markov.folder import CHECKPOINT, DESIGN, ROWS
from bolicho.train.markov.training import MarkovTraining

SMALL = MarkovDesign(matches=7, save_every=3, seed=5, options={"target": 12})
AGAINST = replace(SMALL, against="novice")


def trained(folder: Path, design: MarkovDesign = SMALL) -> MarkovTraining:
    training = MarkovTraining(folder, design)
    assert training.train()
    return training


def rows_of(training: MarkovTraining) -> list[dict[str, Any]]:
    return training.rows


def content(folder: Path) -> dict[str, Any]:
    """All that a training leaves, byte for byte, but for the times."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != TIMES}


def same(ours: Matrices, theirs: Matrices) -> bool:
    pairs = zip(ours.modules, theirs.modules, strict=True)
    equal = all(np.array_equal(a.win, b.win) and np.array_equal(a.loss, b.loss) for a, b in pairs)
    return equal and np.array_equal(ours.levels, theirs.levels) and ours.gates == theirs.gates


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training that nobody broke off."""
    folder = tmp_path_factory.mktemp("whole")
    trained(folder)
    return folder


# ── who learns from what ──────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "settings", [{}, {"gates": "adaptive", "area": "levels", "step": "adaptive"}, {"preset": "paper"}]
)
def test_against_itself_it_learns_what_the_player_learns_from_the_records(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    training = trained(tmp_path, replace(SMALL, settings=settings))
    game = Truco(target=12)
    player = Markov(game, matrices=replace(SMALL, settings=settings).matrices())
    for match in range(7):
        player.learn(play_match(game, [player, player], 5, match=match))
    assert same(training.matrices, player.matrices)
    assert training.matrices.matches == player.matrices.matches == 7


def test_against_an_agent_it_learns_what_the_player_learns_from_the_records(tmp_path: Path) -> None:
    training = trained(tmp_path, AGAINST)
    game = Truco(target=12)
    player, rival = Markov(game, matrices=Matrices.initial()), make("novice", game)
    for match in range(7):
        seats = [player, rival] if match % 2 == 0 else [rival, player]
        record = play_match(game, seats, 5, match=match)
        player.learn(record)
        row = training.rows[match]
        assert (row["learner"], row["winner"]) == (match % 2, record.winner)
        assert (row["points"], row["hands"]) == (list(record.scores), len(record.units))
        assert row["mano"] == record.units[0].context["mano"]
    assert same(training.matrices, player.matrices)


def test_an_untrained_player_as_rival_stays_as_it_is(tmp_path: Path) -> None:
    training = trained(tmp_path, replace(SMALL, against="markov"))
    assert isinstance(training.rival, Markov)
    assert same(training.rival.matrices, Matrices.initial())
    assert not same(training.matrices, Matrices.initial())


def test_a_rival_may_be_handed_in(tmp_path: Path) -> None:
    rival = make("novice", AGAINST.game())
    training = MarkovTraining(tmp_path / "given", replace(AGAINST, against="my rival"), rival)
    assert training.train()
    assert rows_of(training) == rows_of(trained(tmp_path / "named", AGAINST))


def test_a_row_tells_which_modules_moved(tmp_path: Path) -> None:
    training = trained(tmp_path, replace(SMALL, matches=30, save_every=30))
    first = Matrices.initial()
    for name in MODULES:
        moved = sum(row["updates"][name] for row in training.rows)
        ours, before = getattr(training.matrices, name), getattr(first, name)
        added = (ours.win - before.win).sum() + (ours.loss - before.loss).sum()
        assert added == pytest.approx(moved * before.step), "every update adds one step, whole or divided"
    assert sum(row["updates"]["cards"] for row in training.rows) > 0


def test_it_begins_with_what_it_is_given(tmp_path: Path, whole: Path) -> None:
    start = whole / "matrices-000003.npz"
    training = trained(tmp_path, replace(SMALL, matches=4, start=start, settings={"area": "levels"}))
    assert training.matrices.matches == 3 + 4
    assert training.matrices.switches.area == "levels"
    assert list(training.snapshots) == [3, 4]
    again = MarkovTraining(tmp_path, training.design)
    assert (again.done, again.matrices.matches) == (4, 7)


class Cheat:
    name = "cheat"

    def choose(self, view: Any, rng: Random) -> Decision:
        return Decision("1e 1e")


def test_nothing_is_learned_from_a_rival_that_breaks_the_rules(tmp_path: Path) -> None:
    training = MarkovTraining(tmp_path, replace(SMALL, against="cheat"), Cheat())
    with pytest.raises(BadInput, match="match 0: cheat illegal move"):
        training.train()
    assert training.done == 0
    assert same(training.matrices, Matrices.initial())


# ── what is kept ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_snapshots_are_numbered_by_match(whole: Path) -> None:
    names = sorted(path.name for path in whole.iterdir())
    assert names == [DESIGN, *(f"matrices-{n:06d}.npz" for n in (3, 6, 7)), ROWS, TIMES]
    assert [file.load(whole / name).matches for name in names[1:-2]] == [3, 6, 7]
    last = file.load(whole / names[-3])
    assert (last.seed, last.matches) == (5, 7)


def test_a_finished_folder_tells_its_result_again(whole: Path) -> None:
    before = content(whole)
    training = trained(whole)
    assert (training.done, len(training.rows), list(training.snapshots)) == (7, 7, [3, 6, 7])
    assert same(training.matrices, file.load(training.snapshots[7]))
    assert content(whole) == before


def test_the_same_seed_gives_the_same_bytes_and_another_does_not(tmp_path: Path, whole: Path) -> None:
    trained(tmp_path / "same")
    assert content(tmp_path / "same") == content(whole)
    assert rows_of(trained(tmp_path / "other", replace(SMALL, seed=6))) != content(whole)[ROWS]


# ── broken off ────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("design", [SMALL, AGAINST, replace(SMALL, settings={"gates": "adaptive"})])
@pytest.mark.parametrize("after", [0, 1, 3, 4, 6])
def test_a_training_that_was_stopped_goes_on_to_the_same_matrices(
    tmp_path: Path, design: MarkovDesign, after: int
) -> None:
    stopped = MarkovTraining(tmp_path / "stopped", design)
    assert not stopped.train(stop=lambda: stopped.done == after)
    assert MarkovTraining(tmp_path / "stopped", design).done == after, "what was played is not played again"
    trained(tmp_path / "stopped", design)
    trained(tmp_path / "whole", design)
    assert content(tmp_path / "stopped") == content(tmp_path / "whole")


class Killed(BaseException):
    """Stands for a kill: nobody has a chance to save anything."""


def dying(call: Callable[..., Any], times: int, *, after: bool) -> Callable[..., Any]:
    """Let a function be called so often, then die before or after doing its work once more."""
    left = [times]

    def called(*args: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] < 0 and not after:
            raise Killed
        done = call(*args, **named)
        if left[0] < 0:
            raise Killed
        return done

    return called


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("pause", [0.0, 1000.0])
def test_a_training_that_died_while_saving_goes_on_to_the_same_matrices(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch, times: int, pause: float, *, after: bool
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(MarkovTraining, "pause", pause)
        patched.setattr(file, "save", dying(file.save, times, after=after))
        with pytest.raises(Killed):
            MarkovTraining(tmp_path, SMALL).train()
    trained(tmp_path)
    assert content(tmp_path) == content(whole)


def test_lines_without_matrices_are_played_again(tmp_path: Path, whole: Path) -> None:
    trained(tmp_path)
    for name in ("matrices-000006.npz", "matrices-000007.npz"):
        (tmp_path / name).unlink()
    with (tmp_path / ROWS).open("ab") as out:
        out.write(b'{"match":7,"lea')
    (tmp_path / ".checkpoint.npz.1.part").write_bytes(b"half")
    assert MarkovTraining(tmp_path, SMALL).done == 3
    trained(tmp_path)
    assert content(tmp_path) == content(whole)


# ── another end ───────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("first", "stop"), [(3, 3), (4, 4), (30, 4), (30, 5)])
def test_a_training_goes_on_to_another_end_as_if_it_had_been_asked_for_at_once(
    tmp_path: Path, whole: Path, first: int, stop: int
) -> None:
    training = MarkovTraining(tmp_path, replace(SMALL, matches=first))
    training.train(stop=lambda: training.done == stop)
    longer = trained(tmp_path)
    earlier = f"matrices-{first:06d}.npz" if first == stop == 4 else ""
    assert (tmp_path / earlier).exists(), "the matrices of the earlier end stay"
    assert {name: data for name, data in content(tmp_path).items() if name != earlier} == content(whole)
    assert list(longer.snapshots) == [3, 6, 7]
    assert MarkovTraining(tmp_path, SMALL).done == 7


def test_fewer_matches_than_are_done_are_refused(whole: Path) -> None:
    before = content(whole)
    with pytest.raises(BadInput, match="7 matches are done; ask for as many or more, or choose another --out"):
        MarkovTraining(whole, replace(SMALL, matches=6))
    assert content(whole) == before


def test_a_kill_leaves_no_time_twice(tmp_path: Path) -> None:
    training = MarkovTraining(tmp_path, SMALL)
    training.train(stop=lambda: training.done == 5)
    (tmp_path / CHECKPOINT).unlink()  # as if it had been killed before it was written: back to the snapshot of 3
    with (tmp_path / TIMES).open("a") as out:
        out.write('{"step":6,"sec')
    again = trained(tmp_path)
    lines = [json.loads(line) for line in (tmp_path / TIMES).read_text().splitlines()]
    assert [line["step"] for line in lines] == list(range(7))
    assert again.seconds == pytest.approx(sum(line["seconds"] for line in lines))


# ── refused ───────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"save_every": 2}, "with save_every 3, not 2"),
        ({"seed": 6}, "with seed 5, not 6"),
        ({"against": "novice"}, "with against None, not novice"),
        ({"settings": {"area": "kernel"}}, "with switches area=off, not area=kernel"),
        ({"options": {"target": 24}}, "with options target=12, not target=24"),
    ],
)
def test_another_design_is_refused_by_name(whole: Path, change: dict[str, Any], words: str) -> None:
    before = content(whole)
    with pytest.raises(
        BadInput, match=f"holds a training {words}; to go on, give the same command; else choose another --out"
    ):
        MarkovTraining(whole, replace(SMALL, **change))
    assert content(whole) == before


def test_other_start_matrices_are_another_design(tmp_path: Path, whole: Path) -> None:
    start = tmp_path / "start.npz"
    start.write_bytes((whole / "matrices-000003.npz").read_bytes())
    design = replace(SMALL, matches=1, start=start)
    trained(tmp_path / "begun", design)
    start.write_bytes((whole / "matrices-000006.npz").read_bytes())
    with pytest.raises(BadInput, match=r"with start start\.npz \w+, not start\.npz \w+"):
        MarkovTraining(tmp_path / "begun", design)


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear")
    with pytest.raises(BadInput, match="has other things in it and no training"):
        MarkovTraining(tmp_path, SMALL)
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_damaged_files_are_named(tmp_path: Path) -> None:
    trained(tmp_path)
    good = {path: path.read_bytes() for path in tmp_path.iterdir()}
    lines = good[tmp_path / ROWS].splitlines(keepends=True)
    for name, bad, words in (
        (ROWS, b"".join(lines[:2] + lines[3:]), "line 3: not match 2"),
        (ROWS, b"".join(lines[:2]), "matrices of 7 matches and rows of 2"),
        (ROWS, b"nonsense\n", "line 1: not match 0"),
        (DESIGN, b"[]", "not the design of a training"),
        ("matrices-000007.npz", b"PK", "damaged"),
    ):
        (tmp_path / name).write_bytes(bad)
        with pytest.raises(BadInput, match=words):
            MarkovTraining(tmp_path, SMALL)
        (tmp_path / name).write_bytes(good[tmp_path / name])
    assert MarkovTraining(tmp_path, SMALL).done == 7


def test_two_may_not_write_at_once(tmp_path: Path) -> None:
    first, second = MarkovTraining(tmp_path, SMALL), MarkovTraining(tmp_path, SMALL)

    def meanwhile(done: int, total: int) -> None:
        if done == 2:
            with pytest.raises(BadInput, match="another training is writing there"):
                second.train()

    assert first.train(meanwhile)
    assert second.train()
    assert rows_of(first) == rows_of(second)
    assert not (tmp_path / CHECKPOINT).exists()


def test_times_stand_apart_and_a_lost_one_hurts_nobody(tmp_path: Path) -> None:
    training = trained(tmp_path)
    assert all("seconds" not in row for row in training.rows)
    assert training.seconds == pytest.approx(training.times.total)
    assert training.seconds > 0
    (tmp_path / TIMES).unlink()
    assert (MarkovTraining(tmp_path, SMALL).seconds, MarkovTraining(tmp_path, SMALL).rows) == (0, training.rows)


def test_rows_of_older_versions_that_hold_their_times_are_gone_on_with(tmp_path: Path) -> None:
    older = MarkovTraining(tmp_path, SMALL)
    assert not older.train(stop=lambda: older.done == 4)
    (tmp_path / TIMES).unlink()
    lines = [json.loads(line) | {"seconds": 10.0} for line in (tmp_path / ROWS).read_text().splitlines()]
    (tmp_path / ROWS).write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert 40 < trained(tmp_path).seconds < 100

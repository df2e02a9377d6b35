"""A match reviewed: every decision by what its seat knew, exact where the game is solved, no mistake unless sure."""

from dataclasses import replace

import pytest

import bolicho
from bolicho.core.errors import BadInput
from bolicho.core.hooks import Analysis, MoveValue, analysed
from bolicho.core.record import Forfeit, Record
from bolicho.learn.boards.solution import worth_at
from bolicho.play.replay import steps
from bolicho.play.review import GRADES, Review, analyst_of, review


def played(game: str, *agents: str, seed: int = 5, **options: object) -> Record:
    rules = bolicho.game(game, **options)
    return bolicho.play_match(rules, [bolicho.agent(name, rules) for name in agents], seed=seed)


@pytest.fixture(scope="module")
def match() -> Record:
    return played("truco", "novice", "sound", target=6)


@pytest.fixture(scope="module")
def found(match: Record) -> Review:
    return review(match)


@pytest.mark.parametrize("game", ["tapatan", "pong-hau-ki", "three-mens-morris"])
def test_on_a_solved_board_the_losses_are_exact(game: str) -> None:
    for seed in range(6):
        record = played(game, "random", "random", seed=seed)
        told = review(record)
        states = [step for step in steps(record) if not step.state.over]
        assert len(states) == len(list(told.verdicts))
        for step, one in zip(states, told.verdicts, strict=True):
            if one.analysis is None:
                assert one.mark == "forced"
                continue
            view = step.state.view(step.state.seat)
            exact = worth_at(view.board, view.position)
            lost = max(worth.value for worth in exact.moves) - exact.moves[view.moves.index(one.move)].value
            assert one.loss == lost
            assert (one.mark in GRADES) == (lost > 0)


def test_every_decision_of_a_match_has_its_place_and_a_mark(match: Record, found: Review) -> None:
    assert [(one.unit, one.ply) for one in found.verdicts] == [
        (number, ply) for number, unit in enumerate(match.units) for ply in range(len(unit.moves))
    ]
    assert [one.move for one in found.verdicts] == [move for unit in match.units for move in unit.moves]
    assert not any(one.mark == "unknown" for one in found.verdicts)


def test_what_was_lost_is_told_with_the_better_move_and_its_reason(found: Review) -> None:
    wrong = [one for one in found.verdicts if one.mark in GRADES]
    assert wrong
    for one in wrong:
        assert one.best not in (None, one.move)
        assert one.why is not None
        assert one.analysis is not None
        made = next(row for row in one.analysis.moves if row.move == one.move)
        assert one.analysis.surely(made) > 0
    for seat in (0, 1):
        losses = [one.loss for one in found.worst(seat)]
        assert losses == sorted(losses, reverse=True)


def test_the_chance_to_win_goes_from_hand_to_hand_to_the_end(match: Record, found: Review) -> None:
    for unit, following in zip(found.units, found.units[1:], strict=False):
        assert following.outlook is not None
        assert unit.after == following.outlook.before
    assert found.units[-1].after == float(match.winner == 0)


def test_cards_that_a_seat_could_not_see_do_not_change_its_review() -> None:
    game = bolicho.game("truco")
    marks = []
    for rival in ("3b 2c 12o", "3b 4o 5c"):  # he leads the three either way, and envido is said before
        state = game.start(game.parse_deal(f"1e 4b 7e / {rival}"), mano=1)
        for move in ("3b", "4b"):
            if state.seat == 0:
                marks.append(analysed(bolicho.agent(analyst_of(game), game), state.view(0)))
            state = state.play(move)
    assert marks[0] == marks[1]


def test_an_unfinished_and_a_forfeited_match_are_reviewed_as_far_as_they_go(match: Record) -> None:
    unit = match.units[0]
    state = list(steps(match))[len(unit.moves) - 1].state  # before the last move
    cut = replace(unit, moves=unit.moves[:-1], over=False, scores=tuple(state.scores))
    begun = replace(match, units=(cut,), scores=cut.scores, winner=None, finished=False)
    told = review(begun)
    assert len(list(told.verdicts)) == len(cut.moves)
    assert told.units[0].after is None
    lost = replace(begun, finished=True, forfeit=Forfeit(0, "slept"), winner=1)
    assert len(list(review(lost).verdicts)) == len(cut.moves)


def test_progress_is_told_to_the_end(match: Record) -> None:
    heard: list[tuple[int, int]] = []
    review(match, tell=lambda done, total: heard.append((done, total)))
    total = sum(len(unit.moves) for unit in match.units)
    assert heard == [(done, total) for done in range(1, total + 1)]


def test_what_cannot_be_reviewed_is_refused_in_one_line(match: Record) -> None:
    with pytest.raises(BadInput, match="4 seats"):
        review(played("rikken", "rules", "rules", "rules", "rules"))
    with pytest.raises(BadInput, match="nobody analyses"):
        review(played("paulista", "zap", "random"))
    with pytest.raises(BadInput, match="does not say what moves are worth"):
        review(match, by="sound")
    with pytest.raises(BadInput, match=r"units\[0\]"):
        review(replace(match, units=(replace(match.units[0], moves=("9x",)), *match.units[1:])))


def test_rules_that_the_tables_were_not_made_for_are_reviewed_where_they_can_be() -> None:
    told = review(played("truco", "sound", "bold", preset="cbtg"))
    assert {one.mark for one in told.verdicts if one.analysis is None} <= {"unknown", "forced"}
    assert any(one.analysis for one in told.verdicts)


def test_nothing_is_sure_whose_interval_touches_zero() -> None:
    told = Analysis("match", (MoveValue("a", 0.5, 1.0, loss=0.0), MoveValue("b", 0.4, 0.0, loss=0.1, error=0.11)))
    assert told.surely(told.moves[1]) == 0
    assert told.choice.move == "a"


@pytest.mark.endurance
def test_who_plays_better_loses_less_by_the_review() -> None:
    """Four matches each against sound: order as in matches and exploitability."""
    lost: dict[str, float] = {}
    for name in ("equilibrium", "sound", "bold", "novice", "random"):
        hands = total = 0.0
        for seed in range(4):
            record = played("truco", name, "sound", seed=10 + seed)
            hands += len(record.units)
            total += sum(unit.lost(0) for unit in review(record).units)
        lost[name] = total / hands
    print({name: round(value, 4) for name, value in lost.items()})
    assert list(lost.values()) == sorted(lost.values())
    assert lost["equilibrium"] < 0.006

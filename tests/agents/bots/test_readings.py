"""How the paper on case learning is read, on hands written out (docs/works/readings/moral.md)."""

import dataclasses
from random import Random
from typing import Any

import pytest
from tests.agents.bots.trained import GAME, hands, learner
from tests.learn.cases.truco.hands import base_of, hand

import bolicho
from bolicho.agents import make
from bolicho.agents.bots.explain import Consultation
from bolicho.agents.bots.player import CaseLearner
from bolicho.agents.bots.settings import PRESETS, Settings, spec_of
from bolicho.core.contract import Decision, Question
from bolicho.core.errors import BadInput
from bolicho.core.record import Record
from bolicho.games.truco.view import View
from bolicho.learn.cases.truco.hand import Case
from bolicho.learn.cases.truco.readings import state_values
from bolicho.learn.cases.truco.retention import NEWNESS
from bolicho.learn.cases.truco.trio import Trio
from bolicho.learn.cases.truco.turn import values

DEAL = "7e 2e 4c / 3b 1b 12o"
"""The mão has 29 points of envido, the pé 24; played from the lowest card the pé wins the hand."""
LET_PASS = hand("7e 2e 4c / 4b 5o 12o", "7e 4b 2e 5o")
"""Nobody spoke of envido, and the mão won the hand by its cards."""
CALLED = hand("7e 2e 4c / 3b 1b 12o", "envido nao-quero 4c 12o 3b 7e 2e 1b")
"""The mão called envido, which was refused and paid it 1, and lost the hand by its cards."""


def bot(name: str, *cases: Case, **settings: Any) -> CaseLearner:
    return CaseLearner(GAME, bot=name, trio=Trio.start(base_of(*cases)), **settings)


def told(agent: CaseLearner, view: View, kind: str) -> Consultation:
    return next(one for one in agent.look(view) if one.ask.question.kind == kind)


# ── the vote: "only reused if it either resulted in a hand victory or ..." (III.A) ────────────────────────────────
def test_the_hands_below_are_what_they_are_said_to_be() -> None:
    assert (LET_PASS["envido_by"], LET_PASS["envido_gain"], LET_PASS["truco_won_by"]) == (0, 0, 1)
    assert (CALLED["envido_by"], CALLED["envido_gain"], CALLED["truco_won_by"]) == (1, 1, 2)


def test_who_let_an_envido_pass_and_won_the_hand_is_followed() -> None:
    view, cases = GAME.start(DEAL).view(0), (LET_PASS,) * 6 + (CALLED,) * 4
    by_hand, by_bet = (
        told(bot("bot0", *cases, victory=what, loss="all"), view, "call-envido") for what in ("hand", "bet")
    )
    assert {action: one.cases for action, one in by_hand.counts.items()} == {"none": 6, "envido": 4}
    assert (by_hand.counts["none"].wins, by_bet.counts["none"].wins) == (6, 0), "nobody wins an envido by silence"
    assert (by_hand.action, by_hand.rule) == ("none", "majority")
    assert (by_bet.action, by_bet.rule) == ("envido", "least-loss")


def test_a_majority_that_never_won_the_hand_gives_way_to_the_least_loss() -> None:
    refused = hand(DEAL, "envido quero 4c baralho", 1)
    paid = hand("7e 2e 4c / 3b 1b 12o", "envido nao-quero 4c 12o 3b 7e 2e 1b", 1)
    assert (refused["envido_gain"], refused["truco_won_by"]) == (-2, 2)
    assert (paid["envido_gain"], paid["truco_won_by"]) == (-1, 1)
    lost = dict(paid, truco_won_by=2, truco_gain=-1)
    view = GAME.start(DEAL).play("envido").view(1)
    asked = told(bot("bot0", *(refused,) * 6, *(lost,) * 4), view, "answer-envido")
    assert (asked.action, asked.rule) == ("nao-quero", "least-loss"), "1 point lost is less than 2"
    asked = told(bot("bot0", *(refused,) * 5, dict(refused, truco_won_by=1), *(lost,) * 4), view, "answer-envido")
    assert (asked.action, asked.rule) == ("quero", "majority"), "one of the six won its hand"


def test_a_bet_that_most_would_not_refuse_is_taken_where_raises_come_after() -> None:
    """The match engine asks who accepted whether to raise (ControllerAutomaticoNew.perguntaOponenteAceitarJogo)."""
    refused, taken, raised = (
        hand(DEAL, moves, 1)
        for moves in ("truco nao-quero", "truco quero 4c 12o 3b 7e 2e 1b", "truco retruco quero 4c 12o 3b 7e 2e 1b")
    )
    won = dict(refused, truco_won_by=1)  # so that a majority of refusals is taken
    view = GAME.start(DEAL).play("truco").view(1)
    cases = (won,) * 4 + (taken,) * 3 + (raised,) * 3
    told_by = {how: told(bot("bot0", *cases, raises=how), view, "answer-truco") for how in ("together", "after")}
    assert {how: one.action for how, one in told_by.items()} == {"together": "nao-quero", "after": "quero"}
    assert told(bot("bot0", *(won,) * 6, *(taken,) * 4, raises="after"), view, "answer-truco").action == "nao-quero"
    assert told(bot("bot0", *(won,) * 4, *(raised,) * 6, raises="after"), view, "answer-truco").action == "retruco"


# ── what cases are compared by: "all the game information that is known at the moment" (IV.A) ─────────────────────
@pytest.mark.parametrize(
    ("moves", "seat", "kind", "question", "state"),
    [
        ("", 0, "card", 4, 6),  # three cards, mão; and both scores
        ("4c 3b", 1, "card", 7, 9),  # and the first round: two cards, and who won
        ("truco quero", 0, "card", 4, 7),  # and who called truco
        ("4c truco", 0, "answer-truco", 4, 7),
        ("", 0, "call-envido", 3, 4),  # points, mão, the difference of the scores; or both of them
        ("4c", 1, "call-envido", 4, 5),  # and the card that lies there
        ("4c envido", 0, "answer-envido", 3, 5),  # and who called envido
    ],
)
def test_the_state_holds_both_scores_and_the_calls_so_far(
    moves: str, seat: int, kind: str, question: int, state: int
) -> None:
    position = GAME.start(DEAL, score=(3, 20))
    for move in moves.split():
        position = position.play(move)
    view, asked = position.view(seat), {}
    for query, known in (("question", values(position.view(seat))), ("state", state_values(position.view(seat)))):
        attributes = told(learner("bot0", query=query), view, kind).voters.attributes
        asked[query] = sum(known.get(name) is not None for name in attributes)
    assert asked == {"question": question, "state": state}


def test_a_hand_at_another_score_is_less_alike() -> None:
    near, far = (hand(DEAL, "4c 12o 3b 7e 2e 1b", score=score) for score in ((3, 20), (20, 3)))
    view = GAME.start(DEAL, score=(3, 20)).view(0)
    alike = told(bot("bot0", far, near), view, "card").voters
    assert alike.positions.tolist() == [1, 0]
    assert alike.similarities.tolist() == pytest.approx([1, 1 - 2 * (17 / 24) / 6])
    alike = told(bot("bot0", far, near, query="question"), view, "card").voters
    assert alike.similarities.tolist() == [1, 1]


def test_who_called_truco_counts_in_a_question_about_a_card() -> None:
    mine, theirs = hand(DEAL, "truco quero 4c 12o 3b 7e 2e 1b"), hand(DEAL, "4c truco quero 12o 3b 7e 2e 1b")
    view = GAME.start(DEAL).play("truco").play("quero").view(0)
    alike = told(bot("bot0", theirs, mine), view, "card").voters
    assert alike.positions.tolist() == [1, 0]
    assert alike.similarities.tolist() == pytest.approx([1, 1 - 1 / 7])


# ── is a hand new? "fewer than 10 cases with similarity greater than the threshold" (IV.A) ────────────────────────
def test_ten_hands_with_other_points_make_one_known_only_by_interval() -> None:
    near = hand("7c 1c 4e / 3b 1b 12o", "4e 12o 3b 7c")
    assert near["envido_points"] == 28
    query = hand(DEAL, "4c 12o 3b 7e 2e 1b")
    assert query["envido_points"] == 29
    memory = Trio.start(base_of(*(near,) * 10))["envido"]
    found = {how: len(memory.alike(NEWNESS[how]["envido"], query, 0.9, 10)) for how in NEWNESS}
    assert found == {"equal": 0, "interval": 10}
    same = Trio.start(base_of(*(query,) * 10))["envido"]
    assert len(same.alike(NEWNESS["equal"]["envido"], query, 0.9, 10)) == 10


def test_cards_are_compared_by_interval_in_both() -> None:
    assert NEWNESS["equal"]["truco"] == NEWNESS["interval"]["truco"]
    assert NEWNESS["equal"]["flor"]["flor_points"].span == 0 < NEWNESS["interval"]["flor"]["flor_points"].span


def one_hand() -> tuple[Record, Case]:
    """A record of one hand that BOT0 played, and its case."""
    record = bolicho.play_match(GAME, [learner("bot0"), learner("bot0", k=9)], seed=5, keep_why=True)
    return dataclasses.replace(record, units=record.units[:1]), next(iter(hands(record, "bot0")))[1]


@pytest.mark.parametrize(
    ("name", "newness", "came", "gone"),
    [("bot1", "equal", 1, 0), ("bot1", "interval", 0, 0), ("bot2", "equal", 1, 0), ("bot2", "interval", 1, 10)],
)
def test_ten_worse_hands_with_a_point_more_are_left_alone_or_eaten(
    name: str, newness: str, came: int, gone: int
) -> None:
    record, case = one_hand()
    worse = dict(case, envido_points=(case["envido_points"] or 0) + 1, envido_gain=(case["envido_gain"] or 0) - 1)
    learned = bot(name, *(worse,) * 10, newness=newness, replaces="all").learn(record, seats=(0,))
    change = learned.changes["envido"]
    assert (len(change.rows), len(change.removed)) == (came, gone)


# ── substitution: "the number of points that the game actions stored in the cases earned" (IV.A) ──────────────────
@pytest.mark.parametrize(("score", "gone"), [("stage", 0), ("hand", 10)])
def test_what_a_hand_is_worth_in_a_base_is_its_stage_or_all_of_it(score: str, gone: int) -> None:
    record, case = one_hand()
    alike = dict(case, truco_gain=(case["truco_gain"] or 0) - 1)  # as good for envido, worse as a whole
    lesson = bot("bot2", *(alike,) * 10, score=score, replaces="all").learn(record, seats=(0,))
    assert len(lesson.changes["envido"].removed) == gone


@pytest.mark.parametrize(("replaces", "gone"), [("one", [4]), ("all", [1, 4, 7])])
def test_a_better_hand_takes_the_place_of_the_worst_one_or_of_all_that_are_worse(
    replaces: str, gone: list[int]
) -> None:
    """The text: "the past case is replaced by the new case"; the listing goes through all that were retrieved."""
    record, case = one_hand()
    worth = {1: -1, 4: -2, 7: -2}
    cases = [dict(case, envido_gain=(case["envido_gain"] or 0) + worth.get(place, 0)) for place in range(10)]
    change = bot("bot2", *cases, replaces=replaces).learn(record, seats=(0,)).changes["envido"]
    assert (sorted(change.removed), len(change.rows)) == (gone, 1)


# ── folding: before a call of truco, as the match engine asks it; and what a fold loses ───────────────────────────
PLAYED = hand(DEAL, "4c 12o 3b 7e 2e 1b")


def test_who_is_asked_about_folding_by_itself_weighs_it_against_all_cards_together() -> None:
    view = GAME.start(DEAL).play("4c").view(1)
    left, low, high = (hand(DEAL, f"4c {rest}", 1) for rest in ("baralho", "12o 3b 7e 2e 1b", "3b 1b 7e"))
    won, lost = dict(low, truco_won_by=1, truco_gain=1), dict(high, truco_won_by=2, truco_gain=-4)
    cases = (left,) * 6 + (won,) * 2 + (lost,) * 2
    bots = {how: bot("bot0", *cases, folds=how) for how in ("card", "before")}
    assert {how: [one.ask.question.kind for one in agent.look(view)] for how, agent in bots.items()} == {
        "card": ["call-envido", "call-truco", "card"],
        "before": ["call-envido", "fold", "call-truco", "card"],
    }
    moves = {how: agent.choose(view, Random(0)) for how, agent in bots.items()}
    assert {how: move.move for how, move in moves.items() if isinstance(move, Decision)} == {
        "card": "12o",
        "before": "baralho",
    }


def test_nobody_is_asked_about_folding_before_the_last_card() -> None:
    position = GAME.start(DEAL)
    for move in ("4c", "12o", "3b", "7e"):
        position = position.play(move)
    kinds = [one.ask.question.kind for one in bot("bot0", PLAYED, folds="before").look(position.view(1))]
    assert "fold" not in kinds


def test_a_fold_loses_least_where_only_lost_hands_are_counted() -> None:
    view = GAME.start(DEAL).play("4c").view(1)
    left, won = hand(DEAL, "4c baralho", 1), hand(DEAL, "4c 12o 3b 7e 2e 1b", 1)
    assert (left["truco_gain"], won["truco_won_by"]) == (-1, 1)
    lost = dict(won, truco_won_by=2, truco_gain=-1)
    cases = (left,) * 6 + (won,) * 2 + (lost,) * 2
    asked = {loss: told(bot("bot0", *cases, folds="before", loss=loss), view, "fold") for loss in ("all", "lost")}
    assert {loss: one.action for loss, one in asked.items()} == {"all": "none", "lost": "baralho"}


# ── the tutor: "at least 10 cases with similarity greater than 90%" (IV.B) ────────────────────────────────────────
def test_bot5_asks_below_090_and_below_097_where_it_is_set_so() -> None:
    like = hand(DEAL, "4c 12o 3b 7e 2e 1b")
    near = dict(like, score=4, rival_score=4)  # both scores 4 of 24 away: 1 - 2 * (4 / 24) / 6 = 0.944
    view = GAME.start(DEAL).play("envido").play("nao-quero").view(0)
    usual, strict = bot("bot5", *(near,) * 10), bot("bot5", *(near,) * 10, help=0.97)
    assert told(usual, view, "card").voters.similarities.tolist() == pytest.approx([0.9444] * 10, abs=1e-4)
    assert (told(usual, view, "card").known, told(strict, view, "card").known) == (True, False)
    assert isinstance(strict.choose(view, Random(0)), Question)
    assert told(bot("bot1", *(near,) * 10, help=0.97), view, "card").known, "who asks nobody has no use for it"


def test_help_changes_nothing_of_what_is_kept() -> None:
    assert Settings.of({"help": "0.97"}).threshold == 0.9
    assert Settings().help is None, "as the threshold: the paper has 90 % for both"


# ── names ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_preset_former_is_how_we_read_it_before() -> None:
    former = Settings.of({"preset": "former"})
    assert (former.victory, former.newness, former.query) == ("bet", "interval", "question")
    assert Settings.of({"preset": "paper"}) == Settings()
    assert Settings.of({"preset": "former", "victory": "hand"}).victory == "hand", "what is said by name stands"
    for preset in PRESETS:
        name = spec_of("bot2", "", Settings.of({"preset": preset}))
        assert make(name, GAME).name == name


@pytest.mark.parametrize(
    "spec", ["bot1:victory=luck", "bot1:newness=some", "bot1:query=all", "bot2:score=match",
             "bot2:replaces=two", "bot1:folds=late",
             "bot1:loss=some", "bot1:raises=never",
             "bot5:help=2", "bot5:help=much", "bot1:preset=first"],
)  # fmt: skip
def test_a_reading_that_nobody_knows_is_one_clear_line(spec: str) -> None:
    with pytest.raises(BadInput, match=spec.partition(":")[2]) as error:
        make(spec, GAME)
    assert "\n" not in str(error.value)


# ── chance: "only involves the acceptance/refusal of TRUCO and ENVIDO bets" (IV.B); ProbChamadasEaceites = 0.5 ──────
def test_chance_decides_answers_only_unless_it_is_read_to_make_calls_too() -> None:
    unlike = (hand("3e 3b 3o / 4b 5o 12o", "3e 4b 3b 5o"),) * 3
    view = GAME.start(DEAL).view(0)
    kinds = ("call-envido", "call-truco", "card")
    for chance, drawn in (("answers", []), ("calls", ["call-envido", "call-truco"])):
        agent = bot("bot3", *unlike, chance=chance)
        assert [kind for kind in kinds if told(agent, view, kind).by == "chance"] == drawn
    chances = dict(zip(view.moves, bot("bot3", *unlike, chance="calls").policies([view])[0], strict=True))
    assert (chances["envido"], chances["truco"]) == (0.5, 0.25), "half of the time envido; else truco half of the time"
    assert sum(chances.values()) == 1
    moves = {bot("bot3", *unlike, chance="calls").choose(view, Random(seed)).move for seed in range(30)}
    assert {"envido", "truco"} < moves

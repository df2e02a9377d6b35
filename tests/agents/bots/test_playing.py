"""The bots at the table: who votes, who draws lots, who asks."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.agents.bots.trained import GAME, learner, train, turns

import bolicho
from bolicho.agents import make
from bolicho.agents.bots.acting import BOTS
from bolicho.agents.bots.explain import who_decided
from bolicho.agents.bots.player import CaseLearner
from bolicho.core.contract import Decision, Question
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.why import sentence
from bolicho.core.words import LANGUAGES
from bolicho.games.truco import Truco
from bolicho.games.truco.view import View
from bolicho.learn.cases import shelf
from bolicho.learn.cases.truco.decisions import KINDS
from bolicho.learn.cases.truco.learned_case import widen
from bolicho.learn.cases.truco.readings import LEARNER, state_values
from bolicho.learn.cases.truco.trio import Trio, name_of
from bolicho.learn.cases.truco.turn import asks, forced_move
from bolicho.store import Store


def some_views(matches: int = 3, game: Truco = GAME) -> list[View]:
    """What bold and bluffer saw at their turns."""
    from bolicho.play.replay import steps

    pair = [make("bold", game), make("bluffer", game)]
    records = [bolicho.play_match(game, pair, 7, match=match) for match in range(matches)]
    return [s.state.view(s.state.seat) for r in records for s in steps(r, game) if s.state.seat is not None]


def own(answer: Decision | Question) -> Decision:
    return answer.fallback if isinstance(answer, Question) else answer


def unknown(agent: CaseLearner, view: View) -> list[str]:
    """The modes of the questions of a turn, up to the one that ends in a move, that fewer than ten cases know."""
    found: list[str] = []
    if forced_move(view) is not None:
        return found
    for told in agent.look(view):
        memory = agent.trio[KINDS[told.ask.question.kind].mode]
        alike = memory.nearest(told.ask.question, state_values(view), LEARNER, 10).similarities
        if sum(value >= 0.9 - 1e-9 for value in alike.tolist()) < 10:
            found.append(told.mode)
        if told.move is not None:
            break
    return found


# ── the vote ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_ten_cases_vote_and_the_majority_must_have_won_something() -> None:
    agent, rules = learner("bot0"), Counter[str]()
    for view in some_views():
        decision = own(agent.choose(view, Random(0)))
        if forced_move(view) is not None:
            continue
        facts, rule = decision.why["facts"], decision.why["rule"]
        rules[rule] += 1
        ask = next(one for one in asks(view) if one.question.kind == facts["question"])
        voted = [(ask.adapted[c["action"]], c) for c in facts["cases"] if ask.adapted.get(c["action"]) in ask.moves]
        if rule == "bot-unanswered":
            assert not voted
            assert facts["action"] == next(iter(ask.moves))
            continue
        counts = Counter(action for action, _ in voted)
        most = max(ask.moves, key=lambda action: (counts[action], -list(ask.moves).index(action)))
        if any(case["won"] for action, case in voted if action == most):
            assert (rule, facts["action"]) == ("bot-majority", most)
        else:
            lost = {action: [case["points"] for did, case in voted if did == action and case["points"] < 0]
                    for action in counts}  # fmt: skip
            means = {action: sum(points) / len(points) if points else 0.0 for action, points in lost.items()}
            assert rule == "bot-least-loss"
            assert means[facts["action"]] == max(means.values())
    assert rules["bot-majority"] > 30
    assert rules["bot-least-loss"] > 5


def test_a_question_is_put_to_the_base_of_its_mode() -> None:
    agent = learner("bot1")
    for mode in ("envido", "flor"):
        memory = agent.trio[mode]
        memory.remove(memory.positions[10:].tolist())
    view = GAME.start(GAME.parse_deal("1e 7o 4c / 3b 2c 12o")).view(0)
    told = {one.ask.question.kind: one for one in agent.look(view)}
    assert set(told["call-envido"].voters.positions.tolist()) <= set(range(10))
    assert max(told["card"].voters.positions.tolist()) >= 10
    assert max(told["call-truco"].voters.positions.tolist()) >= 10


def test_weights_are_respected_where_it_is_asked_for() -> None:
    view = GAME.start(GAME.parse_deal("3o 10e 4e / 7b 2c 12o")).view(0)
    even = learner("bot1")
    told = next(one for one in even.look(view) if one.ask.question.kind == "card")
    most, other = sorted(told.counts, key=lambda action: -told.counts[action].votes)[:2]
    memory = even.trio["truco"]
    heavy = {p for p, did in zip(told.voters.positions.tolist(), told.voters.actions, strict=True) if did == other}
    base = memory.base()
    cells = base.cells()
    cells[[p in heavy for p in range(len(cells))], base.columns.index("weight")] = 32_000
    weighed = widen(shelf.base("starter"))
    weighed = weighed.subset(weighed["mano"] < 0)
    weighed.append(cells)
    for how, action in (("ignore", most), ("respect", other)):
        agent = CaseLearner(GAME, bot="bot1", trio=Trio.start(weighed), weights=how)
        again = next(one for one in agent.look(view) if one.ask.question.kind == "card")
        assert max(again.counts, key=lambda a: again.counts[a].votes) == action
        assert [again.counts[a].cases for a in (most, other)] == [told.counts[a].cases for a in (most, other)]


def test_cases_may_be_compared_by_euclidean_distance() -> None:
    mean, euclid = learner("bot0"), learner("bot0", amalgam="euclidean")
    different = 0
    for view in some_views(1):
        for ours, theirs in zip(mean.look(view), euclid.look(view), strict=True):
            assert (theirs.voters.similarities[:1] <= ours.voters.similarities[:1] + 1e-12).all()
            different += ours.voters.positions.tolist() != theirs.voters.positions.tolist()
    assert different > 10


# ── chance ────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("bot", ["bot3", "bot4"])
def test_chance_touches_only_answers_to_truco_and_envido_bets(bot: str) -> None:
    gambler, plain, drawn, bets = learner(bot), learner("bot1"), Counter[str](), 0
    for view in some_views():
        answers = [own(gambler.choose(view, Random(n))) for n in range(8)]
        usual = own(plain.choose(view, Random(0)))
        facts = answers[0].why["facts"]
        if facts["by"] == "chance":
            assert facts["question"] in ("answer-truco", "answer-envido")
            assert facts["close"] < 10
            assert {answer.move for answer in answers} <= {"quero", "nao-quero"}
            drawn += Counter(answer.move for answer in answers)
        else:
            assert [(answer.move, answer.why) for answer in answers] == [(usual.move, usual.why)] * 8
            bets += facts.get("question") in ("answer-truco", "answer-envido")
    assert min(drawn["quero"], drawn["nao-quero"]) > 0.3 * drawn.total() > 10
    assert bets > 5, "a bet that is known is reused"


def test_the_probabilities_are_those_of_the_choices() -> None:
    agent = learner("bot3")
    views = some_views(1)
    for view, chances in zip(views, agent.policies(views), strict=True):
        drawn = Counter(own(agent.choose(view, Random(n))).move for n in range(60))
        for move, chance in zip(view.moves, chances, strict=True):
            assert drawn[move] / 60 == pytest.approx(chance, abs=0.25)
            assert (drawn[move] > 0) == (chance > 0)


# ── a tutor ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_bot5_asks_exactly_where_fewer_than_ten_cases_reach_090() -> None:
    agent, plain, asked, alone = learner("bot5"), learner("bot1"), 0, 0
    for view in some_views():
        answer, missing = agent.choose(view, Random(0)), unknown(agent, view)
        usual = own(plain.choose(view, Random(0)))
        if missing and len(view.moves) > 1:
            assert isinstance(answer, Question)
            assert answer.view is view
            assert answer.about == missing[0]
            assert answer.fallback.move == usual.move
            asked += 1
        else:
            assert answer == usual
            alone += 1
    assert min(asked, alone) > 20


@pytest.mark.parametrize("bot", ["bot0", "bot1", "bot2", "bot3", "bot4"])
def test_nobody_else_asks(bot: str) -> None:
    agent = learner(bot)
    assert not any(isinstance(agent.choose(view, Random(0)), Question) for view in some_views(1))


def test_with_stay_the_tutor_keeps_control_until_a_turn_in_which_all_is_known() -> None:
    agent, eager, kept, given_back = learner("bot5", stay=True), learner("bot5"), 0, 0
    for match in (0, 1, 4, 8):  # in the last two the bot knows its next call, but not what would come after it
        questions: list[View] = []
        control = False
        record = bolicho.play_match(
            GAME, [agent, learner("bot0")], 4, match=match, keep_why=True,
            tutor=lambda question, seen=questions: seen.append(question.view),  # type: ignore[misc]
        )  # fmt: skip
        for _, view, facts in turns(record, agent.name):
            if len(view.moves) < 2:
                continue
            everything_known = forced_move(view) is None and all(told.known for told in agent.look(view))
            if control:
                assert (view in questions) == (not everything_known)
                kept += not isinstance(eager.choose(view, Random(0)), Question) and not everything_known
                given_back += everything_known
            else:
                assert (view in questions) == bool(unknown(agent, view))
            control = view in questions
            assert bool(facts.get("asked")) == control
    assert kept > 0, "the tutor was asked what a bot without SALT would have decided alone"
    assert given_back > 0


def test_a_table_that_goes_on_from_its_record_knows_who_has_control() -> None:
    from bolicho.play.table import Table

    whole = bolicho.play_match(GAME, [learner("bot5", stay=True), learner("bot0")], 4, keep_why=True)
    table = Table(GAME, [learner("bot5", stay=True), learner("bot0")], 4, keep_why=True)
    while len(table.units) < 3 or len(table.moves) < 3:
        table.advance()
    again = Table.resume(table.record(), GAME, [learner("bot5", stay=True), learner("bot0")])
    while not again.over:
        again.advance()
    assert again.record() == whole


# ── names and explanations ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_says_why_in_both_languages(bot: str) -> None:
    agent, rules = learner(bot), set()
    for record, _ in train(agent, 2):
        for unit in record.units:
            for kept in unit.decisions:
                assert kept is not None
                rules.add(kept["why"]["rule"])
                for language in LANGUAGES:
                    said = sentence(kept["why"], language)
                    assert said is not None, kept["why"]["rule"]
                    assert "{" not in said
    wanted = {"bot3": "bot-chance", "bot4": "bot-chance", "bot5": "bot-tutored"}.get(bot, "bot-majority")
    assert wanted in rules


def test_a_decision_shows_the_ten_cases_that_voted() -> None:
    """Table III of the paper, for any decision."""
    agent = learner("bot0")
    state = GAME.start(GAME.parse_deal("3o 10e 4e / 7b 2c 12o"))
    facts = own(agent.choose(state.view(0), Random(0))).why["facts"]
    shown = facts["cases"]
    assert len(shown) == 10
    assert [case["similarity"] for case in shown] == sorted((c["similarity"] for c in shown), reverse=True)
    memory = agent.trio[facts["mode"]]
    for case in shown:
        kept = memory.case(case["case"])
        assert all(kept[name] == cell for name, cell in case["attributes"].items() if name != "margin")
    assert who_decided({"facts": facts})[facts["mode"]] == 1
    assert facts["close"] == sum(case["similarity"] >= 0.9 for case in shown)


def test_it_decides_by_its_view_alone() -> None:
    agent, rng, looked = learner("bot5"), Random(2), 0
    for view in some_views(1):
        other = GAME.worlds(view, rng).view(view.seat)
        mine, again = (agent.choose(seen, Random(9)) for seen in (view, other))
        assert mine == again
        looked += 1
    assert looked > 50


@pytest.mark.parametrize("spec", ["bot0", "bot5:stay=on", "bot2:k=5,threshold=0.8,amalgam=euclidean,add_always=on"])
def test_its_name_builds_it_again(spec: str) -> None:
    assert make(spec, game=GAME).name == spec


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("bot1:threshold=2", "threshold=2"),
        ("bot1:threshold=high", "threshold=high"),
        ("bot1:k=0", "k=0"),
        ("bot1:k=few", "k=few"),
        ("bot1:amalgam=median", "amalgam=median"),
        ("bot1:weights=some", "weights=some"),
        ("bot5:stay=maybe", "stay=maybe"),
        ("bot1:colour=blue", "no setting 'colour'"),
        ("bot1:nowhere", "nowhere-envido"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(spec: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLICHO_STORE", ":memory:")
    with pytest.raises(BadInput, match=said) as error:
        make(spec, game=GAME)
    assert "\n" not in str(error.value)


def test_there_are_six_bots_and_no_other() -> None:
    assert [name for name in bolicho.agents(GAME) if name.startswith("bot")] == list(BOTS)
    with pytest.raises(UnknownName):
        CaseLearner(GAME, bot="bot6")


def test_a_bot_plays_by_the_bases_that_a_training_left_in_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(tmp_path / "store.db"))
    with Store.open() as store:
        for mode, cases in (("envido", 30), ("flor", 20), ("truco", 40)):
            few = widen(shelf.base("starter"), name_of("short", mode))
            shelf.save(few.subset(few["mano"].cumsum() <= few["mano"][:cases].sum()), store)
        store.remove_cases("short-truco", [3, 39])
    agent = make("bot3:short", game=GAME)
    assert agent.name == "bot3:short"
    assert agent.trio.sizes == {"envido": 30, "flor": 20, "truco": 38}
    assert (agent.trio["truco"].positions.tolist()[2:4], agent.trio["truco"].next) == ([2, 4], 40)
    assert make("bot1:short", game=GAME).trio is agent.trio
    with Store.open() as store:
        store.remove_cases("short-flor", [0])
    assert make("bot1:short", game=GAME).trio.sizes["flor"] == 19


@pytest.mark.parametrize("preset", Truco.presets)
def test_every_bot_plays_under_every_preset(preset: str) -> None:
    game = Truco(preset=preset)
    for bot in BOTS:
        for stay in (False, True):
            agent = CaseLearner(game, bot=bot, stay=stay)
            record = bolicho.play_match(game, [agent, make("random", game=game)], seed=5)
            assert record.forfeit is None

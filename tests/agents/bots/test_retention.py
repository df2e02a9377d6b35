"""What each bot keeps and forgets, held against loops over whole trainings."""

import pytest
from tests.agents.bots.trained import GAME, MODES, Loops, hands, learner, sound_tutor, train, turns

import bolicho
from bolicho.agents.bots.acting import BOTS
from bolicho.agents.bots.explain import settles, tutored
from bolicho.agents.bots.player import CaseLearner
from bolicho.core.contract import Decision, Question
from bolicho.core.errors import BadInput
from bolicho.learn.cases.truco.learned_case import DECIDED
from bolicho.learn.cases.truco.trio import Trio


def test_the_bases_of_bot0_never_change() -> None:
    agent = learner("bot0")
    before = agent.trio.digests()
    for _, lesson in train(agent, 4):
        assert lesson.hands > 0
        assert all(not change.rows and not change.removed for change in lesson.changes.values())
    assert agent.trio.digests() == before == Trio.start().digests()


@pytest.mark.parametrize("bot", ["bot1", "bot3"])
def test_a_hand_is_kept_exactly_when_fewer_than_ten_cases_reach_090(bot: str) -> None:
    agent, loops, kept = learner(bot), Loops(), dict.fromkeys(MODES, 0)
    for record, lesson in train(agent, 6):
        wanted: dict[str, list[int]] = {mode: [] for mode in MODES}
        for _, hand in hands(record, agent.name):
            for mode in MODES:
                if len(loops.found(mode, hand)) < 10:
                    wanted[mode].append(loops.keep(mode, hand))
        for mode in MODES:
            assert lesson.changes[mode].positions == wanted[mode]
            assert lesson.changes[mode].removed == []
            kept[mode] += len(wanted[mode])
    for mode in MODES:
        assert agent.trio[mode].positions.tolist() == list(loops.bases[mode])
        for position, hand in list(loops.bases[mode].items())[513:]:
            case = agent.trio[mode].case(position)
            assert {name: case[name] for name in hand} == hand
    assert kept["truco"] > 10, "a training in which nothing is new says nothing"


@pytest.mark.parametrize(("bot", "always"), [("bot2", False), ("bot2", True), ("bot4", False)])
def test_substitution_removes_exactly_the_retrieved_cases_of_lower_score(bot: str, always: bool) -> None:
    agent, loops, replaced, left = learner(bot, add_always=always, replaces="all"), Loops(), 0, 0
    for record, lesson in train(agent, 6):
        removed: dict[str, list[int]] = {mode: [] for mode in MODES}
        added: dict[str, list[int]] = {mode: [] for mode in MODES}
        for _, hand in hands(record, agent.name):
            for mode in MODES:
                found, base, gain = loops.found(mode, hand), loops.bases[mode], f"{mode}_gain"
                score = hand[gain]
                assert score is not None
                worse = [p for p in found if (base[p][gain] or 0) < score] if len(found) == 10 else []
                for position in worse:
                    del base[position]
                removed[mode] += worse
                replaced += len(worse)
                if len(found) < 10 or worse or always:
                    added[mode].append(loops.keep(mode, hand))
                else:
                    left += 1
        for mode in MODES:
            assert lesson.changes[mode].removed == removed[mode]
            assert lesson.changes[mode].positions == added[mode]
    for mode in MODES:
        assert agent.trio[mode].positions.tolist() == list(loops.bases[mode])
    assert replaced > 20
    assert (left == 0) == always


def test_bot4_acts_as_bot3_and_keeps_as_bot2() -> None:
    assert BOTS["bot4"].acting is BOTS["bot3"].acting
    assert BOTS["bot4"].retention == BOTS["bot2"].retention
    assert BOTS["bot3"].retention is BOTS["bot1"].retention
    assert BOTS["bot2"].acting is BOTS["bot1"].acting is BOTS["bot0"].acting


def test_bot5_keeps_a_hand_in_the_base_of_a_mode_only_if_a_tutor_decided_there() -> None:
    agent, kept = learner("bot5"), dict.fromkeys(MODES, 0)
    for record, lesson in train(agent, 5):
        taught: dict[str, set[int]] = {mode: set() for mode in MODES}
        for number, _, facts in turns(record, agent.name):
            if facts["by"] == "tutor":
                taught[facts["asked"]].add(number)
        for mode in MODES:
            said = [f"match {record.match} hand {number + 1}" for number in sorted(taught[mode])]
            assert lesson.changes[mode].origins == said
            assert lesson.changes[mode].removed == []
            kept[mode] += len(said)
        assert sum(lesson.asked.values()) == lesson.decided["tutor"]
    assert kept["truco"] > 20
    assert kept["envido"] > 0
    for mode in MODES:
        mine = agent.trio[mode].base()
        assert (mine[f"decided_{mode}"][513:] == DECIDED.index("tutor")).all()
        assert (mine[f"decided_{mode}"][:513] == 0).all()


def test_who_is_asked_about_envido_and_plays_a_card_has_decided_about_truco_too() -> None:
    def only_envido(question: Question) -> Decision | None:
        moves = sorted(question.view.moves, key=lambda move: move not in question.view.hand)
        return tutored(question, Decision(moves[0]), "Ana") if question.about == "envido" else None

    agent, both = learner("bot5"), 0
    for record, lesson in train(agent, 8, tutor=only_envido):
        played = {
            number for number, view, facts in turns(record, agent.name)
            if facts["by"] == "tutor" and (facts["move"] in view.hand or view.truco_by == view.rival)
        }  # fmt: skip
        change = lesson.changes["envido"]
        for origin, row in zip(change.origins, change.rows, strict=True):
            decided = dict(zip(MODES, row[-4:-1], strict=True))
            assert decided["envido"] == DECIDED.index("tutor")
            assert (decided["truco"] == DECIDED.index("tutor")) == (int(origin.split()[-1]) - 1 in played)
        both += len(played)
        assert lesson.changes["truco"].rows == [], "kept where it was asked and answered, and only there"
    assert both > 0


def test_what_a_tutor_settles_with_its_move() -> None:
    first = GAME.start("3o 10e 4e / 7b 2c 12o")
    second = first.play("truco")
    for state, about, move, modes in (
        (first, "envido", "3o", ["envido", "truco"]),
        (first, "envido", "envido", ["envido"]),
        (first, "truco", "envido", ["envido", "truco"]),
        (first, "truco", "4e", ["truco"]),
        (first, "envido", "baralho", ["envido", "truco"]),
        (second, "envido", "quero", ["envido", "truco"]),
        (second, "envido", "baralho", ["envido", "truco"]),
        (second, "truco", "envido", ["envido", "truco"]),
        (first.play("envido"), "envido", "quero", ["envido"]),
    ):
        assert state.seat is not None
        view = state.view(state.seat)
        assert settles(Question(view, Decision(move), about), move) == modes, (about, move)


def test_a_tutor_who_does_not_answer_teaches_nothing() -> None:
    agent = learner("bot5")
    before = agent.trio.digests()
    for _, lesson in train(agent, 2, tutor=lambda _: None):
        assert sum(lesson.asked.values()) > 0
        assert lesson.decided["tutor"] == 0
    assert agent.trio.digests() == before


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_gives_the_same_bases_alone_or_beside_others(bot: str) -> None:
    alone, beside, other = learner(bot), learner(bot), learner(bot)
    for _ in train(alone, 2):
        pass
    for _ in zip(train(beside, 2), train(other, 2, seed=2), strict=True):
        pass
    assert alone.trio.digests() == beside.trio.digests()
    assert bot == "bot0" or alone.trio.digests() != other.trio.digests()


def test_a_case_says_who_decided_and_what_its_deal_weighs() -> None:
    agent = learner("bot3")
    record = bolicho.play_match(GAME, [agent, learner("bot0")], 1, keep_why=True)
    lesson = agent.learn(record, weight_of=lambda number: 100 + number)
    heard: dict[int, dict[str, int]] = {}
    for number, _, facts in turns(record, agent.name):
        hand = heard.setdefault(number, dict.fromkeys(MODES, 0))
        for part in [*facts.get("passed", []), facts]:
            if part["by"] != "nothing":
                hand[part["mode"]] = max(hand[part["mode"]], DECIDED.index(part["by"]))
    change, looked = lesson.changes["truco"], 0
    for origin, row, position in zip(change.origins, change.rows, change.positions, strict=True):
        number = int(origin.split()[-1]) - 1
        assert row[-1] == 100 + number
        assert dict(zip(MODES, row[-4:-1], strict=True)) == heard.get(number, dict.fromkeys(MODES, 0))
        assert tuple(agent.trio["truco"].case(position).values()) == tuple(row)
        looked += 1
    assert looked > 0


def test_learning_leaves_the_bases_of_those_who_only_play_alone() -> None:
    player, agent = CaseLearner(GAME, bot="bot1"), CaseLearner(GAME, bot="bot1")
    assert player.trio is agent.trio
    before = player.trio.digests()
    agent.learn(bolicho.play_match(GAME, [agent, learner("bot0")], 3, keep_why=True))
    assert agent.trio.digests() != before == player.trio.digests()


def test_a_record_that_does_not_say_who_decided_is_refused() -> None:
    agent = learner("bot5")
    silent = bolicho.play_match(GAME, [agent, learner("bot0")], 1)
    with pytest.raises(BadInput, match="keep_why"):
        agent.learn(silent)
    bare = bolicho.play_match(
        GAME, [agent, learner("bot0")], 1, keep_why=True,
        tutor=lambda question: bolicho.Decision(question.fallback.move),
    )  # fmt: skip
    with pytest.raises(BadInput, match=r"record\.units\[\d+\]\.decisions\[\d+\]: it is not said who decided"):
        agent.learn(bare)


def test_a_person_who_teaches_is_told_from_an_agent() -> None:
    agent = learner("bot5")
    for _, lesson in train(agent, 1, tutor=lambda q: tutored(q, sound_tutor(q), "Ana", person=True)):
        assert lesson.decided["person"] > 0
    assert DECIDED.index("person") in agent.trio["truco"].base()["decided_truco"].tolist()

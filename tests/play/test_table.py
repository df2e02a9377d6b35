import dataclasses
import sys
from random import Random
from typing import Any, cast

import pytest

import bolicho
from bolicho import BadInput, Decision, Question, Record
from bolicho.play import Table, Watcher, fixed, steps

GAME = bolicho.game("truco")


def player(name: str = "random") -> Any:
    return bolicho.agent(name, GAME)


CLOCK = [0.0]
"""The time at the tables of this file: it goes on only while somebody dawdles, so that no busy machine is late."""


def dawdle(view: Any) -> Decision:
    CLOCK[0] += 0.05
    return Decision(view.moves[0])


class BadText(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even that")


def fail(error: Exception) -> Any:
    raise error


class Scripted:
    """An agent that does what it is told, to misbehave on purpose."""

    name = "told"

    def __init__(self, act: Any) -> None:
        self.act = act

    def choose(self, view: Any, rng: Random) -> Any:
        return self.act(view)


def test_a_match_goes_to_the_target_with_the_mao_alternating() -> None:
    for seed in range(10):
        record = bolicho.play_match(GAME, [player(), player()], seed=seed)
        assert max(record.scores) == 24 > min(record.scores)
        assert record.winner == record.scores.index(24)
        manos = [unit.context["mano"] for unit in record.units]
        assert manos == [(manos[0] + i) % 2 for i in range(len(manos))]
        assert record.units[0].context["score"] == [0, 0]


def test_the_first_mao_is_drawn() -> None:
    first = {bolicho.play_match(GAME, [player(), player()], seed=s).units[0].context["mano"] for s in range(20)}
    assert first == {0, 1}


def test_the_same_seed_plays_the_same_match() -> None:
    assert bolicho.play_match(GAME, [player(), player()], seed=5) == bolicho.play_match(
        GAME, [player(), player()], seed=5
    )
    assert bolicho.play_match(GAME, [player(), player()], seed=5) != bolicho.play_match(
        GAME, [player(), player()], seed=6
    )


def test_matches_of_one_board_get_the_same_deals() -> None:
    a = bolicho.play_match(GAME, [player(), player("bold")], seed=1, match=0, board=0)
    b = bolicho.play_match(GAME, [player("bold"), player()], seed=1, match=1, board=0)
    both = min(len(a.units), len(b.units))
    assert both > 2
    assert [u.deal for u in a.units[:both]] == [u.deal for u in b.units[:both]]
    assert [u.context["mano"] for u in a.units[:both]] == [u.context["mano"] for u in b.units[:both]]
    assert a.units[0].moves != b.units[0].moves or a.units[1].moves != b.units[1].moves


def test_replay_reproduces_every_state() -> None:
    seen: list[Any] = []

    class Keeper(Watcher):
        def unit_begins(self, table: Table) -> None:
            seen.append(table.state)

        def moved(self, table: Table, seat: int, decision: Decision) -> None:
            seen.append(table.state)

    record = bolicho.play_match(GAME, [player("sound"), player("bluffer")], seed=2, watchers=[Keeper()])
    assert list(bolicho.replay(record)) == seen
    assert list(bolicho.replay(Record.from_json(record.to_json()), GAME)) == seen


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"scores": (24, 23)}, "record.scores"),
        ({"winner": 1}, "record.winner: 1, but the units make it 0"),
        ({"winner": None}, "record.winner: None"),
        ({"finished": False}, "record.finished: False, but the match is over"),
        ({"units": ()}, "record.scores"),
        ({"version": "0"}, "record.version"),
        ({"options": {"preset": "no"}}, "preset"),
        ({"game": "chess"}, "unknown game"),
    ],
)
def test_a_record_that_does_not_fit_the_rules_is_refused(change: dict[str, Any], complaint: str) -> None:
    record = dataclasses.replace(bolicho.play_match(GAME, [player(), player()], seed=2), **change)
    with pytest.raises(BadInput, match=complaint):
        list(bolicho.replay(record))


@pytest.mark.parametrize("game", [bolicho.game("paulista"), bolicho.game("truco", target=12)], ids=repr)
def test_a_record_is_not_put_under_the_rules_of_another_game(game: bolicho.Game) -> None:
    record = bolicho.play_match(GAME, [player(), player()], seed=2)
    with pytest.raises(BadInput, match=r"record\.game: truco \{.*\}, not bolicho\.game\("):
        bolicho.replay(record, game)


def test_units_that_do_not_follow_from_one_another_are_refused() -> None:
    record = bolicho.play_match(GAME, [player(), player()], seed=2)
    with pytest.raises(BadInput, match=r"record\.units\[1\]\.context: .* but it should follow with"):
        list(bolicho.replay(dataclasses.replace(record, units=(record.units[0], *record.units))))
    with pytest.raises(BadInput, match=r"record\.scores"):
        list(bolicho.replay(dataclasses.replace(record, units=record.units[:-1])))
    cut = dataclasses.replace(record, units=record.units[:1], scores=record.units[0].scores)
    with pytest.raises(BadInput, match=r"record\.finished: True, but the match is not over"):
        list(bolicho.replay(cut))
    assert list(bolicho.replay(dataclasses.replace(cut, finished=False, winner=None)))


def test_what_cannot_be_kept_of_a_decision_does_not_lose_the_match() -> None:
    odd = Scripted(lambda view: Decision(view.moves[0], float("nan"), {"thoughts": object(), "pair": (1, 2)}))
    record = bolicho.play_match(GAME, [odd, player()], seed=1, keep_why=True)
    assert record.forfeit is None
    assert Record.from_json(record.to_json()) == record
    fine = Scripted(lambda view: Decision(view.moves[0], 1, {"pair": (1, 2)}))
    record = bolicho.play_match(GAME, [fine, player()], seed=1, keep_why=True)
    assert Record.from_json(record.to_json()) == record


def test_a_forged_move_is_named_with_its_place() -> None:
    record = bolicho.play_match(GAME, [player(), player()], seed=2)
    forged = dataclasses.replace(record.units[1], moves=("vale-quatro", *record.units[1].moves[1:]))
    with pytest.raises(BadInput, match=r"record\.units\[1\]\.moves\[0\]: illegal move 'vale-quatro'"):
        list(bolicho.replay(dataclasses.replace(record, units=(record.units[0], forged, *record.units[2:]))))


def test_a_table_resumed_at_any_ply_goes_on_as_it_would_have() -> None:
    whole = bolicho.play_match(GAME, [player("sound"), player("bluffer")], seed=3, keep_why=True)
    table = Table(GAME, [player("sound"), player("bluffer")], seed=3, keep_why=True)
    plies = 0
    while not table.over:
        if plies and plies % 7 == 0:
            saved = Record.from_json(table.record().to_json())
            assert not saved.finished
            table = Table.resume(saved, GAME, [player("sound"), player("bluffer")])
        answer = table.ask()
        assert isinstance(answer, Decision)
        table.play(answer)
        plies += 1
    assert table.record() == whole


def test_a_record_of_other_cards_cannot_be_resumed() -> None:
    record = bolicho.play_match(GAME, [player(), player()], seed=3)
    with pytest.raises(BadInput, match="not what this seed deals"):
        Table.resume(dataclasses.replace(record, seed=4), GAME, [player(), player()])


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (lambda view: Decision("vale-quatro"), "illegal move 'vale-quatro'"),
        (lambda view: 1 / 0, "raised ZeroDivisionError"),
        (lambda view: sys.exit(3), "raised SystemExit: 3"),
        (lambda view: fail(BadText("\x1b[31m\n" * 9999)), "raised BadText: a BadText that cannot be shown"),
        (lambda view: fail(ValueError("a\n\x1b" + 9999 * "b")), "raised ValueError: a bbb"),
        (lambda view: "quero", "choose returned str, not a Decision"),
        (lambda view: None, "choose returned NoneType"),
        (lambda view: Decision(cast(str, None)), "illegal move"),
        (lambda view: dawdle(view), "took longer than 0.01 s"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_plays_illegally_raises_or_dawdles_forfeits_the_match(
    act: Any, why: str, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bolicho.play.table.monotonic", lambda: CLOCK[0])
    players = [player(), player()]
    players[seat] = Scripted(act)
    record = bolicho.play_match(GAME, players, seed=1, time_limit=0.01)
    assert record.forfeit is not None
    assert (record.forfeit.seat, record.winner, record.finished) == (seat, 1 - seat, True)
    assert why in record.forfeit.why
    assert Record.from_json(record.to_json()) == record
    list(bolicho.replay(record))
    assert Table.resume(record, GAME, players).record() == record


def test_agents_get_views_and_nothing_else() -> None:
    from bolicho.games.truco import View

    got: list[Any] = []

    class Spy:
        name = "spy"

        def choose(self, view: Any, rng: Random) -> Decision:
            got.append(view)
            return Decision(rng.choice(view.moves))

        def saw(self, view: Any) -> None:
            got.append(view)

    bolicho.play_match(GAME, [Spy(), player()], seed=1)
    assert all(type(view) is View and view.seat == 0 for view in got)
    assert sum(view.over for view in got) > 2  # the last view of every hand


def test_who_fails_to_look_at_a_finished_hand_forfeits_too() -> None:
    class Blind(Scripted):
        def saw(self, view: Any) -> None:
            raise RuntimeError("too dark")

    class Absent(Scripted):
        def sit(self) -> Any:
            raise RuntimeError("overslept")

    absent = bolicho.play_match(GAME, [Absent(None), player()], seed=1)
    assert (absent.winner, absent.forfeit and absent.forfeit.why) == (1, "raised RuntimeError: overslept")
    record = bolicho.play_match(GAME, [player(), Blind(lambda view: Decision(view.moves[0]))], seed=1)
    assert (record.winner, len(record.units)) == (0, 1)
    assert record.forfeit is not None
    assert record.forfeit.why == "raised RuntimeError: too dark"


def test_what_is_not_an_agents_fault_is_not_its_forfeit() -> None:
    with pytest.raises(BadInput, match="the dealer has 1 deals"):
        bolicho.play_match(GAME, [player(), player()], dealer=fixed(GAME, ["1e 7o 4c / 3b 2c 12o"]))


def test_an_agents_memory_belongs_to_one_seat_at_one_table() -> None:
    class Counter:
        name = "counter"
        hands = 0

        def sit(self) -> "Counter":
            return Counter()

        def choose(self, view: Any, rng: Random) -> Decision:
            return Decision(rng.choice(view.moves), float(self.hands))

        def saw(self, view: Any) -> None:
            self.hands += 1

    agent = Counter()
    record = bolicho.play_match(GAME, [agent, agent], seed=1, keep_why=True)
    assert agent.hands == 0
    for number, unit in enumerate(record.units):
        assert {d["value"] for d in unit.decisions if d} == {float(number)}


def test_a_question_is_answered_by_the_tutor_or_by_the_agent_itself() -> None:
    asking = Scripted(lambda view: Question(view, Decision(view.moves[0]), about="truco"))
    alone = bolicho.play_match(GAME, [asking, player()], seed=1)
    own = bolicho.play_match(GAME, [Scripted(lambda view: Decision(view.moves[0])), player()], seed=1)
    assert alone.units == own.units
    asked: list[Question] = []

    def tutor(question: Question) -> Decision | None:
        asked.append(question)
        return Decision(question.view.moves[-1]) if len(asked) % 2 else None

    taught = bolicho.play_match(GAME, [asking, player()], seed=1, tutor=tutor)
    assert asked
    assert taught.units != alone.units
    assert taught.forfeit is None


def test_a_fixed_list_of_deals() -> None:
    deals = ["1e 7o 4c / 3b 2c 12o"] * 100
    record = bolicho.play_match(GAME, [player(), player()], seed=1, dealer=fixed(GAME, deals))
    assert {unit.deal for unit in record.units} == {"1e 7o 4c / 3b 2c 12o"}
    with pytest.raises(BadInput, match="three cards"):
        fixed(GAME, ["1e 7o"])


def test_a_table_needs_its_number_of_players() -> None:
    with pytest.raises(BadInput, match="needs 2 agents, found 1"):
        Table(GAME, [player()])


def test_steps_tell_where_in_the_match_they_are() -> None:
    record = bolicho.play_match(GAME, [player(), player()], seed=1)
    places = [(s.unit, s.ply, s.move) for s in steps(record)]
    assert places[0] == (0, 0, None)
    assert places[1] == (0, 1, record.units[0].moves[0])
    assert len(places) == sum(len(unit.moves) + 1 for unit in record.units)


class Riser(Scripted):
    """Hears how the match ended."""

    def __init__(self) -> None:
        super().__init__(lambda view: Decision(view.moves[0]))
        self.heard: list[tuple[Any, Any]] = []

    def rise(self, scores: tuple[int, ...], winner: int | None) -> None:
        self.heard.append((scores, winner))
        raise ValueError("a bad loser")


def test_who_wants_to_know_hears_how_the_match_ended_and_cannot_change_it() -> None:
    first, second = Riser(), Riser()
    record = bolicho.play_match(GAME, [first, second], seed=1)
    assert first.heard == second.heard == [(record.scores, record.winner)]
    assert record.forfeit is None


def test_a_forfeit_is_heard_too() -> None:
    riser = Riser()
    record = bolicho.play_match(GAME, [Scripted(lambda view: Decision("royal-flush")), riser], seed=1)
    assert riser.heard == [(record.scores, 1)]


def test_a_match_of_so_many_hands_ends_after_them_and_goes_on_and_replays_as_such() -> None:
    game = bolicho.game("truco")
    agents = [bolicho.agent("random", game), bolicho.agent("random", game)]
    table = Table(game, agents, seed=5, units=2)
    for _ in range(3):
        table.advance()
    again = Table.resume(table.record(), game, agents)
    while not again.over:
        again.advance()
    record = again.record()
    assert (len(record.units), record.finished, record.notes["units"]) == (2, True, 2)
    assert list(bolicho.replay(record))
    with pytest.raises(BadInput, match=r"record\.finished"):
        list(bolicho.replay(dataclasses.replace(record, notes={})))
    with pytest.raises(BadInput, match=r"record\.notes\.units: expected a number of hands"):
        list(bolicho.replay(dataclasses.replace(record, notes={"units": "2"})))

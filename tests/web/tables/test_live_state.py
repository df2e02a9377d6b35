"""Whatever happens at a table, replaying its record gives its live state; also after a kill, from record and diary."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import bolicho
from bolicho.core.contract import Decision
from bolicho.core.errors import IllegalMove
from bolicho.core.record import Record
from bolicho.web.server.guard import Refusal
from bolicho.web.tables.picture import view_of
from bolicho.web.tables.seats import Seat
from bolicho.web.tables.table import WebTable

GAMES = [
    ("truco", {"target": 5}),
    ("truco", {"preset": "ufsm-web", "target": 4}),
    ("rikken", {"deals": 2}),
    ("picaria", {}),
]


class TableLife(RuleBasedStateMachine):
    """People and agents at one table, in any order, with everything that goes wrong between them."""

    def write(self, entry: dict[str, Any]) -> None:
        self.diary.append(json.loads(json.dumps(entry)))

    @initialize(which=st.sampled_from(GAMES), seed=st.integers(0, 50))
    def sit_down(self, which: tuple[str, dict[str, Any]], seed: int) -> None:
        game = bolicho.game(which[0], **which[1])
        self.diary: list[dict[str, Any]] = []
        seats = [
            Seat("person" if number == 0 else "agent", agent=None if number == 0 else "random")
            for number in range(game.seats)
        ]
        self.table = WebTable("sometable1", game, seats, "learning", "en", self.write)
        self.table.begin(self.table.deal(seed))
        self.begun = self.table.record().to_json()

    @property
    def play(self) -> Any:
        assert self.table.play is not None
        return self.table.play

    @precondition(lambda self: not self.table.over)
    @rule(choice=st.integers(0, 30), twice=st.booleans())
    def move(self, choice: int, twice: bool) -> None:
        legal, ply, seat = self.play.state.moves(), self.table.ply, self.table.turn or 0
        chosen = legal[choice % len(legal)]
        if self.table.seats[seat].decider is None:
            self.table.move(seat, ply, chosen)
            if twice:
                self.table.move(seat, ply, chosen)
        else:
            self.table.decide(Decision(chosen, 0.5, {"rule": "any", "facts": {"n": choice}}))
        assert self.table.ply == ply + 1

    @rule(
        seat=st.integers(0, 1),
        ply=st.integers(0, 200),
        move=st.sampled_from(["quero", "7e", "pas", "a1-b2", "x", "envido"]),
    )
    def say_nonsense(self, seat: int, ply: int, move: str) -> None:
        before = self.table.ply, self.play.state
        fits = ply == self.table.ply and seat == self.table.turn and not self.table.over
        legal = fits and move in self.play.state.moves() and self.table.seats[seat].stand_in is None
        if not legal and self.table.done.get(seat) != (ply, move):
            with pytest.raises(Refusal):
                self.table.move(seat, ply, move)
        assert (self.table.ply, self.play.state) == before

    @precondition(lambda self: not self.table.over)
    @rule()
    def cheat(self) -> None:
        with pytest.raises(IllegalMove):
            self.table.decide(Decision("royal-flush"))

    @precondition(lambda self: not self.table.over and self.table.seats[0].stand_in is None)
    @rule()
    def go_away(self) -> None:
        self.table.take_over(0, "absent")

    @precondition(lambda self: self.table.seats[0].taken_over == "absent")
    @rule()
    def come_back(self) -> None:
        self.table.give_back(0)

    @precondition(lambda self: not self.table.over and self.table.ply > 12)
    @rule()
    def resign(self) -> None:
        self.table.resign(0)
        self.diary.clear()  # saved at once, and then the diary has nothing to add
        self.begun = self.table.record().to_json()

    @rule()
    def save(self) -> None:
        self.begun = self.table.record().to_json()
        self.diary.clear()

    @rule()
    def kill(self) -> None:
        """The server dies: what is left is the record as it was last saved, and the diary."""
        old = self.table
        seats = [Seat.from_dict(seat) for seat in json.loads(json.dumps(old.to_data()))["seats"]]
        self.table = WebTable(old.id, old.game, seats, old.mode, old.language, self.write)
        self.table.begin(self.table.deal(0, Record.from_json(self.begun)))
        self.table.replay_diary(list(self.diary))
        self.table.notices, self.table.takeovers = old.notices, old.takeovers
        assert self.table.done == old.done
        assert self.table.last == old.last
        for seat in (0, 1, None):
            assert _same(view_of(self.table, seat, "en")) == _same(view_of(old, seat, "en"))

    @invariant()
    def the_record_replays_to_the_live_state(self) -> None:
        if not hasattr(self, "table"):
            return
        record = Record.from_json(self.table.record().to_json())
        states = list(bolicho.replay(record))
        assert states[-1] == self.play.state
        assert sum(len(unit.moves) for unit in record.units) == self.table.ply
        assert record.scores == self.play.scores


def _same(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key != "version"}


TestTableLife = TableLife.TestCase
TestTableLife.settings = settings(max_examples=25, stateful_step_count=40, suppress_health_check=list(HealthCheck))

"""Put hands and seats together: the whole measurement of an agent, kept as it goes and gone on with after a kill."""

import io
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.journal import Journal
from bolicho.core.versions import row_versions
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import HANDS, Hand
from bolicho.learn.arrays import DAMAGED, read_arrays
from bolicho.learn.yardstick.asking import TIMES, Asker
from bolicho.learn.yardstick.crew import Maker, share_out
from bolicho.learn.yardstick.faces import all_hands, by_level, deck, fit, stand_in
from bolicho.learn.yardstick.result import Ends, Result, Seat, mean, spread

Show = Callable[[int, int], None]
MOST_HANDS = len(HANDS)
"""Of the responder: more than there are need not be drawn."""
POSITIONS = ("mao", "pe")
"""Positions of the responder; the mão sits at seat 0."""


@dataclass(frozen=True)
class Design:
    """What is measured, and how closely."""

    agent: str
    game: str
    options: Mapping[str, Any]
    hands: int | None = None
    """How many hands of the responder are drawn; None: all of them."""
    seed: int = 0
    reach: float = 0.0
    times: int = TIMES
    blind: bool = False
    """Of the full game: ask about hands of the same strengths and points once, whatever their suits."""

    def __post_init__(self) -> None:
        if self.hands is not None and not 1 <= self.hands <= MOST_HANDS:
            raise BadInput(f"hands {self.hands}: expected from 1 to {MOST_HANDS}")
        if not 0 <= self.reach < 1:
            raise BadInput(f"reach {self.reach:g}: expected a probability, at least 0 and below 1")
        if self.times < 1:
            raise BadInput(f"times {self.times}: expected at least 1")


class Measurement:
    """One design, measured by one process or many."""

    def __init__(self, design: Design, make: Maker, workers: int = 1, folder: Path | None = None) -> None:
        """``make`` builds the agent; ``folder`` keeps what was asked, so that a killed run goes on."""
        self.design, self.make, self.workers, self.folder = design, make, workers, folder
        self.game = Truco(**design.options)
        fit(self.game.rules)
        self.agent = make()

    def measure(self, show: Show = lambda *_: None, stop: Callable[[], bool] = lambda: False) -> Result | None:
        """Measure; None when somebody wanted to stop before the end."""
        began = monotonic()
        journal = None
        if self.folder is not None:
            journal = Journal(self.folder, {**asdict(self.design), "versions": row_versions()})
        try:
            found = self._brought()
            if found is None:
                whole = by_level(self.game.rules) and self.design.hands is None and not self.design.reach
                found = self._table(journal, show, stop) if whole else self._hands(journal, show, stop)
        finally:
            if journal is not None:
                journal.close()
        if found is None:
            return None
        return Result(**{**found.__dict__, "seconds": monotonic() - began})

    # ── the whole ladder game ─────────────────────────────────────────────────────────────────────────────────────

    def _brought(self) -> Result | None:
        """Judge the table that an agent brings, all hands and branches at once, so that none need be drawn or cut."""
        bring = getattr(self.agent, "ladder_table", None)
        brought = bring() if callable(bring) and by_level(self.game.rules) else None
        if brought is None:
            return None
        asker = Asker(self.agent, self.design.seed, self.design.times)
        size = len(all_hands(self.game.rules))
        found = self._result(*_judged(*brought), None, size, asker, 0, 0, {"checked": 0, "differed": 0}, 0)
        return Result(**{**found.__dict__, "asked": "table", "reach": 0.0})

    def _table(self, journal: Journal | None, show: Show, stop: Callable[[], bool]) -> Result | None:
        from bolicho.learn.yardstick.ladder import Filled
        from bolicho.learn.yardstick.parts import fill_part, heads
        from bolicho.learn.yardstick.places import places_of

        design = self.design
        asker = Asker(self.agent, design.seed, design.times)
        places = places_of(self.game.rules, asker.timing_blind)
        table = places.tree.empty()
        told = np.zeros(6, np.int64)
        jobs: dict[str, tuple[Any, tuple[Any, ...]]] = {}
        sizes: dict[str, int] = {}

        def take(filled: Filled) -> None:
            table[filled.slots] = filled.chances
            told[:] += filled[2:]

        for head, parts in heads(self.game.rules, asker, places):
            take(head)
            for name, size, position, roots in parts:
                sizes[name] = size
                jobs[name] = (fill_part, (self.game.rules, design.seed, design.times, position, roots))
        total, done = sum(sizes.values()), 0
        kept = {str(line.get("part")) for line in journal.lines} if journal is not None else set()
        for name in [name for name in jobs if name in kept]:
            del jobs[name]
            take(_read(self._file(name), len(table)))
            done += sizes[name]
        show(done, total)
        for name, filled in share_out(jobs, self.make, self.agent, self.workers, stop):
            if journal is not None:
                _write(self._file(name), filled)
                journal.add({"part": name})
            take(filled)
            done += sizes[name]
            show(done, total)
        if done < total:
            return None
        size = len(all_hands(self.game.rules))
        questions, drew, *checks = map(int, told)
        suits, timing = ({"checked": checks[at], "differed": checks[at + 1]} for at in (0, 2))
        found = self._result(*_judged(places.tree, table), None, size, asker, questions, drew, suits, 0)
        return Result(**{**found.__dict__, "timing": timing if asker.timing_blind else None})

    def _file(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{name}.npz"

    # ── hand by hand ──────────────────────────────────────────────────────────────────────────────────────────────

    def _hands(self, journal: Journal | None, show: Show, stop: Callable[[], bool]) -> Result | None:
        from bolicho.learn.yardstick.parts import walk_hand

        design, rules = self.design, self.game.rules
        drawn = self._drawn()
        rows = _walked_hands(journal) if journal is not None else {}
        jobs = {
            f"{position} {' '.join(hand)}": (walk_hand, (rules, design, hand, number))
            for hand in dict.fromkeys(hand for hand, _ in drawn)
            for number, position in enumerate(POSITIONS)
        }
        total = len(jobs)
        jobs = {name: job for name, job in jobs.items() if name not in rows}
        show(total - len(jobs), total)
        for name, row in share_out(jobs, self.make, self.agent, self.workers, stop):
            rows[name] = {"hand": name, **row}
            if journal is not None:
                journal.add(rows[name])
            show(len(rows), total)
        if len(rows) < total:
            return None
        return self._together(drawn, rows)

    def _drawn(self) -> list[tuple[Hand, float]]:
        """The hands of the responder and their weights: all of them, or a draw."""
        rules, wanted = self.game.rules, self.design.hands
        every = all_hands(rules)
        if wanted is None or (by_level(rules) and wanted >= len(every)):
            return [(hand, float(many)) for hand, many in every]
        rng, cards = stream(self.design.seed, "exploit-hands"), deck(rules)
        return [(stand_in(rules, rng.sample(cards, 3)), 1.0) for _ in range(wanted)]

    def _together(self, drawn: list[tuple[Hand, float]], rows: Mapping[str, Mapping[str, Any]]) -> Result:
        weights = [weight for _, weight in drawn]
        seats: dict[str, list[Seat]] = {
            position: [
                Seat(Ends(*row["best"]), Ends(*row["own"]))
                for row in (rows[f"{position} {' '.join(hand)}"] for hand, _ in drawn)
            ]
            for position in POSITIONS
        }
        both = list(zip(seats["mao"], seats["pe"], strict=True))
        plain = [mean([a.best, b.best], (1, 1)) for a, b in both]
        sampled = self.design.hands is not None and len(set(weights)) == 1
        # over both seats self-play is worth nothing, so it may be taken off hand by hand: that makes a draw precise
        controlled = [mean([a.best.minus(a.own), b.best.minus(b.own)], (1, 1)) for a, b in both]
        choices = [(mean(values, weights), values) for values in ((plain, controlled) if sampled else (plain,))]
        gain, interval, control = choices[0][0], None, False
        if sampled:
            ends = [_interval(middle, values) for middle, values in choices]
            control = ends[1][1] - ends[1][0] < ends[0][1] - ends[0][0] or len(drawn) < 2
            gain, interval = choices[control][0], ends[control] if len(drawn) > 1 else None
        mao, pe = (
            Seat(mean([s.best for s in seats[p]], weights), mean([s.own for s in seats[p]], weights)) for p in POSITIONS
        )
        totals = {
            key: sum(int(row[key]) for row in rows.values())
            for key in ("questions", "drew", "cut", "checked", "differed")
        }
        suits = (
            {key: totals[key] for key in ("checked", "differed")}
            if self.design.blind or by_level(self.game.rules)
            else None
        )
        asker = Asker(self.agent, self.design.seed, self.design.times)
        result = self._result(
            mao, pe, gain, interval, len(drawn), asker, totals["questions"], totals["drew"], suits, totals["cut"]
        )
        return Result(**{**result.__dict__, "method": "walk", "more": {"control": control}})

    def _result(
        self, mao: Seat, pe: Seat, gain: Ends, interval: tuple[float, float] | None, hands: int, asker: Asker,
        questions: int, drew: int, suits: dict[str, Any] | None, cut: int,
    ) -> Result:  # fmt: skip
        design = self.design
        every = len(all_hands(self.game.rules))
        of = every if design.hands is None or hands == every else max(every, hands + 1)
        asked = "policies" if asker.tells else "choose"
        times = 1 if asker.tells or not drew else design.times
        return Result(
            design.agent, design.game, mao, pe, gain, interval, hands, of, asked, times, questions, drew, suits,
            design.reach, cut,
        )  # fmt: skip


def _judged(tree: Any, table: Any) -> tuple[Seat, Seat, Ends]:
    """Judge a table of the ladder game: both positions, and exploitability."""
    from bolicho.learn.ladder.response import measured

    found = measured(tree, table)
    mao, pe = (
        Seat(Ends(p.best_response, p.best_response), Ends(p.self_play, p.self_play)) for p in (found.mao, found.pe)
    )
    return mao, pe, Ends(found.exploitability, found.exploitability)


def _interval(middle: Ends, values: list[Ends]) -> tuple[float, float]:
    low, high = (spread([value[side] for value in values]) for side in (0, 1))
    return middle.low - low, middle.high + high


def _walked_hands(journal: Journal) -> dict[str, dict[str, Any]]:
    """The hands that a journal holds, by name; a line that is none of them is refused."""
    rows = {}
    for number, line in enumerate(journal.lines, 1):
        ends = [line.get("best"), line.get("own")]
        if not isinstance(line.get("hand"), str) or not all(map(_two_numbers, ends)):
            raise journal.wrong(number, "a hand of this measurement")
        rows[line["hand"]] = line
    return rows


def _two_numbers(ends: Any) -> bool:
    return isinstance(ends, list) and len(ends) == 2 and all(type(n) in (int, float) and abs(n) < 1e6 for n in ends)


def _write(path: Path, filled: Any) -> None:
    out = io.BytesIO()
    np.savez_compressed(out, slots=filled.slots, chances=filled.chances, told=np.array(filled[2:], np.int64))
    write_whole(path, out.getvalue())


def _read(path: Path, slots: int) -> Any:
    from bolicho.learn.yardstick.ladder import Filled

    try:
        found = read_arrays(path, "a part of this measurement")
        filled = Filled(found["slots"], found["chances"], *map(int, found["told"]))
        good = filled.slots.dtype == np.int64 and filled.chances.dtype == np.float32
        good = good and filled.slots.shape == filled.chances.shape and bool(np.isfinite(filled.chances).all())
        if not good or not ((filled.slots >= 0) & (filled.slots < slots)).all():
            raise ValueError
    except BadInput as error:
        raise BadInput(f"{error}; remove its directory and begin anew") from None
    except DAMAGED:
        raise BadInput(f"{path}: cannot be read; remove its directory and begin anew") from None
    return filled

"""Vector CFR+ of the full game at a level score, without any bucket of cards.

The trunk (envido, flor, the first words and card) goes by kinds of hands with the very cards counted; below it stands a
forest of trees of the ladder game, one for each way in which envido and flor can end.

How to use it::

    solver = Solver("mini", CpuForest)             # or Solver("full", GpuForest): 75 GB on the GPU
    solver.run(100)
    solver.measure()                               # Point(iterations, exploitability, value of the mão)
    solver.strategies()["root"]                    # [row, start, kind of hand]: probabilities

What is exact: every kind of hand in the trunk, all sequences of envido, all cards by strength, card removal in the
trunk. What is not: after envido is over only strengths are told apart, suits being as likely as in the whole deck
(`_trees`); announced numbers are remembered in buckets (``talk.NUMBERS``); two flores are compared for six points and
not raised.
"""

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.agreement import agree
from bolicho.core.errors import BadInput
from bolicho.games.truco.ladders import ENVIDO_CALLS, FLOR_FLOR
from bolicho.learn.arrays import DAMAGED, header, read_arrays, write_arrays
from bolicho.learn.trunk.deals import Deals
from bolicho.learn.trunk.entries import Entries
from bolicho.learn.trunk.forest import EVALUATE, RESPOND, TRAIN, Array, Forest
from bolicho.learn.trunk.levels import LEVELS, QUERO, RAISE, Levels, grown
from bolicho.learn.trunk.talk import (
    MAO,
    NUMBERS,
    PE,
    SEQUENCES,
    SETTLED,
    STARTS,
    Context,
    Score,
    answerer,
    contexts,
    name_of,
    raises,
)

FORMAT, VERSION = "bolicho-trunk-training", 1
WHAT = "a training of the full game without buckets"
DUST = 1e-24
TRUCO, CALLS, BARALHO = 3, 4, 7
"""Rows of the root after its three cards: truco, the three calls of envido, baralho."""
ROWS = {"root": 8, "answer": 6, "follow": 7}
"""Rows of the mão's first decision, of the pé's answer to his truco (quero, nao-quero, retruco, the calls) and of the
pé's turn after a card (three cards, truco, the calls)."""
Key = str | tuple[int, tuple[str, ...]]
"""``root``, ``answer``, ``follow`` or (group, sequence): who answers that envido."""
Makes = Callable[[Levels, int, Array], Forest]


class Point(NamedTuple):
    """A point of the curve: what the average strategy can be beaten by, and what the mão wins by it against itself."""

    iterations: int
    exploitability: float
    """Mean over the seats of what a best response wins there more than the strategy itself."""
    mao: float
    drift: float
    """What mão and pé win by it together: nothing but for what is not exact (see above)."""


class Solver:
    """One training; the forest has the tables of the trees, ``regrets`` and ``averages`` those of the trunk."""

    def __init__(self, deck: str, make: Makes, score: Score | None = None, numbers: tuple[int, ...] = NUMBERS) -> None:
        self.deck, self.score, self.numbers = deck, score or Score(), numbers
        self.score.check()
        self.deals = Deals.of(deck)
        self.tree = grown(self.deals.strengths.counts)
        self.contexts = contexts(len(numbers))
        every = [context for block in self.contexts for context in block]
        pays, banks = zip(*(self.score.pays(context) for context in every), strict=True)
        self.forest = make(self.tree, len(every), np.stack(pays))
        xp = self.xp = self.forest.xp
        self._firsts = np.cumsum([0, *(len(block) for block in self.contexts)]).tolist()
        self._banks = [
            xp.asarray(np.array(banks[a:b], np.float32))[:, None, None]
            for a, b in zip(self._firsts, self._firsts[1:], strict=False)
        ]
        self._number = [{context: at for at, context in enumerate(block)} for block in self.contexts]
        self.entries = [Entries.of(self.tree, level) for level in range(3)]
        self.iterations = 0
        self.curve: list[Point] = []
        self._tables()
        self.regrets, self.averages = (
            {key: xp.zeros(self._shape(key), xp.float32) for key in self.player} for _ in range(2)
        )

    # ── tables ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _tables(self) -> None:
        xp, deals = self.xp, self.deals
        self.player: dict[Key, int] = {"root": 0, "answer": 1, "follow": 1}
        for group in (MAO, PE):
            for sequence in SEQUENCES:
                self.player[group, sequence] = answerer(group, sequence)
        size, single = deals.size, np.float32
        self._flor = xp.asarray((deals.flor > 0).astype(single))
        self._plain = 1 - self._flor
        once = deals.once.astype(single)
        self._cards = xp.asarray(
            np.stack([[(deals.held[:, place] == level) * once[place] for place in range(3)] for level in range(LEVELS)])
        )  # [level, place, kind]
        self._legal: dict[Key, Array] = {
            key: xp.asarray(np.concatenate([once, np.ones((ROWS[key] - 3, size), single)])[:, None, :])
            for key in ("root", "follow")
        }
        higher = deals.envido[None, :] > deals.envido[:, None]
        better = deals.flor[None, :] > deals.flor[:, None]
        parts = {"all": deals.met, "mao": deals.met * ~higher, "pe": deals.met * higher}
        parts |= {"flor": deals.met * np.where(better, -1.0, 1.0)}
        # seen by either player: weights of the rival @ this = what each kind of mine meets
        self._met = [
            {name: xp.asarray(np.ascontiguousarray(m.T if me == 0 else m), xp.float32) for name, m in parts.items()}
            for me in (0, 1)
        ]
        self._level = xp.asarray(deals.level)
        spread = np.zeros((size, deals.strengths.width[3]), single)
        spread[np.arange(size), deals.level] = deals.share
        self._spread = xp.asarray(spread)
        strengths = deals.met_strengths.astype(single)
        self._met_strengths = [xp.asarray(np.ascontiguousarray(strengths.T)), xp.asarray(strengths)]
        self._prior = xp.asarray(deals.strengths.prior)
        bucket = np.searchsorted(self.numbers, deals.envido, side="right") - 1
        self._within = [xp.asarray((bucket == number).astype(single)) for number in range(len(self.numbers))]
        hands = deals.met.sum(axis=1)

        # of the other's hands in a bucket, the share that is not below, or below, or above mine
        def share(number: int, beats: npt.NDArray[np.bool_]) -> Array:
            inside = hands * (bucket == number)
            found = (beats * inside[:, None]).sum(axis=0) / max(inside.sum(), 1e-30)
            shared: Array = xp.asarray(found.astype(single))
            return shared

        count = range(len(self.numbers))
        not_below = deals.envido[:, None] >= deals.envido[None, :]
        self._good = [share(number, not_below) for number in count]
        self._above = [share(number, ~not_below) for number in count]
        self._below = [share(number, higher.T) for number in count]
        self._places = [
            [tuple(xp.asarray(column) for column in (e.node[p], e.hand[p], e.scale[p].astype(single))) for p in (0, 1)]
            for e in self.entries
        ]
        self._real = [[xp.asarray(np.flatnonzero(e.scale[p] > 0)) for p in (0, 1)] for e in self.entries]
        self._two = {way: number for number, way in enumerate(self.entries[2].edges)}
        # a deck may lack levels: starts that are not there stay empty
        self._starts = xp.asarray(
            np.array([way[0] if way[0] != RAISE else STARTS[PE] - 1 for way in self.entries[1].edges])
        )

    def _shape(self, key: Key) -> tuple[int, int, int]:
        if isinstance(key, str):
            return ROWS[key], LEVELS if key == "follow" else 1, self.deals.size
        group, sequence = key
        return 2 + len(raises(sequence)), STARTS[group], self.deals.size

    def strategy(self, numbers: Array, key: Key) -> Array:
        """Probabilities, row by row: proportional to the numbers, equal where there are none, nothing for a flor."""
        xp = self.xp
        total = numbers.sum(axis=0, keepdims=True)
        legal = self._legal.get(key)
        even = legal / legal.sum(axis=0, keepdims=True) if legal is not None else np.float32(1 / len(numbers))
        found: Array = xp.where(total > DUST, numbers / xp.maximum(total, np.float32(1e-30)), even)
        return found * self._plain if self._first_word(key) else found

    @staticmethod
    def _first_word(key: Key) -> bool:
        """Whether who decides here has said nothing before, so that a flor is declared instead."""
        return isinstance(key, str) or (key[0] == MAO and len(key[1]) == 1)

    # ── training and measuring ────────────────────────────────────────────────────────────────────────────────────

    def run(self, iterations: int) -> None:
        """Go on until so many iterations are done; the average weighs iteration t by t²."""
        while self.iterations < iterations:
            weight = float((self.iterations + 1) ** 2)
            for me in (0, 1):
                self._walk(me, TRAIN, weight)
            self.iterations += 1

    def measure(self) -> Point:
        """Measure the average strategy and write it down as a point of the curve."""
        best, own = ([self._walk(me, mode, 0.0) for me in (0, 1)] for mode in (RESPOND, EVALUATE))
        self.curve.append(Point(self.iterations, (sum(best) - sum(own)) / 2, own[0], sum(own)))
        return self.curve[-1]

    # ── kept in a file ────────────────────────────────────────────────────────────────────────────────────────────

    def save(self, path: Path) -> None:
        """Write everything, whole or not at all: trunk and trees, 74 GB for the forty cards."""
        said = {
            "format": FORMAT,
            "version": VERSION,
            **self._design(),
            "iterations": self.iterations,
            "curve": self.curve,
        }
        write_arrays(path, said, {name: self.home(array) for name, array in self._arrays().items()})

    def load(self, path: Path) -> None:
        """Go on with what a file holds; one that is damaged or of another design is a BadInput."""
        file = read_arrays(path, WHAT, most=4 * sum(array.size for array in self._arrays().values()) + (1 << 20))
        try:
            said = header(file)
            if (said["format"], said["version"]) != (FORMAT, VERSION):
                raise BadInput(f"{path}: not {WHAT}")
            agree(path, said, self._design(), "--out")
            for name, table in self._arrays().items():
                found = file[name]
                if found.shape != table.shape or found.dtype != np.float32 or not np.isfinite(found).all():
                    raise ValueError("other arrays than a training has")
                table[...] = self.xp.asarray(found)
            self.iterations = int(said["iterations"])
            self.curve = [Point(int(point[0]), *map(float, point[1:])) for point in said["curve"]]
        except BadInput:
            raise
        except DAMAGED:
            raise BadInput(f"{path}: not {WHAT}, or damaged") from None

    def strategies(self) -> dict[str, Any]:
        """The average strategy of the trunk, [row, start, kind of hand], by the name of each decision."""
        return {name_of_key(key): self.home(self.strategy(sums, key)) for key, sums in self.averages.items()}

    def _design(self) -> dict[str, Any]:
        return {"deck": self.deck, "lacks": self.score.lacks, "numbers": list(self.numbers)}

    def _arrays(self) -> dict[str, Array]:
        trunk = {
            f"{kind} {name_of_key(key)}": table
            for kind, tables in (("regrets", self.regrets), ("averages", self.averages))
            for key, table in tables.items()
        }
        return {**trunk, "tree regrets": self.forest.regrets, "tree averages": self.forest.averages}

    def home(self, array: npt.NDArray[Any]) -> Any:
        """An array as NumPy has it, wherever it lies."""
        return array if self.xp is np else self.xp.asnumpy(array)

    # ── one walk ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _walk(self, me: int, mode: int, weight: float) -> float:
        self._me, self._mode, self._weight = me, mode, weight
        self._now = self.regrets if mode == TRAIN else self.averages
        reach = self._down(1 - me)
        below = [self._trees(block, *self._asked(block, reach)) for block in range(3)]
        return float(self._up(reach, below))

    def _chances(self, key: Key) -> Array:
        return self.strategy(self._now[key], key)

    def _down(self, his: int) -> dict[Hashable, Array]:
        """The rival's weights wherever the trunk ends, by his own doing only; in training his averages."""
        xp = self.xp
        every = xp.ones((1, self.deals.size), xp.float32)
        reach: dict[Hashable, Array] = {"every": every[0]}

        def play(key: Key, here: Array) -> Array:
            rows = self._chances(key) * here
            if self._mode == TRAIN:
                self.averages[key] += np.float32(self._weight) * rows
            return rows

        if his == 0:
            rows = play("root", every)[:, 0]
            reach["cards"] = (rows[None, :3] * self._cards).sum(axis=1)  # [level, kind]
            reach["truco"], reach["baralho"] = rows[TRUCO], rows[BARALHO]
            moved = xp.concatenate([reach["cards"], rows[TRUCO][None]])
            for number, call in enumerate(ENVIDO_CALLS):
                reach[MAO, (call,)], reach[PE, (call,)] = rows[CALLS + number][None], moved
            reach["moved"] = moved
        else:
            answer, follow = play("answer", every), play("follow", every)
            reach["answer"], reach["follow"] = answer[:, 0], follow
            reach["seconds"] = (follow[None, :3] * self._cards[:, :, None, :]).sum(axis=1)  # [level, first level, kind]
            for number, call in enumerate(ENVIDO_CALLS):
                reach[MAO, (call,)] = every
                reach[PE, (call,)] = xp.concatenate([follow[CALLS + number], answer[3 + number]])
        for group in (MAO, PE):
            for sequence in SEQUENCES:
                here = reach[group, sequence]
                above = raises(sequence)
                his_word = answerer(group, sequence) == his
                words: list[Array] = list(play((group, sequence), here)) if his_word else [here] * (2 + len(above))
                reach["accepted", group, sequence], reach["refused", group, sequence] = words[0], words[1]
                for number, longer in enumerate(above):
                    reach[group, longer] = words[2 + number]
        return reach

    def _asked(self, block: int, reach: dict[Hashable, Array]) -> tuple[Array, Array]:
        """Of every tree of a block: the rival's chances, and what each kind of mine meets, [tree, start, kind]."""
        xp, me = self.xp, self._me
        met = self._met[me]
        if block == 2:
            rows = [self._after_two(way, reach) for way in self.entries[2].edges]
            chances = xp.stack(rows)[None]
            return chances, (chances @ met["all"]) * self._plain
        chances_of, met_of = [], []
        for context in self.contexts[block]:
            if context.kind == "refused":
                given = reach["refused", context.group, context.sequence]
                seen = given @ met["all"]
            elif context.kind == "accepted":
                given, seen = self._announced(context, reach["accepted", context.group, context.sequence])
            else:
                given, seen = self._declared(context, reach)
            chances_of.append(given)
            met_of.append(seen)
        return xp.stack(chances_of), xp.stack(met_of)

    def _after_two(self, way: tuple[int, ...], reach: dict[Hashable, Array]) -> Array:
        here: Array
        if self._me == 1:
            here = reach["truco"] if way[0] == RAISE else reach["cards"][way[0]]
        elif way[0] == RAISE:
            here = reach["answer"][0 if way[1] == QUERO else 2]
        else:
            here = reach["follow"][TRUCO, way[0]] if way[1] == RAISE else reach["seconds"][way[1], way[0]]
        return here

    def _announced(self, context: Context, given: Array) -> tuple[Array, Array]:
        met, first, second = self._met[self._me], context.first, context.second
        if second < 0:
            if self._me == 0:
                return given * self._good[first], (given @ met["mao"]) * self._within[first]
            given = given * self._within[first]
            return given, given @ met["mao"]
        if self._me == 0:
            given = given * self._within[second]
            return given * self._above[first], (given @ met["pe"]) * self._within[first]
        given = given * self._within[first]
        return given * self._below[second], (given @ met["pe"]) * self._within[second]

    def _declared(self, context: Context, reach: dict[Hashable, Array]) -> tuple[Array, Array]:
        xp, me, met = self.xp, self._me, self._met[self._me]["all"]
        starts = STARTS[context.group]
        has = {"mao": (True, False), "pe": (False, True), "both": (True, True)}[context.whose]
        mine, his = (self._flor if has[seat] else self._plain for seat in (me, 1 - me))
        given = xp.broadcast_to(his, (starts, self.deals.size))
        if me == 1 and context.whose == "pe":  # the mão has done something before
            given = given * (reach["moved"] if context.group == PE else reach[MAO, context.sequence])
        return given, (given @ met) * mine

    def _trees(self, block: int, chances: Array, met: Array) -> Array:
        """What every kind of mine wins by the trees of a block, [tree, start, kind].

        A tree knows strengths: it is given the mean chances of the hands of each, and says what a class of mine wins on
        average against them. That, times how often this kind of mine really meets them, is taken for its own.
        """
        xp, me = self.xp, self._me
        if block == 1:
            chances, met = chances[:, self._starts], met[:, self._starts]
        levels = chances @ self._spread
        node, hand, scale = self._places[block][1 - me]
        weights = levels[:, node, hand] * scale
        found = self.forest.walk(me, self._mode, self.entries[block], self._firsts[block], weights, self._weight)
        node, hand, _ = (column[self._real[block][me]] for column in self._places[block][me])
        won = xp.zeros(levels.shape, xp.float32)
        won[:, node, hand] = found[:, self._real[block][me]] * self._prior[hand]
        meets = levels @ self._met_strengths[me]
        mean = xp.where(meets > 1e-20, won / xp.maximum(meets, np.float32(1e-20)), np.float32(0))
        sign = np.float32(1 if me == 0 else -1)
        values: Array = met * (mean[:, :, self._level] + sign * self._banks[block])
        if block != 1:
            return values
        whole: Array = xp.zeros((len(values), STARTS[PE], self.deals.size), xp.float32)
        whole[:, self._starts] = values
        return whole

    def _up(self, reach: dict[Hashable, Array], below: list[Array]) -> Any:
        """My values from the ends of the trunk to its root; in training my regrets. Returns what I win a hand."""
        xp, me = self.xp, self._me
        met, side = self._met[me], 1 if me == 0 else -1
        value: dict[Hashable, Array] = {}
        ends = [side * self.score.utility(self.score.lacks, 0), side * self.score.utility(0, self.score.lacks)]
        for group in (MAO, PE):
            for sequence in reversed(SEQUENCES):
                given = reach["accepted", group, sequence]
                if sequence in SETTLED:
                    trees = [
                        at for context, at in self._number[group].items()
                        if context.kind == "accepted" and context.sequence == sequence
                    ]  # fmt: skip
                    accepted = below[group][trees[0] : trees[-1] + 1].sum(axis=0)
                else:
                    accepted = ends[0] * (given @ met["mao"]) + ends[1] * (given @ met["pe"])
                refused = below[group][self._number[group][Context(group, "refused", sequence)]]
                rows = [accepted, refused, *(value[group, longer] for longer in raises(sequence))]
                found = self._decide((group, sequence), rows)
                if group == MAO and len(sequence) == 1:  # the pé may have a flor instead
                    found = found + below[MAO][self._number[MAO][Context(MAO, "flor", sequence, whose="pe")]]
                value[group, sequence] = found
        declared = below[PE][self._number[PE][Context(PE, "flor", whose="pe")]]
        calls = [value[PE, (call,)] for call in ENVIDO_CALLS]
        two = below[2][0]
        nothing = xp.zeros((self.deals.size,), xp.float32)
        after = xp.stack(
            [
                xp.stack([two[self._two[a, b]] if (a, b) in self._two else nothing for b in range(LEVELS)])
                for a in range(LEVELS)
            ]
        )  # [first level, second level, kind]
        called = xp.stack([two[self._two[a, RAISE]] if (a, RAISE) in self._two else nothing for a in range(LEVELS)])
        if me == 1:
            cards = [(after * self._cards[None, :, place]).sum(axis=1) for place in range(3)]
        else:
            cards = [after.sum(axis=1), xp.zeros_like(called), xp.zeros_like(called)]
        follow = self._decide("follow", [*cards, called, *(call[:LEVELS] for call in calls)]) + declared[:LEVELS]
        folds = reach["truco"] if me == 1 else reach["answer"][1]
        fold = side * self.score.utility(1, 0) * (folds @ met["all"])[None]
        accepted, raised = two[self._two[RAISE, QUERO]][None], two[self._two[RAISE, RAISE]][None]
        last = [call[LEVELS:] for call in calls]
        answer = self._decide("answer", [accepted, fold, raised, *last])[0] + declared[LEVELS]
        gives_up = reach["baralho"] if me == 1 else reach["every"]
        given = side * self.score.utility(0, 1) * (gives_up @ met["all"])
        flores = below[MAO][self._number[MAO][Context(MAO, "flor", whose="mao")], 0]
        flores = flores + below[MAO][self._number[MAO][Context(MAO, "flor", whose="both")], 0]
        flores = flores + side * FLOR_FLOR * self._flor * (self._flor @ met["flor"]) * self._six()
        opened = [value[MAO, (call,)] for call in ENVIDO_CALLS]
        if me == 1:
            return (follow.sum(axis=0) + answer + sum(call[0] for call in opened) + given + flores).sum()
        cards = [(follow * self._cards[:, place]).sum(axis=0)[None] for place in range(3)]
        return (self._decide("root", [*cards, answer[None], *opened, given[None]])[0] + flores).sum()

    def _six(self) -> float:
        """What a point of two flores is worth beside the cards: for the match, half of the way between both ends."""
        return (self.score.utility(FLOR_FLOR, 0) - self.score.utility(0, FLOR_FLOR)) / (2 * FLOR_FLOR)

    def _decide(self, key: Key, rows: list[Array]) -> Array:
        """The value of a decision, [start, kind]; if it is mine, in training, with new regrets."""
        xp = self.xp
        if self.player[key] != self._me:
            return sum(rows[1:], rows[0])
        found: Array
        quality = xp.stack(rows)
        legal = self._legal.get(key)
        if self._mode == RESPOND:
            best = quality if legal is None else xp.where(legal > 0, quality, np.float32(-1e30))
            found = best.max(axis=0)
            return found * self._plain if self._first_word(key) else found
        found = (self._chances(key) * quality).sum(axis=0)
        if self._mode == TRAIN:
            more = xp.maximum(self.regrets[key] + quality - found, np.float32(0))
            self.regrets[key] = more if legal is None else more * legal
        return found


def name_of_key(key: Key) -> str:
    """``root``, or who called first and the sequence: ``pe envido real-envido``."""
    return key if isinstance(key, str) else name_of(*key)

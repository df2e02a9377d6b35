"""The tables and plots of Moral: ours beside what the paper printed."""

from collections.abc import Sequence

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, Value, duration, local, percent
from bolicho.lab.works.moral.judge import Court
from bolicho.lab.works.moral.lineup import BEST, FIVE, LEARNERS, PRUNED, RANDOM, TUTORS, printed_numbers
from bolicho.lab.works.moral.plots import Curve, growth, shares
from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.report.document import Plot, Table
from bolicho.report.dots import Dots

Shows = Sequence[Table | Plot]
EVERY = tuple(one.name for one in LEARNERS)
VARIANTS = EVERY[len(FIVE) :]
RIVALS = tuple(name for name in ("bot0", *FIVE) if name != BEST)


class MoralTables:
    """What is shown in each section."""

    def __init__(self, court: Court) -> None:
        self.court, self.words, self.language = court, court.words, court.language

    # ── training ──────────────────────────────────────────────────────────────────────────────────────────────────

    def table4(self) -> Shows:
        """Hands and cases after training, requests for help, growth."""
        return [self._sizes(), self._growth(), self._help(), self._forgotten()]

    def _sizes(self) -> Table:
        rows: list[list[Value]] = []
        for name in EVERY:
            told = self.court.trained(name)
            ours = [
                _several([one["hands"] for one in told]),
                *(_several(self.court.sizes(name, mode)) for mode in MODES),
            ]
            paper: list[Value] = list(printed_numbers()["table4"].get(name, (None,) * 4))
            both = [value for pair in zip(ours, paper, strict=True) for value in pair]
            seconds = sum(one["seconds"] for one in told) / len(told)
            rows.append([self.court.name(name), *both, duration(seconds, self.language)])
        start: list[Value] = [printed_numbers()["training"]["start"]] * 2
        rows.insert(0, ["BOT0", None, None, *start * 3, None])
        columns = [self.words("column-base"), self.words("column-hands"), self.words("column-paper")]
        for mode in MODES:
            columns += [mode, self.words("column-paper")]
        columns.append(self.words("column-time"))
        note = self.words("table4-note-several" if self.court.trainings > 1 else "table4-note")
        return Table("table4", self.words("table4-table"), columns, rows, note)

    def _growth(self) -> Plot:
        panels = {mode: [self._curve(name, mode) for name in FIVE] for mode in MODES}
        names = (self.words("axis-matches"), self.words("axis-cases"), self.words("printed"))
        note = self.words("growth-note-several" if self.court.trainings > 1 else "growth-note")
        return growth("growth", self.words("growth-plot"), panels, names, self.language, note)

    def _curve(self, learner: str, mode: str) -> Curve:
        told = [one["growth"] for one in self.court.trained(learner)]
        points = list(zip(*([point[mode] for point in one] for one in told), strict=True))
        x = [point["match"] for point in told[0]]
        printed = printed_numbers()["training"]["matches"], printed_numbers()["table4"][learner][1 + MODES.index(mode)]
        mean = [sum(several) / len(several) for several in points]
        return Curve(learner, self.court.name(learner), x, mean, [*map(min, points)], [*map(max, points)], printed)

    def _help(self) -> Table:
        rows: list[list[Value]] = []
        for learner in LEARNERS[4:]:
            told = self.court.trained(learner.name)
            asked = {mode: sum(one["help"]["asked"][mode] for one in told) for mode in MODES}
            total, matches = sum(asked.values()), sum(one["matches"] for one in told)
            share = Figure(asked["truco"] / total) if total else None
            counts: list[Value] = [round(asked[mode] / len(told)) for mode in MODES]
            each = Figure(total / matches, percent=False, signed=False, digits=1)
            rows.append([self.court.name(learner.name), learner.tutor, *counts, share, each])
        columns = self._columns("base", "tutor", "envido", "flor", "truco", "truco-share", "each")
        return Table("help", self.words("help-table"), columns, rows, self.words("help-note"))

    def _forgotten(self) -> Table:
        rows: list[list[Value]] = []
        for name in FIVE:
            told = [one["forgotten"] for one in self.court.trained(name)]
            if any(one[mode]["all"][0] for one in told for mode in MODES):
                kinds = [(mode, "all") for mode in MODES] + [("truco", "strong-lost"), ("truco", "strong-won")]
                rows.append(
                    [self.court.name(name), *(_gone([one[mode][kind] for one in told]) for mode, kind in kinds)]
                )
        columns = self._columns("base", "envido", "flor", "truco", "strong-lost", "strong-won")
        return Table("forgotten", self.words("forgotten-table"), columns, rows, self.words("forgotten-note"))

    # ── tests ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def fig1(self) -> Shows:
        """Every learner against BOT0."""
        rows: list[list[Value]] = []
        for name in FIVE:
            known = self._known(name, "bot0")
            said = self.words(f"said-{printed_numbers()['fig1'][name]}")
            rows.append([self.court.name(name), self._won(name, "bot0"), self._own(name, "bot0"), known, said])
        rows.append(["BOT0", None, None, self._known("bot0", FIVE[0]), None])
        columns = self._columns("base", "won", "won-own", "known", "paper-says")
        table = Table("fig1", self.words("fig1-table"), columns, rows, self.words("fig1-note"))
        plot = self._plot("fig1", [(name, "bot0") for name in FIVE], [self.court.name(name) for name in FIVE])
        return [plot, table, *([self._by_training()] if self.court.trainings > 1 else [])]

    def _by_training(self) -> Table:
        """What each training won: how much hangs on the hands that it began with, and on luck."""
        sheets = [self.court.played.sheet(name, "bot0") for name in FIVE]
        rows: list[list[Value]] = [
            [str(number + 1), *(Figure(sheet[number].total / sheet[number].size) for sheet in sheets)]
            for number in range(self.court.trainings)
        ]
        columns = [*self._columns("training"), *map(self.court.name, FIVE)]
        note = self.words("trainings-sets" if self.court.design.settings["sets"] > 1 else "trainings-same")
        return Table("trainings", self.words("trainings-table"), columns, rows, note)

    def fig2(self) -> Shows:
        """BOT3 against everybody."""
        rows: list[list[Value]] = []
        for rival in RIVALS:
            said = self.words(f"said-{printed_numbers()['fig2'][rival]}")
            rows.append([self.court.name(rival), self._won(BEST, rival), self._own(BEST, rival), said])
        columns = self._columns("against", "won", "won-own", "paper-says")
        table = Table("fig2", self.words("fig2-table"), columns, rows, self.words("fig2-note"))
        return [self._plot("fig2", [(BEST, rival) for rival in RIVALS], [self.court.name(r) for r in RIVALS]), table]

    def tutors(self) -> Shows:
        """Variants of BOT5, and how strong its tutors are."""
        rows: list[list[Value]] = [[self.court.name(name), self._won(name, "bot0")] for name in ("bot5", *VARIANTS)]
        rows += [[self.words("tutor-row", tutor=tutor), self._won(tutor, "bot0")] for tutor in TUTORS]
        columns = self._columns("base", "won")
        return [Table("tutors", self.words("tutors-table"), columns, rows, self.words("tutors-note"))]

    def _won(self, who: str, against: str) -> Figure:
        return self.court.played.figure(who, against)

    def _known(self, who: str, against: str) -> Figure:
        return self.court.played.figure(who, against, "known")

    def _own(self, who: str, against: str) -> Figure | None:
        """Return the same with random answers kept, where one of the two gives any."""
        mine, theirs = (f"{name}-own" if name in RANDOM else name for name in (who, against))
        return None if (mine, theirs) == (who, against) else self.court.played.figure(mine, theirs)

    def _plot(self, name: str, meetings: Sequence[tuple[str, str]], labels: Sequence[str]) -> Plot:
        nothing = Figure(None)
        series = [
            ("reuse", self.words("reuse"), [self._won(*pair) for pair in meetings]),
            ("own", self.words("own"), [self._own(*pair) or nothing for pair in meetings]),
        ]
        axis = self.words("axis-won")
        note = self.words("interval-note-several" if self.court.trainings > 1 else "interval-note")
        return shares(f"{name}-wins", self.words(f"{name}-plot"), Dots("", labels, series), axis, note)

    # ── the rest ──────────────────────────────────────────────────────────────────────────────────────────────────

    def table3(self) -> Shows:
        """A decision with its ten cases, theirs and ours."""
        ours: list[list[Value]] = [
            [str(row["case"]), *(row[name] for name in ("high", "medium", "low", "mine_1")), self._alike(row["alike"]),
             self.words(row["action"]), row["won"], local(str(row["points"]), self.language)]
            for row in self.court.rows["table3"]
        ]  # fmt: skip
        columns = self._columns("case", "high", "medium", "low", "first", "alike", "action", "hand-won", "points")
        theirs: list[list[Value]] = [
            [str(case), high, medium, low, first, self._alike(alike / 100)]
            for case, high, medium, low, first, alike in printed_numbers()["table3"]["cases"]
        ]
        return [
            Table("table3", self.words("table3-table"), columns, ours, self.words("table3-note"), hands=True),
            Table("table3-paper", self.words("table3-paper"), columns[:6], theirs),
        ]

    def flor(self) -> Shows:
        """Contra-flor by fair and by guided dealing."""
        rows: list[list[Value]] = []
        for key, (told,) in ((key, rows) for key, rows in self.court.rows.items() if key.startswith("flor/")):
            _, pair, how = key.split("/")
            ends = (told.get("true_low"), told.get("true_high"))  # runs of older versions have none
            share = _rare(told["true_share"] if told["contra_flor"] else 0.0, *ends)
            name = self.words("versus", first=_name(pair, 0), second=_name(pair, 1))
            rows.append([name, self.words(how), told["hands"], told["flor_flor"], told["contra_flor"], share])
        paper = printed_numbers()["flor"]
        rows.append([self.words("flor-paper"), self.words("fair"), paper["hands"], None, paper["contra-flor"],
                     _rare(paper["contra-flor"] / paper["hands"])])  # fmt: skip
        columns = self._columns("players", "dealing", "hands", "flor-flor", "contra-flor", "true-share")
        return [Table("flor", self.words("flor-table"), columns, rows, self.words("flor-note"))]

    def upkeep(self) -> Shows:
        """Coverage and contradictions, before and after; what pruning costs."""
        rows: list[list[Value]] = []
        for name in ("", *FIVE):
            told = {row["mode"]: row for row in self.court.rows[f"upkeep/{name}"]}
            rows.append([self.court.name(name or "bot0"), *_shares([told[mode] for mode in MODES])])
        columns = [self.words("column-base")]
        for what in ("covered", "contradicting"):
            columns += [self.words(f"column-{what}", mode=mode) for mode in MODES]
        kept = Table("upkeep", self.words("upkeep-table"), columns, rows, self.words("upkeep-note"), brief=True)
        return [kept, self._pruned()]

    def _pruned(self) -> Table:
        rows: list[list[Value]] = []
        before = {row["mode"]: row for row in self.court.rows[f"upkeep/{PRUNED}"]}
        for row in self.court.rows["pruned"]:
            shares = [Figure(_of(one)) for one in (before[row["mode"]]["covered"], row["covered"])]
            rows.append([row["mode"], row["before"], row["after"], Figure(1 - row["after"] / row["before"]), *shares])
        columns = self._columns("base", "before", "after", "redundant", "covered-before", "covered-after")
        won = self.court.said(self._won(f"{PRUNED}-pruned", PRUNED))
        note = self.words("pruned-note", won=won, matches=self.court.design.settings["tests"])
        return Table("pruned", self.words("pruned-table", name=self.court.name(PRUNED)), columns, rows, note)

    def _alike(self, share: float) -> str:
        return percent(share, self.language, 2)

    def _columns(self, *keys: str) -> list[str]:
        return [self.words(f"column-{key}") for key in keys]


def _several(numbers: Sequence[int]) -> Value:
    """Return one number, or the mean of several with the least and the most of them."""
    if len(numbers) == 1:
        return numbers[0]
    mean = sum(numbers) / len(numbers)
    return Figure(mean, min(numbers), max(numbers), percent=False, signed=False, digits=0)


def _gone(counts: Sequence[Sequence[int]]) -> Figure:
    """Return the share of some first cases that was forgotten, over the trainings; none where there were none."""
    gone, there = (sum(column) for column in zip(*counts, strict=True))
    return Figure(gone / there if there else None, n=max(of for _, of in counts))


def _shares(told: Sequence[JsonObject]) -> list[Value]:
    return [Figure(_of(row[what])) for what in ("covered", "contradicting") for row in told]


def _of(counts: Sequence[int]) -> float | None:
    part, whole = counts
    return part / whole if whole else None


def _rare(share: float, low: float | None = None, high: float | None = None) -> Figure:
    """Return a small share, and its interval where there is one, as amounts in 10,000."""
    mean, least, most = (None if end is None else 10_000 * end for end in (share, low, high))
    return Figure(mean, least, most, percent=False, signed=False, digits=1)


def _name(pair: str, place: int) -> str:
    return pair.split(" ")[place]

"""The report of Rosa (2008): Quadros 20 and 21 as played here, beside the numbers of both sources, and its claims."""

from collections.abc import Mapping, Sequence
from math import sqrt

from bolicho.arena.results.intervals import BELOW, beside
from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Figure, Value, rare, say
from bolicho.core.words import Words
from bolicho.lab.engine.claims import HOLDS
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.engine.signs import signs_section, signs_sentence
from bolicho.lab.works.rosa.analyses import bidding_bars
from bolicho.lab.works.rosa.bidding import CONTRACTS, Bidding
from bolicho.lab.works.rosa.golden import golden
from bolicho.lab.works.rosa.judge import Judges, docket, of_sources
from bolicho.lab.works.rosa.numbers import SOURCES, bidding_numbers, play_numbers
from bolicho.lab.works.rosa.play import A_STAGE, Play
from bolicho.lab.works.rosa.signs import vital_signs
from bolicho.lab.works.rosa.sums import ahead, along_the_axis, errors, successes
from bolicho.report.bars import Bars, Groups, bar_groups
from bolicho.report.document import Plot, Report, Section, Table

LITERAL, HOUSE = ("rules-paper", "mc-paper"), ("rules", "mc")
BIDDING = tuple((technique, contract) for technique in LITERAL for contract in ("rik", "piek", "misere"))
NAMES = ("tpc", "mc")
"""What the literal players estimate by."""
DIFFERS = 8
"""Paragraphs on what differs."""


def report(analyses: Mapping[str, Bidding | Play], rows: Mapping[str, Rows], language: str) -> Report:
    """Make the report of the rows, gathered by analysis."""
    return _Teller(analyses, rows, language).report()


def meetings(rules: str, monte_carlo: str) -> tuple[tuple[str, str], ...]:
    """Return who plays against whom, as in Quadro 21."""
    return (rules, "random"), (rules, monte_carlo), (monte_carlo, "random"), (monte_carlo, rules)


class _Teller:
    def __init__(self, analyses: Mapping[str, Bidding | Play], rows: Mapping[str, Rows], language: str) -> None:
        self.analyses, self.rows, self.language = analyses, rows, language
        self.words = Words("bolicho.lab.works.rosa", language, "words.toml")
        self.game = Words("bolicho.lab.works.rosa", language, "analyses.toml")
        self.judges = Judges(rows, language)
        self.docket = docket(rows, language)
        self.signs = vital_signs(rows, BIDDING, self.game)

    def report(self) -> Report:
        words = self.words
        playing, opposing = self._played()
        bidding = [self._bidding(technique, contract) for technique, contract in BIDDING]
        return Report(
            title=words("title"),
            lead=words("lead", **self._sizes()),
            findings=[*self._findings(), signs_sentence(self.signs, self.language)],
            sections=(
                signs_section(self.signs, self.language),
                Section(
                    words("bidding"),
                    (words("bidding-text-1", n=self._sizes()["simulations"]), words("bidding-text-2")),
                    (self._rik_plot(), self._axes(), self._few_plot(), self._errors(), *bidding),
                ),
                Section(
                    words("play"),
                    (words("play-text-1"), words("play-text-2")),
                    (self._play_plot(), playing, self._opponent_plot(), opposing, self._complements()),
                ),
                Section(words("house"), (words("house-text"),), (self._house(), self._trump())),
                Section(words("claims"), (words("claims-text"),), self._claims()),
                Section(words("differs"), tuple(words(f"differs-{n}") for n in range(1, DIFFERS + 1))),
                Section(words("golden"), (words("golden-text"),), (golden(self.language),)),
            ),
            claims=self.docket.judged,
            expected=self.docket.expected,
        )

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _sizes(self) -> dict[str, str]:
        played = ("rules-paper/random/rik", "rules-paper/mc-paper/rik", "mc/rules/rik", "mc/rules/piek")
        hands = [say(len(self.rows[f"play/{kind}"]), self.language) for kind in played]
        games = sum(A_STAGE * len(r[role]) for key, rs in self.rows.items() if not key.startswith("bidding/")
                    for r in rs for role in ("declarer", "opponents", "others"))  # fmt: skip
        simulations = self.analyses[f"play/{played[1]}"].simulations
        return {
            "bidding": say(sum(len(self.rows[f"bidding/{t}/{c}"]) for t, c in BIDDING), self.language),
            "plain": hands[0],
            "literal": hands[1],
            "house": hands[2],
            "few": hands[3],
            "games": say(games, self.language),
            "simulations": str(simulations),
        }

    def _findings(self) -> list[str]:
        words, judges, number = self.words, self.judges, self.judges.number
        rosa, (_, vorsteveld) = self._fit("rules-paper", "rik")[0], self._fit("rules-paper", "misere")
        over_all = {
            name: errors(self.rows[f"bidding/{technique}/rik"]) for name, technique in zip(NAMES, LITERAL, strict=True)
        }
        gap, distance = (
            {name: found[key] for name, found in over_all.items()} for key in ("made_less_estimate", "distance")
        )
        others = {name: distance[NAMES[name == "tpc"]] for name in NAMES}
        nearer = next((name for name in NAMES if beside(distance[name], others[name]) == BELOW), "none")
        rik = {
            f"{technique.split('-')[0]}_{against.split('-')[0]}": judges.percent(
                self._success(technique, against, "rik")[0]["declarer"]
            )
            for technique, against in meetings(*LITERAL)
        }
        few = {
            contract: judges.percent(self._success("rules-paper", "mc-paper", contract)[0]["declarer"])
            for contract in ("piek", "misere")
        }
        house = ahead(self.rows["play/mc/rules/rik"], self.rows["trump/none/rik"])
        verdicts = [self.docket.verdicts[one.id] for one in self.docket.judged]
        ours, between = ([one for one in verdicts if of_sources(one) is which] for which in (False, True))
        readings = {
            "rosa": rosa[0],
            "rosa_else": rosa[1],
            "vorsteveld": vorsteveld[1],
            "vorsteveld_else": vorsteveld[0],
        }
        return [
            words("found-axis", **{name: number(gap_) for name, gap_ in readings.items()}),
            words("found-bias", **{name: judges.tricks(found) for name, found in gap.items()}),
            words(
                "found-nearer",
                nearer=words(f"nearer-{nearer}"),
                **{name: judges.tricks(found) for name, found in distance.items()},
            ),
            words("found-rik", **rik),
            words("found-few", **few),
            words("found-house", gap=judges.points(house)),
            words(
                "found-claims",
                holds=len([one for one in ours if one.word == HOLDS]),
                all=len(ours),
                agree=len([one for one in between if one.word == HOLDS]),
                between=len(between),
            ),
        ]

    # ── Quadro 20 ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _bidding(self, technique: str, contract: str) -> Table:
        analysis, rows = self.analyses[f"bidding/{technique}/{contract}"], self.rows[f"bidding/{technique}/{contract}"]
        assert isinstance(analysis, Bidding)
        theirs = bidding_numbers(technique, contract)
        told: list[list[Value]] = []
        for at in along_the_axis(rows, analysis.low, analysis.high):
            rosa, vorsteveld = (
                [Figure(number, percent=False, signed=False, digits=2) for number in theirs[at.value]]
                if at.value in theirs
                else (None, None)
            )
            made = Figure.of(at.made, at.hands, percent=False, signed=False, digits=2)
            estimate = Figure.of(at.estimate, at.with_tricks, percent=False, signed=False, digits=2)
            told.append([str(at.value), made, rosa, estimate, vorsteveld, Figure.of(at.success), self._share(at.share)])
        keys = ("value", "made", "rosa", "estimate", "vorsteveld", "success", "share")
        columns = [self.words(f"column-{key}") for key in keys]
        title = self.words("bidding-table", technique=technique, contract=self._contract(contract))
        return Table(f"quadro20-{technique}-{contract}", title, columns, told, self.words("bidding-note"))

    def _rik_plot(self) -> Plot:
        panels = [self._panel(technique, "rik") for technique in LITERAL]
        return bar_groups("quadro20-rik", self.words("rik-plot"), panels, self.language, self.words("plot-note"))

    def _few_plot(self) -> Plot:
        panels = [self._panel(technique, contract) for technique in LITERAL for contract in ("piek", "misere")]
        return bar_groups("quadro20-few", self.words("few-plot"), panels, self.language, self.words("plot-note"), 2)

    def _panel(self, technique: str, contract: str) -> Groups:
        analysis = self.analyses[f"bidding/{technique}/{contract}"]
        assert isinstance(analysis, Bidding)
        title = f"{technique}, {self._contract(contract)}"
        whole = bidding_bars(analysis, self.rows[f"bidding/{technique}/{contract}"], self.game, title)
        size = len(bidding_numbers(technique, contract))
        bars = [Bars(bars.key, bars.name, bars.figures[:size]) for bars in whole.bars]
        return Groups(title, whole.labels[:size], bars, whole.x, whole.y)

    def _axes(self) -> Table:
        """Which of our two readings each source's column follows."""
        told: list[list[Value]] = []
        for technique, contract in BIDDING:
            fits = self._fit(technique, contract)
            told.append(
                [f"{technique}, {self._contract(contract)}", *(_tricks(gap) for source in fits for gap in source)]
            )
        columns = [
            self.words(f"column-{key}") for key in ("what", "rosa-made", "rosa-estimate", "v-made", "v-estimate")
        ]
        return Table("axes", self.words("axes-table"), columns, told, self.words("axes-note"))

    def _fit(self, technique: str, contract: str) -> list[list[float]]:
        """Root mean square distances: for each source, to made given estimate and to estimate given made."""
        theirs = bidding_numbers(technique, contract)
        axis = along_the_axis(self.rows[f"bidding/{technique}/{contract}"], 0, max(theirs))
        return [
            [
                _distance(
                    [(found, theirs[at.value][n]) for at in axis if (found := getattr(at, reading).mean) is not None]
                )
                for reading in ("made", "estimate")
            ]
            for n in range(len(SOURCES))
        ]

    def _errors(self) -> Table:
        told: list[list[Value]] = []
        for technique, contract in BIDDING:
            found = errors(self.rows[f"bidding/{technique}/{contract}"])
            told.append(
                [
                    f"{technique}, {self._contract(contract)}",
                    *(Figure.of(found[key], percent=False, signed=False, digits=2) for key in ("estimate", "made")),
                    Figure.of(found["made_less_estimate"], percent=False),
                    Figure.of(found["distance"], percent=False, signed=False, digits=2),
                    Figure.of(found["wrong"]),
                ]
            )
        columns = [self.words(f"column-{key}") for key in ("what", "expected", "made-all", "gap", "distance", "wrong")]
        return Table("errors", self.words("errors-table"), columns, told, self.words("errors-note"))

    # ── Quadro 21 ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _played(self) -> tuple[Table, Table]:
        """Quadro 21 as two tables: "Jogando" and "Oponente"."""
        playing: list[list[Value]] = []
        opposing: list[list[Value]] = []
        for contract in CONTRACTS:
            for technique, against in meetings(*LITERAL):
                theirs = play_numbers(technique, contract, against)
                assert theirs is not None
                found, n = self._success(technique, against, contract)
                who, rosa, vorsteveld = self._who(technique, against, contract), *map(Figure, theirs.opponent)
                playing.append([who, Figure.of(found["declarer"], n), *map(Figure, theirs.declarer)])
                opposing.append([who, Figure.of(found["others"]), rosa, Figure.of(found["opponents"]), vorsteveld])
        first = [self.words(f"column-{key}") for key in ("what", "declares", "rosa", "vorsteveld")]
        second = [self.words(f"column-{key}") for key in ("what", "others", "rosa", "opponents", "vorsteveld")]
        return (
            Table("quadro21", self.words("play-table"), first, playing, self.words("play-note")),
            Table("quadro21-oponente", self.words("opponent-table"), second, opposing, self.words("opponent-note")),
        )

    def _play_plot(self) -> Plot:
        panels = []
        for (technique, against), ours in zip(meetings(*LITERAL), meetings(*HOUSE), strict=True):
            bars = [
                Bars("ours", self.words("bar-literal"), self._rates(technique, against, "declarer")),
                Bars("ours-too", self.words("bar-house"), self._rates(*ours, "declarer")),
                *self._theirs(technique, against, "declarer"),
            ]
            panels.append(self._groups(technique, against, bars))
        return bar_groups(
            "quadro21-declarer", self.words("play-plot"), panels, self.language, self.words("plot-note"), 2
        )

    def _opponent_plot(self) -> Plot:
        panels = []
        for technique, against in meetings(*LITERAL):
            bars = [
                Bars("ours", self.words("bar-opponents"), self._rates(technique, against, "opponents")),
                Bars("ours-too", self.words("bar-others"), self._rates(technique, against, "others")),
                *self._theirs(technique, against, "opponent"),
            ]
            panels.append(self._groups(technique, against, bars))
        note = self.words("opponent-note")
        return bar_groups("quadro21-opponent", self.words("opponent-plot"), panels, self.language, note, 2)

    def _groups(self, technique: str, against: str, bars: Sequence[Bars]) -> Groups:
        title = self.words("panel-against", technique=technique, against=against)
        return Groups(title, [self.game(contract) for contract in CONTRACTS], bars, "", self.words("axis-rate"), True)

    def _rates(self, technique: str, against: str, role: str) -> list[Figure | None]:
        return [Figure.of(self._success(technique, against, contract)[0][role]) for contract in CONTRACTS]

    def _theirs(self, technique: str, against: str, what: str) -> list[Bars]:
        found: dict[str, list[Figure | None]] = {source: [] for source in SOURCES}
        for contract in CONTRACTS:
            theirs: object = play_numbers(technique, contract, against)
            for n, source in enumerate(SOURCES):
                found[source].append(Figure(getattr(theirs, what)[n]))
        return [Bars(source, self.game(source), figures) for source, figures in found.items()]

    def _complements(self) -> Table:
        """What "Oponente" is: of each source, how near it comes to the other technique's failures as declarer."""
        told: list[list[Value]] = []
        for n, source in enumerate(SOURCES):
            gaps = []
            for technique, against in (LITERAL, LITERAL[::-1]):
                for contract in CONTRACTS:
                    mine, others = (
                        play_numbers(technique, contract, against),
                        play_numbers(against, contract, technique),
                    )
                    assert mine is not None
                    assert others is not None
                    gaps.append((mine.opponent[n], 1 - others.declarer[n]))
            told.append([self.game(source), Figure(_distance(gaps)), *self._nearer(n)])
        columns = [self.words(f"column-{key}") for key in ("source", "complement", "to-opponents", "to-others")]
        return Table("oponente", self.words("oponente-table"), columns, told, self.words("oponente-note"))

    def _nearer(self, source: int) -> list[Figure]:
        found = []
        for role in ("opponents", "others"):
            pairs = []
            for technique, against in meetings(*LITERAL):
                for contract in CONTRACTS:
                    theirs = play_numbers(technique, contract, against)
                    ours = self._success(technique, against, contract)[0][role].mean
                    if theirs is not None and ours is not None:
                        pairs.append((ours, theirs.opponent[source]))
            found.append(Figure(_distance(pairs)))
        return found

    def _house(self) -> Table:
        told: list[list[Value]] = []
        for contract in CONTRACTS:
            for technique, against in meetings(*HOUSE):
                found, n = self._success(technique, against, contract)
                figures = [Figure.of(found[role]) for role in ("others", "opponents")]
                told.append([self._who(technique, against, contract), Figure.of(found["declarer"], n), *figures])
        columns = [self.words(f"column-{key}") for key in ("what", "declares", "others", "opponents")]
        return Table("house", self.words("house-table"), columns, told, self.words("house-note"))

    def _trump(self) -> Table:
        told: list[list[Value]] = []
        for contract in ("rik", "solo-8"):
            off, on = (self.rows[f"trump/{trump}/{contract}"] for trump in ("none", "on"))
            rates = [Figure.of(successes(rows)["declarer"], A_STAGE * 4 * len(rows)) for rows in (off, on)]
            told.append([self.game(contract), *rates, self.judges.points(ahead(on, off))])
        columns = [self.words(f"column-{key}") for key in ("what", "trump-none", "trump-on", "trump-gap")]
        return Table("trump", self.words("trump-table"), columns, told, self.words("trump-note"))

    # ── claims ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _claims(self) -> list[Table]:
        return self.docket.table("claims", note=self.words("claims-note"), title="claims-table")

    # ── small words ───────────────────────────────────────────────────────────────────────────────────────────────

    def _success(self, technique: str, against: str, contract: str) -> tuple[JsonMapping, int]:
        rows = self.rows[f"play/{technique}/{against}/{contract}"]
        return successes(rows), A_STAGE * sum(len(row["declarer"]) for row in rows)

    def _who(self, technique: str, against: str, contract: str) -> str:
        return self.words("who", technique=technique, against=against, contract=self.game(contract))

    def _contract(self, contract: str) -> str:
        return self.game("rik-solo" if contract == "rik" else contract)

    def _share(self, share: float) -> str:
        return rare(share, self.language) if share else "–"


def _distance(pairs: Sequence[tuple[float, float]]) -> float:
    return sqrt(sum((ours - theirs) ** 2 for ours, theirs in pairs) / len(pairs)) if pairs else 0.0


def _tricks(number: float) -> Figure:
    return Figure(number, percent=False, signed=False, digits=2)

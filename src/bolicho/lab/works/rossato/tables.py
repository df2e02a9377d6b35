"""The tables of Rossato's page, ours beside the printed ones."""

from collections.abc import Sequence

from bolicho.core.numbers import Figure, Value, duration, say
from bolicho.lab.works.rossato.court import Court, printed_numbers
from bolicho.lab.works.rossato.golden import shares_by_first_card
from bolicho.lab.works.rossato.measures import is_amount, printed
from bolicho.report.document import Table

FIFTHS = 5
LOGGED = (
    *("hands-won", "net", "envido-called", "envido-taken", "envido-asked", "envido-accepted", "envido-won"),
    *("truco-called", "truco-taken", "truco-asked", "truco-accepted", "truco-won"),
)
"""What the analysis of the logs counts, hand by hand."""
CALLS = ("truco-called", "truco-accepted", "envido-called", "envido-accepted")
"""What is told of the hands of self-play."""
SIGNS = {"truco": "Γ", "envido": "Φ", "flor": "Ψ"}
EDGE = 3


class Tables:
    """Each method makes the tables of a section."""

    def __init__(self, court: Court) -> None:
        self.court, self.words, self.language = court, court.words, court.language
        self.paper = printed_numbers()

    # ── what is worked out ────────────────────────────────────────────────────────────────────────────────────────

    def corners(self) -> Table:
        """Tables 4.1 to 4.3."""
        rows: list[list[Value]] = []
        for name, asked in self.paper["corners"].items():
            found = self.court.golden[name]
            places = [*range(1, EDGE + 1), *range(found["states"] - EDGE + 1, found["states"] + 1)]
            for place, ours, theirs in zip(places, found["corners"], asked["rows"], strict=True):
                label = f"{self.words(name)} {SIGNS[name]}{place}"
                rows.append([label, _ends(ours), _ends(theirs), ours == theirs])
        return Table("corners", self.words("corners-table"), self._columns("row", "ours", "paper", "same"), rows)

    def strengths(self) -> Table:
        """Table 5.1, and the two hands of the same strength a round."""
        found, equal = self.court.example["strengths"], self.paper["equal"]
        rows: list[list[Value]] = [
            [card, found["cards"][card], value, found["cards"][card] == value]
            for card, value in self.paper["strengths"].items()
        ]
        for hand in equal["hands"]:
            ours, theirs = round(found["hands"][hand], 2), equal["strength"]
            told = [self.court.number(number) for number in (ours, theirs)]
            rows.append([self.words("hand-strength", hand=hand), *told, ours == theirs])
        columns = self._columns("card", "ours", "paper", "same")
        return Table("table51", self.words("table51"), columns, rows, self.words("table51-note"))

    def example(self) -> Table:
        """Section 5.2, step by step."""
        steps, asked = self.court.example, self.paper["example"]
        number, words = self.court.number, self.words

        def bet(step: str) -> str:
            found = steps[step]
            told = {key: number(found[key], 0) for key in ("wins", "losses")}
            return words(
                "step-bet", **told, states=found["states"], p=number(found["p"], 3), gate=number(found["gate"], 1)
            )

        def cards(shares: Sequence[float]) -> str:
            low, medium, high = (number(share) for share in shares)
            return words("step-card", low=low, medium=medium, high=high)

        trained = shares_by_first_card(self.court.last()["facts"]["orders"])
        low, medium, high = (number(share, 1) for share in asked["orders"]["shares"])
        second = steps["card-second"]
        half = [number(share) for share in second["shares"].values()]
        envido, truco = asked["envido"], asked["truco"]
        theirs = {
            "envido": words(
                "step-bet",
                wins=str(envido["wins"]),
                losses=str(envido["losses"]),
                states=envido["states"],
                p=number(envido["p"], 1),
                gate=number(envido["gate"], 1),
            ),
            "truco": words("step-p", p=number(truco["p"], 1), gate=number(truco["gate"], 1), place=truco["row"]),
        }
        rows: list[list[Value]] = [
            [words("step-envido"), bet("envido"), theirs["envido"]],
            [words("step-envido-draw"), self.court.percent(steps["envido"]["yes"]), words("step-envido-draw-paper")],
            [words("step-envido-seen"), bet("envido-seen"), words("step-not-printed")],
            [words("step-first"), cards(list(steps["card-first"]["shares"].values())), words("step-not-printed")],
            [
                words("step-first-trained", matches=say(self.court.last()["matches"], self.language)),
                cards(trained),
                words("step-card", low=low, medium=medium, high=high),
            ],
            [words("step-level"), words(f"level-{steps['level']['levels'][0]}"), words("level-B")],
            [
                words("step-second"),
                words(
                    "step-orders",
                    own=", ".join(second["own"]),
                    rival=", ".join(second["rival"]),
                    shares=" / ".join(half),
                ),
                words("step-orders-paper"),
            ],
            [
                words("step-truco", place=steps["truco"]["place"], zero=steps["truco"]["place"] - 1),
                bet("truco"),
                theirs["truco"],
            ],
            [words("step-third"), bet("truco-third"), words("step-third-paper", states=asked["third"]["states"])],
            *self._divided(),
        ]
        columns = self._columns("step", "ours", "paper")
        return Table("example", words("example-table"), columns, rows, words("example-note"))

    def _divided(self) -> list[list[Value]]:
        """Over how many squares a hand is divided of which two cards were seen (5.3 and 6)."""
        found, asked = self.court.example["combinations"], self.paper["example"]["divided"]
        return [[self.words(f"step-{key}"), str(found[key]), str(asked[key])] for key in ("columns", "both")]

    # ── rounds ────────────────────────────────────────────────────────────────────────────────────────────────────

    def selfplay(self) -> Table:
        """The first round in numbers."""
        played, paper = [row for _, row in self.court.played.rows["self", ""]], self.paper["self"]
        seconds = sum(row["processor"] for row in played)
        hands = sum(row["hands"] for row in played)
        first = self.court.played.figure("wins", "self", ("",))
        rows: list[list[Value]] = [
            [self.words("self-matches"), len(played), paper["matches"]],
            [self.words("self-hands"), hands, None],
            [self.words("self-time"), duration(seconds, self.language), f"{paper['hours']} h"],
            [self.words("self-first"), first, None],
        ]
        for measure in CALLS:
            rows.append([self.words(f"self-{measure}"), self.court.played.figure(measure, "self", ("",)), None])
        facts = self.court.last()["facts"]
        for name in ("truco", "envido", "flor", "cards"):
            label = self.words("self-changed", matrix=self.words(name))
            rows.append([label, Figure(facts[name]["changed"]), None])
        return Table("self", self.words("self-table"), self._columns("measure", "ours", "paper"), rows)

    def trained(self) -> list[Table]:
        """Tables 5.2 and 5.3."""
        paper, figure = self.paper["trained"], self.court.played.figure
        rows: list[list[Value]] = []
        for n, rival in enumerate(self.court.rivals):
            wins = paper["wins"][n] * paper["matches"]
            theirs = [printed(paper["wins"][n], paper["matches"]), printed(1 - paper["as-mano"][n], wins)]
            ours = [figure(measure, "trained", (rival,)) for measure in ("wins", "of-wins-pe", "wins-mao", "wins-pe")]
            rows.append([f"{n + 1}º {rival}", ours[0], theirs[0], ours[1], theirs[1], ours[2], ours[3]])
        everybody = [
            figure(measure, "trained", self.court.rivals) for measure in ("wins", "of-wins-pe", "wins-mao", "wins-pe")
        ]
        total = sum(paper["wins"]) / len(paper["wins"])
        rows.append(
            [self.words("all"), everybody[0], printed(total, 4 * paper["matches"]), everybody[1], None, *everybody[2:]]
        )
        columns = self._columns("rival", "wins", "wins-paper", "of-wins-pe", "of-wins-pe-paper", "wins-mao", "wins-pe")
        first = Table("table52", self.words("table52"), columns, rows, self.words("intervals-note"))
        return [first, self._parts()]

    def _parts(self) -> Table:
        paper, matches = self.paper["trained"], self.court.design.settings["trained"]["matches"]
        part = matches // FIFTHS
        rows: list[list[Value]] = []
        for n, rival in enumerate(self.court.rivals):
            ours = [
                self.court.played.figure("wins", "trained", (rival,), (at * part, (at + 1) * part))
                for at in range(FIFTHS)
            ]
            rows.append([f"{n + 1}º {rival}", *ours])
            label = self.words("thesis", rival=f"{n + 1}º")
            rows.append([label, *(printed(count / 100, 100) for count in paper["hundreds"][n])])
        ends = [say((at + 1) * part, self.language) for at in range(FIFTHS)]
        columns = [self.words("column-rival"), *(self.words("column-part", end=end) for end in ends)]
        note = self.words("table53-note", part=say(part, self.language))
        return Table("table53", self.words("table53"), columns, rows, note)

    def initial(self) -> Table:
        """Table 5.4."""
        paper, played = self.paper["initial"], self.court.played
        rows: list[list[Value]] = []
        for label, rivals, rate, matches in [
            *((f"{n + 1}º {r}", (r,), paper["wins"][n], paper["matches"]) for n, r in enumerate(self.court.rivals)),
            (self.words("all"), self.court.rivals, paper["total"], 4 * paper["matches"]),
        ]:
            ours = [played.figure(measure, "initial", rivals) for measure in ("wins", "wins-mao", "wins-pe")]
            gap = played.gap(("wins", "initial", rivals), ("wins", "trained", rivals))
            rows.append([label, ours[0], printed(rate, matches), *ours[1:], self.court.points(gap)])
        columns = self._columns("rival", "wins", "wins-paper", "wins-mao", "wins-pe", "rise")
        size = self.court.design.settings["initial"]
        boards = size["runs"] * size["matches"]
        told = {"matches": len(self.court.rivals) * boards, "boards": boards}
        note = self.words("table54-note", **{key: say(count, self.language) for key, count in told.items()})
        return Table("table54", self.words("table54"), columns, rows, note)

    # ── logs ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def log(self) -> list[Table]:
        """Hands by position, over all rivals of a round; and by rival."""
        return [*(self._log(round_) for round_ in ("trained", "initial")), self._by_rival()]

    def _log(self, round_: str) -> Table:
        rows: list[list[Value]] = []
        played, rivals = self.court.played, self.court.rivals
        for measure in LOGGED:
            ours = [played.figure(f"{measure}{end}", round_, rivals) for end in ("", "-mao", "-pe")]
            gap = played.gap((f"{measure}-pe", round_, rivals), (f"{measure}-mao", round_, rivals))
            told = self.court.said(gap) if is_amount(measure) else self.court.points(gap)
            rows.append([self.words(f"log-{measure}"), *ours, told])
        columns = self._columns("measure", "hands", "as-mao", "as-pe", "pe-less-mao")
        return Table(f"log-{round_}", self.words(f"log-{round_}"), columns, rows, self.words("log-note"))

    def _by_rival(self) -> Table:
        rows: list[list[Value]] = []
        played = self.court.played
        for n, rival in enumerate(self.court.rivals):
            gaps = [
                self.court.points(played.gap((f"{what}-pe", "trained", (rival,)), (f"{what}-mao", "trained", (rival,))))
                for what in ("wins", "hands-won", "truco-won", "envido-won")
            ]
            rows.append([f"{n + 1}º {rival}", *gaps])
        columns = self._columns("rival", "gap-wins", "gap-hands", "gap-truco", "gap-envido")
        return Table("log-rivals", self.words("log-rivals"), columns, rows, self.words("log-rivals-note"))

    def _columns(self, *keys: str) -> list[str]:
        return [self.words(f"column-{key}") for key in keys]


def _ends(values: Sequence[float]) -> str:
    """Say a row of a corner.

    >>> _ends([37, 36, 35, 3, 2, 1])
    '37 36 35 … 3 2 1'
    """
    text = [f"{value:.0f}" for value in values]
    return f"{' '.join(text[:EDGE])} … {' '.join(text[EDGE:])}"

"""All that was measured for Rossato, with the words to tell of it: what the judges of its claims look at."""

from collections.abc import Mapping, Sequence

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import Figure, number, percent, points, with_interval
from bolicho.core.words import Words
from bolicho.lab.charts.heatmap import MATRICES, Picture, sheet
from bolicho.lab.engine.claims import Claim, claims_of, printed_by
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.works.rossato.measures import RoundMatches
from bolicho.learn.markov.matrices import Matrices


class Court:
    """Rows, matches and pictures of a run, in a language."""

    def __init__(self, design: Design, rows: Mapping[str, Rows], language: str) -> None:
        self.design, self.rows, self.language = design, rows, language
        self.words = Words("bolicho.lab.works.rossato", language, "words.toml")
        self.played = RoundMatches(rows)
        self.rivals: tuple[str, ...] = tuple(printed_numbers()["rivals"])
        self.begun = {name: sheet(Matrices.initial(), name) for name in MATRICES}
        self.golden = {row["matrix"]: row for row in rows["golden"]}
        self.example = {row["step"]: row for row in rows["example"]}

    # ── snapshots ─────────────────────────────────────────────────────────────────────────────────────────────────

    def snapshots(self, cell: str = "self/0") -> Rows:
        """Return the snapshots of a series."""
        return [row for row in self.rows[cell] if "snapshot" in row]

    def last(self, cell: str = "self/0") -> JsonObject:
        """Return the last snapshot of a series."""
        return self.snapshots(cell)[-1]

    def shown(self, cell: str = "self/0") -> Rows:
        """Return the snapshots that have pictures."""
        return [row for row in self.snapshots(cell) if "pictures" in row]

    def read(self, data: JsonMapping, matrix: str) -> Picture:
        """Read a picture of a matrix."""
        return Picture.from_dict(data, self.begun[matrix].rows, self.begun[matrix].columns)

    def map(self, matrix: str, snapshot: int | None = None, cell: str = "self/0") -> Picture:
        """Return the heat map of a matrix at a snapshot that was kept, or at the last."""
        kept = self.shown(cell)
        row = kept[-1] if snapshot is None else next((r for r in kept if r["snapshot"] == snapshot), kept[-1])
        return self.read(row["pictures"][matrix], matrix)

    def levels(self, cell: str = "self/0") -> list[list[float]]:
        """Return the counts of the helper matrix at the end of a series, cards down, levels across."""
        found: list[list[float]] = self.last(cell)["facts"]["levels"]
        return found

    def maps(self, matrix: str) -> list[Picture]:
        """Return the last heat map against each rival of the second round."""
        return [self.map(matrix, cell=f"trained/{rival}/0") for rival in self.rivals]

    def long_enough(self, claim: Claim) -> bool:
        """Whether the training of a round was as long as the paper's."""
        asked = printed_numbers()[claim["part"]]["matches"]
        return bool(claim.get("always") or self.design.settings[claim["part"]]["matches"] >= asked)

    # ── words ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def said(self, figure: Figure) -> str:
        """Say a figure with its interval."""
        return with_interval(figure, self.language)

    def points(self, difference: Figure) -> str:
        """Say a difference of shares in percentage points."""
        return points(difference, self.language)

    def number(self, amount: float, digits: int = 2) -> str:
        """Say a number."""
        return number(amount, digits, self.language)

    def percent(self, share: float | None) -> str:
        """Say a share."""
        return percent(share, self.language)

    def listed(self, names: Sequence[str]) -> str:
        """Say names."""
        return ", ".join(names) or "–"


def printed_numbers() -> JsonObject:
    """Return what the paper printed."""
    return printed_by("bolicho.lab.works.rossato")


def claims() -> list[JsonObject]:
    """Return every claim."""
    return claims_of("bolicho.lab.works.rossato")

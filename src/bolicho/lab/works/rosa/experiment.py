"""Rikken by rules and by Monte-Carlo (Rosa 2008, after Vorsteveld 2007): both tables of its appendices.

Quadro 20: what a technique expects of a hand against the tricks it makes. Quadro 21: how often a contract is made with
a hand that fits it. The literal players of Rosa stand beside the numbers of both sources; those of the house, which
do better, stand beside them, and so does trump, which the paper leaves to others.
"""

from collections.abc import Mapping, Sequence

from bolicho.core.json_text import JsonObject
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone
from bolicho.lab.engine.threads import in_threads
from bolicho.lab.works.rosa.analyses import need_kernel
from bolicho.lab.works.rosa.bidding import CONTRACTS, Bidding
from bolicho.lab.works.rosa.play import Play
from bolicho.report.document import Report

Analysis = Bidding | Play

SIZES: dict[str, dict[str, int]] = {
    "quick": {"tpc": 60, "common": 20, "middle": 10, "rare": 5, "plain": 40, "literal": 4, "house": 2, "few": 2}
    | {"worlds": 20},
    "paper": {"tpc": 2000, "common": 400, "middle": 200, "rare": 100, "plain": 100, "literal": 100}
    | {"house": 10, "few": 40, "worlds": 100},
    "full": {"tpc": 4000, "common": 600, "middle": 300, "rare": 200, "plain": 600, "literal": 300, "house": 100}
    | {"few": 100, "worlds": 100},
}
"""Hands of each estimate for TPC and, by how common the estimate is, for Monte-Carlo; then hands of the play analysis
without Monte-Carlo, with the paper's, with that of the house in rik and solo-8, and in piek and misere; and the
simulations a card of the last. The paper had 500 for TPC, 100, 50 and 10 for Monte-Carlo, and 10 in the play analysis
(3.7.1, 3.7.2): with so few many of its claims cannot be told, so scale ``paper`` has more."""
SIMULATIONS = 100
"""Of the paper's Monte-Carlo player, a decision."""
LITERAL, HOUSE = ("rules-paper", "mc-paper"), ("rules", "mc")
FEW_UPTO = 8
"""Piek and misere are analysed for estimates up to this; not one hand in a thousand has more."""
TRUMP = 5
"""So many times as many hands for the comparison with trump."""


class Rosa:
    """Both analyses for all pairs of techniques that the paper compares; other sizes may be given."""

    name = "rosa"
    version = "1"
    costs: Mapping[str, float] = {"bidding": 0.002, "play": 0.4, "trump": 0.01}

    def __init__(self, sizes: Mapping[str, Mapping[str, int]] = SIZES, simulations: int = SIMULATIONS) -> None:
        self.sizes, self.simulations = sizes, simulations

    def analyses(self, scale: str) -> dict[str, Analysis]:
        """Return every analysis by its name."""
        size = self.sizes[scale]
        found: dict[str, Analysis] = {}
        for technique in LITERAL:
            for contract in ("rik", "piek", "misere"):
                last = 13 if contract == "rik" else FEW_UPTO
                times = tuple(self._times(technique, value, size) for value in range(last + 1))
                found[f"bidding/{technique}/{contract}"] = Bidding(
                    technique, technique, contract, 0, last, times, self.simulations
                )
        for rules, monte_carlo in (LITERAL, HOUSE):
            for contract in CONTRACTS:
                for technique, against in (
                    (rules, "random"),
                    (rules, monte_carlo),
                    (monte_carlo, "random"),
                    (monte_carlo, rules),
                ):
                    simulates = monte_carlo in (technique, against)
                    hands = size[_kind(monte_carlo, contract) if simulates else "plain"]
                    worlds = size["worlds"] if monte_carlo == "mc" else self.simulations
                    found[f"play/{technique}/{against}/{contract}"] = Play(technique, against, contract, hands, worlds)
        for contract in ("rik", "solo-8"):
            for trump in (False, True):
                found[f"trump/{'on' if trump else 'none'}/{contract}"] = Play(
                    "rules", "rules", contract, TRUMP * size["plain"], SIMULATIONS, trump
                )
        return found

    def design(self, scale: str, seed: int) -> Design:
        """Lay out the cells of all analyses."""
        analyses = self.analyses(scale)
        cells = [cell for name, analysis in analyses.items() for cell in analysis.cells(f"{name}/")]
        settings: JsonObject = {name: analysis.settings for name, analysis in analyses.items()}
        return Design(self.name, self.version, scale, seed, settings, tuple(cells))

    def run(self, design: Design, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
        """Draw and play, with the kernel, in threads."""
        need_kernel()
        analyses = self.analyses(design.scale)

        def work(cell: Cell) -> Rows:
            return analyses["/".join(cell.key.split("/")[: _depth(cell.key)])].work(cell.facts, design.seed)

        in_threads(work, cells, workers, done)

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        """Make the tables and plots."""
        from bolicho.lab.works.rosa.report import report

        gathered: dict[str, Rows] = {}
        for key, some in rows.items():
            gathered.setdefault("/".join(key.split("/")[: _depth(key)]), []).extend(some)
        return report(self.analyses(design.scale), gathered, language)

    def _times(self, technique: str, value: int, size: Mapping[str, int]) -> int:
        """How often an estimate is repeated: fewer hands of rare ones, as in the paper (3.7.1)."""
        if technique == "rules-paper":
            return size["tpc"]
        return size["common"] if 1 <= value <= 8 else size["middle"] if value in (9, 10) else size["rare"]


def _kind(monte_carlo: str, contract: str) -> str:
    if monte_carlo != "mc":
        return "literal"
    return "few" if contract in ("piek", "misere") else "house"


def _depth(key: str) -> int:
    """How many parts of a key name its analysis."""
    return {"bidding": 3, "play": 4, "trump": 3}[key.split("/")[0]]

"""What ``bolicho arena`` prints: the report of the tournament, as much of it as fits a screen."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.arena.plan.design import Design
    from bolicho.arena.results.summary import Results
    from bolicho.lab.tournament.report import Circumstances


def circumstances(design: "Design") -> "Circumstances":
    """Return what the tournament was, for its report."""
    from bolicho.lab.tournament.report import Circumstances

    return Circumstances(design.plan.build_game().name, design.plan.seed, design.format, design.decide)


def show(design: "Design", found: "Results", words: Words, taken_over: int, written: Sequence[Path]) -> None:
    """Print what came out."""
    from bolicho.lab.tournament.report import arena_summary
    from bolicho.report import terminal

    plan = design.plan
    lead = words("title", game=plan.game, format=design.format, matches=found.matches, seed=plan.seed)
    after = [words("salt" if plan.strangers else "salt-given", salt=plan.salt)] if plan.salt else []
    after += [words("taken-over", done=taken_over, all=found.matches)] if taken_over else []
    report = arena_summary(found, circumstances(design), lead, words.language)
    terminal.show(report, words.language, [*after, *written])

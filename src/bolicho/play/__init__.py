"""One table: the loop that plays a match, the watchers around it, records and replay."""

from bolicho.play.dealers import Dealer, fixed, shuffled
from bolicho.play.onward import Beginning, cut
from bolicho.play.replay import Step, replay, steps
from bolicho.play.table import Table, play_match
from bolicho.play.watchers import Watcher

__all__ = [
    "Beginning",
    "Dealer",
    "Step",
    "Table",
    "Watcher",
    "cut",
    "fixed",
    "play_match",
    "replay",
    "shuffled",
    "steps",
]

"""Schedules of matches, duplicate deals, workers, rows and standings: a tournament is a list, a run and a table."""

from bolicho.arena.local import play_schedule
from bolicho.arena.plan import Plan
from bolicho.arena.rows import Row
from bolicho.arena.schedule import Pairing, duplicate, round_robin
from bolicho.arena.standings import Standing, standings
from bolicho.arena.workers import run

__all__ = ["Pairing", "Plan", "Row", "Standing", "duplicate", "play_schedule", "round_robin", "run", "standings"]

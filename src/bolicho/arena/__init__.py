"""Schedules of matches, duplicate deals, workers, rows and standings: a tournament is a list, a run and a table."""

from bolicho.arena.matches.local import play_schedule
from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing, duplicate, round_robin
from bolicho.arena.plan.plan import Plan
from bolicho.arena.results.standings import Standing, standings
from bolicho.arena.run.workers import run

__all__ = ["Pairing", "Plan", "Row", "Standing", "duplicate", "play_schedule", "round_robin", "run", "standings"]

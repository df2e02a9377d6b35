"""Tests of agents with people: a protocol as data, its rehearsal by agents, its export and its analysis."""

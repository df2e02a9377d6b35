"""Dots with intervals: every name and number is in the drawing and in its CSV."""

import pytest

from bolicho.core.numbers import Figure
from bolicho.report.dots import Dots, dots


@pytest.mark.parametrize("across", [1, 2])
def test_panels_of_two_series_are_drawn_with_their_names_and_numbers(across: int) -> None:
    wins = [Figure(0.6, 0.5, 0.7), Figure(0.25, 0.2, 0.3)]
    panels = [
        Dots(title, ("PVS", "NPS"), (("a", "at 97 %", wins), ("b", "at 98 %", wins[::-1])))
        for title in ("Stage 1", "Stage 2", "Stage 3")
    ]
    plot = dots("wins", "Who wins", panels, "matches won", across=across)
    assert plot.svg.startswith("<?xml")
    assert all(f">{text}<" in plot.svg for text in ("Stage 1", "Stage 3", "PVS", "at 97 %", "matches won", "50 %"))
    assert plot.csv.splitlines()[:3] == ["series,label,mean,low,high", "a,PVS,0.6,0.5,0.7", "a,NPS,0.25,0.2,0.3"]
    assert plot.csv.count("\n") == 13
    assert plot == dots("wins", "Who wins", panels, "matches won", across=across)

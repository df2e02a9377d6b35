"""What is read from heat maps, and what from the counts themselves."""

import numpy as np
import pytest

from bolicho.lab.charts.heatmap import picture, sheet
from bolicho.lab.works.rossato.pictures import alike, bluest, brown, counts_of, levels_of, part_brown, strongest, tones
from bolicho.learn.markov.matrices import Matrices


def test_numbers_of_a_heat_map() -> None:
    known = Matrices.initial()
    shown = picture(sheet(known, "truco"))
    down, right = bluest(shown)
    assert down > 0.75 > 0.25 > right
    assert part_brown(shown, (0, 0.1), (0.5, 1)) == 1
    assert part_brown(shown, (0.9, 1), (0, 0.5)) == 0
    assert 0.4 < brown(shown) < 0.5
    assert alike(shown, shown) == pytest.approx(1)
    assert tones(shown) == 65
    assert tones(picture(sheet(known, "cards"))) <= len(np.unique(known.cards.win))
    known.cards.win[5, 5] = 1000
    assert strongest(known.cards.win.tolist(), 1) == [("AMB", "AMB")]


def test_levels_are_read_from_counts_finer_than_any_shade() -> None:
    counts = [[0.0, 0.0, 10_000.0]] * 14
    counts[2] = [5_000.0, 5_001.5, 0.0]
    known = Matrices.initial()
    known.levels[:] = counts
    shades = picture(sheet(known, "levels")).shades
    assert shades[0, 2] == shades[1, 2]  # on the map the two are one colour
    assert levels_of(counts)["6"] == "M"
    assert counts_of(counts)["6"] == {"B": 5_000, "M": 5_001.5, "A": 0}

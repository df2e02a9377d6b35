"""How strong the scripted players are, on duplicate deals, with 95 % intervals."""

import pytest

from bolicho.arena import Plan, Standing, duplicate, run, standings

SCRIPTED = ("novice", "cautious", "bold", "bluffer")


def measured(first: str, second: str, matches: int, seed: int) -> Standing:
    """The first player's standing after so many duplicate matches."""
    rows = run(Plan("truco", (first, second), seed=seed), duplicate([0, 1], matches), workers=2)
    standing = standings(rows, 2)[0]
    rate = standing.win_rate
    print(f"{first} against {second}: {rate.mean:.3f} [{rate.low:.3f}, {rate.high:.3f}] of {matches} matches")
    return standing


def test_sound_beats_the_strongest_of_the_other_scripted_players() -> None:
    standing = measured("sound", "bluffer", 100, seed=20_261)
    assert standing.win_rate.low is not None
    assert standing.win_rate.low > 0.5
    assert standing.forfeits == 0


def test_nobody_who_thinks_loses_to_chance() -> None:
    standing = measured("sound", "random", 200, seed=20_261)
    assert standing.win_rate.mean is not None
    assert standing.win_rate.mean > 0.93


@pytest.mark.endurance
@pytest.mark.parametrize("rival", SCRIPTED)
def test_sound_beats_every_other_scripted_player_on_2000_matches(rival: str) -> None:
    low = measured("sound", rival, 2000, seed=1).win_rate.low
    assert low is not None
    assert low > 0.5


@pytest.mark.endurance
def test_sound_beats_random_in_at_least_95_percent_of_2000_matches() -> None:
    mean = measured("sound", "random", 2000, seed=1).win_rate.mean
    assert mean is not None
    assert mean >= 0.95

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolicho import BadInput, stream

path = st.lists(st.integers() | st.text(max_size=5), max_size=4)


def test_the_stream_of_a_seed_is_the_same_for_ever() -> None:
    # a change here would change every result that names a seed
    assert [stream(7).randrange(1000), stream(7, "deal", 0, 3).randrange(1000)] == [135, 19]


@given(st.integers(), path, path)
def test_streams_are_the_same_exactly_when_seed_and_path_are(
    seed: int, one: list[int | str], two: list[int | str]
) -> None:
    assert stream(seed, *one).random() == stream(seed, *one).random()
    assert (stream(seed, *one).random() == stream(seed, *two).random()) == (one == two)


def test_a_seed_is_a_whole_number() -> None:
    wrong: list[Any] = [1.9, "x", None]
    for seed in wrong:
        with pytest.raises(BadInput, match="seed"):
            stream(seed)


def test_one_and_the_text_one_are_different_paths() -> None:
    assert stream(1, 1).random() != stream(1, "1").random()

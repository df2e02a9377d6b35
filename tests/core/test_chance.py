from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolicho import BadInput, stream
from bolicho.core.chance import checked_salt, new_salt

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


@given(st.integers(), path, st.text(max_size=16), st.text(max_size=16))
def test_a_salt_keys_the_stream(seed: int, way: list[int | str], one: str, two: str) -> None:
    assert (stream(seed, *way, salt=one).random() == stream(seed, *way, salt=two).random()) == (one == two)


def test_no_two_salts_are_drawn_alike() -> None:
    assert len({new_salt() for _ in range(100)}) == 100


@pytest.mark.parametrize("salt", ["x" * 65, "ã" * 40, "\ud800"])
def test_a_salt_that_cannot_key_anything_is_refused(salt: str) -> None:
    with pytest.raises(BadInput, match="salt"):
        checked_salt(salt)

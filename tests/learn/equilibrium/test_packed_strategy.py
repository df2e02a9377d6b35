"""A packed strategy is looked up where it lies, is the one that was trained, and is refused once damaged."""

from hashlib import blake2b
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolicho.core.errors import BadInput
from bolicho.learn.equilibrium.match_worth import guessed
from bolicho.learn.equilibrium.packed_strategy import BLOCK, LEVELS, bundled, pack, quantised, read, unpack, write
from bolicho.learn.equilibrium.shape import Shape
from bolicho.learn.equilibrium.table import KnownSituations
from bolicho.learn.equilibrium.training import POINTS

FORMER = {"points": "807cbc1434a97117edde9d0518e3630a", "match": "68ec7704616e4871aa3c90e6508586f9"}
"""Of keys, numbers of moves and chances in hundredths, as LZMA had them in the files of version 0.2.0.dev0."""


def some(count: int, seed: int, bits: int = 40) -> KnownSituations:
    rng = np.random.default_rng(seed)
    keys = np.unique(rng.integers(1, 1 << bits, count).astype(np.uint64))
    actions = np.repeat(rng.integers(1, 9, len(keys) // 90 + 1), 90)[: len(keys)]
    return KnownSituations(keys, actions, rng.random(actions.sum()))


@given(st.integers(0, 300), st.integers(0, 2**32), st.sampled_from((9, 20, 63)))
def test_every_situation_is_found_with_its_chances_and_no_other(count: int, seed: int, bits: int) -> None:
    known = some(count, seed, bits)
    packed = unpack(pack(known, Shape(), POINTS))
    chances = np.split(quantised(known), known.offsets[1:-1])
    for key, actions, expected in zip(known.keys.tolist(), known.actions.tolist(), chances, strict=False):
        assert packed.find(key - 1, actions) == tuple(expected / LEVELS)
        assert packed.find(key - 1, actions + 1) is None
        if key + 1 not in known.keys:
            assert packed.find(key, actions) is None
    assert packed.find(0, 2) is None or 1 in known.keys
    again = packed.known()
    assert np.array_equal(again.keys, known.keys)
    assert np.array_equal(again.actions, known.actions)
    assert np.array_equal(again.sums, quantised(known))


@pytest.mark.parametrize("name", FORMER)
def test_the_shipped_tables_have_the_situations_and_chances_they_had_when_they_were_packed_by_lzma(name: str) -> None:
    known = bundled(name).known()
    parts = (known.keys, known.actions.astype(np.uint8), known.sums.astype(np.uint8))
    assert blake2b(b"".join(part.tobytes() for part in parts), digest_size=16).hexdigest() == FORMER[name]


@pytest.mark.parametrize("name", FORMER)
def test_what_is_found_in_the_shipped_tables_is_what_they_hold(name: str) -> None:
    packed = bundled(name)
    known = packed.known()
    offsets, rng = known.offsets, Random(3)
    for number in rng.sample(range(len(known.keys)), 3000):
        expected = known.sums[offsets[number] : offsets[number + 1]] / LEVELS
        assert packed.find(int(known.keys[number]) - 1, len(expected)) == tuple(expected)
        after = int(known.keys[number]) + 1
        if number + 1 < len(known.keys) and after < known.keys[number + 1]:
            assert packed.find(after - 1, len(expected)) is None


def test_a_strategy_is_not_copied_from_its_file(tmp_path: Path) -> None:
    write(tmp_path / "s.eq", some(1000, 1), Shape(), guessed(3))
    packed = read(tmp_path / "s.eq")
    assert len(packed.firsts) >= 1000 / BLOCK
    for array in (packed.firsts, packed.step_at, packed.chance_at, packed.moves, packed.steps, packed.chances):
        assert not array.flags.owndata
        assert not array.flags.writeable


def test_a_file_that_is_damaged_anywhere_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "s.eq"
    write(path, some(200, 2), Shape(), POINTS)
    sound = path.read_bytes()
    for at in range(0, len(sound), 7):
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 16]) + sound[at + 1 :])
        with pytest.raises(BadInput, match=r"s\.eq: not a packed strategy of the equilibrium player, or damaged"):
            read(path)
    for broken in (b"", sound[:3], sound[:-1], sound + b"\0", b"{}\nnothing"):
        path.write_bytes(broken)
        with pytest.raises(BadInput, match=r"s\.eq: not a packed strategy"):
            read(path)


def test_a_file_of_an_earlier_bolicho_says_how_to_pack_it_anew(tmp_path: Path) -> None:
    (tmp_path / "s.eq").write_bytes(b'{"format":"bolicho-equilibrium-1","situations":0}\n\xfd7zXZ')
    with pytest.raises(BadInput, match="packed by an earlier Bolicho; `bolicho train equilibrium`"):
        read(tmp_path / "s.eq")

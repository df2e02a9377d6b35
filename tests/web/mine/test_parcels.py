"""Parcels: left for ten minutes, fetched once, bounded, and codes cannot be guessed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.served import Served, serving

from bolicho.web.mine.parcels import LENGTH, LETTERS, MOST_BYTES, SECONDS, Parcels
from bolicho.web.server.guard import Refusal


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def parcels(clock: Clock) -> Parcels:
    return Parcels(clock=clock)


def test_a_parcel_is_handed_over_once(parcels: Parcels) -> None:
    code = parcels.leave("my table", "here")
    assert len(code) == LENGTH
    assert set(code) <= set(LETTERS)
    assert parcels.fetch(f" {code[:4].lower()}-{code[4:]} ", "there") == "my table"
    with pytest.raises(Refusal) as refused:
        parcels.fetch(code, "there")
    assert refused.value.code == "no-such-parcel"
    assert not parcels.weights.held


def test_a_parcel_is_forgotten_after_ten_minutes(parcels: Parcels, clock: Clock) -> None:
    code = parcels.leave("my table", "here")
    clock.now += SECONDS
    with pytest.raises(Refusal):
        parcels.fetch(code, "here")
    assert not parcels.waiting
    assert not parcels.weights.held


def test_no_address_fills_the_house_with_parcels(parcels: Parcels) -> None:
    large = "x" * (MOST_BYTES // 4)
    parcels.leave(large, "here")
    with pytest.raises(Refusal) as refused:
        parcels.leave("one more", "here")
    assert refused.value.status == 503
    parcels.leave("from elsewhere", "there")


def test_whoever_guesses_codes_waits(parcels: Parcels, clock: Clock) -> None:
    code = parcels.leave("my table", "here")
    for _ in range(4):
        with pytest.raises(Refusal, match="no parcel"):
            parcels.fetch("AAAAAAAA", "thief")
    with pytest.raises(Refusal) as refused:
        parcels.fetch(code, "thief")
    assert refused.value.code == "too-many-codes"
    clock.now += 60
    assert parcels.fetch(code, "thief") == "my table"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("parcels")) as served:
        yield served


def test_a_parcel_travels_over_the_api_and_is_written_nowhere(served: Served) -> None:
    with served.client() as client:
        left = client.post("/api/parcels", json={"text": "a-very-private-table"})
        assert left.status_code == 201
        assert left.json()["seconds"] == SECONDS
        fetched = client.post("/api/parcels/fetch", json={"code": left.json()["code"]})
        assert fetched.json() == {"text": "a-very-private-table"}
        assert fetched.headers["cache-control"] == "no-store"
        assert client.post("/api/parcels/fetch", json={"code": left.json()["code"]}).status_code == 404
        assert client.post("/api/parcels", json={"text": "x" * 900_001}).status_code == 422
    kept = [path for path in Path(served.house.folder).parent.rglob("*") if path.is_file()]
    assert kept
    assert not any(b"a-very-private-table" in path.read_bytes() for path in kept)

"""Nobody can work out the rival's cards from what a table gives him: not from his draws, not from his own hand."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import bolicho
from bolicho import BadInput
from bolicho.agents import AGENTS
from bolicho.arena import Pairing, Plan, duplicate, play_schedule, run
from bolicho.arena.matches.clock import ClockedAgent
from bolicho.arena.matches.series import Series, play_series
from bolicho.arena.plan.design import Design
from bolicho.arena.run.tournament import Tournament
from bolicho.conformance import Broken, SeedSearcher, check_runner
from bolicho.core.chance import OPEN
from bolicho.core.contract import Agent, Game
from bolicho.core.record import Record
from bolicho.core.strangers import is_stranger
from bolicho.learn.cases.retrieval.similarities import SIMILARITIES
from bolicho.parallel.clock import SIZE
from bolicho.play import shuffled

GAME = bolicho.game("truco", target=12)
pytestmark = pytest.mark.salted


def by_schedule(game: Game, agents: Sequence[Agent], seed: int, salt: str | None = None) -> Record:
    records: list[Record] = []
    play_schedule(game, agents, [Pairing(0, 0, (0, 1))], seed, salt=salt, done=lambda _, record: records.append(record))
    return records[0]


def test_a_cheat_finds_no_seed_at_a_table() -> None:
    check_runner(bolicho.play_match, GAME)


def test_a_cheat_finds_no_seed_in_a_schedule() -> None:
    check_runner(by_schedule, GAME)


@pytest.mark.parametrize("seed", [0, 7, 31])
def test_the_check_fails_a_runner_whose_chance_follows_from_the_seed(seed: int) -> None:
    with pytest.raises(Broken, match="knew all cards"):
        check_runner(lambda game, agents, seed: bolicho.play_match(game, agents, seed, salt=OPEN), GAME, seed)
    with pytest.raises(Broken, match="knew all cards"):
        check_runner(lambda game, agents, seed: by_schedule(game, agents, seed, OPEN), GAME, seed)


def test_the_check_fails_a_runner_whose_deals_alone_follow_from_the_seed() -> None:
    with pytest.raises(Broken, match="knew all cards"):
        check_runner(
            lambda game, agents, seed: bolicho.play_match(game, agents, seed, dealer=shuffled(game, seed, 0)), GAME
        )


def test_the_check_fails_a_runner_that_asks_nobody() -> None:
    rules = bolicho.agent("random", game=GAME)
    with pytest.raises(Broken, match="asks the agents"):
        check_runner(lambda game, agents, seed: bolicho.play_match(game, [rules, rules], seed), GAME)


def test_a_table_draws_another_salt_each_time() -> None:
    cheat, sound = SeedSearcher(GAME), bolicho.agent("sound", game=GAME)
    one, two = (bolicho.play_match(GAME, [cheat, sound], seed=1) for _ in range(2))
    assert OPEN != one.salt != two.salt != OPEN
    assert bolicho.play_match(GAME, [cheat, sound], seed=1, salt=one.salt) == one
    assert bolicho.play_match(GAME, [sound, sound], seed=1).salt == OPEN


def test_the_cheat_gains_nothing_it_plays_as_its_honest_twin() -> None:
    rival = bolicho.agent("sound", game=GAME)
    for seed in range(3):
        cheat = bolicho.play_match(GAME, [SeedSearcher(GAME), rival], seed, salt="pampa")
        honest = bolicho.play_match(GAME, [SeedSearcher(GAME, seeds=0), rival], seed, salt="pampa")
        assert cheat.units == honest.units
        known = bolicho.play_match(GAME, [SeedSearcher(GAME), rival], seed, salt=OPEN)
        guessed = bolicho.play_match(GAME, [SeedSearcher(GAME, seeds=0), rival], seed, salt=OPEN)
        assert known.units != guessed.units


CHEATS = """
from bolicho.conformance import SeedSearcher

class Cheat(SeedSearcher):
    pass

class Twin(SeedSearcher):
    def __init__(self, game):
        super().__init__(game, seeds=0)
"""


@pytest.fixture
def cheats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    package = tmp_path / "cheats-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: cheats\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[bolicho.agents]\ncheat = cheats:Cheat\ntwin = cheats:Twin\n")
    (tmp_path / "cheats.py").write_text(CHEATS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    AGENTS.__dict__.pop("guests", None)
    monkeypatch.setattr(AGENTS, "_loaded", {})
    yield
    AGENTS.__dict__.pop("guests", None)


@pytest.mark.usefixtures("cheats")
def test_a_tournament_draws_one_salt_for_all_its_workers_and_the_cheat_gains_nothing() -> None:
    plan = Plan("truco", ("cheat", "random"), {"target": 6}, seed=3).sealed()
    assert plan.salt
    honest, schedule = replace(plan, agents=("twin", "random")), duplicate((0, 1), 6)
    rows = run(plan, schedule, workers=1)
    assert run(plan, schedule, workers=2) == rows
    assert run(honest, schedule) == rows
    told = replace(plan, salt=OPEN)  # it could tell: with the seed alone the cheat sees all cards
    assert run(told, schedule) != run(replace(honest, salt=OPEN), schedule)


def test_somebody_elses_similarity_makes_a_player_of_the_house_a_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SIMILARITIES, "_loaded", dict(SIMILARITIES._loaded))
    monkeypatch.setattr(SIMILARITIES, "_added", set(SIMILARITIES._added))
    SIMILARITIES.add("theirs", lambda asked, found, span: max(0.0, 1 - abs(asked - found) / span))
    lent, own = "cbr:PVCNPS,similarity=theirs", "cbr:PVCNPS"
    assert Plan("truco", (lent, own)).strangers == [lent]
    players = [bolicho.agent(spec, game=GAME) for spec in (lent, own)]
    assert [is_stranger(player) for player in players] == [True, False]


@pytest.mark.usefixtures("cheats")
def test_two_runs_with_a_stranger_have_different_salts_and_the_house_has_none() -> None:
    plan = Plan("truco", ("cheat", "random"))
    assert plan.sealed().salt == plan.sealed().salt != Plan("truco", ("cheat", "random")).sealed().salt
    assert plan.strangers == ["cheat"]
    assert Plan("truco", ("sound", "equilibrium", "openspiel:ismcts")).sealed().salt == OPEN
    assert Plan("truco", ("sound", "line:node bot.js")).sealed().salt != OPEN
    assert Plan("truco", ("cheat", "random"), salt="mine").sealed("kept").salt == "mine"
    assert plan.sealed("kept").salt == "kept"


@pytest.mark.usefixtures("cheats")
def test_a_tournament_goes_on_with_the_salt_it_began_with(tmp_path: Path) -> None:
    design, folder = Design(Plan("truco", ("cheat", "random"), {"target": 6}), "gauntlet", 40), tmp_path / "out"
    with Tournament(folder, design) as first:
        first.play(stop=lambda: len(first.rows) >= 1)
    with Tournament(folder, design) as again:
        assert again.design.plan.salt == first.design.plan.salt != OPEN
        assert again.play()
    with pytest.raises(BadInput, match="salt"):
        Tournament(folder, replace(design, plan=replace(design.plan, salt="another")))


def test_a_salt_that_was_given_is_gone_on_with_whoever_plays(tmp_path: Path) -> None:
    plan = Plan("truco", ("sound", "random"), {"target": 6}, salt="pampa")
    with Tournament(tmp_path, Design(plan, "gauntlet", 40)) as first:
        first.play(stop=lambda: len(first.rows) >= 1)
    with Tournament(tmp_path, Design(replace(plan, salt=None), "gauntlet", 40)) as again:
        assert again.design.plan.salt == "pampa"
    with pytest.raises(BadInput, match="with salt 'pampa', not None"):
        Tournament(tmp_path, Design(replace(plan, salt=OPEN), "gauntlet", 40))


@pytest.mark.usefixtures("cheats")
def test_a_stranger_cannot_join_a_league_whose_deals_follow_from_the_seed(tmp_path: Path) -> None:
    plan = Plan("truco", ("sound", "random"), {"target": 6})
    with Tournament(tmp_path / "league", Design(plan, "league", 2, rounds=1)) as league:
        assert league.play()
    with pytest.raises(BadInput, match="without a salt"):
        Tournament(tmp_path / "league", Design(replace(plan, agents=(*plan.agents, "cheat")), "league", 2, rounds=1))


def test_who_learns_from_a_match_is_not_told_what_the_next_deals_are_made_of() -> None:
    heard: list[Record] = []

    class Learner(SeedSearcher):
        def learn(self, record: Record) -> None:
            heard.append(record)

    clock: list[float] = [0.0] * SIZE
    players = [Learner(GAME), bolicho.agent("random", game=GAME)]
    series = Series((Pairing(0, 0, (0, 1)),), (0,))
    rows = list(play_series(GAME, lambda n: ClockedAgent(players[n], n, clock), series, 5, clock, salt="pampa"))
    assert (rows[0][1].seed, rows[0][1].salt) == (5, "pampa")
    assert [(record.seed, record.salt) for record in heard] == [(None, OPEN)]

"""Old names go on for a version, and say once what they are called today."""

import warnings

import pytest
import typer
from typer.testing import CliRunner

import bolicho
from bolicho.agents import AGENTS, add, names
from bolicho.arena.plan.plan import Plan
from bolicho.cli.design_options import takes
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.old_names import RenamedWarning, current
from bolicho.core.options import Option
from bolicho.core.registry import Registry
from bolicho.lab.engine.experiment import check_scale
from bolicho.learn.markov.switches import Switches
from bolicho.web.jobs.kinds import kind_of
from bolicho.web.tables.seats import checked_spec
from bolicho.web.tutor.api import NewSession

OLD = {
    "rules-seed": "rules-paper",
    "mc-seed:5,playout=rules": "mc-paper:5,playout=rules",
    "markov:seed": "markov:paper",
    "markov:mine.npz,rounding=seed": "markov:mine.npz,rounding=paper",
}


def test_an_old_name_is_said_once_a_process() -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("default")
        assert [current("cup", name, {"mug": "cuia"}) for name in ("mug", "glass", "mug")] == ["cuia", "glass", "cuia"]
    assert [(str(one.message), one.category) for one in said] == [("cup 'mug' is now called 'cuia'", RenamedWarning)]


@pytest.mark.parametrize("old", OLD)
def test_an_agent_of_an_old_name_has_its_new_one_in_rows_and_at_tables(old: str) -> None:
    with pytest.warns(RenamedWarning, match="is now called"):
        assert AGENTS.current(old) == OLD[old]
    with pytest.warns(RenamedWarning):
        assert Plan("rikken", (old, "random")).agents == (OLD[old], "random")


def test_old_names_build_the_agents_of_the_new_ones_and_are_not_listed() -> None:
    with pytest.warns(RenamedWarning, match="agent 'rules-seed' is now called 'rules-paper'"):
        assert bolicho.agent("rules-seed", "rikken").name == "rules-paper"
    with pytest.warns(RenamedWarning):
        assert bolicho.agent("markov:seed", "truco").name == "markov:paper"
    with pytest.warns(RenamedWarning):
        assert not AGENTS.is_stranger("mc-seed")
    with pytest.warns(RenamedWarning):
        assert checked_spec("mc-seed:5") == "mc-paper:5"
    assert not set(AGENTS.renamed) & set(names())


def test_nobody_takes_an_old_name() -> None:
    with pytest.raises(BadInput, match="of the house"):
        add("rules-seed", object)


def test_what_stands_after_the_colon_is_only_looked_at_where_something_was_renamed() -> None:
    house = Registry("cup", "no.such.group", {"cuia": "builtins:dict"}, {"mug": "cuia", "cuia:hot": "cuia:warm"})
    with pytest.warns(RenamedWarning) as said:
        assert house.split("mug:hot,hotter") == ("cuia", "warm,hotter")
    assert [str(one.message) for one in said][1:] == ["cup 'cuia:hot' is now called 'cuia:warm'"]
    assert house.split("glass:hot,mug") == ("glass", "hot,mug")
    with pytest.raises(UnknownName, match="'glass'"):
        house.factory("glass")


def test_old_values_of_options_go_on() -> None:
    with pytest.warns(RenamedWarning, match="scale 'seed' is now called 'paper'"):
        assert check_scale("seed") == "paper"
    with pytest.warns(RenamedWarning, match="markov rounding 'seed' is now called 'paper'"):
        assert Switches.of({"rounding": "seed"}).rounding == "paper"
    with pytest.warns(RenamedWarning, match="rikken preset 'seed' is now called 'paper'"):
        assert bolicho.game("rikken", preset="seed").options["preset"] == "paper"
    with pytest.warns(RenamedWarning, match="scale 'seed'"):
        assert kind_of("reproduction").read({"experiment": "rosa", "scale": "seed"})["scale"] == "paper"
    with pytest.raises(UnknownName, match="sed"):
        check_scale("sed")


def test_a_tutor_who_stays_goes_on_under_its_old_word() -> None:
    with pytest.warns(RenamedWarning, match="bot setting 'salt' is now called 'stay'"):
        assert bolicho.agent("bot5:salt=on", "truco").name == "bot5:stay=on"
    with pytest.warns(RenamedWarning, match="option 'salt' is now called 'stay'"):
        asked = kind_of("train-cases").read({"bot": "bot5", "salt": True})
    assert (asked["stay"], "salt" in asked) == (True, False)
    assert NewSession.model_validate({"name": "taught", "salt": True}).stay


def test_an_option_goes_on_under_its_old_word_in_the_terminal() -> None:
    app, seen = typer.Typer(), []

    @app.command()
    @takes(Option("stay", "switch", False, formerly="salt"), Option("matches", "integer", 5, formerly="games"))
    def train(**asked: object) -> None:
        """Train."""
        seen.append(asked)

    with pytest.warns(RenamedWarning, match="option 'salt' is now called 'stay'"):
        assert CliRunner().invoke(app, ["--salt", "--games", "7"]).exit_code == 0
    assert CliRunner().invoke(app, ["--stay"]).exit_code == 0
    assert seen == [{"stay": True, "matches": 7}, {"stay": True, "matches": 5}]
    assert "--salt" not in CliRunner().invoke(app, ["--help"]).output


def test_a_record_with_names_of_0_1_is_read_and_built_again() -> None:
    game = bolicho.game("rikken", deals=1)
    told = bolicho.play_match(game, [bolicho.agent("rules-paper", game)] * 4, seed=1).to_dict()
    told |= {"agents": ["rules-seed"] * 4, "options": {**told["options"], "preset": "seed"}}
    record = bolicho.Record.from_dict(told)
    with pytest.warns(RenamedWarning, match="preset 'seed'"):
        again = bolicho.game(record.game, **record.options)
    with pytest.warns(RenamedWarning, match="agent 'rules-seed'"):
        agents = [bolicho.agent(name, again) for name in record.agents]
    assert bolicho.play_match(again, agents, seed=1).units == record.units

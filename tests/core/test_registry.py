import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import bolicho
from bolicho import BadInput, UnknownName
from bolicho.core.registry import Registry

GUEST = '''
from bolicho import Decision

class Hasty:
    """Plays the first legal move."""
    name = "hasty"
    plays = ("truco",)
    def __init__(self, game, card="0"):
        self.card = int(card)
    def choose(self, view, rng):
        return Decision(view.moves[self.card])
'''


@pytest.fixture
def guest(tmp_path: Path) -> Path:
    """A package of somebody else's, installed the way pip leaves it, with an agent and one that does not load."""
    (tmp_path / "guesthouse.py").write_text(GUEST)
    info = tmp_path / "guesthouse-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guesthouse\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[bolicho.agents]\nhasty = guesthouse:Hasty\nbroken = guesthouse:Nobody\nrandom = guesthouse:Hasty\n"
        "[bolicho.games]\nother = bolicho.games.truco:Truco\n"
    )
    return tmp_path


def ask(guest: Path, code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(guest)!r})\nimport bolicho\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_guest_agent_and_a_guest_game_join_by_entry_points(guest: Path) -> None:
    code = """
g = bolicho.game("other", target=3)
a, b = bolicho.agent("hasty", bolicho.game("truco")), bolicho.agent("hasty:1", bolicho.game("truco"))
print("other" in bolicho.games(), "hasty" in bolicho.agents("truco"), g.options["target"], b.card)
r = bolicho.play_match(bolicho.game("truco"), [a, b], seed=3, salt="")
print(r.agents, r.forfeit)
"""
    assert ask(guest, code).splitlines() == ["True True 3 1", "('hasty', 'hasty') None"]


def test_a_guest_cannot_take_a_name_of_the_house_and_one_that_fails_to_load_is_left_out(guest: Path) -> None:
    code = """
print(type(bolicho.agent("random", bolicho.game("truco"))).__name__, "broken" in bolicho.agents("truco"))
try: bolicho.agent("broken", bolicho.game("truco"))
except bolicho.BadInput as error: print(error)
"""
    first, second = ask(guest, code).splitlines()
    assert first == "RandomAgent False"
    assert second.startswith("agent 'broken' (guesthouse:Nobody) does not load")


LACKS = {
    "raise ImportError('Chess is missing: pip it')": "(sadhouse:Sad) does not load: Chess is missing: pip it",
    "import no_such_library": "(sadhouse:Sad) does not load: No module named 'no_such_library'",
    "1 / 0": "(sadhouse:Sad) does not load: ZeroDivisionError: division by zero",
    "from bolicho import BadInput; raise BadInput('sad: no dice')": ": sad: no dice",
}


@pytest.mark.parametrize("code", LACKS)
def test_what_a_guest_lacks_is_told_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    (tmp_path / "sadhouse.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    registry = Registry("agent", "no.such.group", {})
    registry.guests = {"sad": EntryPoint("sad", "sadhouse:Sad", "no.such.group")}
    with pytest.raises(BadInput) as refused:
        registry.factory("sad")
    assert str(refused.value).removeprefix("agent 'sad'").strip() == LACKS[code]


def test_arguments_follow_the_name() -> None:
    registry = Registry("thing", "bolicho.none", {})
    registry.add("pair", lambda first, second="2": (first, second))
    assert registry.make("pair:a") == ("a", "2")
    assert registry.make("pair:a,second=b") == ("a", "b")
    with pytest.raises(BadInput, match=r"thing 'pair:a,third=c'.*third"):
        registry.make("pair:a,third=c")


@pytest.mark.parametrize("spec", ["pair:a,", "pair:,a", "pair:,", "pair:a,,second=b", "pair:a,=b", "pair: "])
def test_an_empty_argument_is_a_slip(spec: str) -> None:
    registry = Registry("thing", "bolicho.none", {})
    registry.add("pair", lambda first="1", second="2": (first, second))
    with pytest.raises(BadInput, match=f"thing '{spec}': nothing stands"):
        registry.make(spec)
    assert registry.make("pair:") == ("1", "2")


def test_an_argument_is_given_once() -> None:
    registry = Registry("thing", "bolicho.none", {})
    registry.add("pair", lambda first="1", second="2": (first, second))
    with pytest.raises(BadInput, match="'pair:second=a,second=b': second is given twice"):
        registry.make("pair:second=a,second=b")


def test_agents_are_listed_for_the_games_they_play() -> None:
    game = bolicho.game("truco")
    assert set(bolicho.agents(game)) >= {"random", "novice", "cautious", "bold", "bluffer", "sound"}
    assert bolicho.agents("truco") == bolicho.agents(game)


def test_an_unknown_agent_or_argument_is_named() -> None:
    game = bolicho.game("truco")
    with pytest.raises(UnknownName, match="did you mean 'sound'"):
        bolicho.agent("soundd", game)
    with pytest.raises(BadInput, match="random:fast"):
        bolicho.agent("random:fast", game)


def test_importing_bolicho_loads_nothing_heavy() -> None:
    code = "import sys, bolicho; print(*{'numpy', 'numba', 'sqlalchemy', 'rich', 'typer'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_factory_may_take_what_stands_after_the_colon_as_one_text() -> None:
    class Whole:
        takes_text = True

        def __init__(self, text: str = "nothing") -> None:
            self.text = text

    registry = Registry("thing", "no.such.group", {})
    registry.add("whole", Whole)
    assert registry.make("whole:a=1, b:c,,@").text == "a=1, b:c,,@"
    assert registry.make("whole").text == "nothing"

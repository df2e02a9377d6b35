"""The other end of the line: our own agents as programs, and views that survive the way there."""

import json
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.cli.front_door import knock, refused

import bolicho
from bolicho.agents import make
from bolicho.core.contract import Decision
from bolicho.core.errors import BadInput
from bolicho.field.line.messages import choose, hello, match
from bolicho.field.line.speaker import speak
from bolicho.field.line.views import view_of
from bolicho.games.face import face_of

EXAMPLES = Path(__file__).parents[3] / "examples"
OPTIONS: dict[str, dict[str, Any]] = {"rikken": {"deals": 1}, "truco": {"target": 3}}


@pytest.mark.parametrize("name", bolicho.games())
def test_a_view_survives_the_way_there(name: str) -> None:
    game = bolicho.game(name)
    rng = bolicho.stream(5)
    for unit in range(3):
        state = game.start(game.deal(rng), **game.opening(rng))
        for _ in range(30):
            if state.over:
                break
            state = state.play(rng.choice(state.moves()))
            for seat in range(game.seats):
                view = state.view(seat)
                written = json.loads(json.dumps(face_of(game).plain(view)))
                assert view_of(game, written) == view, unit


@pytest.mark.parametrize("state", [None, {}, {"seat": 0}, [], {"seat": 0, "history": ["a1"], "start": "x"}])
@pytest.mark.parametrize("name", ["truco", "tapatan"])
def test_what_is_no_view_is_told(name: str, state: Any) -> None:
    with pytest.raises(BadInput):
        view_of(bolicho.game(name), state)


class Seeded:
    """An agent that is given the stream which the other end of a line makes of its seed."""

    def __init__(self, agent: Any) -> None:
        self.agent, self.name = agent, agent.name

    def choose(self, view: Any, rng: Random) -> Decision:
        decision: Decision = self.agent.choose(view, Random(rng.getrandbits(53)))
        return decision


@pytest.mark.parametrize(("name", "agent"), [("tapatan", "minimax:2"), ("truco", "bluffer"), ("rikken", "rules")])
def test_an_agent_of_ours_plays_through_the_line_as_it_does_directly(name: str, agent: str) -> None:
    game = bolicho.game(name, **OPTIONS.get(name, {}))
    others = [make("random", game)] * (game.seats - 1)
    program = make(f"line:{sys.executable} -c 'from bolicho.cli import main; main()' line {agent}", game)
    assert (program.called, name in program.games) == (agent, True)
    there = bolicho.play_match(game, [program, *others], seed=4)
    here = bolicho.play_match(game, [Seeded(make(agent, game)), *others], seed=4)
    assert (there.units, there.scores, there.forfeit) == (here.units, here.scores, None)
    program.close()


def answers(*lines: bytes, agent: str = "random") -> list[dict[str, Any]]:
    out = BytesIO()
    speak(agent, lines, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_whole_conversation() -> None:
    game = bolicho.game("tapatan")
    view = game.start().view(0)
    question = choose(face_of(game), view, 7)
    said = [json.dumps(message).encode() for message in (hello(), match(game, 0, 1.0), question, question)]
    greeting, first, second = answers(*said, b'{"type":"later"}', b'{"type":"quit"}', said[-1])
    assert (greeting["protocol"], greeting["name"]) == (1, "random")
    assert set(greeting["games"]) >= {"tapatan", "truco", "rikken"}
    assert first == second
    assert first["move"] in view.moves


def test_a_message_that_only_a_later_version_knows_is_ignored_before_a_match_too() -> None:
    assert answers(b'{"type":"later","of":1}', b'{"type":"quit"}') == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"go", "no JSON object"),
        (b'{"type":"choose"}', "'choose' before 'match'"),
        (b'{"type":5}', "type: expected one of hello, match"),
        (b'{"type":"match","game":"chess"}', "unknown game 'chess'"),
        (b'{"type":"match","game":"truco","options":{"target":-1}}', "target=-1"),
    ],
)
def test_what_cannot_be_answered_is_answered_with_an_error(line: bytes, told: str) -> None:
    (answer,) = answers(line)
    assert answer["type"] == "error"
    assert told in answer["message"]


@pytest.mark.parametrize(
    ("typed", "code", "told"),
    [
        ('{"type":"hello"}\n', 0, ""),
        ('{"type":"choose"}\n', 0, ""),
        ('go\n{"type":"quit"}\n', 0, ""),
        ('{"type":"hello"}\ngo\n[1]\n', 2, "ended without quit, and line 2 said 'go', which is no JSON object"),
    ],
)
def test_input_that_is_no_protocol_and_never_quits_ends_in_exit_code_2(typed: str, code: int, told: str) -> None:
    command = [sys.executable, "-c", "from bolicho.cli import main; main()", "line", "random"]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert told in done.stderr
    assert done.stderr.count("\n") == (1 if told else 0)
    assert done.stdout.count("\n") == sum("quit" not in line for line in typed.splitlines())


def test_an_agent_nobody_knows_is_told_at_once() -> None:
    assert refused(knock("line", "nobody"), "unknown agent 'nobody'")


def test_the_example_in_python_plays_whole_matches_and_beats_chance() -> None:
    game = bolicho.game("tapatan")
    player = make(f"line:{sys.executable} '{EXAMPLES / 'line_bot.py'}'", game)
    assert player.called == "line_bot.py"
    rival = make("random", game)
    records = [bolicho.play_match(game, [player, rival], seed=2, match=match) for match in range(12)]
    player.close()
    assert all(record.forfeit is None for record in records)
    assert sum(record.winner == 0 for record in records) > 6


def test_the_example_in_javascript_plays_every_game_and_truco_better_than_chance() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node on this machine")
    for name, options in {"truco": {"target": 12}, "rikken": {"deals": 1}, "jogo-da-velha": {}}.items():
        game = bolicho.game(name, **options)
        player = make(f"line:{node} '{EXAMPLES / 'line_bot.js'}'", game)
        others = [make("random", game)] * (game.seats - 1)
        matches = 10 if name == "truco" else 1
        records = [bolicho.play_match(game, [player, *others], seed=3, match=match) for match in range(matches)]
        player.close()
        assert all(record.forfeit is None for record in records)
        if name == "truco":
            assert sum(record.winner == 0 for record in records) > 7


@pytest.mark.parametrize(("name", "head"), [("tapatan", "board games"), ("truco", "Truco"), ("rikken", "Rikken")])
def test_the_page_tells_of_every_field_of_a_state(name: str, head: str) -> None:
    page = (EXAMPLES.parent / "docs" / "field" / "line.md").read_text(encoding="utf-8")
    table = page.partition(f"| {head} | |")[2].partition("\n\n")[0]
    game = bolicho.game(name)
    view = game.start(game.deal(bolicho.stream(1)), **game.opening(bolicho.stream(1))).view(0)
    state = face_of(game).plain(view)
    told = set(re.findall(r"`([a-z_]+)`", table)) | {"seat", "to_move", "moves"}
    assert set(state) <= told

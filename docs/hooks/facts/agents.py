"""What the code knows of agents: who they are, what they play, how they explain one decision, how strong they are."""

import json
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from grids import after_title, facts, grid

from bolicho.agents import AGENTS, make, names
from bolicho.agents.scripted.tempers import TEMPERS
from bolicho.core.chance import stream
from bolicho.core.json_text import JsonObject
from bolicho.core.why import sentence
from bolicho.games import GAMES
from bolicho.games.boards import on_a_board
from bolicho.lab.studies.strength.markdown import markdown as strength_told
from bolicho.lab.studies.strength.shipped_table import shipped

Link = Callable[[str], str]
UNMEASURED = {
    "bot5": "it learns by asking a tutor, and nobody sits there to answer. Without one it plays its own choice, which "
    "by the same base is move for move that of [`bot0`]({bot0}), so that the row of `bot0` stands for it. What it "
    "learned from a tutor was measured [beside the other bots]({moral})"
}
"""Why somebody is not in the strength table."""
DOCS = Path(__file__).parents[2]
SPECS = {"qlearning": "qlearning:5000", "mc": "mc:40", "pimc": "pimc:20", "ismcts": "ismcts:300"}
"""What is asked for an example where the default takes long."""
SHOWN, LISTED = 1400, 4
"""How much of an explanation's data is shown: characters in all, items of a list."""


def agent_page(name: str, markdown: str, link: Link) -> str:
    """Return the page of an agent with its facts at the top, an explanation and its strength at the end."""
    if name not in AGENTS.house:
        return markdown
    top = facts(_facts(name, link))
    rest = [f"## `{name}` explains a decision", _explained(name), f"## `{name}` measured", _strength(name, link)]
    return after_title(markdown, top) + "\n\n" + "\n\n".join(rest) + "\n"


def _facts(name: str, link: Link) -> dict[str, str]:
    character = _character(name)
    return {
        "Name": f"`{name}`",
        "Character": escape(character.get("en", "")),
        "Em português": escape(character.get("pt-BR", "")),
        "Plays": _plays(name, link),
        "Code": f"`{AGENTS.house[name].partition(':')[0]}`",
    }


def _character(name: str) -> dict[str, str]:
    found: dict[str, str] = dict(getattr(AGENTS.factory(name), "character", {}))
    return found


def _plays(name: str, link: Link) -> str:
    games = [game for game in GAMES.house if name in names(game)]
    boards = [game for game in games if on_a_board(GAMES.make(game))]
    cards = [f"[{game}]({link(f'games/{game}.md')})" for game in games if game not in boards]
    every = sum(on_a_board(GAMES.make(game)) for game in GAMES.house)
    if boards:
        told = "every [board game]" if len(boards) == every else f"{len(boards)} of the [board games]"
        cards.append(f"{told}({link('games/boards.md')})")
    return ", ".join(cards)


class Situation(NamedTuple):
    """A place in a game where somebody decides: a deal, what was played before, and words for it."""

    deal: str
    context: JsonObject
    moves: tuple[str, ...]
    told: str


SITUATIONS = {
    "truco": Situation(
        "1e 7o 4c / 3b 2c 12o",
        {},
        ("4c",),
        "The rival led the 4 of copas; the agent, pé, holds `3b 2c 12o` at 0-0.",
    ),
    "paulista": Situation(
        "7d / 3c Qh As / Kd Jc 4h",
        {},
        ("As",),
        "The vira is the 7 of diamonds; the rival led the ace of spades; the agent holds `Kd Jc 4h` at 0-0.",
    ),
    "rikken": Situation(
        "AKJ2.T9.T94.8762 / QT9.AKQ5432..JT9 / 876.87.AKQ53.AKQ / 543.J6.J8762.543",
        {"dealer": 3, "contract": "rik", "declarer": 0},
        ("trump:s", "ask:Ac"),
        "The agent declares rik, spades are trump, it asked for the ace of clubs and leads from `AKJ2.T9.T94.8762`.",
    ),
    "tapatan": Situation("110201220 1", {}, (), "Tapatan, position `110201220 1`; the agent moves first."),
}
"""One a game, the same for all agents; an agent is asked in the first game that it plays."""


def _situation(name: str) -> tuple[Any, Any, str]:
    """Return a game, a view in which the agent decides, and words for it."""
    played = next(game for game in SITUATIONS if name in names(game))
    game, place = GAMES.make(played), SITUATIONS[played]
    state = game.start(place.deal, **place.context)
    for move in place.moves:
        state = state.play(move)
    return game, state.view(state.seat), place.told


def _explained(name: str) -> str:
    game, view, told = _situation(name)
    spec = SPECS.get(name, name)
    decision = make(spec, game).choose(view, stream(1, "docs", name))
    decision = getattr(decision, "fallback", decision)
    tongues = {"In English": "en", "Em português": "pt-BR"}
    told_in = {label: sentence(decision.why, tongue) for label, tongue in tongues.items()}
    said = [f"> **{label}:** {escape(text, quote=False)}" for label, text in told_in.items() if text]
    data = json.dumps(_short(dict(decision.why.get("facts", {}))), ensure_ascii=False, indent=1)
    data = data if len(data) <= SHOWN else data[:SHOWN].rsplit("\n", 1)[0] + "\n …"
    value = "" if decision.value is None else f", which it values {decision.value:.3g}"
    return "\n\n".join(
        [
            f"{told} Asked with seed 1, `{spec}` plays `{decision.move}`{value}.",
            "\n>\n".join(said) or "It gives data and no sentence.",
            'As data, shortened (`decision.why["facts"]`):',
            f"```json\n{data}\n```",
        ]
    )


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _short(one) for key, one in list(value.items())[:12]}
    if isinstance(value, list | tuple):
        return [_short(one) for one in value[:LISTED]] + (["…"] if len(value) > LISTED else [])
    return round(value, 4) if isinstance(value, float) else value


def _strength(name: str, link: Link) -> str:
    blocks = []
    for game, told in shipped().items():
        own = {spec: one for spec, one in told.agents.items() if spec.partition(":")[0] == name}
        if own:
            table = strength_told({game: told._replace(agents=own)}).partition("\n")[2]
            blocks.append(f"### {game}\n{table}")
    if not blocks:
        why = UNMEASURED.get(name, "nobody has measured it there yet")
        why = why.format(bot0=link("agents/bot0.md"), moral=link("works/moral.md"))
        return f"Not in [the strength table]({link('strength.md')}): {why}."
    reading = f"What the columns say and do not say: [how to read it]({link('strength.md')}#how-to-read-it)."
    return "\n\n".join([*blocks, reading])


def temper(name: str, *, link: Link) -> str:  # noqa: ARG001
    """Tell the numbers by which a scripted player bets."""
    told = TEMPERS[name]
    calls = (("envido", "real envido", "falta envido"), ("truco", "retruco", "vale quatro"))
    rows = [
        *zip(calls[0], map(_points, told.envido), map(_points, told.accepts_envido), strict=True),
        *zip(calls[1], map(_chance, told.truco), map(_chance, told.accepts_truco), strict=True),
        ("contra-flor", _points(told.contra_flor), _points(told.contra_flor - 4)),
    ]
    bluffs = (
        f"Calls envido without points {_share(told.envido_bluff)} and truco without a hand {_share(told.truco_bluff)}."
    )
    judges = {"chance": "the exact chance", "feeling": "its two best cards"}[told.judges_by]
    opens = {"high": "its highest", "middle": "its middle"}[told.leads]
    lead = f"Judges by {judges}; opens a hand with {opens} card. {bluffs}"
    return f"{lead}\n\n{grid(['bet', 'calls or raises from', 'accepts from'], rows)}"


def _points(points: int) -> str:
    return f"{points} points"


def _chance(chance: float) -> str:
    return f"{chance:.0%}".replace("%", " %")


def _share(share: float) -> str:
    return f"{share:.0%}".replace("%", " %") + " of the time" if share else "never"


def agents_list(game: str, *, link: Link) -> str:
    """List the agents of a game that have a page, with who they are."""
    rows = [
        [f"[`{name}`]({link(f'agents/{name}.md')})", escape(_character(name).get("en", ""))]
        for name in AGENTS.house
        if name in names(game)
    ]
    return grid(["agent", "character"], rows)

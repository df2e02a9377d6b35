"""Are the options of a job good? Asked before it is queued, by the code that its command uses.

``python -m bolicho.web.jobs.checks`` reads kind and options as JSON and prints what is wrong, or nothing: a process of
its own, in the environment of the job, so that no agent's code and no base is loaded into the server.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from bolicho.agents import make
from bolicho.core.errors import BadInput, BolichoError, UnknownName
from bolicho.core.extras import need
from bolicho.web.jobs.commands import Options
from bolicho.web.jobs.kinds import kind_of


def check(kind: str, options: Options) -> None:
    """Raise what is wrong with options that were read by their kind."""
    CHECKS[kind](options)


def _rules(options: Options) -> dict[str, Any]:
    return {name: options[name] for name in ("preset", "target") if options.get(name) is not None}


def _tournament(options: Options) -> None:
    from bolicho.arena.plan.design import Design
    from bolicho.arena.plan.fields import field
    from bolicho.arena.plan.plan import Plan

    plan = Plan(options["game"], tuple(options["agents"]), _rules(options), options["seed"], options["time_limit"])
    game = plan.build_game()
    named = field(options["field"], game) if options.get("field") else ()
    agents = (*plan.agents, *(agent for agent in named if agent not in plan.agents))
    if not agents:
        raise BadInput("nobody plays: name agents, or a field")
    whole = Plan(plan.game, agents, plan.options, plan.seed, plan.time_limit)
    Design(whole, options["format"], options["matches"], options.get("rounds"), 0.05 if options.get("decide") else None)
    for agent in agents:
        make(agent, game)
    _plots()


def _duel(options: Options) -> None:
    from bolicho.lab.studies.bases.duel import Duel, Side

    sides = []
    for side in "ab":
        if options[f"{side}_technique"] == "agent":
            sides.append(Side(agent=options[f"{side}_agent"]))
            continue
        names = ("base", "cluster", "action", "clusters", "learning", "auto_k")
        given = {name: options[f"{side}_{name}"] for name in names if f"{side}_{name}" in options}
        sides.append(Side(**given))
        if options.get(f"{side}_keep"):
            _free(options[f"{side}_keep"])
    asked = (options["matches"], options["swap"], options["seed"], tuple(_rules(options).items()))
    game = Duel(sides[0], sides[1], *asked).game()
    for one in sides:
        make(one.spec, game)


def _profile(options: Options) -> None:
    from bolicho.lab.studies.profiles.play import plan
    from bolicho.learn.cases import shelf

    if not options["agents"] and not options["bases"]:
        raise BadInput("profile needs an agent, or a base of cases")
    design = plan(options["agents"], options["against"], _rules(options), options["seed"], 10.0)
    design.check()
    game = design.build_game()
    for agent in design.agents:
        make(agent, game)
    for base in options["bases"]:
        shelf.base(base)
    _plots()


def _qlearning(options: Options) -> None:
    from bolicho.games import GAMES
    from bolicho.games.boards import board_game
    from bolicho.learn.boards.qlearning import Learner, Settings, decay_of

    game = board_game(GAMES.make(options["game"]), f"Q-learning learns board games only, not {options['game']}")
    given = {name: options[name] for name in ("seat", "alpha", "gamma", "epsilon", "seed")}
    Learner(game.board, Settings(rival=options["against"], decay=decay_of(options["episodes"]), **given))


def _markov(options: Options) -> None:
    from bolicho.train.markov.design import Design

    switches = {}
    for part in filter(None, (options["switches"] or "").split(",")):
        name, equals, value = (side.strip() for side in part.partition("="))
        if not equals or name in switches:
            raise BadInput(f"switches {part!r}: expected NAME=VALUE, each once")
        switches[name] = value
    asked = (options["matches"], options["save_every"], options["against"], options["seed"])
    game = Design(*asked, switches, None, _rules(options)).game()
    if options["against"]:
        make(options["against"], game)


def _cases(options: Options) -> None:
    from bolicho.learn.cases import shelf
    from bolicho.train.cases.design import PERSON, Design, asks, usual_name

    bot, against, seed = options["bot"], options["against"], options["seed"]
    if options["tutor"] == PERSON:
        raise BadInput("tutor 'person': people teach on the page for that (/tutor)")
    tutor = options["tutor"] or ("sound" if asks(bot) else "")
    name = options["name"] or usual_name(bot, against, seed)
    design = Design(
        name, bot, against, options["matches"], seed, options["start"], tutor, options["salt"], options["guided"] or ""
    )
    design.rival()
    shelf.base(options["start"])
    _judge(options)


def _imitation(options: Options) -> None:
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.decision.reuse import policy
    from bolicho.learn.cases.truco.columns import FORM
    from bolicho.train.imitation.design import FIRST_TEN, Design

    drawn = tuple(one.strip() for one in options["policies"].split(",")) if options["policies"] else FIRST_TEN
    names = ("observer", "enough", "threshold", "recluster", "clean", "clean_start")
    kept = {name: options[name] for name in names}
    Design(options["name"], options["start"], drawn, options["matches"], options["seed"], **kept)
    shelf.base(options["start"], form=FORM)
    policy(options["judge_policy"])
    _free(options["name"])
    _judge(options)


def _reproduction(options: Options) -> None:
    from bolicho.lab import EXPERIMENTS
    from bolicho.lab.engine.experiment import check_scale

    if options["experiment"] != ALL:
        EXPERIMENTS.make(options["experiment"]).design(check_scale(options["scale"]), options["seed"])
    elif not knows_all():
        raise UnknownName("experiment", ALL, EXPERIMENTS.names())
    _plots()


def _clustering(options: Options) -> None:
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.truco.columns import FORM
    from bolicho.learn.cases.truco.scenarios import scenario

    shelf.base(options["base"], form=FORM)
    for name in options["scenarios"]:
        scenario(name)
    if options.get("new"):
        _free(options["new"])
    elif options["save"] and options["base"] in shelf.BUNDLED:
        raise BadInput(f"base {options['base']!r} is bundled with Bolicho and stays as it is; name a new one")


ALL = "all"


def knows_all() -> bool:
    """Whether all works can be reproduced in one go."""
    from importlib.util import find_spec

    return find_spec("bolicho.lab.engine.everything") is not None


def _judge(options: Options) -> None:
    if options["judge"] % 2:
        raise BadInput(f"judge {options['judge']}: expected an even number of matches")


def _free(name: str) -> None:
    from bolicho.learn.cases import shelf
    from bolicho.store import Store

    with Store.open() as store:
        shelf.free(name, store)


def _plots() -> None:
    need("matplotlib")


CHECKS: dict[str, Callable[[Options], None]] = {
    "tournament": _tournament,
    "duel": _duel,
    "profile": _profile,
    "train-qlearning": _qlearning,
    "train-markov": _markov,
    "train-cases": _cases,
    "train-imitation": _imitation,
    "reproduction": _reproduction,
    "clustering": _clustering,
}


def main() -> None:
    """Read what is asked from standard input; print what is wrong as JSON."""
    asked = json.load(sys.stdin)
    wrong = ""
    try:
        check(asked["kind"], kind_of(asked["kind"]).read(asked["options"]))
    except BolichoError as error:
        wrong = str(error)
    print(json.dumps({"wrong": wrong}))


if __name__ == "__main__":
    main()

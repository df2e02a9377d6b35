"""Are the options of a job good? Asked before it is queued, by the code that its command uses.

``python -m bolicho.web.jobs.checks`` reads kind and options as JSON and prints what is wrong, or nothing: a process of
its own, in the environment of the job, so that no agent's code and no base is loaded into the server.
"""

import json
import sys
from collections.abc import Callable

from bolicho.agents import make
from bolicho.core.errors import BadInput, BolichoError, UnknownName
from bolicho.core.extras import need
from bolicho.core.json_text import JsonObject
from bolicho.core.options import design_of
from bolicho.web.jobs.commands import Options, experiment
from bolicho.web.jobs.kinds import kind_of


def check(kind: str, options: Options) -> None:
    """Raise what is wrong with options that were read by their kind."""
    CHECKS[kind](options)


def _rules(options: Options) -> JsonObject:
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
    from bolicho.lab.studies.bases.duel import Duel
    from bolicho.lab.studies.bases.side import SIDES, side_of

    sides = [side_of(options, side) for side in SIDES]
    for side in SIDES:
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
    from bolicho.learn.boards.qlearning import Learner
    from bolicho.train.qlearning.design import QLearningDesign

    design = design_of(QLearningDesign, options)
    Learner(design.board(), design.begun())


def _markov(options: Options) -> None:
    from bolicho.train.markov.design import MarkovDesign

    design = design_of(MarkovDesign, options, options=_rules(options))
    game = design.game()
    if design.against:
        make(design.against, game)


def _cases(options: Options) -> None:
    from bolicho.learn.cases import shelf
    from bolicho.train.cases.design import PERSON, CaseDesign
    from bolicho.train.judging import check_judge

    if options["tutor"] == PERSON:
        raise BadInput("tutor 'person': people teach on the page for that (/tutor)")
    design = CaseDesign.of(options)
    design.rival()
    shelf.base(design.start)
    check_judge(options["judge"])


def _imitation(options: Options) -> None:
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.decision.reuse import policy
    from bolicho.learn.cases.truco.columns import FORM
    from bolicho.train.imitation.design import ImitationDesign
    from bolicho.train.judging import check_judge

    design = design_of(ImitationDesign, options)
    shelf.base(design.start, form=FORM)
    policy(options["judge_policy"])
    _free(design.name)
    check_judge(options["judge"])


def _equilibrium(options: Options) -> None:
    from bolicho.train.equilibrium.design import EquilibriumDesign

    design_of(EquilibriumDesign, options)
    need("numba")


def _reproduction(options: Options) -> None:
    from bolicho.lab import EXPERIMENTS
    from bolicho.lab.engine.experiment import check_scale
    from bolicho.lab.engine.vary import variation

    if options["experiment"] != ALL:
        work, scale = EXPERIMENTS.make(experiment(options)), check_scale(options["scale"])
        work.design(scale, options["seed"])
        if options.get("vary"):
            variation(work, options["vary"], scale, options["seed"])
    elif options.get("vary"):
        raise BadInput(f"--vary {options['vary']}: name one work, not all of them")
    elif not knows_all():
        raise UnknownName("experiment", ALL, EXPERIMENTS.names())
    _plots()


def _rikken_bidding(options: Options) -> None:
    from bolicho.lab.works.rosa.analyses import need_kernel
    from bolicho.lab.works.rosa.screens import bidding_of

    bidding_of(options)
    need_kernel()
    _plots()


def _rikken_play(options: Options) -> None:
    from bolicho.lab.works.rosa.analyses import need_kernel
    from bolicho.lab.works.rosa.screens import play_of

    play_of(options)
    need_kernel()
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
    "train-equilibrium": _equilibrium,
    "reproduction": _reproduction,
    "rikken-bidding": _rikken_bidding,
    "rikken-play": _rikken_play,
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

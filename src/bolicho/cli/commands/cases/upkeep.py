"""``bolicho cases competence|prune``: what a base is worth to its player, what can go, and what that costs."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.commands.cases.shared import AS_JSON, STORE, opened, print_json
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.lab.studies.bases.upkeep import BaseSet, PrunedBase, Watch
    from bolicho.store import Store

BASE = Annotated[str, typer.Argument(help="A base: its name or file; or a training of a bot, for its three bases.")]
MATCHES = Annotated[int, typer.Option(help="Matches to play, to see which questions come up; 0 for none.")]
SEED = Annotated[int, typer.Option(help="Random seed: the same seed gives the same result.")]
NEAR = Annotated[float, typer.Option(help="Least similarity of two situations that contradict each other.")]
POLICY = Annotated[str, typer.Option(metavar="POLICY", help="Policy of the player that uses the base.")]
BOT = Annotated[str, typer.Option(metavar="bot0..bot5", help="Bot that uses the three bases of a training.")]


def competence(
    name: BASE,
    threshold: Annotated[float, typer.Option(help="Least similarity at which a case covers a situation.")] = 0.9,
    enough: Annotated[int, typer.Option(help="Number of cases that must cover a situation.")] = 10,
    near: NEAR = 1.0,
    matches: MATCHES = 60,
    policy: POLICY = "PVCNPS",
    bot: BOT = "bot0",
    seed: SEED = 0,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Report what a base covers, which cases are never retrieved, and which contradict each other."""
    from bolicho.lab.studies.bases.upkeep import competence as told_of

    words = _words(language)
    with _place(name, None, store) as place, _watching(words) as watch:
        these = _kept(name, place, policy, bot)
        found = told_of(these, threshold, enough, near, matches, seed, watch)
    if as_json:
        print_json(found)
        return
    from bolicho.cli.commands.cases.upkeep_results import show_competence

    show_competence(found, words)


def prune(
    name: BASE,
    new: Annotated[str, typer.Option("--as", metavar="NAME", help="What to call the pruned base; the old one stays.")],
    what: Annotated[
        str, typer.Option(metavar="redundant,idle,never,contradicting", help="Which cases to remove, in this order.")
    ] = "redundant",
    threshold: Annotated[float, typer.Option(help="Least similarity at which others stand for a case.")] = 0.98,
    enough: Annotated[int, typer.Option(help="Number of cases that must stand for it.")] = 10,
    drift: Annotated[
        float, typer.Option(help="How far the share of an action may fall among the cases around one.")
    ] = 0.05,
    near: NEAR = 1.0,
    matches: MATCHES = 60,
    judge: Annotated[
        int,
        typer.Option(metavar="N", help="Then play N matches, an even number, of the pruned base against the full one."),
    ] = 0,
    policy: POLICY = "PVCNPS",
    bot: BOT = "bot0",
    seed: SEED = 0,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Make a base smaller, and measure what that costs in strength.

    redundant: cases with enough others that did the same in a like situation; idle: cases that answer no question;
    never: cases that no question of the matches played retrieves; contradicting: cases on the worse side of
    contradictions. The old base stays as it is.
    """
    from bolicho.cli.judging import check_judge
    from bolicho.lab.studies.bases.upkeep import changed_decisions, names, pruned
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.upkeep.prune import Settings, strategies

    words, began = _words(language), monotonic()
    chosen = strategies(filter(None, map(str.strip, what.split(","))))
    settings = Settings(threshold, enough, drift, near, seed=seed)
    check_judge(judge, store)
    shelf.spelled(new, "name")
    with _place(name, new, store) as place:
        assert place is not None
        these = _kept(name, place, policy, bot)
        for one in names(new, these):
            shelf.free(one, place)
        with _watching(words) as watch:
            made = pruned(these, new, chosen, settings, matches, watch)
            changed = changed_decisions(these, made, matches, seed, watch)
        _save(made, place)
    found: JsonObject = {
        "name": new,
        "of": name,
        "what": list(chosen),
        "threshold": threshold,
        "enough": enough,
        "drift": drift,
        "near": near,
        "matches": matches,
        "seed": seed,
        "bases": [one.to_dict() for one in made],
        "decisions": {"changed": changed.part, "of": changed.of, "share": changed.share},
        "seconds": round(monotonic() - began, 2),
    }
    if judge:
        found["judged"] = _judged(these, new, judge, seed, store, words)
    if as_json:
        print_json(found)
        return
    from bolicho.cli.commands.cases.upkeep_results import show_pruned

    show_pruned(found, words)


def _kept(name: str, store: "Store | None", policy: str, bot: str) -> "BaseSet":
    from bolicho.lab.studies.bases.upkeep import find_bases
    from bolicho.learn.cases.decision.reuse import policy as known_policy

    known_policy(policy)
    return find_bases(name, store, policy, bot)


def _save(made: "list[PrunedBase]", store: "Store") -> None:
    """Keep all pruned bases, or none."""
    from bolicho.learn.cases import shelf

    done: list[str] = []
    try:
        for one in made:
            shelf.save(one.base, store, origins=one.of.name)
            done.append(one.base.name)
    except BaseException:
        for name in done:
            store.drop_base(name)
        raise


def _judged(these: "BaseSet", new: str, matches: int, seed: int, url: str | None, words: Words) -> JsonObject:
    from bolicho.cli.judging import judge
    from bolicho.lab.engine.versus import compare_players

    players = (these.spec(new), these.spec(these.name))
    said = words("bar-judge", new=new, base=these.name)
    return judge(said, matches, url, lambda workers, done: compare_players(players, matches, seed, workers, done))


@contextmanager
def _place(name: str, new: str | None, url: str | None) -> "Iterator[Store | None]":
    """Open the store where it is needed: for a base in it, or a new one."""
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.files import is_file

    if new is None and (name in shelf.BUNDLED or is_file(name)):
        yield None
        return
    with opened(url) as store:
        yield store


@contextmanager
def _watching(words: Words) -> "Iterator[Watch]":
    from bolicho.cli.progress import progress

    with progress("") as show:
        yield lambda base, what, done, total: show(done, total, words(f"bar-{what}", base=base))


def _words(language: str | None) -> Words:
    return Words("bolicho.cli.commands.cases", speak(language), "upkeep.toml")

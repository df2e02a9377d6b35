"""``bolicho play``: a person sits down at the table, or watches two agents there."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.options import SALT, rule_options
from bolicho.core.chance import checked_salt
from bolicho.core.contract import Agent, Deal, Game
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.core.strangers import salt_for
from bolicho.games import GAMES

SEEDS = 2**32
RIVALS = ("sound", "rules", "minimax:4")
"""Who sits across when nobody was named: the first of these that plays the game, else whom its face names."""
USUAL = "a good opponent of the game"


def play(
    game: str = typer.Argument("truco", help="Which game; `bolicho games` lists them."),
    against: list[str] = typer.Option(
        [], metavar="AGENT", help="Your opponent; repeat it to name one for each seat.", show_default=USUAL
    ),
    preset: str | None = typer.Option(None, help="A named set of rules."),
    target: int | None = typer.Option(None, help="Points to play to."),
    option: list[str] = typer.Option([], metavar="NAME=VALUE", help="A rule option; may be repeated."),
    language: str | None = LANGUAGE,
    seed: int | None = typer.Option(None, help="Random seed of the deals and the agents; by default drawn."),
    salt: str | None = SALT,
    deal: list[str] = typer.Option(
        [], metavar="TEXT", help="Cards of the first hand, yours first; repeat it for the next hands."
    ),
    record: Path | None = typer.Option(None, metavar="FILE.jsonl", help="Append the match to this file."),
    store: str | None = typer.Option(None, metavar="URL", help="Store that keeps the match; by default your own."),
    no_store: bool = typer.Option(False, "--no-store", help="Do not keep the match in a store."),
    learn: bool = typer.Option(
        False, "--learn", help="Learning mode for boards: hints, what a move gave away, take-backs."
    ),
    watch: tuple[str, str] | None = typer.Option(
        None,
        metavar="A B",
        help="Watch agents instead of playing; they take all seats of the game in turn: A B, at Rikken A B A B.",
    ),
    starts: int | None = typer.Option(
        None, metavar="1..4", help="Rikken: the seat that bids and leads first, clockwise, 1 is you; by default drawn."
    ),
    name: list[str] = typer.Option([], metavar="NAME", help="Your name; repeat it for the other seats."),
) -> None:
    """Sit down and play. Numbers play cards, words make calls, a1-b2 moves a piece, ? shows the rules, q leaves."""
    from bolicho.cli.table.save import Keeper
    from bolicho.cli.table.screen import Screen

    screen = Screen(speak(language))
    rules = _rules(game, rule_options(preset, target, option), starts)
    deals = [rules.parse_deal(text) for text in deal]
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    if store and no_store:
        raise BadInput("--store and --no-store exclude each other")
    if watch is None:
        rivals = [_agent(spec, rules) for spec in _each_seat(against or [_usual(rules)], rules)]
        keeper = Keeper(screen.words, record, store=not no_store, url=store)
        _sit_down(screen, rules, rivals, chosen, _salt(salt, rivals), deals, keeper, learn, name)
    else:
        agents = [_agent(watch[seat % 2], rules) for seat in range(rules.seats)]
        keeper = Keeper(screen.words, record, store=bool(store), url=store)
        _look_on(screen, rules, agents, chosen, _salt(salt, agents), deals, keeper)


def _salt(given: str | None, agents: list[Agent]) -> str:
    return salt_for(agents) if given is None else checked_salt(given)


def _rules(name: str, options: JsonObject, starts: int | None) -> Game:
    """Return the game, with options by which the seat starts that was named."""
    game: Game = GAMES.make(name, **options)
    if starts is None:
        return game
    from bolicho.games.face import face_of

    named = face_of(game).starting(starts - 1)
    if not named:
        raise BadInput(f"--starts {starts}: nobody is named to start at {game.name}")
    twice = next((option for option in named if option in options), None)
    if twice is not None:
        raise BadInput(f"--starts and --option {twice} exclude each other")
    if not 1 <= starts <= game.seats:
        raise BadInput(f"--starts {starts}: expected a seat from 1 (you) to {game.seats}")
    begun: Game = GAMES.make(name, **options, **named)
    return begun


def _each_seat(specs: list[str], game: Game) -> list[str]:
    """Return who sits on each of the other seats: one for all, or as many as there are."""
    others = game.seats - 1
    if len(specs) not in (1, others):
        raise BadInput(f"--against is given {len(specs)} times; {game.name} has {others} other seats")
    return specs if len(specs) == others else specs * others


def _agent(spec: str, game: Game) -> Agent:
    from bolicho.agents import make

    agent: Agent = make(spec, game)
    return agent


def _usual(game: Game) -> str:
    """Return who sits across when nobody was named: one of the house, else whom the game's face names."""
    from bolicho.agents import names
    from bolicho.games.face import face_of

    known, rivals = names(game), (*RIVALS, face_of(game).stand_in)
    return next((spec for spec in rivals if spec.partition(":")[0] in known), known[0] if known else RIVALS[0])


def _sit_down(
    screen: Any,
    game: Game,
    rivals: list[Agent],
    seed: int,
    salt: str,
    deals: list[Deal],
    keeper: Any,
    learn: bool,
    given: list[str],
) -> None:
    from bolicho.cli.table.desk import PERSON, Desk
    from bolicho.cli.table.drawing import drawing_for
    from bolicho.cli.table.host import Host
    from bolicho.cli.table.lessons import lessons_for
    from bolicho.cli.table.names import called
    from bolicho.cli.table.person import Person
    from bolicho.play import Table

    names = called([screen.words("you"), *(rival.name for rival in rivals)], given)
    drawing = drawing_for(game, screen.language, names)
    spoken = getattr(drawing, "house", screen.words)
    lessons = lessons_for(game, spoken, learn, lambda line: screen.show(line) if screen.live else None)
    desk = Desk(screen, drawing, lessons)
    seats = [Person(desk), *rivals]

    def seat_all(match: int, watchers: Any) -> Table:
        dealer = _dealer(game, seed, match, deals, salt)
        return Table(game, seats, seed, match=match, dealer=dealer, watchers=watchers, keep_why=True, salt=salt)

    def keep(record: Record, joined: bool) -> Any:
        notes = {"people": [PERSON], **({"names": names} if given else {}), **(lessons.notes() if lessons else {})}
        return keeper.keep(_stamped(record, deals, notes), joined)

    Host(desk, keep).welcome(seat_all)


def _look_on(
    screen: Any, game: Game, agents: list[Agent], seed: int, salt: str, deals: list[Deal], keeper: Any
) -> None:
    from bolicho.cli.table.frames import frames
    from bolicho.cli.table.stepper import Stepper
    from bolicho.play import play_match

    record = play_match(game, agents, seed, dealer=_dealer(game, seed, 0, deals, salt), keep_why=True, salt=salt)
    for line in keeper.keep(_stamped(record, deals, {})):
        screen.show(line)
    stepper = Stepper(screen, record, row := frames(record))
    if screen.live:
        stepper.walk(0)
    else:
        stepper.tell(row)


def _dealer(game: Game, seed: int, match: int, deals: list[Deal], salt: str) -> Any:
    """Deal the given hands first, in the first match, then shuffle."""
    from bolicho.play import fixed, shuffled

    first, then = fixed(game, deals), shuffled(game, seed, match, salt)
    return lambda unit: first(unit) if match == 0 and unit < len(deals) else then(unit)


def _stamped(record: Record, deals: list[Deal], notes: JsonObject) -> Record:
    """Note who were people; a match with typed cards did not come from its seed alone, and says so."""
    notes = {**record.notes, **notes}
    if not deals or record.match > 0:
        return replace(record, notes=notes)
    return replace(record, seed=None, notes={**notes, "given_deals": len(deals), "seed_of_the_rest": record.seed})

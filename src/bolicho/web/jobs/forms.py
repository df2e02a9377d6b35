"""The forms of the laboratory as data: every field with what it may hold, its label and its help in both languages."""

from functools import cache
from typing import Any

from pydantic import BaseModel, Field

from bolicho.core import programs
from bolicho.core.options import Option
from bolicho.core.words import LANGUAGES
from bolicho.store import Store
from bolicho.web.jobs.kinds import KINDS
from bolicho.web.lobby.names import agent_name
from bolicho.web.server.texts import load_texts

FILE = "words/lab.toml"
TRUCO = "truco"
"""The game of jobs that do not ask for one."""


class BothLanguages(BaseModel):
    """A text in both languages."""

    pt: str = Field(alias="pt-BR")
    en: str
    model_config = {"populate_by_name": True}


class Choice(BaseModel):
    """Something that can be chosen."""

    value: str
    label: BothLanguages
    games: list[str] | None = Field(default=None, description="Of an agent: the games it plays; null where all do.")


class FieldForm(BaseModel):
    """One field of a form."""

    name: str
    type: str
    default: object
    low: float | None
    high: float | None
    choices: list[Choice]
    free: bool = Field(description="Whether something that is not among the choices may be written.")
    required: bool
    when: dict[str, list[Any]] = Field(description="Only of use where these fields have one of these values.")
    group: str
    label: BothLanguages
    help: BothLanguages


class KindForm(BaseModel):
    """One kind of job with its form."""

    kind: str
    group: str
    label: BothLanguages
    help: BothLanguages
    fields: list[FieldForm]


def forms(store: Store) -> list[KindForm]:
    """Return the forms of all kinds, with the choices there are now."""
    house = {**_house(), "bases": _bases(store)}
    here = {**house, "agents": tuple(name for name in house["agents"] if TRUCO in _plays(name))}
    return [
        KindForm(
            kind=kind.name,
            group=kind.group,
            label=_said(f"kind-{kind.name}"),
            help=_said(f"about-{kind.name}"),
            fields=[
                _field(kind.name, field, house if any(one.name == "game" for one in kind.fields) else here)
                for field in kind.fields
            ],
        )
        for kind in KINDS.values()
    ]


def _field(kind: str, field: Option, sources: dict[str, tuple[str, ...]]) -> FieldForm:
    plain = field.name.removeprefix(f"{field.group}_") if field.group else field.name
    values = field.choices or sources.get(field.source, ())
    return FieldForm(
        name=field.name,
        type=field.type,
        default=field.proposed,
        low=field.low,
        high=field.high,
        choices=[_choice(field.source, f"{kind}-{plain}", plain, value) for value in values],
        free=field.type in ("text", "words") or field.source in ("agents", "bases"),
        required=field.required and field.proposed is None,
        when={} if field.when is None else {field.when[0]: list(field.when[1])},
        group=field.group,
        label=_said(f"field-{kind}-{plain}", f"field-{plain}"),
        help=BothLanguages(**field.helps),
    )


def _choice(source: str, own: str, field: str, value: str) -> Choice:
    """Say a choice as the field of this very form does, as fields of its name do, or as it is."""
    if source == "agents":
        return _agent(value)
    if source in ("games", "boards"):
        return _game(value)
    return Choice(value=value, label=_said(f"choice-{own}-{value}", f"choice-{field}-{value}", value))


@cache
def _game(name: str) -> Choice:
    """A game as people call it."""
    from bolicho.games import GAMES
    from bolicho.games.face import face_of

    game = GAMES.make(name)
    told = {language: face_of(game, language).title for language in LANGUAGES}
    return Choice(value=name, label=BothLanguages(**{"pt-BR": told["pt-BR"], "en": told["en"]}))


@cache
def _agent(name: str) -> Choice:
    """An agent by its name and its spec, which is what is typed."""
    told = {language: f"{agent_name(name, language)} ({name})" for language in LANGUAGES}
    return Choice(
        value=name, label=BothLanguages(**{"pt-BR": told["pt-BR"], "en": told["en"]}), games=list(_plays(name))
    )


@cache
def _plays(name: str) -> tuple[str, ...]:
    from bolicho.agents import names
    from bolicho.games import GAMES

    return tuple(game for game in GAMES.names() if name in names(game))


def _said(*keys: str) -> BothLanguages:
    """Say the first of some keys that has a text; the last of them says itself."""
    told: dict[str, str] = {}
    for language in LANGUAGES:
        texts = load_texts(FILE, language)
        found = next((texts[f"lab.{key}"] for key in keys if f"lab.{key}" in texts), None)
        told[language] = keys[-1] if found is None else found
    return BothLanguages(**{"pt-BR": told["pt-BR"], "en": told["en"]})


@cache
def _house() -> dict[str, tuple[str, ...]]:
    """What does not change while the server runs."""
    from bolicho.agents import AGENTS
    from bolicho.arena.plan.fields import FIELDS
    from bolicho.games import GAMES
    from bolicho.games.boards import on_a_board
    from bolicho.lab import EXPERIMENTS
    from bolicho.learn.cases.truco.scenarios import ALL
    from bolicho.web.jobs.checks import ALL as EVERYTHING
    from bolicho.web.jobs.checks import knows_all

    games = GAMES.names()
    return {
        "games": games,
        "boards": tuple(name for name in games if on_a_board(GAMES.make(name))),
        "agents": tuple(name for name in AGENTS.names() if _plays(name) and not programs.starts(AGENTS.factory(name))),
        "fields": tuple(FIELDS),
        "experiments": (*((EVERYTHING,) if knows_all() else ()), *EXPERIMENTS.names()),
        "scenarios": tuple(ALL),
    }


def _bases(store: Store) -> tuple[str, ...]:
    from bolicho.learn.cases import shelf

    return shelf.names(store)

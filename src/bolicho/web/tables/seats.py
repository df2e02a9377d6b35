"""Who sits at a table: people with their secrets (kept as hashes only), agents, and seats that wait for somebody."""

import re
from base64 import b32encode
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from secrets import token_bytes, token_urlsafe
from typing import Literal

from bolicho.agents import AGENTS
from bolicho.core import programs
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.core.offers import offered
from bolicho.games import GAMES
from bolicho.games.face import face_of

Kind = Literal["person", "agent", "open"]

ARGUMENT = re.compile(r"[A-Za-z0-9_+-]+(?:\.[0-9]+)?")
"""What a setting in an agent's name may be when it comes from the web: a word or a number; no file, no address."""
LONGEST_SPEC, LONGEST_NAME = 120, 40
MOST = 100_000
"""The largest number in such a setting: whoever comes from outside cannot have an agent trained for a minute."""
DEAREST = {"minimax": 20, "mcts": 5000, "mc": 1000, "mc-paper": 1000, "pimc": 1000, "ismcts": 5000}
"""The same for those who search: about a second a decision, as all tables share the processes that think."""
LONGEST = 2.0
"""Seconds a decision, where an agent can be told."""


@dataclass
class Seat:
    """One seat of a table."""

    kind: Kind
    name: str = ""
    agent: str | None = None
    token: str | None = None
    """Hashes: of the secret of who sits here, of the invitation to sit here, of the code to withdraw what was kept."""
    invite: str | None = None
    withdrawal: str | None = None
    consent: bool = False
    language: str = "pt-BR"
    taken_over: str | None = None
    """Why another one plays here: ``left``, ``absent``, or what the agent did (``illegal raised late crashed``)."""
    stand_in: str | None = None
    """The agent that plays instead."""
    member: int | None = None
    """Who sits here, of a table in a room: the room knows the name, and nobody else keeps it."""
    sitting: int | None = None
    """The number of the person's sitting in the store."""
    hinted: bool = False
    rematch: bool = False

    @property
    def decider(self) -> str | None:
        """The agent that decides here; None where a person does."""
        return self.stand_in or (self.agent if self.kind == "agent" else None)

    def to_dict(self) -> JsonObject:
        """Return plain data for the store."""
        return asdict(self) | ({} if self.member is None else {"name": ""})

    @classmethod
    def from_dict(cls, data: JsonObject) -> "Seat":
        """Read a seat back."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in data.items() if name in known})


def secret() -> tuple[str, str]:
    """Return a new secret and its hash, which is all that is kept."""
    text = token_urlsafe(24)
    return text, hashed(text)


def hashed(text: str) -> str:
    """Return the SHA-256 of a secret."""
    return sha256(text.encode(errors="replace")).hexdigest()


def new_id() -> str:
    """Return a name for a table: ten letters and digits, not secret."""
    return b32encode(token_bytes(7)).decode().lower()[:10]


def stand_in_for(game: Game) -> str:
    """Return the agent that finishes for a leaver."""
    return face_of(game).stand_in


def game_of(name: str, preset: str | None, options: JsonObject) -> Game:
    """Make the game a client asks for; only registered names, never a file."""
    if name not in GAMES.names():
        raise UnknownName("game", name, GAMES.names())
    if "preset" in options:
        raise BadInput("options.preset: the preset has a field of its own")
    game: Game = GAMES.make(name, **options, **({"preset": preset} if preset else {}))
    return game


def checked_spec(spec: str, *, trusted: bool = False) -> str:
    """Return an agent's name that a client may ask for: of words and numbers, and none too great.

    The owner is trusted with more, but not with files: the processes that think open none (``core.paths``).


    What the owner offers by name (`core.offers`) may be asked for too: the name, never the file.

    >>> checked_spec("cbr:NPS@baseline,threshold=0.75")
    'cbr:NPS@baseline,threshold=0.75'
    >>> checked_spec("markov:my.npz")
    Traceback (most recent call last):
    bolicho.core.errors.BadInput: agent 'markov:my.npz': 'my.npz' is no setting (files may not be named here)
    """
    spec = AGENTS.current(spec)
    name, _, text = spec.partition(":")
    if name not in AGENTS.names() or len(spec) > LONGEST_SPEC:
        raise UnknownName("agent", spec[:LONGEST_SPEC], AGENTS.names())
    if spec in offered():
        return spec
    factory = AGENTS.factory(name)
    if programs.starts(factory):
        raise BadInput(f"agent {name!r}: {programs.refusal(factory)}")
    for setting in text.split(",") if text and not trusted else ():
        most = LONGEST if setting.startswith("seconds=") else DEAREST.get(name, MOST)
        for part in re.split("[=@]", setting):
            if not ARGUMENT.fullmatch(part) and part:
                raise BadInput(f"agent {spec!r}: {part!r} is no setting (files may not be named here)")
            if _number(part) > most:
                raise BadInput(f"agent {spec!r}: {part} is too much to be asked for here; at most {most:g}")
    return spec


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0  # a word


def clean_name(name: str) -> str:
    """Return a person's name as it may be shown: printable, short, without spaces around it."""
    shown = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(shown.split())[:LONGEST_NAME]


def moved(seat: Seat) -> Seat:
    """Return who sits here as they sit down at the next table."""
    if seat.kind == "person" and seat.taken_over == "left":
        return Seat("agent", agent=seat.stand_in)
    kept = {"withdrawal": seat.withdrawal, "consent": seat.consent, "language": seat.language}
    return Seat.from_dict({"kind": seat.kind, "name": seat.name, "agent": seat.agent, **kept})

"""Messages of a table: what clients may say and what they hear, published as JSON Schema (/schemas/messages.json)."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bolicho.core.json_text import JsonObject

Language = Literal["pt-BR", "en"]
Secret = Annotated[str, Field(min_length=1, max_length=100)]
Move = Annotated[str, Field(min_length=1, max_length=40, examples=["7e", "truco", "ask:As", "a1-b2"])]
Saying = Annotated[str, Field(min_length=1, max_length=20, examples=["buenas"])]
Ply = Annotated[int, Field(ge=0, lt=10**9, description="moves played so far in the whole match")]


class ClientMessage(BaseModel):
    """Whatever a client says: nothing but the fields named."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Hello(ClientMessage):
    """The first message: who is there; without a token somebody who looks on."""

    type: Literal["hello"]
    token: Secret | None = None
    language: Language = "pt-BR"


class MoveMessage(ClientMessage):
    """A move, and the ply it answers."""

    type: Literal["move"]
    ply: Ply
    move: Move


class Wish(ClientMessage):
    """Give up; let an agent finish; ask for another match; ask for a hint (learning mode).

    While the person who is to move is away: let an agent play there (``stand-in``), or win the match (``claim``).
    """

    type: Literal["resign", "leave", "rematch", "hint", "stand-in", "claim"]


class Say(ClientMessage):
    """A saying, by its key: heard by everybody at the table, and no move."""

    type: Literal["say"]
    saying: Saying


class Ping(ClientMessage):
    """Are you there?"""

    type: Literal["ping"]
    n: Annotated[int, Field(ge=0, lt=2**53)] = 0


SocketMessage = Annotated[MoveMessage | Wish | Say | Ping, Field(discriminator="type")]
SOCKET_MESSAGE: TypeAdapter[MoveMessage | Wish | Say | Ping] = TypeAdapter(SocketMessage)


class SeatView(BaseModel):
    """Who sits at a seat."""

    seat: int
    name: str
    kind: Literal["person", "agent", "open"]
    agent: str | None
    present: bool
    taken_over: str | None = Field(description="why an agent plays here instead; null when nobody does")
    stand_in: str | None
    face: dict[str, str | int | bool] | None = Field(None, description="what an agent's face is drawn from")


class TurnView(BaseModel):
    """A move of the present unit, as it was heard."""

    seat: int
    move: str = Field(description="empty: no move, but a number that was said with one")
    text: str
    kind: str = Field("call", description="as of legal moves: card, call, bid, trump, ask, point, step")


class SaidView(BaseModel):
    """What somebody said that is no move."""

    id: str
    seat: int
    unit: int
    after: int = Field(description="moves of the unit that were made before it")
    text: str


class TableWords(BaseModel):
    """The table in words."""

    asked: str
    standing: list[str]
    own: str
    history: list[TurnView]
    summary: list[str]
    speech: list[str] = Field(
        description="the unit in words for people who cannot see it: own cards, moves of others, winners, the end"
    )


class LegalMove(BaseModel):
    """A legal move."""

    move: str
    text: str
    kind: Literal["card", "call", "bid", "trump", "ask", "point", "step"]
    gloss: str = Field("", description="what it means in few words, where its name does not say it")
    tone: str = Field("", description="how it is meant: yes, no, strong, or nothing of that")
    key: str = Field("", description="what may be typed for it")


class Last(BaseModel):
    """The last finished unit, as this seat saw it."""

    unit: int
    state: JsonObject | None
    told: TableWords
    scores: list[int]
    shown: list[list[str] | None] | None
    hands: list[list[str]] | None = None


class ForfeitView(BaseModel):
    """Who lost the match other than by points."""

    seat: int
    why: str


class Result(BaseModel):
    """How the match ended."""

    winner: int | None
    scores: list[int]
    forfeit: ForfeitView | None
    text: str
    rated: bool = Field(
        description="whether it tells how strong this seat plays: two played by the usual rules, one an agent, "
        "without hints, and nobody was replaced"
    )
    hands: int = Field(description="finished units")


class Next(BaseModel):
    """The rematch: the new table, and this person's seat and token there."""

    table: str
    token: str
    seat: int


class Notice(BaseModel):
    """Something everybody at the table should know."""

    code: str
    text: str


class Why(BaseModel):
    """A decision with its explanation."""

    ply: int
    seat: int | None
    name: str | None
    move: str
    text: str
    value: float | None
    why: JsonObject
    sentence: str | None
    picture: JsonObject | None = Field(default=None, description="what a drawing needs beside the facts")
    state: JsonObject | None = Field(default=None, description="a board game's position before the move")


class TurnClock(BaseModel):
    """How long people have been waiting at a table of people."""

    turn: float = Field(description="seconds since this turn began")
    away: float | None = Field(description="seconds that the person who is to move has been away; null: is there")
    patience: float = Field(description="seconds after which those who wait may choose: stand-in, claim")
    claim: bool = Field(description="whether the match may be claimed then, not only an agent seated")


class TableView(BaseModel):
    """Everything one seat (or somebody who looks on) may know of a table: whole, after each change."""

    table: str
    version: int
    ply: int
    unit: int
    game: str
    title: str
    options: JsonObject
    preset: str | None
    variant: str | None = Field(None, description="what the preset is called")
    drawing: str = Field(description="who draws the table: cards draws state.scene, others the state of their game")
    deck: str = Field(description="which pictures the cards have: spanish, french, or none")
    mode: Literal["learning", "recorded"]
    language: Language
    seat: int | None
    seats: list[SeatView]
    scores: list[int]
    target: int | None
    turn: int | None
    thinking: bool
    state: JsonObject | None
    told: TableWords
    moves: list[LegalMove]
    last: Last | None
    over: bool
    result: Result | None
    record: int | None
    next: Next | None
    next_table: str | None
    rematch: list[int]
    clock: TurnClock | None = Field(description="while one of several people is to move")
    notices: list[Notice]
    talk: list[SaidView] | None = Field(description="of the last unit and the present one; null: nobody talks here")
    hands: list[list[str]] | None = Field(None, description="tables of agents only: everybody's cards")
    whys: list[Why] | None = Field(None, description="tables of agents only: the last decisions explained")


class ViewMessage(TableView):
    """The view, over a socket."""

    type: Literal["view"]


class ErrorMessage(BaseModel):
    """What could not be done, and the ply the table is at."""

    type: Literal["error"]
    code: str
    message: str
    ply: int


class Pong(BaseModel):
    """Yes."""

    type: Literal["pong"]
    n: int


class Hint(BaseModel):
    """What an agent would do here, and why."""

    ply: int
    move: str
    text: str
    why: JsonObject
    sentence: str | None


class HintMessage(Hint):
    """A hint, over a socket."""

    type: Literal["hint"]


class TakenOver(BaseModel):
    """Another tab took this seat; this socket closes (4001)."""

    type: Literal["taken-over"]


CLOSE_CODES = {
    4000: "no hello within its time, or something else before it",
    4001: "another tab took over this seat",
    4003: "wrong token",
    4004: "no such table",
    4008: "flood: too many messages",
    4009: "reader too slow",
    4010: "the table is gone",
    1003: "binary message",
    1009: "message too big",
    1013: "too many connections: try again later",
}


def schema() -> JsonObject:
    """Return the JSON Schema of all messages, by who says them, with the close codes."""
    said: TypeAdapter[Any] = TypeAdapter(Hello | MoveMessage | Wish | Say | Ping)
    heard: TypeAdapter[Any] = TypeAdapter(ViewMessage | ErrorMessage | Pong | HintMessage | TakenOver)
    whole, definitions = TypeAdapter.json_schemas(
        [("client", "validation", said), ("server", "serialization", heard)],
        ref_template="#/$defs/{model}",
        title="Messages of the WebSocket /ws/tables/{id}",
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **definitions,
        "properties": {
            "client": whole["client", "validation"],
            "server": whole["server", "serialization"],
        },
        "close_codes": {str(code): text for code, text in CLOSE_CODES.items()},
    }

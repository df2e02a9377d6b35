"""Who may come in, and how a refusal reads: security headers, Origin, admin key, one shape for every error."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from hmac import compare_digest
from http import HTTPStatus
from math import ceil
from typing import Annotated, cast
from urllib.parse import urlsplit

from fastapi import Depends, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bolicho.core.errors import BolichoError, IllegalMove, UnknownName, one_line
from bolicho.core.json_text import JsonObject
from bolicho.store import StoreAway
from bolicho.store.where import unplaced
from bolicho.web.server.house import House
from bolicho.web.server.limits import Weights, is_loopback, network_of
from bolicho.web.server.refusal import Refusal as Refusal  # everybody else takes it from here
from bolicho.web.server.refusal import Unfit
from bolicho.web.server.trouble import PLAINLY, code_of

CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")
KEY_HEADER = "X-Bolicho-Key"
SMALL = 16_384
"""Bytes; a body of at most this size is small: a move, a table, a job."""
BUSY = "the house reads many large requests just now; try again in a moment"
KNOWN = "bolicho.key"
"""Where a request remembers whether its key is right."""
LOG = logging.getLogger("bolicho.web")
PROXIED = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip", "via")
"""What a proxy adds: then it is the proxy that is on this machine, not who asks."""


class Fault(BaseModel):
    """What was wrong, for a program (code), for a person (message), and where."""

    code: str
    message: str
    where: str


class Problem(BaseModel):
    """Every refusal of the API has this shape."""

    error: Fault


def problems(*statuses: int) -> dict[int | str, JsonObject]:
    """Declare, for OpenAPI, the refusals an endpoint may answer with: ``responses=problems(404, 409)``."""
    return {status: {"model": Problem, "description": HTTPStatus(status).phrase} for status in statuses}


def house(connection: HTTPConnection) -> House:
    """The running server, as a dependency of endpoints: ``house: Annotated[House, Depends(house)]``."""
    return cast(House, connection.app.state.house)


HouseHere = Annotated[House, Depends(house)]


def is_admin(request: HTTPConnection) -> bool:
    """Whether a request brings the key, or comes from this very machine by its own address."""
    return _from_here(request) or brings_key(request)


def _from_here(request: HTTPConnection) -> bool:
    proxied = any(name in request.headers for name in PROXIED)
    return not proxied and is_loopback(_host(request)) and is_loopback(_name(request.headers.get("host", "")))


def brings_key(request: HTTPConnection) -> bool:
    """Whether a request brings the key; after wrong ones no key of that address is looked at for a while."""
    if KNOWN not in request.scope:  # asked more than once a request, and a wrong key is one guess
        request.scope[KNOWN] = _right_key(request)
    return bool(request.scope[KNOWN])


def _right_key(request: HTTPConnection) -> bool:
    brought, here, source = request.headers.get(KEY_HEADER, ""), house(request), network_of(_host(request))
    if not brought or here.guesses.wait(source) > 0:
        return False
    if compare_digest(brought.encode(), here.settings.key.encode()):
        here.guesses.right(source)
        return True
    count, seconds = here.guesses.wrong(source)
    if seconds:
        LOG.warning("admin key: %d wrong from %s; the next is looked at in %g s", count, source, seconds)
    return False


def _host(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def source_of(request: HTTPConnection) -> str | None:
    """Return the address that limits are counted by; None for the owner, who has none."""
    return None if is_admin(request) else network_of(_host(request))


Wait = Annotated[float, Query(ge=0, le=25, description="seconds to wait for another version")]
"""How long a request may wait for news."""


@contextmanager
def waits_for_news(request: HTTPConnection, room: str | None = None) -> Iterator[None]:
    """Count a request that waits among those of its address, or of the room that it has a token of.

    One too many is refused (429).
    """
    here, source = house(request), source_of(request)
    most, whose = here.settings.waiting_an_address, "address"
    if source is not None and room is not None:
        source, most, whose = f"room {room}", here.settings.waiting_a_room, "room"
    if source is not None and not here.waiting.enter(source, most):
        raise Refusal(429, "too-many-waiting", f"too many requests of this {whose} wait for news; wait a little")
    try:
        yield
    finally:
        if source is not None:
            here.waiting.leave(source)


def admin(request: Request) -> None:
    """Dependency of endpoints that only the owner of the server may call (403 otherwise)."""
    if not is_admin(request):
        wait = house(request).guesses.wait(network_of(_host(request)))
        if wait > 0 and KEY_HEADER in request.headers:
            said = f"too many wrong keys from this address; the next is looked at in {ceil(wait)} s"
            raise Refusal(429, "too-many-guesses", said, request.url.path)
        raise Refusal(
            403, "admin-only", f"needs the header {KEY_HEADER} with the key printed at start", request.url.path
        )


AdminOnly = Depends(admin)


def own_origin(headers: Headers) -> bool:
    """Whether a request comes from our own page (or from no page at all: programs send no Origin)."""
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):  # another port of this host is "same-site"
        return False
    origin = headers.get("origin")
    if origin == "null" and headers.get("sec-fetch-site") == "same-origin":
        return True  # a form of ours: a page that tells nobody where it comes from has no origin to name
    try:
        return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:  # no address at all, such as "http://["
        return False


class Doorkeeper:
    """Outermost layer: headers on every answer, foreign pages turned away, bodies no larger than agreed.

    Large bodies are bounded together, from their first byte until they are answered; small ones are never refused.
    """

    def __init__(self, app: ASGIApp, body_bytes: int, bodies_bytes: int) -> None:
        self.app = app
        self.body_bytes = body_bytes
        self.bodies = Weights(bodies_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def signed(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    answer.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal: JSONResponse | None = None
        if scope["method"] not in SAFE and not own_origin(headers):
            refusal = error_response(
                403, "foreign-origin", "this request comes from a page of another site", scope["path"]
            )
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.body_bytes:
            refusal = error_response(413, "too-large", f"a body may have {self.body_bytes} bytes", scope["path"])
        if refusal is not None:
            await refusal(scope, receive, signed)
            return
        taken = held = 0
        source = network_of((scope.get("client") or ("",))[0])

        async def measured() -> Message:
            nonlocal taken, held
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.body_bytes:
                raise HTTPException(413, f"a body may have {self.body_bytes} bytes")
            if taken > SMALL:
                if not self.bodies.take(source, taken - held):
                    raise HTTPException(503, BUSY, {"Retry-After": "2"})
                held = taken
            return message

        try:
            await self.app(scope, measured, signed)
        finally:
            self.bodies.give(source, held)


def error_response(status: int, code: str, message: str, where: str = "") -> JSONResponse:
    """Make the answer that tells of a problem."""
    fault = {"code": code, "message": one_line(message, 600), "where": where}
    return JSONResponse({"error": fault}, status, headers={"Cache-Control": "no-store"})


def error_text(here: House | None, error: BolichoError) -> str:
    """Return what was wrong without where the store is."""
    return str(error) if here is None else unplaced(str(error), here.store.url)


def stand_guard(app: FastAPI) -> None:
    """Give an app the one shape of errors: bad input 422, what is not there 404, and so on; never a traceback."""

    @app.exception_handler(Refusal)
    async def _refused(request: Request, error: Refusal) -> JSONResponse:
        return error_response(error.status, error.code, error.message, error.where or request.url.path)

    @app.exception_handler(BolichoError)
    async def _bad_input(request: Request, error: BolichoError) -> JSONResponse:
        code = {IllegalMove: "illegal", UnknownName: "unknown-name"}.get(type(error), "bad-input")
        code = error.code if isinstance(error, Unfit) else code
        here = getattr(request.app.state, "house", None)  # an app of rules alone has no store
        return error_response(422, code, error_text(here, error), request.url.path)

    @app.exception_handler(StoreAway)
    async def _away(request: Request, error: StoreAway) -> JSONResponse:
        answer = error_response(503, code_of(error), PLAINLY[code_of(error)], request.url.path)
        answer.headers["Retry-After"] = "2"
        return answer

    @app.exception_handler(RequestValidationError)
    async def _not_valid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return error_response(422, "not-valid", f"{where}: {first['msg']}", request.url.path)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:  # a body that cannot even be read is bad input like any other
            return error_response(422, "bad-input", str(error.detail), request.url.path)
        code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
        answer = error_response(error.status_code, code, str(error.detail), request.url.path)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(ClientDisconnect)
    async def _gone(request: Request, _: ClientDisconnect) -> JSONResponse:
        return error_response(422, "bad-input", "the request ended before its body did", request.url.path)

    @app.exception_handler(Exception)
    async def _mistake(request: Request, error: Exception) -> JSONResponse:
        answer = error_response(
            500, "our-mistake", f"the server made a mistake ({type(error).__name__})", request.url.path
        )
        answer.headers.update(HEADERS)  # this one is answered outside the doorkeeper
        return answer


def _name(host: str) -> str:
    """Return the name in a Host header, without the port; "" where it is none."""
    try:
        found = urlsplit(f"//{host}")
        return "" if "@" in host else found.hostname or ""
    except ValueError:
        return ""

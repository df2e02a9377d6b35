"""Files of the pages, and Swagger UI, all from this machine: nothing is fetched from elsewhere.

The address of a file names the contents of all of them: ``/static/VERSION/js/pages/table.js``. So a browser keeps
what it has for a year and asks for nothing twice, and after an upgrade every page names other addresses. Without a
version, or with that of another release, the same files are served, and the browser asks each time whether they
changed. Texts travel compressed.
"""

import gzip
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import normpath

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from swagger_ui_bundle import swagger_ui_path

from bolicho.core.json_text import JsonObject

HERE = Path(__file__).parents[1] / "static"
VERSION = re.compile(r"([0-9a-f]{12})/(.+)")
IMPORTED = re.compile(r"""^(?:import|export)\b[^"'(]*["'](\.{1,2}/[\w./-]+\.js)["']""", re.MULTILINE)
TEXTS = (".js", ".css", ".svg", ".html", ".json", ".webmanifest")
YEAR = 365 * 24 * 3600

router = APIRouter(include_in_schema=False)


class Files(StaticFiles):
    """Static files, compressed where the browser likes that."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve one file."""
        told = VERSION.fullmatch(path.replace("\\", "/"))
        answer = await super().get_response(told[2] if told else path, scope)
        if isinstance(answer, FileResponse) and scope["method"] == "GET" and Path(answer.path).suffix in TEXTS:
            answer = _packed(answer, Headers(scope=scope))
        kept = told is not None and told[1] == version()
        answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if kept else "no-cache"
        return answer


def mount_files(app: FastAPI) -> None:
    """Put the files below /static."""
    app.mount("/static/swagger", Files(directory=swagger_ui_path), name="swagger")
    app.mount("/static", Files(directory=HERE), name="static")


@cache
def version() -> str:
    """Return a name for the contents of all files; the server reads them once, and is started again after a change."""
    whole = sha256()
    for path in sorted(HERE.rglob("*")):
        if path.is_file():
            whole.update(f"{path.relative_to(HERE).as_posix()}\0".encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def address(name: str) -> str:
    """Return the address of a file, with the version in it."""
    return f"/static/{version()}/{name}"


@cache
def modules(name: str) -> tuple[str, ...]:
    """Return every module that one needs before it can run, itself not among them."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for other in _imports(waiting.pop()):
            if other not in found and other != name:
                found[other] = None
                waiting.append(other)
    return tuple(found)


def _imports(name: str) -> Iterator[str]:
    path = HERE / name
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    for other in IMPORTED.findall(text):
        yield joined(PurePosixPath(name).parent, other)


def joined(folder: PurePosixPath, relative: str) -> str:
    """Return the name of a file that another in ``folder`` names from where it stands."""
    return normpath(folder / relative)


def accepts_gzip(headers: Headers) -> bool:
    """Whether a browser takes compressed answers."""
    return "gzip" in headers.get("accept-encoding", "")


def compressed(answer: Response, headers: Headers) -> Response:
    """Return an answer with its text compressed, where the browser takes that."""
    answer.headers["Vary"] = "Accept-Encoding"
    if not accepts_gzip(headers):
        return answer
    body = gzip.compress(bytes(answer.body), 6, mtime=0)
    told = {name: value for name, value in answer.headers.items() if name != "content-length"}
    return Response(body, answer.status_code, {**told, "Content-Encoding": "gzip"})


def _packed(answer: FileResponse, headers: Headers) -> Response:
    answer.headers["Vary"] = "Accept-Encoding"
    if not accepts_gzip(headers):
        return answer
    told = {name: value for name, value in answer.headers.items() if name not in ("content-length", "accept-ranges")}
    told["etag"] = f"W/{told['etag']}"  # the same text in other bytes
    return Response(_gzipped(Path(answer.path), told["etag"]), headers={**told, "Content-Encoding": "gzip"})


@cache
def _gzipped(path: Path, tag: str) -> bytes:  # noqa: ARG001  (a file that changed is packed again)
    return gzip.compress(path.read_bytes(), 9, mtime=0)


DOCS = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bolicho API</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/swagger/swagger-ui.css"></head>
<body><nav class="swagger-ui"><p class="wrapper"><a href="/">← Bolicho</a> ·
<a href="/schemas/messages.json">WebSocket messages (JSON Schema)</a></p></nav>
<main id="swagger"></main><script src="/static/swagger/swagger-ui-bundle.js"></script>
<script type="module" src="/static/js/pages/docs.js"></script></body></html>
"""


@router.get("/api/docs")
async def docs() -> HTMLResponse:
    """Show the API in Swagger UI."""
    return HTMLResponse(DOCS)


@router.get("/api/docs/openapi.json")
async def docs_schema(request: Request) -> JSONResponse:
    """Return the schema as the bundled Swagger UI (4) reads it: it knows 3.0, and all that we use of 3.1 is in it."""
    schema: JsonObject = request.app.openapi()
    return JSONResponse({**schema, "openapi": "3.0.3"})

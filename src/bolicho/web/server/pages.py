"""Pages: an HTML shell in the person's language, with the texts its script says and nothing inline that runs."""

import json
import re
from html import escape
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from bolicho.core.words import LANGUAGES
from bolicho.web.server.guard import Refusal, error_response
from bolicho.web.server.static_files import address, compressed, modules
from bolicho.web.server.texts import load_texts

HERE = Path(__file__).parents[1]
COOKIE = "bolicho_language"
YEAR = 365 * 24 * 3600
PLACEHOLDER = re.compile(r"\{\{([\w.:-]+)\}\}")


class Page(NamedTuple):
    """One page: where it is, its fragment static/html/<name>.html, script static/js/pages/<name>.js, styles, texts."""

    path: str
    name: str
    styles: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Files of texts beside words.toml, which every page has; ``file#key`` takes one text of it."""
    likely: tuple[str, ...] = ()
    """Modules that its script asks for a moment later, most of the time."""


PAGES = (
    Page("/", "lobby", ("lobby",), ("words/lobby.toml", "words/people.toml#people.consent")),
    Page("/table/{id}", "table", ("table", "truco", "why", "people"),
         ("words/table.toml", "words/tables.toml", "words/sayings.toml", "words/replay.toml", "words/people.toml",
          "words/network.toml",
          "words/lobby.toml#lobby.more",
          *(f"words/rooms.toml#bar.{key}" for key in ("back", "next", "waiting", "still", "done"))),
         ("js/tables/truco.js",)),
    Page("/matches", "matches", ("replay",), ("words/replay.toml",)),
    Page("/replay/{id}", "replay", ("table", "truco", "rikken", "board", "cards", "replay", "why"),
         ("words/table.toml", "words/tables.toml", "words/replay.toml")),
    Page("/rules/{id}", "rules", ("board", "rules"), ("words/tables.toml",)),
    Page("/learn/{id}", "learn", ("table", "truco", "learn"),
         ("words/table.toml", "words/tables.toml", "words/learn.toml"), ("js/tables/truco.js",)),
    Page("/puzzles", "puzzles", ("table", "truco", "learn", "puzzles"),
         ("words/table.toml", "words/tables.toml", "words/puzzles.toml"), ("js/tables/truco.js",)),
    Page("/strength", "strength", ("strength",), ("words/strength.toml",)),
    Page("/tutor", "tutor", ("table", "truco", "people", "why"),
         ("words/table.toml", "words/tables.toml", "words/replay.toml", "words/people.toml", "words/network.toml")),
    Page("/people", "people", ("people", "lab"), ("words/people.toml", "words/lab.toml")),
    Page("/room", "rooms/door", ("rooms",), ("words/rooms.toml",)),
    Page("/room/{id}", "rooms/room", ("lobby", "rooms"), ("words/rooms.toml", "words/lobby.toml", "words/network.toml"),
         ("js/rooms/pupil.js",)),
    Page("/room/{id}/screen", "rooms/screen", ("rooms",), ("words/rooms.toml",)),
    Page("/rooms/kept", "rooms/kept", ("rooms",), ("words/rooms_kept.toml",)),
    Page("/study", "study", ("people",), ("words/people.toml",)),
    Page("/mine", "mine", ("lobby", "mine"), ("words/mine.toml",)),
    Page("/offline", "offline", ("lobby",), ("words/offline.toml",)),
    Page("/lab", "lab", ("lab",), ("words/lab.toml",)),
    Page("/lab/jobs/{id}", "job", ("lab",), ("words/lab.toml",)),
)  # fmt: skip

MISSING = Page("", "missing")
"""What a browser is shown where there is no page."""

router = APIRouter(include_in_schema=False)


def language_of(request: Request) -> str:
    """Return the language a person wants: ``?lang=``, else the cookie, else what the browser says, else pt-BR."""
    for wanted in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return str(wanted)
    for entry in request.headers.get("accept-language", "").split(","):
        code = entry.split(";")[0].strip().lower()
        if code[:2] in ("pt", "en"):
            return "pt-BR" if code.startswith("pt") else "en"
    return LANGUAGES[0]


def shell(page: Page, language: str) -> str:
    """Return the HTML of a page as this server shows it."""
    styles = [name for name in ("base", *page.styles) if (HERE / "static" / "css" / f"{name}.css").exists()]
    given = {
        "styles": "".join(f'<link rel="stylesheet" href="{address(f"css/{name}.css")}">' for name in styles),
        "modules": "".join(f'<link rel="modulepreload" href="{address(name)}">' for name in _modules(page)),
        "script": _script(f"pages/{page.name}") if page is not MISSING else "",
        "settings": _script("basics/settings"),
        "theme": f'<script src="{address("js/basics/theme.js")}"></script>',
        "icon": address("icon.svg"),
    }
    return filled(page, language, fragment(page.name), given)


def filled(page: Page, language: str, main: str, files: dict[str, str]) -> str:
    """Return base.html around a fragment, every ``{{text-key}}`` filled in; ``files`` are its links and scripts."""
    texts = texts_of(page, language)
    given = files | {
        "words": json.dumps(texts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "page": page.name,
        "language": language,
        "other-language": next(other for other in LANGUAGES if other != language),
        "title": escape(texts.get(f"title-{page.name}", "Bolicho")),
    }
    body = fragment("base").replace("{{main}}", main)

    def fill(found: re.Match[str]) -> str:
        return given[found[1]] if found[1] in given else escape(texts.get(found[1], found[1]))

    return PLACEHOLDER.sub(fill, body)


def _script(name: str) -> str:
    return f'<script type="module" src="{address(f"js/{name}.js")}"></script>'


def _modules(page: Page) -> tuple[str, ...]:
    """Return what the scripts of a page import, and what a table most likely draws, so that all come at once."""
    scripts = ("js/basics/settings.js", *([] if page is MISSING else [f"js/pages/{page.name}.js"]))
    found = dict.fromkeys(other for name in (*scripts, *page.likely) for other in (*modules(name), name))
    return tuple(name for name in found if name not in scripts)


def texts_of(page: Page, language: str) -> dict[str, str]:
    """Return every text of a page by its key."""
    found: dict[str, str] = {}
    for name in ("words.toml", *page.words):
        file, _, key = name.partition("#")
        texts = load_texts(file, language)
        found |= {key: texts[key]} if key in texts else {} if key else texts
    return found


def fragment(name: str) -> str:
    """Return a piece of HTML as it is written."""
    path = HERE / "static" / "html" / f"{name}.html"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _add(page: Page) -> None:
    @router.get(page.path, response_class=HTMLResponse, name=f"page-{page.name}")
    async def _show(request: Request) -> Response:
        wanted = request.query_params.get("lang")
        if wanted is not None and wanted not in LANGUAGES:
            raise Refusal(422, "bad-input", f"lang: known are {', '.join(LANGUAGES)}")
        shown = HTMLResponse(shell(page, language_of(request)), headers={"Cache-Control": "no-cache"})
        answer = compressed(shown, request.headers)
        if wanted:
            answer.set_cookie(COOKIE, wanted, max_age=YEAR, samesite="lax", httponly=False)
        return answer


for _page in PAGES:
    _add(_page)


def tell_missing(app: FastAPI) -> None:
    """Answer an address where nothing is: people get a page, programs the error they expect."""

    @app.exception_handler(404)
    async def _nowhere(request: Request, error: HTTPException) -> Response:
        path = request.url.path
        if "text/html" in request.headers.get("accept", "") and not path.startswith(("/api/", "/static/")):
            return HTMLResponse(shell(MISSING, language_of(request)), 404, headers={"Cache-Control": "no-store"})
        return error_response(404, "not-found", str(error.detail), path)

"""The pages of the teacher's path: ``/path`` and one for each module."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from bolicho.web.server.guard import Refusal
from bolicho.web.server.pages import language_of
from bolicho.web.server.static_files import address
from bolicho.web.teaching.handout import html, index, modules, page

router = APIRouter(include_in_schema=False)


@router.get("/path", response_class=HTMLResponse)
def path(request: Request) -> HTMLResponse:
    """Return the page of all modules."""
    return _page(*index(language_of(request)), language_of(request))


@router.get("/path/{name}", response_class=HTMLResponse)
def module(request: Request, name: str) -> HTMLResponse:
    """Return the page of one module, to read and to print."""
    found = next((one for one in modules() if one.name == name), None)
    if found is None:
        known = ", ".join(one.name for one in modules())
        raise Refusal(404, "no-such-module", f"no module {name!r}; there are {known}")
    return _page(*page(found, language_of(request)), language_of(request))


def _page(title: str, body: str, language: str) -> HTMLResponse:
    return HTMLResponse(html(title, body, language, address("css/path.css")))

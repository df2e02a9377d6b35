"""Files of the pages, and Swagger UI, all from this machine: nothing is fetched from elsewhere."""

from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from swagger_ui_bundle import swagger_ui_path

from bolicho.core.json_text import JsonObject

HERE = Path(__file__).parents[1] / "static"

router = APIRouter(include_in_schema=False)


class Files(StaticFiles):
    """Static files that a browser keeps but asks about (ETag), so that an upgrade is seen at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve one file."""
        answer = await super().get_response(path, scope)
        answer.headers["Cache-Control"] = "no-cache"
        return answer


def mount_files(app: FastAPI) -> None:
    """Put the files below /static."""
    app.mount("/static/swagger", Files(directory=swagger_ui_path), name="swagger")
    app.mount("/static", Files(directory=HERE), name="static")


DOCS = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bolicho API</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/swagger/swagger-ui.css"></head>
<body><nav class="swagger-ui"><p class="wrapper"><a href="/">← Bolicho</a> ·
<a href="/schemas/messages.json">WebSocket messages (JSON Schema)</a></p></nav>
<main id="swagger"></main><script src="/static/swagger/swagger-ui-bundle.js"></script>
<script type="module" src="/static/js/docs.js"></script></body></html>
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

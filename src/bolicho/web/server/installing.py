"""The house as an app: a manifest, icons drawn here, and the service worker that says when the line is down.

The worker's text names the contents of all it keeps, as the addresses of static files do: after an upgrade a browser
gets another one. What it keeps is the same for everybody; answers of the API and what a seat sees are never kept.
"""

import json
import re
import struct
import zlib
from functools import cache
from hashlib import sha256
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from bolicho.core.words import LANGUAGES
from bolicho.web.server.pages import PAGES, language_of, shell
from bolicho.web.server.static_files import HERE, address, version
from bolicho.web.server.texts import load_texts

router = APIRouter(include_in_schema=False)

WOOD, GOLD, RED = (0x38, 0x21, 0x0F), (0xE9, 0xB2, 0x3A), (0xA5, 0x28, 0x1D)
SUN = (
    (20.0, 7.0), (22.6, 13.7), (29.2, 10.8), (26.3, 17.4), (33.0, 20.0), (26.3, 22.6), (29.2, 29.2), (22.6, 26.3),
    (20.0, 33.0), (17.4, 26.3), (10.8, 29.2), (13.7, 22.6), (7.0, 20.0), (13.7, 17.4), (10.8, 10.8), (17.4, 13.7),
)  # fmt: skip
"""The sun of icon.svg, on a sheet of 40 by 40."""
FINER = 3
"""Points a pixel, each way."""
STATIC = re.compile(r'(?:src|href)="(/static/[^"]+)"')
DAY = "public, max-age=86400"


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> JSONResponse:
    """Say how the house is installed."""
    language = language_of(request)
    texts = load_texts("words.toml", language)
    drawn = [
        {"src": f"/icons/{kind}-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": kind}
        for kind, size in (("any", 192), ("any", 512), ("maskable", 512))
    ]
    told = {
        "id": "/",
        "name": "Bolicho",
        "short_name": "Bolicho",
        "description": texts["foot"],
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#2a190e",
        "theme_color": "#38210f",
        "categories": ["games"],
        "icons": [*drawn, {"src": address("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
        "shortcuts": [{"name": texts["nav-mine"], "url": "/mine"}],
    }
    return JSONResponse(told, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


@router.get("/icons/{kind}-{size}.png")
async def icon(kind: Literal["any", "maskable"], size: Literal["180", "192", "512"]) -> Response:
    """Draw the icon."""
    return Response(
        icon_png(int(size), filled=kind == "maskable"), media_type="image/png", headers={"Cache-Control": DAY}
    )


@router.get("/worker.js")
async def worker() -> Response:
    """Return the service worker, with what it keeps."""
    return Response(worker_text(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def worker_text() -> str:
    """Return the worker: the addresses it keeps and a name for their contents, then static/worker.js."""
    page = next(page for page in PAGES if page.name == "offline")
    shells = {language: shell(page, language) for language in LANGUAGES}
    files = sorted({path for text in shells.values() for path in STATIC.findall(text)})
    contents = sha256("".join((version(), *shells.values())).encode()).hexdigest()[:12]
    pages = {language: f"{page.path}?lang={language}" for language in shells}
    told = json.dumps({"version": contents, "files": files, "pages": pages})
    return f"const SHELL = {told};\n{(HERE / 'worker.js').read_text(encoding='utf-8')}"


@cache
def icon_png(size: int, *, filled: bool) -> bytes:
    """Return the sun of the house as a PNG: on wood to every edge (``filled``), else a coin on nothing."""
    import numpy as np

    steps = ((np.arange(size * FINER) + 0.5) / (size * FINER) * 40.0).astype(np.float32)
    if filled:  # what a round or square mask leaves is the middle
        steps = 20 + (steps - 20) * 1.3
    x, y = steps[None, :], steps[:, None]
    far = np.hypot(x - 20, y - 20)
    inside = np.zeros(far.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(SUN, (*SUN[1:], SUN[0]), strict=True):
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) * (bx - ax) / (by - ay))

    def cover(where: Any) -> Any:
        return where.reshape(size, FINER, size, FINER).mean((1, 3))[..., None]

    layers = ((WOOD, (far <= 20) | filled), (GOLD, far <= 18), (RED, inside))
    colours, solid = np.zeros((size, size, 3)), cover(layers[0][1])
    for colour, where in layers:
        share = cover(where)
        colours = colours * (1 - share) + np.array(colour) * share
    edge = np.maximum(solid, 1e-9)  # wood that covers half a pixel is wood, half seen
    pixels = np.dstack([np.clip(colours / np.where(solid < 1, edge, 1), 0, 255), 255 * solid]).round().astype(np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows, 9)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

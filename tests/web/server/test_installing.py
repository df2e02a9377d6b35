"""The house as an app: a manifest, icons that are pictures, a worker that names what it keeps."""

import io
import json
import re
from collections.abc import Iterator

import pytest
from PIL import Image
from tests.web.served import Served, serving

from bolicho.web.server.installing import GOLD, RED, WOOD, icon_png, worker_text


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("installing")) as served:
        yield served


def test_the_manifest_speaks_the_language_and_all_its_icons_are_there(served: Served) -> None:
    with served.client(**{"Accept-Language": "pt-BR"}) as client:
        answer = client.get("/manifest.webmanifest")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        told = answer.json()
        assert told["lang"] == "pt-BR"
        assert told["display"] == "standalone"
        for icon in told["icons"]:
            drawn = client.get(icon["src"])
            assert drawn.status_code == 200
            assert drawn.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                assert Image.open(io.BytesIO(drawn.content)).size == tuple(map(int, icon["sizes"].split("x")))
        assert client.get("/icons/any-9999.png").status_code == 422
        assert 'rel="manifest"' in client.get("/").text


def test_the_icon_is_the_sun_of_the_house() -> None:
    picture = Image.open(io.BytesIO(icon_png(192, filled=False)))
    assert picture.mode == "RGBA"
    assert picture.getpixel((0, 0)) == (0, 0, 0, 0)
    assert picture.getpixel((96, 96)) == (*RED, 255)
    assert picture.getpixel((96, 24)) == (*GOLD, 255)
    filled = Image.open(io.BytesIO(icon_png(192, filled=True)))
    assert filled.getpixel((0, 0)) == (*WOOD, 255)


def test_the_worker_keeps_the_page_of_the_line_and_its_files_and_nothing_of_a_seat(served: Served) -> None:
    head, _, rest = worker_text().partition(";\n")
    told = json.loads(head.removeprefix("const SHELL = "))
    assert re.fullmatch("[0-9a-f]{12}", told["version"])
    kept = [*told["files"], *told["pages"].values()]
    assert not [path for path in kept if not path.startswith(("/static/", "/offline?"))]
    assert "/api/" not in rest
    assert "cache.put" in rest
    with served.client() as client:
        answer = client.get("/worker.js")
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.text == worker_text()
        for path in kept:
            found = client.get(path)
            assert found.status_code == 200, path
            assert "Ana" not in found.text

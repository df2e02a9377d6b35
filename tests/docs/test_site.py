"""The site is built once, strictly, and looked at as a browser without a net would see it.

One test, since building takes some ten seconds of the processor and every process of the tests would build its own.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.docs.pages import DOCS, ROOT

from bolicho.games import BOARDS

FETCHED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "use": "href",
    "image": "href",
}
"""What a browser fetches by itself, besides ``link``."""
NO_NET = "http://127.0.0.1:9"


class PageLinks(HTMLParser):
    """What a page is made of: the names in it, where it leads, what it fetches, its language."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.leads: list[str] = []
        self.fetches: list[str] = []
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.names |= {given[key] for key in ("id", "name") if key in given}
        if tag == "html":
            self.language = given.get("lang", "")
        elif tag == "a" and "href" in given:
            self.leads.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("prev", "next", "canonical", "alternate"):
            self.fetches.append(given.get("href", ""))
        elif tag in FETCHED:
            self.fetches.append(given.get(FETCHED[tag], ""))


def test_the_site_is_built_strictly_and_stands_by_itself(tmp_path: Path) -> None:
    site = tmp_path / "site"
    quiet = {"NO_MKDOCS_2_WARNING": "1", "http_proxy": NO_NET, "https_proxy": NO_NET}
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    made = subprocess.run(build, cwd=ROOT, env=os.environ | quiet, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr[-3000:]

    pages = {path: PageLinks(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > len(list(DOCS.rglob("*.md")))
    assert list(fetched_elsewhere(site, pages)) == []
    assert list(broken_leads(site, pages)) == []
    assert list(styles_elsewhere(site)) == []

    for path, seen in pages.items():
        asked = "pt-BR" if path.parent == site / "pt" else "en"
        assert seen.language == asked, path
        assert "<!-- bolicho:" not in path.read_text(encoding="utf-8"), f"{path}: something was asked that nobody told"
    for name in BOARDS:  # a page that somebody wrote, or one from the data
        own = (site / "games" / f"{name}.html").read_text(encoding="utf-8")
        assert all(part in own for part in ("<svg viewBox", "Perfect play", "Options", f"bolicho solve {name}"))
        assert site / "games" / f"{name}.html" in leads_to(site / "games" / "boards.html", pages)
        assert name in pages[site / "pt" / "tabuleiros.html"].names
        assert f"<code>{name}</code>" in (site / "field" / "pettingzoo.html").read_text(encoding="utf-8")
    assert leads_to(site / "pt" / "truco.html", pages) >= {site / "games" / "truco.html"}
    assert leads_to(site / "games" / "truco.html", pages) >= {site / "pt" / "truco.html"}

    for name, one in json.loads((DOCS / "works/results/results.json").read_text(encoding="utf-8"))["works"].items():
        results = site / "works" / "results" / f"{name}.html"
        assert results in leads_to(site / "works" / f"{one['work']}.html", pages)
        assert results in leads_to(site / "works" / "index.html", pages)

    # the search works from file:// too: its index is a script there, and its worker has a stand-in
    assert (site / "search" / "search_index.js").read_text(encoding="utf-8").startswith("var __index")
    assert (site / "assets" / "iframe-worker.js").exists()
    assert not (site / "hooks").exists()
    assert not (site / "conftest.py").exists()


def fetched_elsewhere(site: Path, pages: dict[Path, PageLinks]) -> Iterator[str]:
    """Find what a page would fetch from another server, or by a path that only a server understands."""
    for path, seen in pages.items():
        root = path == site / "404.html"  # shown at any address, so its paths begin at the root
        for address in seen.fetches:
            parts = urlsplit(address)
            if parts.scheme == "data" or (root and address.startswith("/") and not parts.netloc):
                continue
            if parts.scheme or parts.netloc or not (path.parent / unquote(parts.path)).exists():
                yield f"{path.relative_to(site)} fetches {address}"


def styles_elsewhere(site: Path) -> Iterator[str]:
    """Find style sheets and scripts of our own that name another server."""
    for sheet in site.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import )[\"']?(?!data:)([^\"')]+)", sheet.read_text(encoding="utf-8")):
            if urlsplit(address).netloc:
                yield f"{sheet.relative_to(site)} fetches {address}"
    for script in (site / "assets").glob("*.js"):
        if "://" in script.read_text(encoding="utf-8").replace("from file://", ""):
            yield f"{script.relative_to(site)} names an address"


def broken_leads(site: Path, pages: dict[Path, PageLinks]) -> Iterator[str]:
    """Find links to pages, files or places on a page that are not there."""
    for path, seen in pages.items():
        for address in seen.leads if path != site / "404.html" else ():
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{path.relative_to(site)} leads to {address}, which is not there"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names | {"__top"}:
                yield f"{path.relative_to(site)} leads to {address}: no such place"


def leads_to(path: Path, pages: dict[Path, PageLinks]) -> set[Path]:
    """Return the pages to which one leads."""
    return {
        (path.parent / urlsplit(address).path).resolve()
        for address in pages[path].leads
        if not urlsplit(address).scheme
    }

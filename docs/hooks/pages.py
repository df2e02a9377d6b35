"""What MkDocs calls while it builds the site: facts that the code knows are put into the pages, so that they stay true.

A page of a game (``games/NAME.md``) or an agent (``agents/NAME.md``) gets its facts by its name. Any page may ask with
``<!-- bolicho: WHAT ARGUMENTS -->``, which a reader of the bare file does not see; ``FACTS`` says what there is.
"""

import re
from collections.abc import Callable
from pathlib import Path
from posixpath import dirname, relpath
from typing import Any

from facts.agents import agent_page, agents_list, temper
from facts.boards import board_gallery, board_list, board_values, missing_pages
from facts.commands import commands
from facts.games import arrays, game_page, options, rules
from facts.guide import guide
from facts.messages import messages
from facts.rivals import rivals
from facts.works import claims, result_pages, work_facts
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from bolicho.games import BOARDS

ROOT = Path(__file__).parents[2]
ASKED = re.compile(r"<!-- bolicho: ([a-z-]+)(.*?) -->")
FACTS: dict[str, Callable[..., str]] = {
    "agents": agents_list,
    "arrays": arrays,
    "board-list": board_list,
    "board-values": board_values,
    "boards": board_gallery,
    "claims": claims,
    "commands": commands,
    "guide": guide,
    "messages": messages,
    "options": options,
    "rivals": rivals,
    "rules": rules,
    "temper": temper,
    "work": work_facts,
}
TONGUES = {"en": "English", "pt-BR": "Português"}
TABS = {
    "How-to": "Como fazer",
    "Games": "Jogos",
    "Agents": "Agentes",
    "Works": "Trabalhos",
    "Ideas": "Ideias",
    "Reference": "Referência",
}
"""Sections of the site as pages in Portuguese call them."""
HOMES = {"en": "index.md", "pt-BR": "pt/index.md"}
PLACES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Files of the repository that become pages, besides ``docs/``."""

_twins: dict[str, str] = {}
"""A page -> the same page in the other language."""


def on_config(config: Any) -> Any:
    """Name the page of every board in the navigation, after the one about all of them; and the results of the works."""
    boards = next(part["Boards"] for tab in config.nav for part in tab.get("Games", ()) if "Boards" in part)
    boards += [f"games/{name}.md" for name in BOARDS]
    tab = next(tab["Works"] for tab in config.nav if "Works" in tab)
    if shown := result_pages():
        tab.append({"Results": shown})
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that live outside ``docs/`` or come from data, and note which pages are translations of which."""
    for page, text in missing_pages().items():
        files.append(File.generated(config, page, content=text))
    for source, page in PLACES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=re.sub(r"\]\((?:docs/)?", "](", text)))
    for example in sorted((ROOT / "examples").iterdir()):
        if example.is_file() and example.suffix != ".md":
            files.append(File.generated(config, f"examples/{example.name}", abs_src_path=str(example)))
    _twins.clear()
    for file in files.documentation_pages():
        english = re.match(r"---\n(?:.*\n)*?english: (\S+)\n", file.content_string)
        if english:
            _twins.setdefault(english[1], file.src_uri)
            _twins[file.src_uri] = english[1]
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:  # noqa: ARG001
    """Put in what the code knows."""
    uri = page.file.src_uri
    room, _, name = uri.removesuffix(".md").partition("/")

    def link(target: str) -> str:
        return relpath(target, dirname(uri) or ".")

    def told(asked: re.Match[str]) -> str:
        if asked[1] not in FACTS:
            raise PluginError(f"{uri}: {asked[0]}: there is no such fact; there are {', '.join(FACTS)}")
        return FACTS[asked[1]](*asked[2].split(), link=link)

    markdown = ASKED.sub(told, markdown)
    markdown = {"games": game_page, "agents": agent_page}.get(room, lambda _, text, __: text)(name, markdown, link)
    markdown = re.sub(r"\]\((?:\.\./)+(examples/[^)]*)\)", lambda m: f"]({link(m[1])})", markdown)
    return re.sub(r"^```python\n(?=>>> )", "```pycon\n", markdown, flags=re.MULTILINE)


def on_page_context(context: dict[str, Any], page: Any, config: Any, nav: Any) -> dict[str, Any]:  # noqa: ARG001
    """Link the page to itself in the other language, or to the first page there; name the tabs in its own."""
    here = page.meta.get("language", "en")
    called = TABS if here == "pt-BR" else {told: name for name, told in TABS.items()}
    for tab in nav.items:
        tab.title = called.get(tab.title, tab.title)
    there = next(tongue for tongue in TONGUES if tongue != here)
    twin = _twins.get(page.file.src_uri)
    urls = {other.file.src_uri: other.url for other in nav.pages}
    wanted = twin or HOMES[there]
    if wanted not in urls:
        raise PluginError(f"{page.file.src_uri}: no page {wanted!r} in the navigation")
    context["other"] = {"url": urls[wanted], "lang": there, "name": TONGUES[there], "same": twin is not None}
    return context

"""The pages of the folder: those of the web table, with what a server would answer written into them."""

import json
import re
from collections.abc import Callable
from html import escape

from bolicho.agents import AGENTS
from bolicho.core.json_text import JsonObject
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.web.lessons.lesson import answered, lesson, listed, names, step_view
from bolicho.web.lobby.games_api import LOTS, MIDDLE, about_game, players_of
from bolicho.web.server.pages import PAGES, Page, filled, fragment
from bolicho.web.server.texts import HERE, load_texts
from bolicho.web.tables.rules_page import rules_told

OFFERED = ("random", "novice", "cautious", "bold", "bluffer", "sound", "zap", "minimax", "mcts")
"""Who plays in plain Python, quickly enough for a phone; each game offers those of them who play it."""
STYLES = ("table", "truco", "board", "cards", "why", "people", "site")
HOME = Page("", "home", ("lobby", "site"), ("words/lobby.toml", "words/site.toml"))
NAV = re.compile(r'(<nav id="pages"[^>]*>).*?</nav>', re.DOTALL)
ROOT_LINK = re.compile(r'href="/"')
SERVED_ICONS = re.compile(r'<link rel="(?:manifest|apple-touch-icon)"[^>]*>\n')
LESSON_LINK = re.compile(r'href="/learn/([\w-]+)"')
SUFFIX = {LANGUAGES[0]: "", "en": ".en"}
Answers = JsonObject


def pages(script: str) -> dict[str, str]:
    """Return every page by its file; ``script`` is the file with all modules."""
    by_name = {page.name: page for page in PAGES}
    table, rules, learn = by_name["table"], by_name["rules"], by_name["learn"]
    wanted: tuple[tuple[Page, str, Callable[[str], Answers]], ...] = (
        (HOME, _fragment("home"), home_answers),
        (table._replace(styles=STYLES, words=(*table.words, "words/site.toml")), fragment("table"), lambda _: {}),
        (rules, fragment("rules"), rules_answers),
        (learn._replace(styles=(*learn.styles, "rikken")), fragment("learn"), lesson_answers),
    )
    return {
        _file(page, language): _page(page, language, main, answers(language), script)
        for page, main, answers in wanted
        for language in LANGUAGES
    }


def games() -> list[str]:
    """Return the games that somebody of those offered plays, beside who draws lots."""
    return [name for name in GAMES.house if any(spec != LOTS for spec in _offered(name))]


def home_answers(language: str) -> Answers:
    """Return what the first page knows: games and who plays them."""
    told, players = [], {}
    for name in games():
        about = about_game(name, language)
        assert about is not None
        here = [one for one in players_of(name, language) if one.spec in _offered(name)]
        players[name] = [one.model_dump() for one in here]
        rivals = [one for one in here if one.spec != LOTS]
        quick = min(rivals, key=lambda one: (abs((one.level or MIDDLE) - MIDDLE), one.level or 0)).spec
        told.append(about.model_dump() | {"quick": quick})
    return {"games": told, "agents": players}


def rules_answers(language: str) -> Answers:
    """Return the rules of every game and preset, under the addresses that the page asks a server for."""
    found: Answers = {}
    for name in games():
        about = about_game(name, language)
        assert about is not None
        path = f"/api/games/{name}"
        found[path] = about.model_dump()
        found[f"{path}/rules"] = rules_told(name, language).model_dump()
        for preset in about.presets:
            found[f"{path}/rules?preset={preset.name}"] = rules_told(name, language, preset.name).model_dump()
    return found


def lesson_answers(language: str) -> Answers:
    """Return every step of the lessons, and the answer to every move that is legal there."""
    found: Answers = {"/api/lessons": {"lessons": listed(language)}}
    for name in names():
        for number, step in enumerate(lesson(name).steps):
            path = f"/api/lessons/{name}/{number}"
            elsewhere = {} if lesson(name).game.name in games() else {"game": None}
            found[path] = step_view(name, number, language) | elsewhere
            for move in step.state.moves() if step.do else ():
                found[f"{path} {move}"] = answered(name, number, move, language)
    return found


def _offered(game: str) -> list[str]:
    return [one.spec for one in players_of(game, LANGUAGES[0]) if AGENTS.split(one.spec)[0] in OFFERED]


def _fragment(name: str) -> str:
    return (HERE / "site" / "html" / f"{name}.html").read_text(encoding="utf-8")


def _page(page: Page, language: str, main: str, answers: Answers, script: str) -> str:
    texts = load_texts("words/site.toml", language)
    first, other = _file(HOME, language), next(one for one in LANGUAGES if one != language)
    silent = f'<noscript><p class="notice">{escape(texts["site.no-script"])}</p></noscript>'
    data = json.dumps(answers, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    given = {
        "styles": "".join(f'<link rel="stylesheet" href="css/{style}.css">' for style in ("base", *page.styles)),
        "modules": "",
        "settings": f'<script type="application/json" id="answers">{data}</script>',
        "script": f'{silent}<script src="{script}"></script>',
        "theme": '<script src="theme.js"></script>',
        "icon": "icon.svg",
    }
    html = SERVED_ICONS.sub("", filled(page, language, main, given))
    html = html.replace("</head>", '<link rel="manifest" href="manifest.webmanifest">\n</head>')
    html = NAV.sub(lambda nav: f'{nav[1]}<a href="{first}" data-here="home">{escape(_play(language))}</a></nav>', html)
    html = ROOT_LINK.sub(f'href="{first}"', html)
    html = LESSON_LINK.sub(lambda link: f'href="learn{SUFFIX[language]}.html?id={link[1]}"', html)
    return html.replace(f'href="?lang={other}"', f'href="{_file(page, other)}"')


def _file(page: Page, language: str) -> str:
    return f"{'index' if page is HOME else page.name}{SUFFIX[language]}.html"


def _play(language: str) -> str:
    return load_texts("words.toml", language)["nav-play"]

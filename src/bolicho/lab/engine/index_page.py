"""The index as one HTML page that needs nothing else, no script either: it fits a phone; its claims can be sifted."""

import json
from html import escape
from importlib.resources import files
from pathlib import Path

from bolicho.core.files import write_whole
from bolicho.core.numbers import duration, say
from bolicho.lab.engine.claims import WORDS, counts, why
from bolicho.lab.engine.everything import AllWorks, Entry
from bolicho.lab.engine.index import Index
from bolicho.report.document import JudgedClaim
from bolicho.report.files import PAGE
from bolicho.report.html import shell

INDEX, INDEX_MARKDOWN, INDEX_DATA = "index.html", "index.md", "index.json"


def write_index(whole: AllWorks, folder: Path, language: str) -> Path:
    """Write the index of a run as a page, as Markdown and as data; return where the page is."""
    index = Index(whole, language)
    write_whole(folder / INDEX_DATA, json.dumps(index.to_dict(), ensure_ascii=False, indent=1) + "\n")
    write_whole(folder / INDEX_MARKDOWN, index.markdown())
    write_whole(folder / INDEX, index_page(index))
    return folder / INDEX


def index_page(index: Index) -> str:
    """Write the index as HTML."""
    words = index.words
    beside = ""
    if index.beside:
        cards = "".join(_card(index, entry) for entry in index.beside)
        beside = (
            f"<h2>{_e(words('beside'))}</h2>\n<p>{_e(words('beside-text'))}</p>\n<div class='cards'>{cards}</div>\n"
        )
    body = f"""<section class="findings">
<h2>{_e(words("all-claims"))}</h2>
<p>{_e(index.counted(index.judged))}</p>
{_bar(index.judged)}
</section>
<section>
<h2>{_e(words("works"))}</h2>
<div class="cards">{"".join(_card(index, entry) for entry in index.papers)}</div>
{beside}</section>
{_claims(index)}
{_about(index)}"""
    style = (files("bolicho.lab.engine") / "index.css").read_text(encoding="utf-8")
    return shell(words("title"), index.lead(), body, index.language, style)


def _card(index: Index, entry: Entry) -> str:
    words, judged = index.words, index.claims(entry)
    title = _e(index.title(entry))
    parts = [f'<p class="house">{_e(entry.name)}</p>', f"<h3>{title}</h3>"]
    parts += [f'<p class="by">{_e(text)}</p>' for text in (index.byline(entry),) if text]
    parts += [f"<p>{_e(text)}</p>" for text in (index.did(entry),) if text]
    if entry.report is not None:
        link = f'<a href="{_e(entry.folder)}/{PAGE}">{_e(words("report"))}</a>'
        sift = f' · <a href="#claims-{_e(entry.folder)}">{_e(words("claims"))}</a>' if judged else ""
        parts += [f'<p class="top">{_e(text)}</p>' for text in (index.top(entry),) if text]
        parts += [_bar(judged), f"<p>{_e(index.counted(judged))}</p>"] if judged else []
        parts += [f'<p class="note">{_e(index.run(entry))}</p>', f'<p class="links">{link}{sift}</p>']
    elif entry.error:
        parts.append(f'<p class="error"><b>{_e(words("failed"))}</b>: {_e(entry.error)}</p>')
    else:
        parts.append(f'<p class="note">{_e(words("waiting"))}</p>')
    return f'<article class="card">{"".join(parts)}</article>\n'


def _bar(judged: list[JudgedClaim] | tuple[JudgedClaim, ...]) -> str:
    """How the verdicts fall, as a bar; the sentence beside it says the same."""
    parts = [f'<i class="{word}" style="flex:{number}"></i>' for word, number in counts(judged).items() if number]
    return f'<div class="bar" aria-hidden="true">{"".join(parts)}</div>' if parts else ""


def _claims(index: Index) -> str:
    words, found = index.words, counts(index.listed)
    if not index.listed:
        return ""
    boxes = [("all", words("show-all"), len(index.listed))]
    boxes += [(word, words(word), found[word]) for word in WORDS]
    sieve = "".join(
        f'<input type="radio" name="show" id="show-{key}"{" checked" if key == "all" else ""}>'
        f'<label for="show-{key}" class="{key}">{_e(text)} <b>{say(number, index.language)}</b></label>'
        for key, text, number in boxes
    )
    listed = "".join(_of(index, entry) for entry in index.whole.entries if index.claims(entry))
    return f"""<section class="claims" id="claims">
<h2>{_e(words("claims"))}</h2>
<p>{_e(words("claims-text"))}</p>
{sieve}
<div class="list">{listed}</div>
</section>"""


def _of(index: Index, entry: Entry) -> str:
    items = "".join(_item(index, one) for one in index.claims(entry))
    summary = f"{_e(entry.name)} <small>{_e(index.counted(index.claims(entry)))}</small>"
    return f'<details open id="claims-{_e(entry.folder)}"><summary>{summary}</summary>\n<ul>{items}</ul></details>\n'


def _item(index: Index, one: JudgedClaim) -> str:
    word = index.words("doubted") if one.doubted else index.words(one.word)
    fine = f" ({one.nuance})" if one.nuance and one.nuance.casefold() != word.casefold() else ""
    where = index.words("where", where=one.where)
    reason = f'<p class="why">{_e(why(one))}</p>' if why(one) else ""
    return (
        f'<li class="{one.word}"><span class="word">{_e(word + fine)}</span>'
        f'<p>{_e(one.text)}</p><p class="seen">{_e(one.seen)}</p>{reason}'
        f"<small>{_e(where)} · {_e(one.id)}</small></li>\n"
    )


def _about(index: Index) -> str:
    words = index.words
    abouts = [entry.about for entry in index.whole.entries if entry.about is not None]
    facts = [(words("again"), index.command)]
    if abouts:
        last = abouts[-1]
        facts += [
            (words("time"), duration(sum(about.seconds for about in abouts), index.language)),
            (words("date"), last.date),
            (words("versions"), ", ".join(f"{name} {version}" for name, version in last.versions.items())),
            (words("machine"), last.platform),
        ]
    told = "".join(f"<dt>{_e(name)}</dt><dd>{_e(fact)}</dd>" for name, fact in facts)
    files_ = f'<a href="{INDEX_DATA}">{INDEX_DATA}</a>, <a href="{INDEX_MARKDOWN}">{INDEX_MARKDOWN}</a>'
    told += f"<dt>{_e(words('data'))}</dt><dd>{files_}</dd>"
    return f"<section>\n<h2>{_e(words('about'))}</h2>\n<dl>{told}</dl>\n</section>"


def _e(text: str) -> str:
    return escape(text)

"""Results that are shipped with the documentation, from the folders of finished runs.

``python -m bolicho.lab.engine.results FOLDER...`` writes ``docs/works/results``: a page and drawings for each work, and
``results.json``, from which the tables of ``README.md`` and ``docs/works/index.md`` are made, and how many claims hold
wherever a page of ``docs/works`` says so (``<!-- counts: NAME -->``). Works that are not in the
folders keep what they have. Beside each page stand the figures behind its verdicts (``NAME.json``, aggregates and never
rows): ``--again`` judges every claim anew by them, with the rules and causes as they are, where no rows are at hand. Of
recorded hands none is shown, only what was counted. ``--check`` writes nothing, and fails where pages, figures and file
differ.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.core.numbers import Figure, duration, say
from bolicho.core.words import Words
from bolicho.lab.engine.claims import FAILS, OPEN, counts, why
from bolicho.lab.engine.finished import RunFolder, runs_in
from bolicho.lab.engine.index import package, works
from bolicho.lab.engine.shipped.anew import Anew
from bolicho.lab.engine.shipped.figures import Figures
from bolicho.report.document import JudgedClaim, Report
from bolicho.report.headline import NO, PART, YES, headline, reproduced
from bolicho.report.markdown import escaped, markdown
from bolicho.report.stacks import Part, stacks

LANGUAGE = "en"
"""Of the pages of the site on research."""
RESULTS, DRAWING = "results.json", "verdicts.svg"
BEGIN, END = "<!-- works: begin -->", "<!-- works: end -->"
WHY_BEGIN, WHY_END = "<!-- why: begin -->", "<!-- why: end -->"
CAUSES_SAID = {
    "slip": "a slip in the work",
    "lost-data": "data are lost",
    "rivals": "other rivals or base",
    "unknown": "unknown",
}
COUNTS = re.compile(r"(<!-- counts: ([\w-]+) -->).*?(<!-- counts -->)", re.DOTALL)
"""Where a sentence says how many claims of a result hold, do not hold and cannot be told, or of all works together."""
TOGETHER, BARE = "all", "all-without-margin"
TOP_LINES = 3
"""Of a page, which say what was run and how many claims hold."""
RECORDED = "recorded"
SAID = {YES: "yes", PART: "in part", NO: "no"}
AGAIN = "write it anew with: make results RUNS=FOLDER"


class ShippedResults:
    """The pages and the file of a repository."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "docs" / "works" / "results"
        self.works = self._read()

    def take(self, runs: Sequence[RunFolder]) -> list[str]:
        """Write the pages of finished runs; return what was left out, and why."""
        left: list[str] = []
        taken: dict[str, RunFolder] = {}
        for run in runs:
            name, why = _name(run)
            if why:
                left.append(f"{run.folder}: {why}")
            elif name in taken:
                raise BadInput(f"{name} is in {taken[name].folder} and in {run.folder}: name one of them")
            else:
                taken[name] = run
        if not taken:
            raise BadInput(f"no finished work in these folders: {'; '.join(left)}")
        reports = {name: run.report(LANGUAGE) for name, run in taken.items()}  # all are made before one is written
        for name, run in taken.items():
            self._page(name, run, reports[name])
        self._write()
        return left

    def again(self) -> dict[str, list[str]]:
        """Judge every claim anew by the figures that are shipped; return what changed, by result."""
        before, pages = dict(self.works), {name: self._again(name) for name in self.works}
        for name, (text, figures) in pages.items():  # all are made before one is written
            write_whole(self.folder / f"{name}.md", text)
            figures.write(self.figures(name))
        self._write()
        return {name: _turned(before[name], one) for name, one in self.works.items()}

    def figures(self, name: str) -> Path:
        """Where the figures of a result are."""
        return self.folder / f"{name}.json"

    def _again(self, name: str) -> tuple[str, Figures]:
        before, path = self.works[name], self.folder / f"{name}.md"
        figures, words = Figures.read(self.figures(name)), Words(package(before["work"]), LANGUAGE)
        docket = figures.docket(words)
        judged, expected = (figures.nuanced(some) for some in (docket.judged, docket.expected))
        after = self.works[name] = {**before, **_judged(judged, expected)}
        anew = Anew(judged, expected, words, Words("bolicho.lab.engine", LANGUAGE, "claims_words.toml")("expected"))
        text = anew.page(path.read_text(encoding="utf-8"), before, after)
        told = Figures.of(figures.work, figures.base, judged, expected, figures.source)
        return _top(after) + text.split("\n", TOP_LINES)[TOP_LINES], told

    def _write(self) -> None:
        order = list(works()["works"])
        self.works = dict(sorted(self.works.items(), key=lambda one: (order.index(one[1]["work"]), one[0])))
        write_whole(self.folder / RESULTS, json.dumps({"works": self.works}, ensure_ascii=False, indent=1) + "\n")
        write_whole(self.folder / DRAWING, self._drawing())
        for path in (*self.tables, *self.sentences):
            write_whole(path, self._renewed(path))

    def differences(self) -> list[str]:
        """Return what is not as the file has it."""
        told = [] if self._drawn() else [f"{self.folder / DRAWING}: not that of {RESULTS}"]
        told += [f"{path}: its {what} not that of {RESULTS}"
                for what, paths in (("table is", self.tables), ("count of claims is", self.sentences))
                for path in paths if path.read_text(encoding="utf-8") != self._renewed(path)]  # fmt: skip
        for name, one in self.works.items():
            path = self.folder / f"{name}.md"
            if not path.exists():
                told.append(f"{path}: missing")
            elif not path.read_text(encoding="utf-8").startswith(_top(one)):
                told.append(f"{path}: begins with another result than {RESULTS} has")
            told += [f"{self.figures(name)}: {said}" for said in Figures.read(self.figures(name)).differences()]
        pages = {path.stem for path in self.folder.glob("*.md")}
        return told + [f"{self.folder / f'{name}.md'}: not in {RESULTS}" for name in sorted(pages - set(self.works))]

    def _drawing(self) -> str:
        """Return how many claims of each work hold, do not hold and cannot be told, as a drawing."""
        words = {"holds": "hold", "fails": "do not hold", "open": "cannot be told"}
        parts = [Part(said, [one[key] for one in self.works.values()]) for key, said in words.items()]
        labels = [f"{name}, {one['scale']}" for name, one in self.works.items()]
        return stacks("verdicts", "Claims and their verdicts", labels, parts, "claims").svg

    def _drawn(self) -> bool:
        """Whether the drawing tells the counts of the file; how it is drawn hangs on the version of Matplotlib."""
        path = self.folder / DRAWING
        if not self.works:
            return not path.exists()
        return path.exists() and _words(path.read_text(encoding="utf-8")) == _words(self._drawing())

    @property
    def tables(self) -> tuple[Path, Path]:
        """The pages with a table of all works."""
        return self.root / "README.md", self.root / "docs" / "works" / "index.md"

    @property
    def sentences(self) -> list[Path]:
        """The other pages on the works, in which sentences may count claims."""
        return sorted(path for path in self.folder.parent.glob("*.md") if path not in self.tables)

    def _read(self) -> dict[str, JsonObject]:
        path = self.folder / RESULTS
        if not path.exists():
            return {}
        try:
            found: dict[str, JsonObject] = read_json(path.read_bytes())["works"]
        except (BadInput, KeyError, TypeError) as error:
            raise BadInput(f"{path}: not the results of works: {error}") from None
        return found

    def _page(self, name: str, run: RunFolder, report: Report) -> None:
        self.works[name] = one = _facts(run, report)
        drawings = self.folder / name
        drawings.mkdir(parents=True, exist_ok=True)
        Figures.of(one["work"], one["base"] or "", report.claims, report.expected).write(self.figures(name))
        drawn = {f"{plot.name}.svg": plot.svg for plot in report.plots}
        for old in drawings.glob("*.svg"):
            if old.name not in drawn:
                old.unlink()
        for file, svg in drawn.items():
            write_whole(drawings / file, svg)
        if one["base"] == RECORDED:
            report = report.without_hands()
        text = markdown(report, run.about(), LANGUAGE, drawings=f"{name}/")
        write_whole(self.folder / f"{name}.md", _top(one) + text.partition("\n")[2])

    def _renewed(self, path: Path) -> str:
        text = COUNTS.sub(
            lambda found: f"{found[1]}{self._sentence(found[2], path)}{found[3]}", path.read_text("utf-8")
        )
        if path not in self.tables:
            return text
        if path.name == "README.md":
            return _between(text, path, BEGIN, END, _readme_table(self.works))
        text = _between(text, path, BEGIN, END, _index_table(self.works))
        return _between(text, path, WHY_BEGIN, WHY_END, _why_tables(self.works))

    def _sentence(self, name: str, path: Path) -> str:
        """Say how many claims hold, do not hold and cannot be told: of a result, or of all works on the usual bases."""
        if name in (TOGETHER, BARE):
            mine = [self._bare(key) if name == BARE else one for key, one in self.works.items() if key == one["work"]]
            sums = {key: sum(one[key] for one in mine) for key in ("claims", "holds", "fails", "open")}
            share = say(Figure(sums["open"] / sums["claims"]), LANGUAGE) if sums["claims"] else ""
            return f"of {sums['claims']} claims {_counted({**sums, 'doubted': 0})} ({share})"
        if name not in self.works:
            raise BadInput(f"{path}: counts: no result {name!r}; there are {', '.join(self.works)}")
        return f"of {self.works[name]['claims']} claims {_counted({**self.works[name], 'doubted': 0})}"

    def _bare(self, name: str) -> JsonObject:
        """Return how the claims of a result fall if every difference counts, however small."""
        words = Words(package(self.works[name]["work"]), LANGUAGE)
        judged = Figures.read(self.figures(name)).without_margin().docket(words).judged
        return {"claims": len(judged), **counts(judged)}


def _between(text: str, path: Path, begin: str, end: str, table: str) -> str:
    """Put a table in the place of what stands between two marks of a page."""
    before, begun, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not (begun and ended):
        raise BadInput(f"{path}: no {begin} and {end} in the page")
    return f"{before}{begin}\n{table}\n{end}{after}"


def _words(svg: str) -> list[str]:
    """Return what is written in a drawing."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def _name(run: RunFolder) -> tuple[str, str]:
    """Return what a run is called among the results, or why it is not shipped."""
    if run.work not in works()["works"]:
        return "", "no work of a paper"
    if run.outdated:
        return "", run.outdated
    if run.missing:
        return "", f"not finished: {run.missing} of {len(run.design.cells)} cells are missing"
    base = run.design.settings.get("base")
    if isinstance(base, dict) and base.get("source") == RECORDED:
        return f"{run.work}-{RECORDED}", ""
    if run.design.experiment != run.work or not run.usual:
        return "", f"{run.design.experiment} was run with settings of its own"
    return run.work, ""


def _facts(run: RunFolder, report: Report) -> JsonObject:
    base = run.design.settings.get("base")
    return {
        "work": run.work,
        "title": report.title,
        "base": base.get("source") if isinstance(base, dict) else None,
        "scale": run.design.scale,
        "seed": run.design.seed,
        "date": run.day,
        "version": run.versions.get("bolicho", ""),
        "seconds": round(run.seconds),
        **_judged(report.claims, report.expected),
    }


def _judged(judged: Sequence[JudgedClaim], expected: Sequence[JudgedClaim]) -> JsonObject:
    """Return what hangs on the verdicts."""
    return {
        "claims": len(judged),
        **counts(judged),
        "doubted": sum(one.doubted for one in judged),
        "reproduced": reproduced(judged),
        "main": [sum(one.main and one.word == "holds" for one in judged), sum(one.main for one in judged)],
        "headline": headline(judged, LANGUAGE),
        "unexplained": [one.id for one in judged if one.word in (FAILS, OPEN) and not one.cause],
        "verdicts": _verdicts(judged),
        "expected": _verdicts(expected),
        "untold": {one.id: [one.text, one.where, why(one)] for one in judged if one.word == OPEN},
    }


def _turned(before: JsonObject, after: JsonObject) -> list[str]:
    """Return the claims that have another verdict or another cause."""
    was, now = (one["verdicts"] | one.get("expected", {}) for one in (before, after))
    return [f"{key}: {was.get(key)} → {word}" for key, word in now.items() if was.get(key) != word]


def _verdicts(judged: Sequence[JudgedClaim]) -> dict[str, str]:
    return {one.id: "/".join(part for part in (one.word, one.cause) if part) for one in judged}


def _top(one: JsonObject) -> str:
    """Return the first lines of a page."""
    which = f", {one['base']} base" if one["base"] else ""
    time = duration(one["seconds"], LANGUAGE)
    return (
        f"# {escaped(one['title'])}\n\nScale `{one['scale']}`, seed {one['seed']}{which}, {one['date']}, "
        f"Bolicho {one['version']}, {time}. Of {one['claims']} claims {_counted(one)}. "
        f"[The work](../{one['work']}.md) · [all works](../index.md)\n"
    )


def _counted(one: JsonObject) -> str:
    doubted = f" ({one['doubted']} of these because our side is in doubt)" if one["doubted"] else ""
    return f"{one['holds']} hold, {one['fails']} do not hold, {one['open']} cannot be told{doubted}"


def _readme_table(found: dict[str, JsonObject]) -> str:
    head = ("work", "idea", "reproduced", "claims", "held", "failed", "open", "scale, date", "run it")
    return _grid(head, "lllrrrrll", [_readme_row(*one) for one in _all(found)])


def _readme_row(name: str, work: str, one: JsonObject | None) -> list[str]:
    told = works()["works"][work]
    who = f"[{told['short']}](docs/works/{work}.md), {told['place']}{_variant(name)}"
    again = f"`bolicho reproduce {work}{' --recorded DIR' if _variant(name) else ''}`"
    if one is None:
        return [who, told["idea-en"], "not run yet", *["–"] * 5, again]
    main = f"[{_reproduced(one)}](docs/works/results/{name}.md)"
    numbers = [say(one[key], LANGUAGE) for key in ("claims", "holds", "fails", "open")]
    return [who, told["idea-en"], main, *numbers, f"{one['scale']}, {one['date']}", again]


def _index_table(found: dict[str, JsonObject]) -> str:
    head = ("work", "reproduced", "claims", "hold", "do not hold", "cannot be told", "scale", "seed", "date", "time")
    lines = [_grid(head, "llrrrrlrlr", [_index_row(*one) for one in _all(found)])]
    lines += [f"- `{name}`: {escaped(one['headline'])}" for name, one in found.items()]
    return "\n".join([lines[0], "", *lines[1:]])


def _why_tables(found: dict[str, JsonObject]) -> str:
    """Tell why claims fail, counted, and why each that is open is: on the usual bases, not on recorded hands."""
    usual = {name: one for name, one in found.items() if name == one["work"]}
    rows = []
    for name, one in usual.items():
        causes = [said.partition("/")[2] for said in one["verdicts"].values() if said.startswith(FAILS)]
        rows.append([f"[`{name}`](results/{name}.md)", *(str(causes.count(cause)) for cause in CAUSES_SAID)])
    lines = [_grid(("does not hold, because of", *CAUSES_SAID.values()), "lrrrr", rows), ""]
    untold = [[f"`{name}`", *map(escaped, told)] for name, one in usual.items() for told in one["untold"].values()]
    return "\n".join(
        [*lines, _grid(("work", "cannot be told", "where", "why, and what would decide it"), "llll", untold)]
    )


def _index_row(name: str, work: str, one: JsonObject | None) -> list[str]:
    if one is None:
        return [f"`{work}`", "not run yet", *["–"] * 8]
    doubted = f" ({one['doubted']} our side)" if one["doubted"] else ""
    numbers = [say(one[key], LANGUAGE) for key in ("claims", "holds", "fails", "open")]
    when = [one["scale"], str(one["seed"]), one["date"], duration(one["seconds"], LANGUAGE)]
    return [f"[`{name}`](results/{name}.md)", _reproduced(one), *numbers[:3], numbers[3] + doubted, *when]


def _reproduced(one: JsonObject) -> str:
    holds, all_ = one["main"]
    return f"{SAID.get(one['reproduced'], 'cannot be told')} ({holds} of {all_})"


def _variant(name: str) -> str:
    return ", recorded hands" if name.endswith(f"-{RECORDED}") else ""


def _all(found: dict[str, JsonObject]) -> list[tuple[str, str, JsonObject | None]]:
    """Return every work in order, with its results; one that was not run has none."""
    listed: list[tuple[str, str, JsonObject | None]] = []
    for work in works()["works"]:
        mine = [(name, work, one) for name, one in found.items() if one["work"] == work]
        listed += mine or [(work, work, None)]
    return listed


def _grid(head: Sequence[str], sides: str, rows: Sequence[Sequence[str]]) -> str:
    rule = ["---:" if side == "r" else "---" for side in sides]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def main(arguments: Sequence[str], root: Path) -> int:
    """Write or check the results of a repository."""
    try:
        shipped = ShippedResults(root)
        if list(arguments) == ["--again"]:
            for name, turned in shipped.again().items():
                print(f"{name}: {shipped.works[name]['headline']}", *turned, sep="\n  ")
            return 0
        if list(arguments) == ["--check"]:
            told = shipped.differences()
            print("\n".join([*told, AGAIN] if told else ["the tables and pages are those of the file"]))
            return 1 if told else 0
        if not arguments or arguments[0].startswith("-"):
            raise BadInput("expected the folders of finished runs, --again or --check")
        left = shipped.take([run for folder in arguments for run in runs_in(Path(folder))])
    except BolichoError as error:
        print(error, file=sys.stderr)
        return 2
    for line in left:
        print(f"left out: {line}")
    for name, one in shipped.works.items():
        print(f"{name}: {one['headline']}")
        if one["unexplained"]:
            print(f"  without a cause or reason: {', '.join(one['unexplained'])}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path.cwd()))

"""``bolicho cases build|import|export``: bases out of play, out of files, into files."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.commands.cases.shared import (
    AS_JSON,
    STORE,
    clustered,
    clusters_of,
    free_file,
    keep_base,
    of_truco,
    opened,
    print_json,
    say_mute,
    say_skipped,
    words_of,
)
from bolicho.cli.language import LANGUAGE
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import say
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.core.record import Record
    from bolicho.learn.cases.base import CaseBase
    from bolicho.learn.cases.truco.ufsm import ImportReport
    from bolicho.store import Store

CLUSTERS = Annotated[bool, typer.Option("--clusters/--no-clusters", help="Cluster the base, too.")]


def build(
    name: Annotated[str, typer.Argument(help="What to call the base.")],
    synthetic: Annotated[int | None, typer.Option(metavar="N", help="Let scripted players make N cases.")] = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE", help="Take recorded matches from this file.")] = None,
    stored: Annotated[bool, typer.Option("--stored", help="Take the matches in the store.")] = False,
    observe: Annotated[str, typer.Option(metavar="both|one", help="Seats observed in a synthetic match.")] = "both",
    lapses: Annotated[
        bool, typer.Option("--lapses/--no-lapses", help="Let scripted players fold, tie, stay and bluff as people do.")
    ] = True,
    agent: Annotated[str | None, typer.Option(help="Observe this agent only.")] = None,
    seat: Annotated[int | None, typer.Option(help="Observe this seat only: 0 or 1.")] = None,
    source: Annotated[str | None, typer.Option(help="Where the cases come from, in a word.")] = None,
    seed: Annotated[int, typer.Option(help="Random seed: the same seed gives the same result.")] = 0,
    clusters: CLUSTERS = True,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write this .csv or .parquet instead of the store.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Build a base from matches: played now by scripted players, or recorded ones.

    A case is a hand as the observed seat saw it. By default both seats are observed, so a deal gives two cases.
    """
    words = words_of(language)
    if (synthetic is not None) + (records is not None) + stored != 1:
        raise BadInput("say one of --synthetic N, --records FILE and --stored")
    with ExitStack() as stack:
        place = None if out is not None and not stored else stack.enter_context(opened(store))
        _check_place(name, out, force, place)
        if synthetic is not None:
            if agent is not None or seat is not None:
                raise BadInput("--agent and --seat choose among recorded matches; with --synthetic say --observe")
            if source not in (None, "synthetic"):
                raise BadInput(f"--source {source}: cases of --synthetic are synthetic, whatever they are called")
            base = _synthetic(name, synthetic, seed, observe, lapses, words)
        else:
            base = _recorded(name, records, place, agent, seat, source or "recorded", words)
        skipped = clustered(base, seed, words) if clusters else {}
        where = keep_base(base, out, place, origins=None if records is None else records.name)
    if as_json:
        print_json({**_about(base), "file": str(out) if out else None, "skipped": skipped})
        return
    typer.echo(words("built", base=where, cases=len(base), source=base.source))
    say_skipped(skipped, words)


def import_(
    file: Annotated[Path, typer.Argument(help="A .csv, .parquet, or the .sql dump of the UFSM group.")],
    name: Annotated[str | None, typer.Option(help="Name of the base; by default that in the file.")] = None,
    source: Annotated[str | None, typer.Option(help="recorded, web, synthetic, imitation, ...")] = None,
    seed: Annotated[int, typer.Option(help="Random seed of the clusters.")] = 0,
    clusters: CLUSTERS = True,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Bring a file of cases into the store.

    It reads files of this program, and the UFSM group's CSVs (141 and 30 columns) and MySQL dump. Every row is checked
    against the rules, and a report says what was kept, repaired and dropped, and why.
    """
    from bolicho.learn.cases.shelf import free
    from bolicho.learn.cases.truco.mute import mute

    words = words_of(language)
    with opened(store) as place:
        if name is not None:
            free(name, place)
        base, report = _read(file, name, source, words)
        free(base.name, place)
        if not len(base):
            raise BadInput(f"{file}: no case in it")
        skipped = clustered(base, seed, words) if clusters and not base.clusterings else {}
        keep_base(base, None, place, origins=file.name)
    if as_json:
        kept_rows = None if report is None else report.to_dict()
        silent = mute(base) if of_truco(base) else {}
        print_json({**_about(base), "report": kept_rows, "skipped": skipped, "mute": silent})
        return
    if report is not None:
        _say_report(report, words)
    typer.echo(words("imported", base=base.name, cases=len(base), source=base.source))
    say_skipped(skipped, words)
    say_mute(base, words)


def export(
    name: Annotated[str, typer.Argument(help="A base: its name, or a .csv or .parquet file.")],
    file: Annotated[Path, typer.Argument(help="Where to: a .csv (and a .json beside it) or a .parquet.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Write a base to a file that pandas opens in one line."""
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.files import write

    words = words_of(language)
    free_file(file, force)
    with ExitStack() as stack:
        place = None if name in shelf.BUNDLED else stack.enter_context(opened(store))
        base = shelf.base(name, store=place)
    write(base, file)
    if as_json:
        print_json({**_about(base), "file": str(file)})
        return
    typer.echo(words("exported", base=base.name, cases=say(len(base), words.language), file=file))


def _check_place(name: str, out: Path | None, force: bool, store: "Store | None") -> None:
    from bolicho.learn.cases.shelf import free

    if out is not None:
        free_file(out, force)
    elif store is not None:
        free(name, store)


def _synthetic(name: str, cases: int, seed: int, observe: str, lapses: bool, words: Words) -> "CaseBase":
    from bolicho.cli.progress import progress
    from bolicho.lab.studies.bases.lapses import Lapses
    from bolicho.lab.studies.bases.synthetic import LAPSES, synthetic

    with progress(words("bar-play")) as show:
        return synthetic(name, cases, seed, observe, show, LAPSES if lapses else Lapses())


def _recorded(
    name: str,
    file: Path | None,
    store: "Store | None",
    agent: str | None,
    seat: int | None,
    source: str,
    words: Words,
) -> "CaseBase":
    from bolicho.cli.progress import progress
    from bolicho.learn.cases.base import CaseBase
    from bolicho.learn.cases.craft import craft
    from bolicho.play.case_watcher import BOTH, cases_of, seats_of

    note = f"matches of {'the store' if file is None else file.name}" + (f", {agent} observed" if agent else "")
    base: CaseBase | None = None
    with progress(words("bar-replay")) as show:
        for number, (where, record) in enumerate(_records(file, store, agent), 1):
            seats = seats_of(record, agent) if agent is not None else BOTH if seat is None else (seat,)
            try:
                rows = list(cases_of(record, seats))
                if base is None:  # the first match says of what game the cases are
                    form = craft(record.game).forms[0]
                    base = CaseBase(name, form.columns, game=form.game, form=form.name, source=source, note=note)
                if record.game != base.game:
                    raise BadInput(f"a match of {record.game} among those of {base.game}: a base has cases of one game")
            except BadInput as error:
                raise BadInput(f"{where}: {error}") from None
            base.append(rows)
            show(number, 0)
    if base is None or not len(base):
        game = "Truco" if base is None or of_truco(base) else base.game
        raise BadInput(f"{file or 'the store'}: no finished hand of {game}" + (f" of {agent!r}" if agent else ""))
    return base


def _records(file: Path | None, store: "Store | None", agent: str | None) -> "Iterator[tuple[str, Record]]":
    from bolicho.core.record import read_records
    from bolicho.play.onward import NOTE

    if file is not None:
        for number, record in enumerate(read_records(file), 1):
            yield f"{file} record {number}", record
        return
    assert store is not None
    for id, record in store.records(game="truco", agent=agent, oldest_first=True):
        # people's matches are collected by the web table, with their consent, such that they can withdraw them again
        if ("web" in record.notes and record.notes.get("people")) or NOTE in record.notes:
            continue
        yield f"record {id} of the store", record


def _read(file: Path, name: str | None, source: str | None, words: Words) -> "tuple[CaseBase, ImportReport | None]":
    from bolicho.cli.progress import progress
    from bolicho.learn.cases.files import read
    from bolicho.learn.cases.truco.ufsm import import_ufsm, recognised

    if file.suffix.lower() == ".parquet" or not recognised(file):
        return read(file, name, source), None
    with progress(words("bar-import", file=file.name)) as show:
        return import_ufsm(file, name or file.stem, source or "recorded", show)


def _about(base: "CaseBase") -> JsonObject:
    return {
        "name": base.name,
        "game": base.game,
        "form": base.form,
        "source": base.source,
        "note": base.note,
        "cases": len(base),
        "clusters": clusters_of(base),
    }


def _say_report(report: "ImportReport", words: Words) -> None:
    """Say what became of the rows of a recorded file."""
    dropped = sum(report.dropped.values())
    counts = {"rows": report.rows, "kept": report.cases, "dropped": dropped, "repaired": report.repaired}
    typer.echo(words("report", layout=words(f"layout-{report.layout.split()[0]}"), **counts))
    for kind, reasons in (("dropped", report.dropped), ("repaired", report.repairs)):
        if reasons:
            typer.echo(words(f"report-{kind}"))
        for reason, rows in reasons.most_common():
            typer.echo(f"  {rows:>6}  {words(f'{kind}-{reason}')}")
    typer.echo(words("facts", **{"matches": "–", "deals": "–", **report.facts}))

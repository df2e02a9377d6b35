"""Every reader of the house: a folder of sound files, the ways in which they may be damaged, and how it reads.

A reader that only takes apart what it is given is not enough: what it gives is used a little, too.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from tests.learn.cases.group_server import written
from tests.learn.cases.played_cases import played_base
from tests.readers.mutations import ARRAYS, BYTES, JSON, LINES, PACKED, RAW, TEXT, Mutation, values
from tests.store.some_records import a_record

import bolicho
from bolicho.core.record import read_records

Files = dict[str, bytes]


class Reader(NamedTuple):
    """One reader: its files, which of them are damaged in which ways, and what is done with them."""

    sample: Callable[[], Files]
    damaged: Mapping[str, tuple[Mutation, ...]]
    read: Callable[[Path], object]


def _files(write: Callable[[Path], object]) -> Files:
    """What somebody writes into an empty folder."""
    with TemporaryDirectory() as folder:
        write(Path(folder))
        return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.is_file()}


# ── records ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _records(game: str, agent: str, **options: Any) -> Callable[[], Files]:
    def sample() -> Files:
        rules = bolicho.game(game, **options)
        agents = [bolicho.agent(agent, rules)] * rules.seats
        record = bolicho.play_match(rules, agents, seed=3, keep_why=True)
        return {"records.jsonl": record.to_json().encode() + b"\n"}

    return sample


def _replayed(folder: Path) -> None:
    for record in read_records(folder / "records.jsonl"):
        for state in bolicho.replay(record):
            state.view(0)


def _resumed(folder: Path) -> None:
    from bolicho.play.replay import game_of
    from bolicho.play.table import Table

    for record in read_records(folder / "records.jsonl"):
        game = game_of(record)
        Table.resume(record, game, [bolicho.agent("random", game)] * game.seats)


def _played_on() -> Files:
    from bolicho.play.onward import cut

    game = bolicho.game("truco", target=6)
    record = bolicho.play_match(game, [bolicho.agent("sound", game)] * 2, seed=5)
    return {"records.jsonl": cut(record, 1, 2, seed=9, agents=record.agents).to_json().encode() + b"\n"}


# ── arrays ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _q_table() -> Files:
    from bolicho.learn.boards.q_file import save
    from bolicho.learn.boards.qlearning import Learner, Settings

    learner = Learner(bolicho.game("pong-hau-ki").board, Settings(block=10), plain=True)
    learner.train(25)
    return _files(lambda folder: save(learner, folder / "q.npz"))


def _read_q_table(folder: Path) -> None:
    from bolicho.learn.boards.q_file import export, load

    export(load(folder / "q.npz", bolicho.game("pong-hau-ki").board, plain=True), folder / "q.csv")


def _solved() -> Files:
    from bolicho.learn.boards.solved import solved
    from bolicho.learn.boards.solved_file import save

    return _files(lambda folder: save(solved(bolicho.game("pong-hau-ki").board), folder / "t"))


def _read_solved(folder: Path) -> None:
    from bolicho.learn.boards.solved_file import load

    table = load(folder / "t.npz")
    assert len(table.positions) == len(table.value) == len(table.distance) == len(table.reachable)


def _policy() -> Files:
    from bolicho.field.policy.network import Network

    return _files(lambda folder: Network.drawn(bolicho.game("tapatan"), (5,), 1).save(folder / "p.npz"))


def _read_policy(folder: Path) -> None:
    game = bolicho.game("tapatan")
    agent = bolicho.agent(f"policy:{folder / 'p.npz'}", game)
    agent.choose(game.start().view(0), Random(1))


def _matrices() -> Files:
    from bolicho.learn.markov.file import save
    from bolicho.learn.markov.matrices import Matrices

    return _files(lambda folder: save(Matrices.initial(), folder / "m.npz"))


def _read_matrices(folder: Path) -> None:
    game = bolicho.game("truco")
    agent = bolicho.agent(f"markov:{folder / 'm.npz'}", game)
    agent.choose(game.start("1e 7o 4c / 3b 2c 12o").view(0), Random(1))


def _training() -> Files:
    from bolicho.learn.equilibrium.table import Table, save

    table = Table.empty(6, 256)
    table.keys[[3, 9, 40]], table.places[[3, 9, 40]] = [7, 8, 9], [0, 4, 10]
    table.counts[:] = 3, 14
    return _files(lambda folder: save(folder / "e.npz", table, done=np.int64(5), design=np.array("x")))


def _read_training(folder: Path) -> None:
    from bolicho.learn.equilibrium.table import load

    load(folder / "e.npz")[0].known()


def _ladder_training() -> Files:
    from bolicho.learn.ladder.solver import Solver

    return _files(lambda folder: Solver(SMALL).save(folder / "l.npz"))


def _read_ladder_training(folder: Path) -> None:
    from bolicho.learn.ladder.solver import Solver

    json.dumps(Solver.load(folder / "l.npz", SMALL)._head())


def _chances() -> Files:
    from bolicho.learn.exploit.ladder import TablePiece
    from bolicho.learn.exploit.measure import _write

    filled = TablePiece(np.arange(4), np.ones(4, np.float32), 1, 2, 3, 4, 5, 6)
    return _files(lambda folder: _write(folder / "f.npz", filled))


def _read_chances(folder: Path) -> None:
    from bolicho.learn.exploit.measure import _read

    _read(folder / "f.npz", 4)


# ── packed strategies ─────────────────────────────────────────────────────────────────────────────────────────────

SMALL = (2, 1, 2, 1, 1)
"""Cards of each level of a deck that is solved at once."""


def _eq() -> Files:
    from bolicho.learn.equilibrium.packed import write
    from bolicho.learn.equilibrium.shape import Shape
    from bolicho.learn.equilibrium.table import KnownSituations

    rng = np.random.default_rng(1)
    actions = rng.integers(2, 5, 40)
    known = KnownSituations(np.sort(rng.integers(1, 2**40, 40)).astype(np.uint64), actions, rng.random(actions.sum()))
    return _files(lambda folder: write(folder / "s.eq", known, Shape(), np.ones((24, 24, 2)), seed=1))


def _read_eq(folder: Path) -> None:
    from bolicho.learn.equilibrium.packed import read
    from bolicho.learn.equilibrium.shape import record_of

    packed = read(folder / "s.eq")
    record_of(packed.shape)
    for key in packed.keys[:50].tolist():
        packed.find(key - 1, 3)
    packed.known().chances()


def _ladder() -> Files:
    from bolicho.learn.ladder.packing import pack, quantised
    from bolicho.learn.ladder.solver import Solver

    solver = Solver(SMALL)
    solver.run(2)
    rounded = quantised(solver.tree, solver.averages, 15)
    return _files(lambda folder: pack(folder / "s.ladder", solver.tree, rounded, 15, {"iterations": 2}))


def _read_ladder(folder: Path) -> None:
    from bolicho.learn.ladder.packed import load

    load.__wrapped__(folder / "s.ladder").table()


# ── cases ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _cases(suffix: str) -> Callable[[], Files]:
    def sample() -> Files:
        from bolicho.learn.cases.files import write
        from bolicho.learn.cases.truco.grouping import cluster_base

        base = played_base(3)
        base.clusterings = dict(cluster_base(base, k=2))
        return _files(lambda folder: write(base, folder / f"c{suffix}"))

    return sample


def _read_cases(suffix: str) -> Callable[[Path], object]:
    def read(folder: Path) -> None:
        from bolicho.learn.cases.files import read

        base = read(folder / f"c{suffix}")
        f"{base.name} {base.note} {base.source}".encode()

    return read


def _group_hands() -> Files:
    import csv
    from io import StringIO

    game = bolicho.game("truco")
    agents = [bolicho.agent(name, game) for name in ("random", "bluffer")]
    hands = [state for state in bolicho.replay(bolicho.play_match(game, agents, 7)) if state.over]
    rows = [written(hand, 0, number, Random(1)) for number, hand in enumerate(hands)]
    out = StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    columns, said = ", ".join(rows[0]), ",\n".join(f"({', '.join(map(_sql, row.values()))})" for row in rows)
    return {"g.csv": out.getvalue().encode(), "g.sql": f"INSERT INTO maos ({columns}) VALUES {said};\n".encode()}


def _sql(value: Any) -> str:
    return "NULL" if value is None else f"'{value}'" if isinstance(value, str) else str(value)


def _read_group_hands(folder: Path) -> None:
    from bolicho.learn.cases.truco.ufsm import import_ufsm

    for suffix in ("csv", "sql"):
        import_ufsm(folder / f"g.{suffix}", "group")


# ── boards, policies of others ────────────────────────────────────────────────────────────────────────────────────


def _boards() -> Files:
    from bolicho.games.boards import FOLDER, bundled

    return {f"{name}.toml": (FOLDER / f"{name}.toml").read_bytes() for name in bundled()}


def _read_boards(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        if path.read_bytes() != _SOUND_BOARDS.setdefault(path.name, _boards()[path.name]):
            game = bolicho.game(str(path))
            state = game.start()
            state.view(0)
            state.play(state.moves()[0])


_SOUND_BOARDS: Files = {}


def _openspiel() -> Files:
    from bolicho.field.openspiel.tables import FORMAT

    policy = {"a": {"quero": 0.25, "nao-quero": 0.75}, "b": {"7e": 1.0}}
    return {"o.json": json.dumps({"format": FORMAT, "game": "g", "policy": policy}).encode()}


def _read_openspiel(folder: Path) -> None:
    from bolicho.field.openspiel.tables import load_policy

    load_policy(folder / "o.json")


# ── the line ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _conversation(name: str) -> Callable[[], Files]:
    def sample() -> Files:
        from bolicho.field.line.messages import choose, hello, match, result, saw

        game = bolicho.game(name)
        rng = bolicho.stream(5)
        state = game.start(game.deal(rng), **game.opening(rng))
        said = [hello(), match(game, state.seat, 1.0), choose(state.view(state.seat), 7)]
        for _ in range(3):
            state = state.play(state.moves()[0])
        said.append(choose(state.view(state.seat), 7))
        while not state.over:
            state = state.play(rng.choice(state.moves()))
        said += [saw(state.view(0)), result(state.scores, 0)]
        return {"said.jsonl": b"".join(json.dumps(message).encode() + b"\n" for message in said)}

    return sample


def _speak(agent: str) -> Callable[[Path], object]:
    def read(folder: Path) -> None:
        from bolicho.field.line.speaker import speak

        out = BytesIO()
        speak(agent, (folder / "said.jsonl").read_bytes().splitlines(), out)
        for line in out.getvalue().splitlines():
            answer = json.loads(line)
            if answer["type"] == "error":
                assert " raised " not in answer["message"], answer
                assert answer["message"].isprintable(), answer
                assert len(answer["message"]) < 1600, answer

    return read


def _answers() -> Files:
    hello = {"type": "hello", "protocol": 1, "name": "b", "author": "a", "games": ["truco"]}
    move = {"type": "move", "move": "quero", "value": 0.5, "why": "so", "probabilities": {"quero": 0.5, "mazo": 0.5}}
    return {"heard.jsonl": b"".join(json.dumps(message).encode() + b"\n" for message in (hello, move))}


def _hear(folder: Path) -> None:
    from bolicho.field.line import messages

    hello, move = ((folder / "heard.jsonl").read_bytes().split(b"\n") + [b"", b""])[:2]
    for take in (
        lambda: messages.introduced(messages.read(hello, "hello")),
        lambda: messages.line_of(messages.decided(messages.read(move, "move"), ("quero", "mazo")).why),
    ):
        with suppress(ValueError):  # what an agent on the line makes a fault of the program
            take()


# ── journals ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _design(format: str, decide: float | None = None) -> Any:
    from bolicho.arena.plan.design import Design
    from bolicho.arena.plan.plan import Plan

    rounds = None if format == "round-robin" else 2
    return Design(Plan("truco", ("sound", "random", "novice"), {"target": 3}, seed=4), format, 4, rounds, decide)


def _tournament(format: str, decide: float | None = None) -> Callable[[], Files]:
    def sample() -> Files:
        from bolicho.arena.run.tournament import Tournament

        def play(folder: Path) -> None:
            with Tournament(folder, _design(format, decide)) as tournament:
                assert tournament.play()

        return _files(play)

    return sample


def _read_tournament(format: str, decide: float | None = None) -> Callable[[Path], object]:
    def read(folder: Path) -> None:
        from bolicho.arena.results.frame import write_csv, write_parquet
        from bolicho.arena.results.summary import results
        from bolicho.arena.run.tournament import Tournament
        from bolicho.core.numbers import duration

        with Tournament(folder, _design(format, decide)) as tournament:
            names = tournament.agents
            found = results(tournament.rows, names)
            json.dumps(found.to_dict(), allow_nan=False)
            write_csv(folder / "rows.csv", tournament.rows, names)
            write_parquet(folder / "rows.parquet", tournament.rows, names)
            duration(tournament.watch.seconds, "en")

    return read


def _markov_folder() -> Files:
    from bolicho.train.markov.folder import Folder

    def write(folder: Path) -> None:
        kept = Folder(folder, MARKOV)
        with kept.writing():
            for match in range(4):
                kept.add({"match": match, "won": 1, "points": [24, 3], "hands": 12})
            kept.settle()

    return _files(write)


MARKOV: dict[str, Any] = {"matches": 4, "seed": 1, "switches": {"area": "cell"}}


def _read_markov_folder(folder: Path) -> None:
    from bolicho.train.markov.folder import Folder

    Folder(folder, MARKOV).rows()


def _ledger_design() -> Any:
    from bolicho.lab.engine.experiment import Cell, Design

    return Design("trial", "1", "quick", 1, {}, (Cell("a", {}), Cell("b", {"n": 2})))


def _ledger() -> Files:
    from bolicho.lab.engine.ledger import Ledger

    def write(folder: Path) -> None:
        design = _ledger_design()
        with Ledger(folder, design, {"bolicho": "1"}) as ledger:
            for cell in design.cells:
                ledger.add(cell, [{"n": 1, "x": 0.5}], 1.5)

    return _files(write)


def _read_ledger(folder: Path) -> None:
    from bolicho.core.numbers import duration
    from bolicho.lab.engine.ledger import Ledger

    with Ledger(folder, _ledger_design(), {"bolicho": "1"}) as ledger:
        duration(ledger.seconds, "en")


# ── the store ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _store() -> Files:
    from bolicho.store import Store

    def write(folder: Path) -> None:
        with Store.open(str(folder / "s.db")) as store:
            first, *_ = store.save([a_record(n, seed=n) for n in range(3)])
            store.add_base("b", "truco", "f-1", "synthetic", ["x", "y"])
            store.add_cases("b", [[1, 2], [3, None], [5, 6]], "web:1")
            store.set_clusterings("b", {"s": {"k": 2, "list": [1, 2]}}, 3)
            run = store.begin_run("imitation", {"name": "b", "n": 1}, 5, {"bolicho": "1"})
            store.add_rows(run, [{"key": 1, "won": 2}, {"key": ["a", 2], "won": 0}])
            store.finish_run(run, 2.5)
            store.new_job("arena", "t", {"game": "truco"}, total=3)
            store.put_table("t1", record=first, data={"seats": [1, {"x": None}]}, over=False)
            store.seat_person(first, 0, name="ana", language="pt-BR", code_hash="a" * 64, consented=True)
        with closing(sqlite3.connect(folder / "s.db")) as raw:
            raw.execute("PRAGMA journal_mode = DELETE")  # a database in memory, which damages it, has no other

    return {name: data for name, data in _files(write).items() if name == "s.db"}


CELLS = (None, -1, 0, 2**62, -(2**63), 1.5, float("inf"), b"\xff\xfe", "", "x", b"[1", "\0", "[]")
"""What a cell of SQLite may hold, whatever its column is said to be."""


def cells(data: bytes, rng: Random) -> bytes:
    """Change cells of a database, the file itself stays whole: JSON in them, or anything in their place."""
    raw = sqlite3.connect(":memory:")
    raw.deserialize(data)
    raw.execute("PRAGMA ignore_check_constraints = ON")
    raw.text_factory = bytes
    places = [
        (table.decode(), row, column.decode())
        for (table,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (row,) in raw.execute(f"SELECT rowid FROM '{table.decode()}'").fetchall()
        for (_, column, *_) in raw.execute(f"PRAGMA table_info('{table.decode()}')").fetchall()
    ]
    for _ in range(rng.choice((1, 1, 2))):
        table, row, column = rng.choice(places)
        asked = raw.execute(f"SELECT \"{column}\" FROM '{table}' WHERE rowid = ?", (row,)).fetchone()
        new: Any = rng.choice(CELLS)
        if asked and isinstance(asked[0], bytes) and rng.random() < 0.8:
            new = _changed(asked[0], rng)
            new = new if rng.random() < 0.1 else new.decode(errors="surrogateescape")
        try:
            raw.execute(f"UPDATE '{table}' SET \"{column}\" = ? WHERE rowid = ?", (new, row))
        except (sqlite3.Error, UnicodeEncodeError, OverflowError):
            continue  # two of one key, or no text at all
    raw.commit()
    return raw.serialize()


def _changed(text: bytes, rng: Random) -> bytes:
    try:
        return values(text, rng) if rng.random() < 0.7 else rng.choice(RAW).encode()
    except (ValueError, RecursionError):  # no JSON, or none any more
        return rng.choice(TEXT)(text, rng)


def _read_store(folder: Path) -> None:
    from bolicho.core.errors import BolichoError
    from bolicho.store import Store
    from bolicho.store.changes import BaseChange

    with Store.open(str(folder / "s.db")) as store:
        asked: list[Callable[[], Any]] = [
            lambda: [store.load(id) for id, _ in store.records()],
            lambda: list(store.summaries()),
            lambda: [(list(store.cases(base.name)), list(store.case_origins(base.name))) for base in store.bases()],
            lambda: store.clusterings("b"),
            lambda: store.add_cases("b", [[1, 2]]),
            lambda: store.change_cases({"b": BaseChange(rows=[[1, 2]])}, 1, {"key": 1}),
            lambda: [(list(store.rows(run.id)), store.keys(run.id)) for run in store.runs()],
            lambda: store.find_run("imitation", {"name": "b", "n": 1}, 5, {"bolicho": "1"}),
            lambda: store.jobs(),
            lambda: list(store.tables(None)),
            lambda: list(store.people_matches()),
            lambda: store.sittings_of("a" * 64),
            lambda: store.withdraw("a" * 64),
        ]
        wrong: BolichoError | None = None
        for ask in asked:  # one that is refused does not hide the others
            try:
                ask()
            except BolichoError as error:
                wrong = error
        if wrong is not None:
            raise wrong


READERS: dict[str, Reader] = {
    "record-truco": Reader(_records("truco", "bluffer", target=6), {"records.jsonl": LINES}, _replayed),
    "record-rikken": Reader(_records("rikken", "rules", deals=2), {"records.jsonl": LINES}, _replayed),
    "record-board": Reader(_records("tapatan", "random"), {"records.jsonl": LINES}, _replayed),
    "record-resumed": Reader(_records("truco", "sound", target=3), {"records.jsonl": LINES}, _resumed),
    "record-played-on": Reader(_played_on, {"records.jsonl": LINES}, _resumed),
    "q-table": Reader(_q_table, {"q.npz": ARRAYS}, _read_q_table),
    "solved": Reader(_solved, {"t.npz": ARRAYS}, _read_solved),
    "policy": Reader(_policy, {"p.npz": ARRAYS}, _read_policy),
    "markov": Reader(_matrices, {"m.npz": ARRAYS}, _read_matrices),
    "training-equilibrium": Reader(_training, {"e.npz": ARRAYS}, _read_training),
    "training-ladder": Reader(_ladder_training, {"l.npz": ARRAYS}, _read_ladder_training),
    "yardstick": Reader(_chances, {"f.npz": ARRAYS}, _read_chances),
    "eq": Reader(_eq, {"s.eq": PACKED}, _read_eq),
    "ladder": Reader(_ladder, {"s.ladder": PACKED}, _read_ladder),
    "cases-csv": Reader(_cases(".csv"), {"c.csv": TEXT, "c.json": JSON}, _read_cases(".csv")),
    "cases-parquet": Reader(_cases(".parquet"), {"c.parquet": BYTES}, _read_cases(".parquet")),
    "cases-group": Reader(_group_hands, {"g.csv": TEXT, "g.sql": TEXT}, _read_group_hands),
    "boards": Reader(_boards, {"tapatan.toml": TEXT, "mu-torere.toml": TEXT, "shisima.toml": TEXT}, _read_boards),
    "openspiel": Reader(_openspiel, {"o.json": JSON}, _read_openspiel),
    "line-truco": Reader(_conversation("truco"), {"said.jsonl": LINES}, _speak("sound")),
    "line-rikken": Reader(_conversation("rikken"), {"said.jsonl": LINES}, _speak("rules")),
    "line-board": Reader(_conversation("tapatan"), {"said.jsonl": LINES}, _speak("minimax:2")),
    "line-answers": Reader(_answers, {"heard.jsonl": LINES}, _hear),
    "tournament": Reader(
        _tournament("round-robin"),
        {"rows.jsonl": LINES, "design.json": JSON, "seconds.json": JSON},
        _read_tournament("round-robin"),
    ),
    "tournament-swiss": Reader(_tournament("swiss"), {"rows.jsonl": LINES}, _read_tournament("swiss")),
    "tournament-league": Reader(
        _tournament("league"), {"rows.jsonl": LINES, "design.json": JSON}, _read_tournament("league")
    ),
    "tournament-decide": Reader(
        _tournament("round-robin", 0.05), {"rows.jsonl": LINES}, _read_tournament("round-robin", 0.05)
    ),
    "training-markov": Reader(_markov_folder, {"rows.jsonl": LINES, "design.json": JSON}, _read_markov_folder),
    "ledger": Reader(_ledger, {"rows.jsonl": LINES, "design.json": JSON}, _read_ledger),
    "store": Reader(_store, {"s.db": (*[cells] * 10, *BYTES)}, _read_store),
}
"""By name."""

"""The matrices as one file: an ``.npz`` of labelled arrays with a JSON header; and as CSV, one a module, for people."""

import csv
import json
from io import BytesIO, StringIO
from pathlib import Path

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.core.files import make_folder, write_whole
from bolicho.core.json_text import JsonObject
from bolicho.learn.arrays import DAMAGED, header, read_arrays
from bolicho.learn.markov import checks
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.states import CARD_LABELS, LEVELS
from bolicho.learn.markov.switches import Switches

FORMAT = "bolicho-markov"
VERSION = 1
KINDS = ("win", "loss")
BUNDLED = Path(__file__).parent / "data" / "best.npz"
"""The trained matrices of ``markov:best``."""


def save(matrices: Matrices, path: Path) -> None:
    """Write the matrices whole or not at all; what is there before stays until the new one is on the disk."""
    arrays: JsonObject = {"header": np.array(json.dumps(head(matrices))), "levels": matrices.levels}
    for module in matrices.modules:
        arrays[f"{module.name}_win"], arrays[f"{module.name}_loss"] = module.win, module.loss
        arrays[f"{module.name}_labels"] = np.array(module.labels)
    out = BytesIO()
    np.savez_compressed(out, **arrays)
    write_whole(path, out.getvalue())


def head(matrices: Matrices) -> JsonObject:
    """Return what the file says of the matrices besides their counts (JSON data)."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "matches": matrices.matches,
        "seed": matrices.seed,
        "against": matrices.against,
        "switches": matrices.switches.to_dict(),
        "gates": {call: gate._asdict() for call, gate in matrices.gates.items()},
    }


def load(path: Path) -> Matrices:
    """Read matrices; a file that is wrong, cut off, of something else or newer is a BadInput."""
    file = read_arrays(path, "Markov matrices")
    try:
        said = header(file)
        _agree(path, said)
        found = Matrices.initial(Switches.of(said["switches"]))
        found.matches = checks.whole_number(path, "matches", said["matches"], checks.MOST_MATCHES)
        found.seed = checks.seed(path, said["seed"])
        found.against = checks.rival(path, said.get("against"))
        found.gates = checks.gates(path, said["gates"], set(found.gates))
        found.levels = checks.counts(path, "levels", file["levels"], found.levels)
        for module in found.modules:
            if tuple(file[f"{module.name}_labels"].tolist()) != module.labels:
                raise BadInput(f"{path}: its {module.name} states are not those of this Bolicho")
            for kind in KINDS:
                name = f"{module.name}_{kind}"
                setattr(module, kind, checks.counts(path, name, file[name], getattr(module, kind)))
    except BadInput as error:
        raise error if str(path) in str(error) else BadInput(f"{path}: {error}") from None
    except DAMAGED:
        raise BadInput(f"{path}: not Markov matrices, or damaged") from None
    return found


def export_csv(matrices: Matrices, folder: Path) -> tuple[Path, ...]:
    """Write every matrix as CSV with its labels, ``truco_win.csv`` and so on; returns the files."""
    tables = {
        f"{module.name}_{kind}": (module.labels, module.labels, getattr(module, kind))
        for module in matrices.modules
        for kind in KINDS
    }
    tables["levels"] = (CARD_LABELS, LEVELS, matrices.levels)
    make_folder(folder)
    files = []
    for name, (rows, columns, counts) in tables.items():
        out = StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["", *columns])
        writer.writerows([label, *(f"{count:.6g}" for count in row)] for label, row in zip(rows, counts, strict=True))
        files.append(folder / f"{name}.csv")
        write_whole(files[-1], out.getvalue())
    return tuple(files)


def _agree(path: Path, said: object) -> None:
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise BadInput(f"{path}: not Markov matrices")
    if said.get("version") != VERSION:
        raise BadInput(f"{path}: Markov matrices of version {said.get('version')!r}; this Bolicho reads {VERSION}")

"""A solved table made small: probabilities in steps, nothing where the player's own strategy never comes, then lzma.

The order of the table is static, so no keys are kept. A packed file is a line of JSON, then two blobs: the slots of the
head of the tree (see ``places``), and one byte a slot, information sets that are never reached being zeros.
"""

import json
import lzma
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject
from bolicho.learn.ladder.classes import Float32s
from bolicho.learn.ladder.places import HEAD, OUTCOMES
from bolicho.learn.ladder.tree import Tree
from bolicho.learn.ladder.walking import Walker

FORMAT, VERSION = "bolicho-ladder-policy", 1
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 0, "pb": 0, "dict_size": 1 << 26}]
AT_ONCE = 1 << 20
"""Slots that are worked on together: a bound on memory."""
Bytes = npt.NDArray[np.uint8]


def quantised(tree: Tree, table: Float32s, steps: int, threads: int = 1) -> Bytes:
    """The table in so many steps, each information set summing to ``steps``; zeros where its player never comes.

    Rounding is by largest remainders. What is never reached is found with the rounded probabilities, so that whatever
    hangs below a move rounded to nothing is left out too.
    """
    rounded = np.zeros(tree.slots, np.uint8)
    for slots in _blocks(tree):
        rounded[slots] = _rounded(table[slots], steps)
    flow, kept = tree.empty(), rounded.astype(np.float32)
    walker = Walker(tree, threads)
    for me in (0, 1):
        walker.train(me, kept, flow, 0.0, 1.0)  # no new regrets: only the rival's weights are written down
    for slots in _blocks(tree):
        never = flow[slots].sum(axis=1, keepdims=True) <= 0
        rounded[slots] = np.where(never, 0, rounded[slots])
    return rounded


def _rounded(weights: Float32s, steps: int) -> Bytes:
    """Round [node, row, column] along the rows; where there is nothing it stays nothing."""
    total = weights.sum(axis=1, keepdims=True, dtype=np.float64)
    exact = weights * (steps / np.where(total > 0, total, 1.0))
    whole = np.floor(exact + 1e-9)
    missing = np.where(total > 0, steps - whole.sum(axis=1, keepdims=True), 0)
    places = np.argsort(np.argsort(whole - exact, axis=1, kind="stable"), axis=1, kind="stable")
    return np.asarray(whole + (places < missing), np.uint8)


def _blocks(tree: Tree) -> Iterator[npt.NDArray[np.int64]]:
    """All slots, as arrays of [node, row, column], nodes of one shape together."""
    form = tree.form
    answering, may = form >> 1 & 1, form >> 4 & 1
    mao, pe = form >> 5 & 3, form >> 7 & 3
    left = np.where(form & 1, pe, mao)
    rows = np.where(answering, 2, left) + may
    columns = np.where((mao + pe == 1) & (left == 1), OUTCOMES, np.array(tree.classes.width)[left])
    shapes = rows.astype(np.int32) << 16 | columns.astype(np.int32)
    for shape in np.unique(shapes[rows > 1]).tolist():
        nodes, inside = np.flatnonzero(shapes == shape), np.arange((shape >> 16) * (shape & 0xFFFF))
        step = max(1, AT_ONCE // len(inside))
        for part in range(0, len(nodes), step):
            yield tree.slot[nodes[part : part + step], None, None] + inside.reshape(1, shape >> 16, -1)


def head(tree: Tree) -> dict[bytes, int]:
    """Slots of the nodes near the root, by the path that leads there."""
    mao, pe = tree.form >> 5 & 3, tree.form >> 7 & 3
    nodes = np.flatnonzero(mao + pe >= HEAD)
    return {bytes(edge for _, edge in tree.path(int(node))): int(tree.slot[node]) for node in nodes}


def pack(path: Path, tree: Tree, rounded: Bytes, steps: int, told: JsonObject) -> None:
    """Write a packed file; ``told`` is said of it in its first line (JSON data)."""
    known = head(tree)
    starts = np.array(list(known.values()), np.int64)
    words = b"\n".join(bytes(edge + 65 for edge in way) for way in known)
    index = lzma.compress(words + b"\n\n" + np.diff(starts, prepend=0).astype("<i4").tobytes(), lzma.FORMAT_XZ)
    body = lzma.compress(rounded.tobytes(), lzma.FORMAT_XZ, filters=FILTERS)
    line = {
        "format": FORMAT,
        "version": VERSION,
        "counts": tree.classes.counts,
        "width": tree.classes.width,
        "steps": steps,
        "slots": tree.slots,
        "index": len(index),
        "body": len(body),
        **told,
    }
    write_whole(path, json.dumps(line).encode() + b"\n" + index + body)

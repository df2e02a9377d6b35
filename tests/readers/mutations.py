"""Ways to damage a file: what a disk, a hand or an enemy may do to text, JSON, archives of arrays and bytes.

Every mutation is drawn from the generator it is given, so a number names it for ever.
"""

import json
import lzma
import re
import struct
import warnings
from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from io import BytesIO
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile
from zlib import crc32

Mutation = Callable[[bytes, Random], bytes]

DEEP = 3_000
"""Brackets within brackets: more than any stack of Python holds."""
NUMBERS = (
    *("0", "-1", "1", "2", "7", "255", "65536", "2147483648", "9223372036854775807", "9223372036854775808", "0.5"),
    *("18446744073709551616", "1e15", "1e308", "1e999", "-1e999", "NaN", "Infinity", "-0.0", "1e-320"),
    *("1" + "0" * 30, "1" + "0" * 320, "-1" + "0" * 320, "9" * 4299, "9" * 4301),
)
"""Numbers as JSON has them, from harmless to those that no float and no text can hold."""
RAW = (
    *NUMBERS,
    *("null", "true", "false", '""', '"x"', '"\\u0000"', '"\\ud800"', '"\\n\\u001b[2J"', "[]", "{}", "[[]]", '{"a":1}'),
    *("[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP, "[" * 300 + "]" * 300),
    *('"' + "a" * 20_000 + '"', "[" + ",".join("0" * 5_000) + "]", '"a.toml"', '"../../etc/passwd"', '"nan"', '"-1"'),
)
"""Values that JSON may hold where another is expected."""


# ── bytes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _stretch(data: bytes, rng: Random, longest: int = 64) -> tuple[int, int]:
    at = rng.randrange(len(data) + 1)
    return at, min(len(data), at + rng.randint(1, longest))


def flip(data: bytes, rng: Random) -> bytes:
    """Turn a few bits over."""
    changed = bytearray(data or b"\0")
    for _ in range(rng.choice((1, 1, 2, 8))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def overwrite(data: bytes, rng: Random) -> bytes:
    """Put bytes in the place of others: noise, zeros, all ones."""
    start, end = _stretch(data, rng, 16)
    fill = rng.choice((rng.randbytes(end - start), b"\0" * (end - start), b"\xff" * (end - start)))
    return data[:start] + fill + data[end:]


def drop(data: bytes, rng: Random) -> bytes:
    """Leave a stretch out."""
    start, end = _stretch(data, rng)
    return data[:start] + data[end:]


def cut(data: bytes, rng: Random) -> bytes:
    """End too early."""
    return data[: rng.randrange(len(data) + 1)]


def double(data: bytes, rng: Random) -> bytes:
    """Have a stretch twice, or very often."""
    start, end = _stretch(data, rng)
    return data[:end] + data[start:end] * rng.choice((1, 1, 2, 400)) + data[end:]


def splice(data: bytes, rng: Random) -> bytes:
    """Put a stretch where another was."""
    start, end = _stretch(data, rng)
    to, gone = _stretch(data, rng)
    return data[:to] + data[start:end] + data[gone:]


def noise(data: bytes, rng: Random) -> bytes:
    """Slip in what is no text."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.randbytes(rng.randint(1, 8)) + data[at:]


BYTES: tuple[Mutation, ...] = (flip, overwrite, drop, cut, double, splice, noise)

# ── text ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_NUMBER = re.compile(rb"-?\d+(\.\d+)?")
_WORD = re.compile(rb"[A-Za-z_][\w-]*")


def number(data: bytes, rng: Random) -> bytes:
    """Write another number in the place of one."""
    found = list(_NUMBER.finditer(data))
    if not found:
        return noise(data, rng)
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(NUMBERS).encode() + data[one.end() :]


def word(data: bytes, rng: Random) -> bytes:
    """Write another word of the text in the place of one, or a strange one."""
    found = list(_WORD.finditer(data))
    if not found:
        return noise(data, rng)
    one, other = rng.choice(found), rng.choice(found)[0]
    said = rng.choice((other, other, b"", b"x" * 20_000, "ç\u2028ü".encode(), b"\xff", b'"', b"\x00", b"\n"))
    return data[: one.start()] + said + data[one.end() :]


def line(data: bytes, rng: Random) -> bytes:
    """Leave a line out, have it twice, or have it elsewhere."""
    lines = data.splitlines(keepends=True) or [b"\n"]
    at = rng.randrange(len(lines))
    one = lines.pop(at)
    for _ in range(rng.choice((0, 1, 2))):
        lines.insert(rng.randrange(len(lines) + 1), one)
    return b"".join(lines)


TEXT: tuple[Mutation, ...] = (*BYTES, number, number, word, word, line)

# ── JSON ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Every value within a value: what holds it, and its key."""
    found, todo = [], [data]
    while todo:
        holder = todo.pop()
        keys: Sequence[Any] = list(holder) if isinstance(holder, dict) else range(len(holder))
        found += [(holder, key) for key in keys]
        todo += [holder[key] for key in keys if isinstance(holder[key], dict | list)]
    return found


def values(text: bytes, rng: Random) -> bytes:
    """Change values of JSON data: others in their place, or away, or twice, or exchanged, or under another name."""
    whole = [json.loads(text)]
    raw: dict[str, str] = {}
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        places = _places(whole)
        if not places:
            break
        holder, key = rng.choice(places)
        other, where = rng.choice(places)
        way = rng.randrange(7)
        if way == 0 and holder is not whole:
            del holder[key]
        elif way == 1 and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif way == 2:
            holder[key] = json.loads(json.dumps(other[where])) if len(text) < 100_000 else None
        elif way == 3 and isinstance(holder, dict):
            holder[rng.choice(("", "x", "score", "name", key * 2))] = holder.pop(key)
        elif way == 4 and type(holder[key]) is int:
            holder[key] += rng.choice((-1, 1, 2, 24, 1000))
        else:
            mark = f"raw{len(raw)}raw"
            raw[json.dumps(mark)] = rng.choice(RAW)
            holder[key] = mark
    said = json.dumps(whole[0], ensure_ascii=rng.random() < 0.5)
    for mark, value in raw.items():
        said = said.replace(mark, value)
    return said.encode(errors="surrogatepass")


def values_of_a_line(text: bytes, rng: Random) -> bytes:
    """Change values in one line of JSON."""
    lines = text.splitlines() or [b"{}"]
    at = rng.randrange(len(lines))
    lines[at] = values(lines[at], rng)
    return b"\n".join(lines) + b"\n"


JSON: tuple[Mutation, ...] = (*[values] * 12, *TEXT)
LINES: tuple[Mutation, ...] = (*[values_of_a_line] * 12, *TEXT)

# ── arrays (npz) ──────────────────────────────────────────────────────────────────────────────────────────────────

SHAPES = (
    *("()", "(0,)", "(1,)", "(-1,)", "(3, -1)", f"({10**15},)", f"({2**62}, 8)", f"({10**40},)", "(2,)*40", "7"),
    *("(1.5,)", "(" + "1, " * 70 + ")", "(1, 0, 9223372036854775807)", "(100000000, 0)"),
)
KINDS = (
    *("<f8", "<f4", ">f8", "<i8", "|i1", "|u1", "<u8", "|b1", "<c16", "<U0", "<U1000000000", "|S9", "|O", "|V0"),
    *("<M8", "x"),
)
HEADERS = (
    *("", "{", "{}", "((((((" * 800),
    "{'descr': [('a', '<f8'), ('a', '<i4')], 'fortran_order': False, 'shape': (1,)}",
)
_SHAPE, _KIND = re.compile(r"\([^()]*\)"), re.compile(r"'descr': '[^']*'")


@lru_cache(8)
def _unpacked(data: bytes) -> tuple[tuple[str, bytes], ...]:
    with ZipFile(BytesIO(data)) as file:
        return tuple((name, file.read(name)) for name in file.namelist())


def _parts(data: bytes) -> dict[str, bytes]:
    return dict(_unpacked(data))


def _packed(parts: Sequence[tuple[str, bytes]], packed: Collection[str] | None = None) -> bytes:
    """Write an archive; where only some parts are ``packed``, the others lie in it as they are, which is faster."""
    out = BytesIO()
    with warnings.catch_warnings(action="ignore"), ZipFile(out, "w") as file:  # a name may come twice
        for name, part in parts:
            form = ZIP_DEFLATED if packed is None or name in packed else ZIP_STORED
            file.writestr(name, part, form, compresslevel=1)
    return out.getvalue()


def _headed(text: str, body: bytes) -> bytes:
    head = text.encode("latin1", "replace") + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head) & 0xFFFF) + head + body


def arrays(data: bytes, rng: Random) -> bytes:
    """Change what an array of an archive says it is, or holds; the archive itself stays whole."""
    parts = _parts(data)
    name = rng.choice(list(parts))
    part = parts[name]
    size = 10 + struct.unpack("<H", part[8:10])[0]
    head, body = part[10:size].decode("latin1").strip(), part[size:]
    way = rng.randrange(9)
    if way == 0:
        del parts[name]
    elif way == 1:
        parts[rng.choice(list(parts))] = part
    elif way == 2:
        parts[name] = _headed(_SHAPE.sub(rng.choice(SHAPES), head), body)
    elif way == 3:
        parts[name] = _headed(_KIND.sub(f"'descr': '{rng.choice(KINDS)}'", head), body)
    elif way == 4:
        parts[name] = _headed(rng.choice(HEADERS), body)
    elif way == 5:
        parts[name] = part[:size] + rng.choice(TEXT[:7])(body, rng)
    elif way == 6 and "<U" in head:
        parts[name] = _told(body, rng)
    elif way == 6:  # not a number, endless, or as large as can be
        value = rng.choice((b"\x00\x00\xc0\x7f", b"\x00\x00\x80\x7f", b"\xff\xff\x7f\x7f", b"\x00" * 6 + b"\xf8\x7f"))
        at = rng.randrange(len(body) // len(value) + 1) * len(value)
        parts[name] = part[:size] + (body[:at] + value + body[at + len(value) :])[: len(body)]
    else:
        parts[name] = rng.choice(BYTES)(part, rng)
    return _packed([*parts.items(), *([(name, part)] if way == 7 else [])], {name})


def _told(body: bytes, rng: Random) -> bytes:
    """Change the JSON that an array of text holds."""
    said = body.decode("utf-32-le").rstrip("\0")
    try:
        said = values(said.encode(), rng).decode(errors="replace")
    except ValueError:  # a name, not JSON
        said = rng.choice(TEXT)(said.encode(), rng).decode(errors="replace")
    return _headed(f"{{'descr': '<U{len(said)}', 'fortran_order': False, 'shape': ()}}", said.encode("utf-32-le"))


def archive_lies(data: bytes, rng: Random) -> bytes:
    """Let the directory of an archive tell of other sizes, places or ways of packing than there are."""
    at = data.rfind(b"PK\x01\x02") if rng.random() < 0.5 else data.find(b"PK\x01\x02")
    field, form = rng.choice(((8, "<H"), (10, "<H"), (16, "<I"), (20, "<I"), (24, "<I"), (28, "<H"), (42, "<I")))
    changed = bytearray(data)
    if at >= 0:
        largest = 0xFFFF if form == "<H" else 0xFFFFFFF0
        struct.pack_into(form, changed, at + field, rng.choice((0, 1, 8, 14, 99, 0xFFFF, largest)))
    return bytes(changed)


ARRAYS: tuple[Mutation, ...] = (*[arrays] * 12, archive_lies, archive_lies, *BYTES)

# ── a line of JSON and LZMA behind it (eq, ladder) ────────────────────────────────────────────────────────────────


def head_line(data: bytes, rng: Random) -> bytes:
    """Change values in the first line."""
    head, _, rest = data.partition(b"\n")
    return values(head, rng) + b"\n" + rest


def packed_body(data: bytes, rng: Random) -> bytes:
    """Change what was packed, and pack it again; or pack very much into little."""
    head, _, rest = data.partition(b"\n")
    at = json.loads(head).get("index", 0)
    body = lzma.decompress(rest[at:])
    very_much = rng.random() < 0.02
    return head + b"\n" + rest[:at] + (_bomb() if very_much else lzma.compress(rng.choice(BYTES)(body, rng), preset=0))


@cache
def _bomb() -> bytes:
    """Two gigabytes of nothing, in a few hundred thousand bytes."""
    packer = lzma.LZMACompressor(preset=0)
    return b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(2048)), packer.flush()])


def sealed(data: bytes, rng: Random) -> bytes:
    """Damage a file and end it with the checksum of what it is now, as an enemy would."""
    body = rng.choice((head_line, *BYTES))(data[:-4], rng)
    return body + crc32(body).to_bytes(4, "little")


PACKED: tuple[Mutation, ...] = (*[head_line] * 6, *[packed_body] * 3, *BYTES)
MAPPED: tuple[Mutation, ...] = (*[sealed] * 8, head_line, *BYTES)

"""A reader of QR codes of level M, written from ISO/IEC 18004 apart from the page's writer, so that tests read it.

It takes a clean pattern (no photograph): it looks for the format beside the finders, takes the mask off, reads the
codewords, checks every block by its syndromes, and returns the bytes as text.
"""

BLOCKS = {
    1: (10, (16,)), 2: (16, (28,)), 3: (26, (44,)), 4: (18, (32, 32)), 5: (24, (43, 43)), 6: (16, (27,) * 4),
    7: (18, (31,) * 4), 8: (22, (38, 38, 39, 39)), 9: (22, (36, 36, 36, 37, 37)), 10: (26, (43, 43, 43, 43, 44)),
}  # fmt: skip
"""By version: codewords of correction a block, and of data in each block."""
FORMATS = (
    "101010000010010", "101000100100101", "101111001111100", "101101101001011",
    "100010111111001", "100000011001110", "100111110010111", "100101010100000",
)  # fmt: skip
"""Table C.1: level M with mask 0 to 7, the highest bit first."""
CENTRES = {2: 18, 3: 22, 4: 26, 5: 30, 6: 34}


def read(rows: list[list[bool]]) -> str:
    """Return the text of a pattern; raise ValueError where it is none."""
    size = len(rows)
    version = (size - 17) // 4
    mask = FORMATS.index(_format(rows))
    places = [at for at in _order(size) if not _fixed(*at, version)]
    bits = [rows[y][x] != _masked(mask, x, y) for x, y in places]
    words = [int("".join(str(int(bit)) for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) - 7, 8)]
    data = [word for block in _blocks(words, version) for word in block]
    text = "".join(f"{word:08b}" for word in data)
    if text[:4] != "0100":
        raise ValueError("not bytes")
    wide = 8 if version < 10 else 16
    count = int(text[4 : 4 + wide], 2)
    start = 4 + wide
    return bytes(int(text[start + 8 * n : start + 8 * n + 8], 2) for n in range(count)).decode()


def _format(rows: list[list[bool]]) -> str:
    size = len(rows)
    row = [*range(6), 7, 8]
    beside = [rows[8][x] for x in row] + [rows[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    other = [rows[size - 1 - n][8] for n in range(7)] + [rows[8][size - 8 + n] for n in range(8)]
    if beside != other:
        raise ValueError("two formats that differ")
    return "".join(str(int(bit)) for bit in beside)


def _order(size: int) -> list[tuple[int, int]]:
    places, up = [], True
    for right in [*range(size - 1, 6, -2), *range(5, 0, -2)]:
        for y in range(size - 1, -1, -1) if up else range(size):
            places += [(right, y), (right - 1, y)]
        up = not up
    return places


def _fixed(x: int, y: int, version: int) -> bool:
    size = 17 + 4 * version
    if x == 6 or y == 6 or (x < 9 and y < 9) or (x < 9 and y >= size - 8) or (x >= size - 8 and y < 9):
        return True
    if version >= 7 and ((x < 6 and y >= size - 11) or (y < 6 and x >= size - 11)):
        return True
    last = 4 * version + 10
    middle = {7: 22, 8: 24, 9: 26, 10: 28}.get(version)
    centres = [] if version == 1 else [6, *([middle] if middle else []), CENTRES.get(version, last)]
    corners = {(6, 6), (6, last), (last, 6)}
    return any(abs(x - a) <= 2 and abs(y - b) <= 2 for a in centres for b in centres if (a, b) not in corners)


def _masked(mask: int, x: int, y: int) -> bool:
    rules = (
        (y + x) % 2, y % 2, x % 3, (y + x) % 3, (y // 2 + x // 3) % 2,
        y * x % 2 + y * x % 3, (y * x % 2 + y * x % 3) % 2, ((y + x) % 2 + y * x % 3) % 2,
    )  # fmt: skip
    return rules[mask] == 0


def _blocks(words: list[int], version: int) -> list[list[int]]:
    checks, sizes = BLOCKS[version]
    stream = iter(words)
    blocks: list[list[int]] = [[] for _ in sizes]
    for at in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if at < size:
                block.append(next(stream))
    whole = [list(block) for block in blocks]
    for _ in range(checks):
        for block in whole:
            block.append(next(stream))
    for block in whole:
        for power in range(checks):
            if _value(block, _power(2, power)):
                raise ValueError("a block with errors")
    return blocks


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = (a << 1) ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def _power(a: int, n: int) -> int:
    found = 1
    for _ in range(n):
        found = _times(found, a)
    return found


def _value(block: list[int], x: int) -> int:
    found = 0
    for word in block:
        found = _times(found, x) ^ word
    return found

"""What may differ between two runs of one tree, and is hidden before outputs are compared.

As few rules as possible: whatever is hidden here can change unseen.
"""

import re
from typing import NamedTuple

_NUMBER = r"-?\d+(?:[.,]\d+){0,3}(?:e-?\d+)?"
"""With at most so many commas: a line of a CSV file would be read again from each of its numbers."""


class Rule(NamedTuple):
    """In outputs whose path matches, what is found is replaced."""

    why: str
    files: str
    found: str
    put: str


RULES = (
    Rule("how long each step took, and nothing else", r"times\.(jsonl|svg)$", r"(?s).*", ""),
    Rule("when it was made", r"", r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?( UTC|\+00:00|Z)?", "DATE"),
    Rule(
        "a digest of the source, which every change changes",
        r"",
        r'\b(code|código)("?:? "?)[0-9a-f]{12}\b',
        r"\1\2CODE",
    ),
    Rule("the same in names of files", r"^folder/", r"\b(bolicho|engine)-[0-9a-f]{12}\b", r"\1-CODE"),
    Rule("durations as data", r"^(?!surface/)", rf'("\w*(seconds|elapsed|processor)\w*": ?){_NUMBER}', r"\1TIME"),
    Rule("durations in words", r"^(?!surface/)", rf" *\b({_NUMBER} (h|min) )*{_NUMBER} (ms|s|min|h)\b *", " TIME "),
    Rule(
        "how long one thing took beside another",
        r"^reproduce-",
        rf"{_NUMBER}(?= (times as long|vezes o tempo))",
        "TIMES",
    ),
    Rule("progress is told by the clock", r"^site/.*/job ", r'("last_event": )\d+', r"\1NUMBER"),
    Rule("the size of files in which times stand", r"^site/.*/job ", r'("bytes": )\d+', r"\1NUMBER"),
    Rule("whether Numba had compiled it before", r"^bench/", r'("from_cache": )(true|false)', r"\1EITHER"),
)


def normal(path: str, text: str) -> str:
    """Return an output as it is compared; the path begins with the name of its part.

    >>> normal("solve/solve tapatan en/printed.txt", "Solved in 0.31 s; 1.3 MB.")
    'Solved in TIME ; 1.3 MB.'
    """
    for rule in RULES:
        if re.search(rule.files, path):
            text = re.sub(rule.found, rule.put, text, count=0, flags=re.MULTILINE)
    return text


def without_numbers(text: str) -> str:
    """Return the words of a table of speeds; its columns and rules are as wide as the numbers in them.

    >>> without_numbers("plain  14,053   8.1 ×\\n─────────────────────")
    'plain # # ×\\n─'
    """
    text = re.sub(_NUMBER, "#", text)
    return re.sub(r"─+", "─", re.sub(r"[ \t]+", " ", text))

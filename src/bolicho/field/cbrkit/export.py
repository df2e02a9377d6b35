"""Cases in a file that cbrkit reads without pandas: ``cbrkit.loaders.path``, or its command line.

JSON knows no numbers as keys: the number of a case comes back as text. Blanks come back as None.
"""

import json
from pathlib import Path

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.field.cbrkit.cases import Cases, casebase
from bolicho.learn.cases.questions import Question


def export(cases: Cases, path: Path, question: Question | None = None) -> int:
    """Write the cases that answer a question, or all of them, one a line; return how many."""
    if path.suffix != ".json":
        raise BadInput(f"{path}: cbrkit's cases are written as .json")
    told = casebase(cases, question)
    lines = (f"{json.dumps(str(number))}: {json.dumps(case)}" for number, case in told.items())
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")
    return len(told)

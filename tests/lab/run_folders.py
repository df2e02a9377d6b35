"""What a run of the lab has left in its folder."""

import json
from pathlib import Path
from typing import Any


def rows_of(folder: Path) -> dict[str, Any]:
    """The rows of every finished cell."""
    lines = map(json.loads, (folder / "rows.jsonl").read_text().splitlines())
    return {line["cell"]: line["rows"] for line in lines}

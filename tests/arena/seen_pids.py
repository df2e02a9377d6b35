"""A tally that tells which process played a match, and whose child it is."""

import os
from typing import Any

from bolicho.arena.matches.local import Tally


class Pids(Tally):
    def counted(self) -> dict[str, Any]:
        return {"pid": os.getpid(), "parent": os.getppid()}

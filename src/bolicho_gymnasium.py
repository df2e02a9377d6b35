"""``gymnasium.make("bolicho/truco-v0")`` in every process: when Gymnasium is imported, the names of our games come in.

Until 1.0 Gymnasium asked packages for their environments by the entry point ``gymnasium.envs``; now it asks nobody, and
a process that somebody else's library starts imports nothing of ours. So Python reads ``bolicho_gymnasium.pth`` at its
start, which imports this: it loads nothing and waits for Gymnasium; to all other programs it makes no difference.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # typing's own would have to be imported at the start of every program
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class Waiting:
    """Finds Gymnasium where Python finds it, and registers our games when it has been loaded."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where Gymnasium is, to be loaded with our names; nothing for any other module."""
        if name != "gymnasium":
            return None
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_with_ours(module: ModuleType) -> None:
                load(module)
                enter()

            vars(spec.loader)["exec_module"] = load_with_ours
        return spec


def enter() -> None:
    """Register our games; whatever goes wrong is a warning, for Gymnasium is there without us too."""
    try:
        from bolicho.field.gymnasium_names import register

        register()
    except Exception as error:
        import warnings

        said = f"{type(error).__name__}: {error}"
        warnings.warn(f"the games of bolicho are not registered in Gymnasium: {said}", stacklevel=2)


sys.meta_path.insert(0, Waiting)

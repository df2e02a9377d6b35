"""The command: `python -m tools.same --base COMMIT --parts "fast"`."""

import argparse
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tools.same import trees
from tools.same.comparing import differences
from tools.same.making import make, stop
from tools.same.steps import Part, parts
from tools.same.trees import Tree, Unmade

AT_ONCE = 2


def main(words: Sequence[str] | None = None) -> int:
    """Make the outputs of two trees, tell what differs, and return 1 if anything does."""
    asked = _asked(words)
    try:
        chosen = list(_chosen(asked.parts.split()))
        base = trees.commit(asked.base)
        _make(base, chosen)
        if asked.only_base:
            return 0
        now = trees.again(base) if asked.again else trees.working()
        _make(now, chosen)
        trees.prune()
    except Unmade as error:
        print(f"same: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("same: interrupted; the same command goes on with the parts that are missing", file=sys.stderr)
        return 130
    return _compare(base, now, chosen)


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make same", description="Does the working tree do what a commit does?")
    parser.add_argument("--base", default="HEAD", help="the commit to compare with")
    parser.add_argument("--parts", default="", help=f"which of them: fast, {', '.join(parts())}; all if not said")
    parser.add_argument(
        "--again", action="store_true", help="compare BASE with itself, made anew: what varies by itself?"
    )
    parser.add_argument("--only-base", action="store_true", help="make the outputs of BASE for later, compare nothing")
    return parser.parse_args(words)


def _chosen(names: Sequence[str]) -> Iterator[Part]:
    known = parts()
    for name in names:
        if name not in known and name != "fast":
            raise Unmade(f"no part is called {name!r}; known: fast, {', '.join(known)}")
    for part in known.values():
        if not names or part.name in names or ("fast" in names and part.fast):
            yield part


def _make(tree: Tree, chosen: Sequence[Part]) -> None:
    print(f"{tree.title}: {tree.home}")
    began = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        running = {pool.submit(make, tree, part): part for part in chosen}
        try:
            for done in as_completed(running):
                took = done.result()
                told = "kept" if took is None else f"{took:.0f} s"
                print(f"  {running[done].name:<28} {told}", flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # parts that are done stay
            stop()
            raise
    print(f"  {'all':<28} {time.monotonic() - began:.0f} s")


def _compare(base: Tree, now: Tree, chosen: Sequence[Part]) -> int:
    if base.home == now.home:
        print("the same files in both trees: nothing to compare")
        return 0
    count = 0
    for part in chosen:
        for difference in differences(base.outputs, now.outputs, part.name, numbers=part.numbers):
            print(difference)
            count += 1
    for command in untried(now.outputs, parts().values()):
        print(f"{command}: prints JSON, and no step in parts.toml runs it")
        count += 1
    print(f"{count} differ" if count else "none differ")
    return bool(count)


def untried(outputs: Path, known: Iterable[Part]) -> list[str]:
    """Return the commands that print JSON according to their help, but are run by no step."""
    listed = outputs / "surface" / "helps" / "wrote" / "commands-with-json.txt"
    if not listed.exists():  # the part was not asked for
        return []
    tried = {" ".join(("bolicho", *step.words[:length])) for part in known for step in part.steps for length in (1, 2)}
    return [name for name in listed.read_text(encoding="utf-8").splitlines() if name not in tried]


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a kill ends what is running too
    sys.exit(main())

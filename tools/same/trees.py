"""A tree that outputs are made of: a commit or the working tree, installed for itself."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "same"
PRODUCT = ("src", "pyproject.toml", "README.md", "LICENSE")
"""What a wheel is built from; a change elsewhere cannot change an output."""

Files = Mapping[str, bytes]


class Unmade(Exception):
    """Outputs cannot be made or compared; the message is one line for whoever asked."""


class Tree(NamedTuple):
    """Where a tree is installed, and where its outputs are kept."""

    title: str
    home: Path

    @property
    def site(self) -> Path:
        """The folder that stands on PYTHONPATH."""
        return self.home / "site"

    @property
    def outputs(self) -> Path:
        """The folder of the outputs, one folder a part."""
        return self.home / "out"


def commit(name: str) -> Tree:
    """Return the tree of a commit, installed."""
    number = _git("rev-parse", "--short=12", "--verify", "--quiet", f"{name}^{{commit}}", wrong=f"no commit {name!r}")
    packed = _git("archive", number.decode().strip(), *PRODUCT, wrong=f"{name} cannot be taken out of git")
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        inside = {one.name: archive.extractfile(one) for one in archive if one.isfile()}
        files = {name: content.read() for name, content in inside.items() if content}
    return _installed(f"{name} ({number.decode().strip()})", files)


def working() -> Tree:
    """Return the working tree as it stands now, installed."""
    listed = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard", *PRODUCT, wrong="no git repository")
    names = [name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]
    return _installed("the working tree", {name: (ROOT / name).read_bytes() for name in names})


def again(tree: Tree) -> Tree:
    """Return the same tree, with a place of its own for outputs, empty: what differs then varies by itself."""
    home = tree.home.with_name(f"{tree.home.name}-again")
    shutil.rmtree(home / "done", ignore_errors=True)
    if not (home / "site").exists():
        home.mkdir(parents=True, exist_ok=True)
        shutil.copytree(tree.site, home / "site")
    return Tree(f"{tree.title} again", home)


def digest(files: Files) -> str:
    """Return twelve digits that change with any name and any content."""
    whole = blake2b(digest_size=6)
    for name, content in sorted(files.items()):
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def _installed(title: str, files: Files) -> Tree:
    # known by what is in it, not by its commit: a tree that was compared need not be made again once it is committed
    tree = Tree(title, KEPT / digest(files))
    if tree.site.exists():
        os.utime(tree.home)  # used now: among the last to be removed
        return tree
    tree.home.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=tree.home) as folder:
        source, site = Path(folder) / "source", Path(folder) / "site"
        for name, content in files.items():
            place = source / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        alone = ["--no-deps", "--no-index", "--no-build-isolation", "--no-compile"]
        run = subprocess.run([*pip, *alone, "--target", str(site), str(source)], capture_output=True, text=True)
        if run.returncode:
            raise Unmade(f"{title} cannot be installed: {run.stderr.strip()}")
        site.replace(tree.site)
    return tree


def prune(most: int = 10) -> None:
    """Remove the trees that were not used for longest; one takes about 100 MB."""
    homes = [home for home in KEPT.iterdir() if re.fullmatch(r"[0-9a-f]{12}(-again)?", home.name)]
    for home in sorted(homes, key=lambda home: home.stat().st_mtime)[:-most]:
        shutil.rmtree(home)


def _git(*words: str, wrong: str) -> bytes:
    if shutil.which("git") is None:
        raise Unmade("git is not installed")
    run = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True)
    if run.returncode:
        raise Unmade(f"{wrong}: {run.stderr.decode().strip()}".rstrip(": "))
    return run.stdout

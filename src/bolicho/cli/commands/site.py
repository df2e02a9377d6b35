"""``bolicho site``: a folder that plays in a browser alone, for a school's web space or a memory stick."""

from pathlib import Path
from typing import Annotated

import typer

from bolicho.core.extras import WEB, need


def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder to write; a site made earlier is renewed.")],
    pyodide: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Pyodide's npm package, if it is on this machine already.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Write a folder that plays Truco and board games in a browser, without a server or a network.

    Rules, opponents and pages are those of the web table. Pyodide, the browser's Python, comes from the npm registry.
    """
    need(*WEB)
    import json
    import sys

    from bolicho.web.site.build import build
    from bolicho.web.site.pyodide import VERSION

    steps = {
        "pyodide": f"Pyodide {VERSION}: from --pyodide, the cache, or the npm registry …",
        "pages": "Pages, rules and opponents …",
        "files": f"Writing {folder} …",
    }

    def tell(step: str) -> None:
        if sys.stderr.isatty():
            typer.echo(steps[step], err=True)

    made = build(folder, pyodide, tell)
    if as_json:
        told = {"folder": str(made.folder), "files": made.files, "bytes": made.size, "written": made.fresh}
        typer.echo(json.dumps(told))
        return
    typer.echo(f"{made.folder}: {made.files} files, {made.size / 1e6:.1f} MB, {made.fresh} of them new.")
    typer.echo("Open index.html (index.en.html in English), or copy the whole folder to a web space or a memory stick.")

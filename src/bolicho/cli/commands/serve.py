"""``bolicho serve``: the web table, on this machine or for a whole room."""

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from bolicho.core.errors import BadInput
from bolicho.core.extras import WEB, need
from bolicho.core.json_text import JsonObject


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8000,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    store: Annotated[
        str | None, typer.Option(metavar="URL", help="Where matches are kept: a file or a database URL.")
    ] = None,
    key: Annotated[
        str | None, typer.Option(envvar="BOLICHO_KEY", help="Admin key; by default a new one is made and printed.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes in which agents think; by default the cores, at least 2.")
    ] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for the files of jobs.")] = None,
    people_base: Annotated[
        str, typer.Option(metavar="BASE", help="Case base for the hands of people who agreed to share them.")
    ] = "people",
    study: Annotated[
        str | None,
        typer.Option(metavar="PROTOCOL", help="Run a test with people at /study: paulus, moral, or a .toml file."),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=FILE.npz", help="Offer a policy of yours as an opponent; may be repeated."),
    ] = None,
    patience: Annotated[
        float,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="After this time a player may let an agent play for an absent opponent, or claim the match.",
        ),
    ] = 60.0,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-browser", help="Open the first page in a browser.")
    ] = False,
) -> None:
    """Serve the web table: play, watch, replay, teach and measure in a browser.

    Prints the address and the admin key. Other machines need the key to start jobs; this one does not.
    """
    need(*WEB)
    import asyncio

    from bolicho.core.offers import environment
    from bolicho.field.policy.offers import offers
    from bolicho.web.server.network import lan_addresses
    from bolicho.web.server.settings import Settings
    from bolicho.web.serving import run

    given: JsonObject = {"host": host, "port": port, "store": store, "data": data, "people_base": people_base}
    given["absence_seconds"] = patience
    given |= {name: value for name, value in (("key", key), ("workers", workers)) if value is not None}
    if study is not None:
        _check_study(study, store)
        given["study"] = study
    if key is not None and len(key) < 8:
        raise BadInput("--key: a key has at least 8 characters")
    os.environ.update(environment(offers(policy or ())))  # for this process and all that think and work for it
    listening = _listen(host, port)
    given["addresses"] = others = lan_addresses(listening)
    with suppress(KeyboardInterrupt):  # that is how a house is closed
        asyncio.run(run(Settings(**given), listening, lambda own, key: _welcome(own, others, key, open_browser)))


def _check_study(name: str, store: str | None) -> None:
    """A study whose rivals cannot sit down says so before anybody comes."""
    from bolicho.lab.studies.people.protocol import protocol
    from bolicho.store.where import VARIABLE, absolute

    os.environ[VARIABLE] = absolute(store)  # rivals that learned play by the bases of this store
    protocol(name).check()


def _listen(host: str, port: int) -> socket.socket:
    """Take the address before anything else is started, and say plainly when it cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        raise BadInput(f"--host {host} --port {port}: {error.strerror or error}") from None


def _welcome(address: str, others: tuple[str, ...], key: str, open_browser: bool) -> None:
    typer.echo("\n".join((f"Bolicho: {address}", *(f"phones and other machines: {other}/" for other in others))))
    typer.echo(f"admin key (other machines): {key}\nCtrl-C closes the house.")
    if open_browser:
        import webbrowser

        webbrowser.open(address)

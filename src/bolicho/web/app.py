"""The application: which routers there are, what lives as long as the server, and where pages and files come from."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from bolicho import __version__
from bolicho.core import paths
from bolicho.core.files import make_folder
from bolicho.store import Store
from bolicho.store.where import absolute, locate
from bolicho.web.server.guard import Doorkeeper, problems, stand_guard
from bolicho.web.server.house import House
from bolicho.web.server.pages import tell_missing
from bolicho.web.server.settings import Settings
from bolicho.web.server.static_files import mount_files

ROUTERS = (
    "bolicho.web.server.pages",
    "bolicho.web.server.static_files",
    "bolicho.web.server.installing",
    "bolicho.web.lobby.games_api",
    "bolicho.web.lobby.strength_api",
    "bolicho.web.lobby.addresses_api",
    "bolicho.web.tables.api",
    "bolicho.web.tables.socket",
    "bolicho.web.replay.api",
    "bolicho.web.replay.export",
    "bolicho.web.tables.reasons_api",
    "bolicho.web.replay.play_on",
    "bolicho.web.replay.review",
    "bolicho.web.tables.rules_page",
    "bolicho.web.lessons.api",
    "bolicho.web.puzzles.api",
    "bolicho.web.teaching.api",
    "bolicho.web.jobs.api",
    "bolicho.web.jobs.matches_api",
    "bolicho.web.people.api",
    "bolicho.web.people.study_api",
    "bolicho.web.tutor.api",
    "bolicho.web.mine.api",
    "bolicho.web.rooms.api",
    "bolicho.web.rooms.contests_api",
)
"""Modules that have a ``router``."""

SERVICES = {
    "thinkers": "bolicho.web.tables.thinkers:Thinkers",
    "people": "bolicho.web.people.collecting:People",  # before the hall, whose tables tell it of their matches
    "rooms": "bolicho.web.rooms.registry:Rooms",  # before the hall, whose tables ask it for names
    "hall": "bolicho.web.tables.hall:Hall",
    "umpire": "bolicho.web.rooms.umpire:Umpire",  # after it: opens tables there
    "study": "bolicho.web.people.study:Study",
    "jobs": "bolicho.web.jobs.queue:Jobs",
    "tutors": "bolicho.web.tutor.sessions:Tutors",
    "parcels": "bolicho.web.mine.parcels:Parcels",
    "reviews": "bolicho.web.replay.review:Reviews",
}
"""Attribute of the house -> class: made as ``Class(house)``, then ``await .open()``; at the end ``await .close()``."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the application of one server."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.enter_context(paths.closed())  # whatever comes over the network: a name is never a path
            app.state.house = house = _open_house(settings)
            stack.callback(house.close)
            for name, place in SERVICES.items():
                service = _found(place)(house)
                setattr(house, name, service)
                await service.open()
                stack.push_async_callback(service.close)
            stack.callback(house.trouble.give_up)
            yield

    app = FastAPI(
        title="Bolicho",
        description="Where game-playing agents and people meet at one table. Everything a page does is in this API.",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,  # ours comes from this machine: see static_files.py
        redoc_url=None,
        openapi_url="/openapi.json",
        responses=problems(503),  # the store may be away, whatever is asked
    )
    stand_guard(app)
    tell_missing(app)
    for module in ROUTERS:
        app.include_router(import_module(module).router)
    mount_files(app)
    app.add_middleware(Doorkeeper, body_bytes=settings.body_bytes, bodies_bytes=settings.bodies_bytes)
    return app


def _open_house(settings: Settings) -> House:
    settings = with_whole_paths(settings)
    store = Store.open(settings.store)
    try:
        store.watch(settings.store_seconds)
        store.hold()
        return House(settings, store, folder_of(settings))
    except BaseException:
        store.close()
        raise


def with_whole_paths(settings: Settings) -> Settings:
    """Return the settings with whole paths: jobs and agents work in folders of their own."""
    data = settings.data
    return replace(settings, store=absolute(settings.store), data=data if data is None else data.absolute())


def folder_of(settings: Settings) -> Path:
    """Return the folder for files of jobs and lessons: as told, beside the store's file, or in the user's data."""
    if settings.data is not None:
        folder = settings.data
    else:
        url = locate(settings.store)
        file = url.database if url.get_backend_name() == "sqlite" else None
        beside = Path(file).parent if file and file != ":memory:" else Path.home() / ".local" / "share" / "bolicho"
        folder = beside / "bolicho-web"
    return make_folder(folder)


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)

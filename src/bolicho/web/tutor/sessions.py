"""Tutor mode: the trainings of a server that ask people, found again after it was stopped or killed.

A session is a small file in the folder of the house; everything that was learned or answered is in the store, so that
a training goes on with the first question that nobody has answered.
"""

import asyncio
import logging
from datetime import UTC, datetime
from secrets import randbelow

from bolicho.core.errors import BadInput, BolichoError
from bolicho.store.where import in_memory, locate
from bolicho.web.server.guard import Refusal
from bolicho.web.server.house import House
from bolicho.web.tables.seats import new_id
from bolicho.web.tutor.session import ASKING, Json, Session, SessionFile, read_session

MOST_RUNNING = 4
"""Trainings that may ask at once."""
log = logging.getLogger("bolicho.web")


class Tutors:
    """All tutored trainings of a server."""

    def __init__(self, house: House) -> None:
        self.house, self.folder = house, house.folder / "tutoring"
        self.sessions: dict[str, Session] = {}
        self._starting = asyncio.Lock()

    async def open(self) -> None:
        """Find the sessions again, and go on with those that ran."""
        self.folder.mkdir(parents=True, exist_ok=True)
        found = []
        for path in self.folder.glob("*.json"):
            try:
                found.append(read_session(path))
            except BadInput as error:
                log.warning("%s", error)
        mine = [one for one in found if one.store in ("", self.house.store.identity)]
        for kept in sorted(mine, key=lambda one: one.created):
            kept.store = self.house.store.identity
            self.sessions[kept.id] = session = Session(self.house, kept)
            session.version = int(datetime.now(UTC).timestamp())  # newer than what pages saw before
            if kept.state == "running":
                await session.start()

    async def close(self) -> None:
        """End every process; those that ran go on when the server is back."""
        await asyncio.gather(*(one.stop("running") for one in self.sessions.values() if one.running))

    def get(self, id: str) -> Session:
        """Return a session."""
        if id not in self.sessions:
            raise Refusal(404, "no-such-session", f"there is no tutored training {id[:20]!r}")
        return self.sessions[id]

    async def begin(self, design: Json, timeout: float) -> tuple[Session, str]:
        """Begin a training and return it with the secret of its tutors; whatever is wrong with it is said at once."""
        if in_memory(locate(self.house.settings.store)):
            raise BadInput("a base that is learned is kept in a store: start the server with --store FILE")
        async with self._starting:
            self._room()
            asked = {**design, "seed": randbelow(2**31), "tutor": ASKING}  # seeds are drawn here: they tell the cards
            await self.house.read(_checked, asked, self.house)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            session = Session(self.house, SessionFile(new_id(), asked, timeout, now, store=self.house.store.identity))
            token = session.new_link()
            await session.save()
            self.sessions[session.kept.id] = session
            await session.start()
            try:
                await session.ready()
            except BolichoError:
                del self.sessions[session.kept.id]
                await session.stop()
                session.path.unlink(missing_ok=True)
                raise
        return session, token

    async def resume(self, session: Session) -> None:
        """Go on with a training that was stopped."""
        await session.settled()
        if session.running or session.kept.state == "done":
            raise Refusal(409, "not-resumable", f"the training is {session.kept.state}: there is nothing to resume")
        async with self._starting:
            self._room()
            await session.start()
            await session.save()
            await session.ready()

    def _room(self) -> None:
        if sum(one.running for one in self.sessions.values()) >= MOST_RUNNING:
            raise Refusal(429, "too-many-sessions", f"{MOST_RUNNING} trainings ask already; stop one first")


def _checked(design: Json, house: House) -> None:
    """Refuse a design that cannot be, or whose name is taken."""
    from bolicho.learn.cases import shelf
    from bolicho.train.cases.design import CaseDesign

    for base in CaseDesign(**design).bases.values():
        shelf.free(base, house.store)

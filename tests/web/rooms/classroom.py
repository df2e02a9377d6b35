"""A class as programs see it: a teacher, and pupils behind one address who play by HTTP as any outside client does."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from tests.web.served import ELSEWHERE, Served

Choose = Callable[["Pupil", dict[str, Any]], str]


def first_move(_: "Pupil", view: dict[str, Any]) -> str:
    return str(view["moves"][0]["move"])


def by_temper(pupil: "Pupil", view: dict[str, Any]) -> str:
    """Most play the last that is legal (in Truco they give the hand up), some the first, by their number."""
    return str(view["moves"][0 if pupil.member % 5 == 0 else -1]["move"])


@dataclass
class Pupil:
    """Somebody with a name and a token."""

    member: int
    name: str
    token: str

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@dataclass
class Classroom:
    """A room, its teacher, and who came in."""

    address: str
    code: str
    key: str
    screen: str
    pupils: list[Pupil] = field(default_factory=list)
    client: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=600))

    @classmethod
    def opened(cls, served: Served, **asked: Any) -> "Classroom":
        with served.client() as client:
            answer = client.post("/api/rooms", json={"title": "7B", "language": "en", **asked})
        assert answer.status_code == 201, answer.text
        told = answer.json()
        return cls(f"http://127.0.0.1:{served.port}", told["code"], told["key"], told["screen"])

    def request(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
        where = path if path.startswith("/") else f"/api/rooms/{self.code}/{path}".rstrip("/")
        for _ in range(3):  # a connection that was kept open may be closed just when it is used again
            with suppress(httpx.RemoteProtocolError):
                return self.client.request(method, self.address + where, headers=ELSEWHERE | bearer, **more)
        raise AssertionError(f"{where}: the server hangs up")

    def post(self, path: str, token: str | None = None, **body: Any) -> Any:
        answer = self.request("POST", path, token, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def refused(self, path: str, token: str | None = None, **body: Any) -> tuple[int, str]:
        answer = self.request("POST", path, token, json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["error"]["code"]

    def enter(self, name: str, **asked: Any) -> Pupil:
        told = self.post("enter", name=name, language="en", **asked)
        self.pupils.append(Pupil(told["member"], told["name"], told["token"]))
        return self.pupils[-1]

    def teach(self, path: str, **body: Any) -> Any:
        return self.post(path, self.key, **body)

    def view(self, token: str | None = None) -> Any:
        answer = self.request("GET", "", token or self.key)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def table(self, table: str, token: str) -> Any:
        answer = self.request("GET", f"/api/tables/{table}", token)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def move(self, table: str, pupil: Pupil, choose: Choose = first_move) -> Any:
        view = self.table(table, pupil.token)
        return self.post(f"/api/tables/{table}/moves", pupil.token, ply=view["ply"], move=choose(pupil, view))

    def play(self, contest: int, choose: Choose = first_move, most: int | None = None) -> int:
        """Let everybody play, each as a client of their own, until a contest is over (or so many moves are made)."""
        return asyncio.run(self._play(contest, choose, most))

    async def _play(self, contest: int, choose: Choose, most: int | None) -> int:
        made = [0]
        limits = httpx.Limits(max_connections=400)
        async with httpx.AsyncClient(base_url=self.address, headers=ELSEWHERE, timeout=600, limits=limits) as client:
            await asyncio.gather(*(self._follow(client, pupil, contest, choose, made, most) for pupil in self.pupils))
        return made[0]

    async def _follow(
        self, client: httpx.AsyncClient, pupil: Pupil, contest: int, choose: Choose, made: list[int], most: int | None
    ) -> None:
        """What the browser of a pupil does: wait for news of the room, go to one's table, play there, come back."""
        version: int | None = None
        while most is None or made[0] < most:
            asked = {} if version is None else {"after": version, "wait": 5}
            answer = await _asked(client, "GET", f"/api/rooms/{self.code}", pupil, params=asked)
            if answer.status_code == 204:
                continue
            assert answer.status_code == 200, answer.text
            room = answer.json()
            version = room["version"]
            if room["contests"][contest]["over"]:
                return
            for table in [one["table"] for one in room["mine"] if one["contest"] == contest]:
                await self._at_table(client, pupil, table, choose, made, most)

    async def _at_table(
        self, client: httpx.AsyncClient, pupil: Pupil, table: str, choose: Choose, made: list[int], most: int | None
    ) -> None:
        where = f"/api/tables/{table}"
        version: int | None = None
        while most is None or made[0] < most:
            asked = {} if version is None else {"after": version, "wait": 5}
            answer = await _asked(client, "GET", where, pupil, params=asked)
            if answer.status_code == 204:
                continue
            assert answer.status_code == 200, answer.text
            view = answer.json()
            version = view["version"]
            while view["moves"]:  # who wins a trick moves again
                said = {"ply": view["ply"], "move": choose(pupil, view)}
                answer = await _asked(client, "POST", f"{where}/moves", pupil, json=said)
                assert answer.status_code == 200, answer.text
                made[0] += 1
                view = answer.json()
                version = view["version"]
            if view["over"]:
                return


async def _asked(client: httpx.AsyncClient, method: str, path: str, pupil: Pupil, **more: Any) -> httpx.Response:
    """Ask, and ask again where the line was cut, as a browser does; a move that is made twice is made once."""
    while True:
        with suppress(httpx.RemoteProtocolError, httpx.ReadError):
            return await client.request(method, path, headers=pupil.bearer, **more)

"""Lessons over HTTP: the list, a step, and the answer to a move."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict

from bolicho.core.json_text import JsonObject
from bolicho.web.lessons.lesson import answered, listed, step_view
from bolicho.web.server.guard import problems
from bolicho.web.server.pages import language_of
from bolicho.web.tables.messages import Move

router = APIRouter(prefix="/api/lessons", tags=["lessons"])

Name = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=0, lt=1000)]


class LessonInfo(BaseModel):
    """A lesson that can be taken."""

    name: str
    title: str
    about: str


class Lessons(BaseModel):
    """Every lesson."""

    lessons: list[LessonInfo]


class StepInfo(BaseModel):
    """A step: what is said, and the table; ``asks``: a move is waited for."""

    lesson: str
    title: str
    game: str
    step: int
    steps: int
    say: str
    asks: bool
    view: JsonObject


class Attempt(BaseModel):
    """A move that somebody tries."""

    model_config = ConfigDict(extra="forbid")
    move: Move


class AnswerInfo(BaseModel):
    """Whether it was right, why, and the table after it; none after a wrong one."""

    right: bool
    said: str
    view: JsonObject | None


@router.get("")
def lessons(request: Request) -> Lessons:
    """List the lessons."""
    return Lessons(lessons=[LessonInfo.model_validate(one) for one in listed(language_of(request))])


@router.get("/{name}/{step}", responses=problems(404, 422))
def step(request: Request, name: Name, step: Number) -> StepInfo:
    """Show a step of a lesson, in the language of the request."""
    return StepInfo.model_validate(step_view(name, step, language_of(request)))


@router.post("/{name}/{step}", responses=problems(404, 413, 422))
def attempt(request: Request, name: Name, step: Number, tried: Attempt) -> AnswerInfo:
    """Try a move at a step; nothing is kept of it."""
    return AnswerInfo.model_validate(answered(name, step, tried.move, language_of(request)))

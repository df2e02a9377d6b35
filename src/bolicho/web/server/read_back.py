"""What the house kept, read back: data of the kind that was written, or one line that says what is wrong with it."""

from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from bolicho.core.errors import BadInput, one_line

T = TypeVar("T")


def read_kept(kind: TypeAdapter[T], data: object) -> T:
    """Return data as what it was written from; anything else is a BadInput."""
    try:
        return kind.validate_python(data)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(map(str, wrong["loc"]))
        raise BadInput(f"{where}{': ' * bool(where)}{one_line(wrong['msg'])}") from None

"""The fields of a board file, each checked as it is read; what is wrong gets an error that names the line."""

import re
import tomllib
from typing import Any, NoReturn

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games.boards.where import line_of


class BoardFields:
    """Tables and values of the text of a board file."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        try:
            self.data: JsonObject = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            told = re.sub(r"\s*\(at .*\)$", "", str(error))
            place = re.search(r"at line (\d+)", str(error))
            line = int(place[1]) if place else max(1, len(text.splitlines()))
            raise BadInput(f"{file} line {line}: not TOML: {told}") from None
        except (ValueError, RecursionError) as error:  # a number of thousands of digits, brackets within brackets
            raise BadInput(f"{file}: not TOML: {error}") from None

    def table(self, name: str) -> JsonObject:
        """Return a table by its name, the empty name being the file itself; one that is not there is empty."""
        table = self.data if name == "" else self.data.get(name, {})
        if not isinstance(table, dict):
            self.wrong("", name, f"{name}: expected a table [{name}]")
        return table

    def items(self, table: str, key: str) -> list[Any]:
        """Read a list of anything."""
        value = self.table(table).get(key, [])
        if not isinstance(value, list):
            self.wrong(table, key, f"{key}: expected a list")
        return value

    def choice(self, table: str, key: str, known: tuple[str, ...], default: str | None = None) -> str:
        """Read one of the known words."""
        value = self.table(table).get(key, default)
        if value not in known:
            self.wrong(table, key, f"{key} {value!r}: expected one of {', '.join(known)}")
        chosen: str = value
        return chosen

    def several(self, where: str, table: JsonObject, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
        """Read a list of known words from a table, which errors call ``where``."""
        asked = table.get(key, [])
        if not isinstance(asked, list):
            self.wrong(where, key, f"{key}: expected a list")
        for word in asked:
            if word not in known:
                self.wrong(where, key, f"{key}: no kind {word!r}; there are {', '.join(known)}", str(word))
        return tuple(asked)

    def one_of(self, where: str, table: JsonObject, key: str, known: tuple[str, ...], default: str) -> str:
        """Read one of the known words from a table within tables, which errors call ``where``."""
        value = table.get(key, default)
        if value not in known:
            self.wrong(where, key, f"{key} {value!r}: expected one of {', '.join(filter(None, known))}")
        chosen: str = value
        return chosen

    def flag(self, table: str, key: str, default: bool) -> bool:
        """Read true or false."""
        value = self.table(table).get(key, default)
        if not isinstance(value, bool):
            self.wrong(table, key, f"{key} {value!r}: expected true or false")
        return value

    def integer(self, table: str, key: str, value: Any, low: int, high: int) -> int:
        """Check a whole number."""
        if type(value) is not int or not low <= value <= high:
            self.wrong(table, key, f"{key} {value!r} in [{table}]: expected a whole number from {low} to {high}")
        number: int = value
        return number

    def wrong(self, table: str, key: str, message: str, value: str = "") -> NoReturn:
        """Refuse the file, with the line of a value, of its key or of its table."""
        raise BadInput(f"{self.file} line {line_of(self.text, table, key, value)}: {message}")

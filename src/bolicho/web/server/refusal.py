"""How anything below an endpoint refuses. It stands apart: tables refuse in a browser too, which has no FastAPI."""

from bolicho.core.errors import BadInput


class Unfit(BadInput):
    """Bad input that pages have words of their own for: ``problem.CODE``, with the first number of the message."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Refusal(Exception):
    """Raise it anywhere below an endpoint to refuse: ``raise Refusal(409, "stale-ply", "...")``."""

    def __init__(self, status: int, code: str, message: str, where: str = "") -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.where = status, code, message, where

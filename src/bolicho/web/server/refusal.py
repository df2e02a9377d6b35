"""How anything below an endpoint refuses. It stands apart: tables refuse in a browser too, which has no FastAPI."""


class Refusal(Exception):
    """Raise it anywhere below an endpoint to refuse: ``raise Refusal(409, "stale-ply", "...")``."""

    def __init__(self, status: int, code: str, message: str, where: str = "") -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.where = status, code, message, where

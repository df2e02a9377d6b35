"""From what was typed or sent to an analysis: the command and the page make the same of the same."""

from bolicho.agents import AGENTS
from bolicho.core.errors import UnknownName
from bolicho.core.json_text import JsonMapping
from bolicho.lab.works.rosa.bidding import LIMITS, Bidding
from bolicho.lab.works.rosa.options import CONTRACTS
from bolicho.lab.works.rosa.play import Play


def bidding_of(asked: JsonMapping) -> Bidding:
    """Return the bidding analysis, by default with the limits of the paper's table."""
    technique = AGENTS.current(asked["technique"])
    contract = asked["contract"]
    if contract not in CONTRACTS:
        raise UnknownName("contract of the analyses", contract, CONTRACTS)
    first, last = (
        usual if given is None else given
        for given, usual in zip((asked.get("low"), asked.get("high")), LIMITS[contract], strict=True)
    )
    times = (asked["repetitions"],) * max(1, last - first + 1)
    against = AGENTS.current(asked.get("against") or technique)
    return Bidding(
        technique, against, contract, first, last, times, asked["simulations"], _trump(asked["trump"])
    ).check()


def play_of(asked: JsonMapping, limits: tuple[str, str] | None = None) -> Play:
    """Return the play analysis; limits of the hands as text, by default the contract's own margin."""
    technique, against = AGENTS.current(asked["technique"]), AGENTS.current(asked["against"])
    given = (technique, against, asked["contract"], asked["repetitions"], asked["simulations"])
    return Play(*given, _trump(asked["trump"]), limits).check()


def _trump(text: str) -> bool:
    if text not in ("none", "on"):
        raise UnknownName("trump", text, ("none", "on"))
    return text == "on"

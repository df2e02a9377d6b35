"""A case told as the hand it was, in words: the cards, every round, who called what, what it paid.

A case keeps no order of calls within a round; they are told mode by mode.
"""

from bolicho.core.words import Words
from bolicho.learn.cases.truco.codes import FACE_DOWN, ME, NOBODY, NOT_PLAYED
from bolicho.learn.cases.truco.hand import Case
from bolicho.learn.cases.truco.ufsm.cards import OF_CODE

CODE_NAMES = {
    code: "/".join(cards.values()) if len(cards) < 4 else next(iter(cards.values()))[:-1]
    for code, cards in OF_CODE.items()
}
"""What a code alone tells of a card: its rank, or the cards it may be."""
CALLS = {
    "envido": ("envido", "envido_envido", "real_envido", "falta_envido"),
    "flor": ("flor", "flor_flor", "contra_flor", "contra_flor_resto"),
    "truco": ("truco", "retruco", "vale_quatro"),
}


def story(case: Case, language: str) -> list[str]:
    """Return a case in sentences."""
    words = Words("bolicho.learn.cases.truco", language, "story.toml")
    lines = [words("received", cards=" ".join(_received(case, level, words) for level in ("high", "medium", "low")))]
    lines.append(words(f"mano-{case['mano'] or 'unknown'}"))
    if case["score"] is not None and case["rival_score"] is not None:
        lines.append(words("score", mine=case["score"], theirs=case["rival_score"]))
    points = words("unknown") if case["envido_points"] is None else case["envido_points"]
    lines.append(
        words("points", points=points) + (words("flor", points=case["flor_points"]) if case["flor_points"] else "")
    )
    for mode in ("flor", "envido"):
        lines += _dispute(mode, case, words)
    for number in (1, 2, 3):
        lines += _round(number, case, words)
    lines += _dispute("truco", case, words)
    if case["folded_by"]:
        lines.append(words(f"folded-{case['folded_by']}", round=_round_said(case["folded_round"], words)))
    if case["score_after"] is not None and case["rival_score_after"] is not None:
        lines.append(words("score-after", mine=case["score_after"], theirs=case["rival_score_after"]))
    return lines


def _received(case: Case, level: str, words: Words) -> str:
    code, suit = case[level], case[f"{level}_suit"]
    return OF_CODE.get(code or 0, {}).get(suit or 0) or _card(code, words)


def _card(code: int | None, words: Words) -> str:
    return words("no-card") if code is None else words("card", rank=CODE_NAMES[code], code=code)


def _round(number: int, case: Case, words: Words) -> list[str]:
    played = case[f"played_{number}"]
    if played == NOT_PLAYED:
        return []
    mine = words("face-down") if played == FACE_DOWN else _card(case[f"mine_{number}"], words)
    theirs = _card(case[f"theirs_{number}"], words)
    if played is not None and played < FACE_DOWN:
        return [words(f"not-played{played}", round=number, theirs=theirs)]
    won = case[f"won_{number}"]
    end = words("won-unknown" if won is None else f"won-{won}")
    return [words("round", round=number, mine=mine, theirs=theirs, end=end)]


def _dispute(mode: str, case: Case, words: Words) -> list[str]:
    """Tell who called what in a mode, who refused, and what it paid."""
    said = []
    for call in CALLS[mode]:
        who = case[f"{call}_by"]
        if who:
            when = case.get(f"{call}_round")
            place = words("in-round", round=when) if when else ""
            said.append(words(f"called-{'me' if who == ME else 'rival'}", call=call.replace("_", "-")) + place)
    unknown = [case[f"{call}_by"] is None for call in CALLS[mode]]
    if not said and (mode != "truco" or all(unknown)):
        return [words(f"calls-unknown-{mode}")] if all(unknown) else []
    if case[f"{mode}_refused_by"]:
        said.append(words(f"refused-{case[f'{mode}_refused_by']}"))
    if case[f"{mode}_won_by"]:
        gain = case[f"{mode}_gain"]
        paid = words("unknown") if gain is None else abs(gain)
        said.append(words(f"paid-{case[f'{mode}_won_by']}", points=paid))
    elif case[f"{mode}_won_by"] == NOBODY:
        said.append(words("paid-0"))
    title = "hand" if mode == "truco" and not any(case[f"{call}_by"] for call in CALLS[mode]) else mode
    return [words("mode", mode=words(f"mode-{title}"), said=", ".join(said))] if said else []


def _round_said(number: int | None, words: Words) -> str:
    return words("in-round", round=number) if number else ""

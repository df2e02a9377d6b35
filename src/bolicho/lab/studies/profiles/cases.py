"""Behaviour in a base of cases: the same counters as at the table, worked out of the columns of each case.

A case is one hand of the observed player, and tells who called what in which round. So chances can be told: the mão
always had the first word, the pé one unless the mão spoke or left before. What a case leaves blank is left out of both
sides of a rate; where fewer than half of the cases tell something, or only those in which it did not happen, there is
no rate. One thing no case tells: a raise of an accepted truco in the same round is taken as the answer to it.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from bolicho.lab.studies.profiles.measures import ASKED, BETS, LOW, STOOD, UNTOLD, cell
from bolicho.lab.studies.profiles.weak_hands import weak_strengths
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.shelf import usable
from bolicho.learn.cases.truco.codes import (
    CODES,
    FACE_DOWN,
    HIGH,
    I_FOLDED,
    LEVELS,
    ME,
    MEDIUM,
    NOBODY,
    NOT_PLAYED,
    RIVAL,
    RIVAL_FOLDED,
)
from bolicho.learn.cases.truco.codes import LOW as LOW_CARD
from bolicho.learn.cases.truco.columns import FORM

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Marks = dict[str, Numbers]
ENVIDO = ("envido_by", "envido_envido_by", "real_envido_by", "falta_envido_by")
TRUCO = ("truco", "retruco", "vale_quatro")
TARGET = 24


def behaviour(base: CaseBase, target: int = TARGET, *, whole: bool = True) -> dict[str, Counter[str]]:
    """Return the counters of the observed player, by cell; the standing is unknown where the score is.

    A part of a base is not ``whole``: whether enough is told in it must be asked of all.
    """
    usable(base, FORM)
    marks = _CaseFacts(base, whole).marks()
    cells = np.array(_cells(base, target))
    found: dict[str, Counter[str]] = {}
    for place in sorted(set(cells.tolist())):
        here = cells == place
        counts = {name: int(mark[here].sum()) for name, mark in marks.items()}
        found[place] = Counter({name: count for name, count in counts.items() if count})
    return found


def _cells(base: CaseBase, target: int) -> list[str]:
    rows = zip(base["mano"].tolist(), base["score"].tolist(), base["rival_score"].tolist(), strict=True)
    found = []
    for mano, mine, theirs in rows:
        told = UNKNOWN not in (mine, theirs)
        place = cell(mano=mano == ME, score=(mine, theirs) if told else (0, 0), target=target)
        found.append(place if told else place[0] + 2 * UNTOLD)
    return found


class _CaseFacts:
    """What the cases of a base tell; every mark is true only where it is known."""

    def __init__(self, base: CaseBase, whole: bool = True) -> None:
        self.base, self.whole = base, whole
        self.untold: set[str] = set()
        """What too few cases tell: ``calls`` of truco, ``answers``, ``folds``."""
        self.mano = base["mano"] == ME
        self.first = base["played_1"]
        self.called = self._known("envido_by")
        self.opener = np.select([base[name] > NOBODY for name in ENVIDO], [base[name] for name in ENVIDO], NOBODY)
        self.left_at_once = (self.first == RIVAL_FOLDED) & self._is("truco_by", NOBODY) & (self.opener == NOBODY)
        """The mão went before the pé had a word (or in answer to a flor)."""

    def marks(self) -> Marks:
        """Return every counter, case by case."""
        found = _numbers({"hands": np.ones(len(self.base), dtype=bool)})
        for part in (self._envido(), self._truco(), self._flor(), self._cards()):
            found |= part
        return found | self._both_ladders(found)

    def _both_ladders(self, found: Marks) -> Marks:
        """Sum up what the map needs, which is nothing where one ladder is not told."""
        bets = {f"{what}-{ladder}": found[f"{what}-{ladder}"] for what in ("may-bet", "bet") for ladder in BETS}
        sums = {name: np.sum([found[how] for how in of], axis=0) for name, of in (("asked", ASKED), ("stood", STOOD))}
        return {
            **{name: count * ("calls" not in self.untold) for name, count in bets.items()},
            **{name: count * ("answers" not in self.untold) for name, count in sums.items()},
        }

    def _envido(self) -> Marks:
        may = self._may_open()
        mine = self.called & (self.opener == ME)
        points, low = self._known("envido_points"), self.base["envido_points"] < LOW
        asked = self.called & ~self._is("flor_by", ME)
        real, falta = (may | (asked & self._any(ENVIDO[:calls], RIVAL)) for calls in (2, 3))
        bet = self.called & self._any(ENVIDO, ME)
        marks = {
            "may-envido": may,
            "envido": mine,
            "may-envido-low": may & points & low,
            "envido-low": mine & points & low,
            "envido-high": mine & points & ~low,
            "may-real-envido": real,
            "real-envido": self.called & self._is("real_envido_by", ME),
            "may-falta-envido": falta,
            "may-bet-envido": falta,
            "falta-envido": self.called & self._is("falta_envido_by", ME),
            "bet-envido": bet,
        }
        return _numbers(marks) | self._envido_answers()

    def _may_open(self) -> Mask:
        """Whether opening the envido was possible: for the pé only where the mão did not, and stayed."""
        flor = self._known("flor_by")
        quiet = self.called & (self.opener == NOBODY) & flor & ~self._is("flor_by", ME)
        as_mano = self.mano & (self.called & (self.opener == RIVAL) | quiet)
        as_pe = ~self.mano & quiet & ~self._is("flor_by", RIVAL) & ~self.left_at_once
        return np.asarray(as_mano | as_pe | (self.called & (self.opener == ME)))

    def _envido_answers(self) -> Marks:
        found = {how: np.zeros(len(self.base), dtype=np.int64) for how in ("accepted", "raised", "refused")}
        higher = np.full(len(self.base), NOBODY)
        for name in reversed(ENVIDO):
            asked = self.called & self._is(name, RIVAL)
            last = asked & (higher == NOBODY)
            found["raised"] += asked & (higher == ME)
            found["refused"] += last & self._is("envido_refused_by", ME)
            found["accepted"] += last & self._is("envido_refused_by", NOBODY) & (self.base["envido_won_by"] > NOBODY)
            higher = np.where(self.base[name] > NOBODY, self.base[name], higher)
        every = self.called & self._any(ENVIDO, RIVAL) & ~self._is("flor_by", ME)
        return self._answered("envido", found, every)

    def _truco(self) -> Marks:
        may, weak = self._may_truco(), self._weak()
        mine = may & self._is("truco_by", ME)
        over = self._is("truco_won_by", NOBODY) & self._is("flor_by", ME)  # a flor ended the match before the answer
        asked = self._is("truco_by", RIVAL) & ~over
        bet = self._any([f"{name}_by" for name in TRUCO], ME)
        may_bet = may | asked
        left = self._is("folded_by", ME)
        told = self._known("folded_by") & ~(left & ~self._known("truco_refused_by"))
        folded = left & told & ~self._is("truco_refused_by", ME)
        told &= self._enough("folds", told, folded, np.ones(len(told), dtype=bool))
        marks = {
            "may-truco": may,
            "truco": mine,
            "may-truco-weak": may & weak,
            "truco-weak": mine & weak,
            "truco-strong": mine & ~weak,
            "may-retruco": asked,
            "retruco": asked & self._is("retruco_by", ME),
            "may-vale-quatro": self._is("retruco_by", RIVAL),
            "vale-quatro": self._is("vale_quatro_by", ME),
            "may-bet-truco": may_bet,
            "bet-truco": may_bet & bet,
            "may-fold": told,
            "folded": folded & told,
        }
        return _numbers(marks) | self._truco_answers()

    def _may_truco(self) -> Mask:
        """Whether truco could be called at one's turn: the pé has none before the mão played a card.

        So for the pé the round of a call matters; where it is blank the hand is left out, whoever called.
        """
        base, own, theirs = self.base, self._is("truco_by", ME), self._is("truco_by", RIVAL)
        none, when = self._is("truco_by", NOBODY), self._known("truco_round")
        gave_way = self._is("envido_refused_by", ME) | self._is("flor_refused_by", ME)
        folded = (self.first == I_FOLDED) & (self._known("theirs_1") | ~gave_way)
        turn = np.isin(self.first, (*LEVELS, FACE_DOWN)) | (self.opener == ME) | folded
        flor = self._is("flor_by", ME) & (
            (self.first == NOT_PLAYED)
            | self.left_at_once
            | (self._is("flor_refused_by", ME) & (self.first == I_FOLDED))
        )
        as_mano = self.mano & (own | ((theirs | none) & ~flor))
        as_pe = ~self.mano & (when & (own | (theirs & (base["truco_round"] > 1))) | (none & turn))
        called = ~self.mano & (own | theirs)
        return np.asarray((as_mano | as_pe) & self._enough("calls", called & when, called & when, called))

    def _truco_answers(self) -> Marks:
        """Sort the answers; there is none where the caller of truco went for one point, in answer to an envido."""
        base = self.base
        gone = self._is("folded_by", RIVAL) & (self.first == RIVAL_FOLDED) & self._is("truco_gain", 1)
        found = {how: np.zeros(len(base), dtype=np.int64) for how in ("accepted", "raised", "refused")}
        for number, name in enumerate(TRUCO):
            asked = self._is(f"{name}_by", RIVAL)
            raised = np.zeros(len(base), dtype=bool)
            if number < 2:
                above = TRUCO[number + 1]
                raised = asked & self._is(f"{above}_by", ME)
                rounds = self._known(f"{name}_round") & self._known(f"{above}_round")
                later = base[f"{above}_round"] > base[f"{name}_round"]
                found["raised"] += raised & rounds & ~later
                found["accepted"] += raised & rounds & later
            last = asked & ~raised
            found["refused"] += last & self._is("truco_refused_by", ME)
            kept = last & self._is("truco_refused_by", NOBODY) & (base["truco_won_by"] > NOBODY)
            found["accepted"] += kept & ~gone if name == "truco" else kept
        return self._answered("truco", found, self._any([f"{name}_by" for name in TRUCO], RIVAL))

    def _flor(self) -> Marks:
        is_ = self._is
        gave_way = is_("flor_refused_by", ME)
        paid = self.base["flor_won_by"] > NOBODY
        contra, rest = is_("contra_flor_by", ME), is_("contra_flor_resto_by", ME)
        first = is_("flor_by", RIVAL) & (self.base["flor_points"] > 0)
        second, third = is_("contra_flor_by", RIVAL), is_("contra_flor_resto_by", RIVAL)
        kept = is_("flor_refused_by", NOBODY) & paid
        marks = {
            "raised": [first & (contra | rest), second & rest],
            "refused": [first & ~contra & ~rest & gave_way, second & ~rest & gave_way, third & gave_way],
            "accepted": [first & is_("flor_flor_by", ME), second & ~rest & kept, third & kept],
        }
        return {f"flor-{how}": np.sum(np.array(parts, dtype=np.int64), axis=0) for how, parts in marks.items()}

    def _cards(self) -> Marks:
        levels = {"first-high": HIGH, "first-medium": MEDIUM, "first-low": LOW_CARD}
        return _numbers({name: np.asarray(self.first == level) for name, level in levels.items()})

    def _weak(self) -> Mask:
        strength = {code: level for level, code in enumerate(CODES, 1)}
        rows = self.base.cells(("high", "medium", "low")).tolist()
        pairs = zip(rows, self.mano.tolist(), strict=True)
        return np.array([weak_strengths(tuple(strength[c] for c in row), mano=mano) for row, mano in pairs], dtype=bool)

    def _known(self, column: str) -> Mask:
        return np.asarray(self.base[column] != UNKNOWN)

    def _is(self, column: str, who: int) -> Mask:
        return np.asarray(self.base[column] == who)

    def _any(self, columns: "list[str] | tuple[str, ...]", who: int) -> Mask:
        return np.asarray(np.any([self.base[column] == who for column in columns], axis=0))

    def _enough(self, what: str, told: Mask, happened: Mask, among: Mask) -> bool:
        """Whether the cases that tell something stand for the others (as in ``learn.cases.truco.habits``)."""
        known, all_cases = int((told & among).sum()), int(among.sum())
        part = 2 * known < all_cases or (known < all_cases and not (happened & told & among).any())
        if self.whole and part:
            self.untold.add(what)
        return not (self.whole and part)

    def _answered(self, ladder: str, found: Marks, asked: Mask) -> Marks:
        """Name the answers to a ladder; none where refusals are not told."""
        told = np.asarray(np.sum(list(found.values()), axis=0) > 0)
        enough = self._enough("answers", told, found["refused"] > 0, asked)
        return {f"{ladder}-{how}": count * enough for how, count in found.items()}


def _numbers(marks: dict[str, Mask]) -> Marks:
    return {name: mark.astype(np.int64) for name, mark in marks.items()}

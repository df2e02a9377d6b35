"""The tables of the fourth stage of Paulus: people's matches and answers, ours beside what the paper printed."""

from collections.abc import Sequence

from bolicho.core.numbers import Figure, Value, say
from bolicho.core.words import Words
from bolicho.lab.works.paulus.lineup import printed_numbers
from bolicho.lab.works.paulus.people import LEFT_OUT, QUESTIONS, People
from bolicho.report.document import Table

PRINTED = {"predictability": "surprise"}
"""What the paper calls a question where it is not as here."""


class PeopleTables:
    """What people did and said."""

    def __init__(self, people: People, words: Words) -> None:
        self.people, self.words = people, words
        self.printed = printed_numbers()["people"]
        four: list[str] = printed_numbers()["sets"]["four"]
        self.policies = [*four, *(policy for policy in people.policies if policy not in four)]

    def text(self) -> list[str]:
        """Say how many matches there are, up to which record, and what was left out."""
        people, language = self.people, self.words.language
        told = []
        if people.met:
            counts = {"matches": len(people.met), "persons": people.persons, "upto": people.upto}
            facts = {key: say(number, language) for key, number in counts.items()}
            told.append(self.words("people-some", **facts, store=people.store))
        else:
            told.append(self.words("people-none", store=people.store))
        if any(people.left_out.values()):
            counts = {reason: people.left_out.get(reason, 0) for reason in LEFT_OUT}
            told.append(self.words("people-left-out", **{reason: say(n, language) for reason, n in counts.items()}))
        if people.years:
            mean = Figure(sum(people.years) / len(people.years), percent=False, signed=False, digits=1)
            told.append(self.words("people-years", years=say(mean, language), n=len(people.years)))
        return [*told, self.words("people-text")]

    def tables(self) -> Sequence[Table]:
        """Table 17, and the questionnaire."""
        return [self._results(), self._answers()]

    def _results(self) -> Table:
        rows: list[list[Value]] = []
        for policy in self.policies:
            wins, *margins = self.printed["results"].get(policy, (None, None, None))
            theirs = [None if one is None else Figure(one, percent=False, digits=2) for one in margins]
            won, *ours = (self._figure(measure, policy) for measure in ("wins", "ahead", "behind"))
            rows.append([policy, 0 if won is None else won.n, won, wins, ours[0], theirs[0], ours[1], theirs[1]])
        columns = self._columns(
            "policy", "people-matches", "people-won", "wins", "ahead", "ahead-paper", "behind", "behind-paper"
        )
        return Table("people", self.words("people-table"), columns, rows, self.words("people-note"))

    def _answers(self) -> Table:
        rows: list[list[Value]] = []
        for policy in self.policies:
            for question in QUESTIONS:
                given = self.printed["answers"].get(policy, {}).get(PRINTED.get(question, question))
                theirs = None if given is None else "/".join(map(str, given))
                mean, good = (self._figure(f"{question}{kind}", policy) for kind in ("", "-good"))
                count = 0 if mean is None else mean.n
                rows.append([f"{policy} · {self.words(question)}", count, mean, good, theirs])
        columns = self._columns("question", "answers", "mean", "good", "good-paper")
        return Table("answers", self.words("answers-table"), columns, rows, self.words("answers-note"))

    def _figure(self, measure: str, policy: str) -> Figure | None:
        found = self.people.figure(measure, policy)
        return found if found.n else None

    def _columns(self, *keys: str) -> list[str]:
        return [self.words(f"column-{key}") for key in keys]

"""Numbers as people read them, in their language: the one place that knows decimal signs, minus and per cent.

>>> say(Figure(0.6321, 0.601, 0.662, 400), "en"), small(Figure(0.6321, 0.601, 0.662, 400), "pt-BR")
('63.2 %', '60,1–66,2 · n 400')
>>> say(Figure(-0.25, -0.5, 0, percent=False), "en"), say(1234567, "pt-BR"), say(None, "en")
('−0.250', '1.234.567', '–')
>>> tricks = Figure(4.42, 4.16, 4.69, percent=False, signed=False, digits=2)
>>> say(tricks, "en"), small(tricks, "pt-BR")
('4.42', '4,16–4,69')
"""

from dataclasses import dataclass, replace
from typing import Protocol

YES = {"en": ("yes", "no"), "pt-BR": ("sim", "não")}
TO = {"en": " to ", "pt-BR": " a "}
"""Between two numbers that may have a sign, where a dash would look like one."""
NEARLY = 0.999
NOTHING = "–"
"""Where there is no number."""


class NumberWithInterval(Protocol):
    """A number with the ends of its interval, where there is one."""

    @property
    def mean(self) -> float | None:
        """What was seen."""

    @property
    def low(self) -> float | None:
        """Where the interval begins."""

    @property
    def high(self) -> float | None:
        """Where it ends."""


@dataclass(frozen=True)
class Figure:
    """A measured number with its 95 % interval and how many observations it stands on."""

    mean: float | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    percent: bool = True
    """Whether it is a share of 1, said in per cent; else it is an amount."""
    signed: bool = True
    """Whether an amount is said with its sign."""
    digits: int = 3
    """Of an amount, after the point."""
    grouped: bool = True
    """Whether thousands are set apart; in a rating they are not: 1868."""

    @classmethod
    def of(
        cls,
        estimate: NumberWithInterval,
        n: int | None = None,
        *,
        percent: bool = True,
        signed: bool = True,
        digits: int = 3,
    ) -> "Figure":
        """Take an estimate over."""
        return cls(estimate.mean, estimate.low, estimate.high, n, percent, signed, digits)

    @classmethod
    def rating(cls, mean: float | None, low: float | None = None, high: float | None = None) -> "Figure":
        """Make a rating on the scale of Elo.

        >>> say(Figure.rating(1868.2, 1790, 1950), "en")
        '1868'
        """
        return cls(mean, low, high, percent=False, signed=False, digits=0, grouped=False)


@dataclass(frozen=True)
class Chance(Figure):
    """A probability that was drawn: no more is said than that it is above `NEARLY`, or below the rest to one.

    >>> say(Chance(0.9995), "en"), say(Chance(0.5), "pt-BR"), say(Chance(0), "en")
    ('> 99.9 %', '50,0 %', '< 0.1 %')
    """


class Agent(str):
    """The spec of an agent in a table: a page may call it by its name."""

    __slots__ = ()


Value = str | int | float | bool | None | Figure


def say(value: Value, language: str) -> str:
    """Return a value as text; of a figure, its mean."""
    if isinstance(value, Chance) and value.mean is not None and not 1 - NEARLY <= value.mean <= NEARLY:
        high = value.mean > NEARLY
        return f"{'>' if high else '<'} {say(Figure(NEARLY if high else 1 - NEARLY), language)}"
    if isinstance(value, Figure):
        return NOTHING if value.mean is None else _end(value.mean, value, language) + " %" * value.percent
    if isinstance(value, bool):
        return YES[language][0 if value else 1]
    if isinstance(value, int):
        return local(f"{value:,}", language)
    if isinstance(value, float):
        return local(f"{value:,.3f}", language)
    return NOTHING if value is None else value


def small(value: Value, language: str) -> str:
    """Return what stands beside a figure in small print: its interval and its size; of anything else nothing."""
    if not isinstance(value, Figure):
        return ""
    parts = []
    if value.low is not None and value.high is not None:
        dash = "–" if value.percent or not value.signed else TO[language]
        parts.append(dash.join(_end(end, value, language) for end in (value.low, value.high)))
    if value.n is not None:
        parts.append(f"n {say(value.n, language)}")
    return " · ".join(parts)


def with_interval(figure: Figure, language: str) -> str:
    """Return a figure with its interval in brackets, without its size.

    >>> with_interval(Figure(0.6321, 0.601, 0.662, 400), "en"), with_interval(Figure(0.5), "en")
    ('63.2 % (60.1–66.2)', '50.0 %')
    """
    beside = small(replace(figure, n=None), language)
    return f"{say(figure, language)} ({beside})" if beside else say(figure, language)


def plus_minus(amount: Figure, language: str) -> str:
    """Return an amount with half the width of its interval, where it has one.

    >>> plus_minus(Figure(4.42, 4.16, 4.68, percent=False, signed=False, digits=2), "en")
    '4.42 ± 0.26'
    """
    if amount.low is None or amount.high is None:
        return say(amount, language)
    return f"{say(amount, language)} ± {number((amount.high - amount.low) / 2, amount.digits, language)}"


def points(difference: NumberWithInterval, language: str) -> str:
    """Return a difference of two shares in percentage points, with its interval.

    >>> points(Figure(-0.052, -0.1, 0.004), "pt-BR")
    '−5,2 (−10,0 a +0,4)'
    """
    ends = (difference.mean, difference.low, difference.high)
    mean, *rest = (number(100 * (end or 0), 1, language, signed=True) for end in ends)
    return f"{mean} ({TO[language].join(rest)})" if difference.low is not None else mean


def number(amount: float | None, digits: int, language: str, *, signed: bool = False, grouped: bool = True) -> str:
    """Return an amount with so many digits after the point; what is rounded to zero has no sign.

    >>> number(-1234.567, 1, "pt-BR"), number(0.5, 2, "en", signed=True), number(-0.001, 2, "en"), number(None, 2, "en")
    ('−1.234,6', '+0.50', '0.00', '–')
    """
    if amount is None:
        return NOTHING
    rounded = round(amount, digits) + 0.0
    return local(f"{rounded:{'+' if signed and rounded else ''}{',' if grouped else ''}.{digits}f}", language)


def brief(amount: float, digits: int, language: str) -> str:
    """Return an amount in so many digits, as on an axis; a thousand and more in full.

    >>> brief(0.01234, 3, "pt-BR"), brief(12, 3, "en"), brief(12345.6, 3, "en")
    ('0,0123', '12', '12,346')
    """
    return local(f"{amount:.{digits}g}" if abs(amount) < 1000 else f"{amount:,.0f}", language)


def percent(share: float | None, language: str, digits: int = 1) -> str:
    """Return a share of 1 in per cent.

    >>> percent(0.6321, "pt-BR"), percent(1, "en", 0)
    ('63,2 %', '100 %')
    """
    return NOTHING if share is None else f"{number(100 * share, digits, language)} %"


def rare(share: float, language: str) -> str:
    """Return a share that may be very small: two digits after the point, or the first that is not zero.

    >>> rare(0.0123, "en"), rare(0.0000023, "pt-BR"), rare(0, "en")
    ('1.23 %', '0,0002 %', '0 %')
    """
    return f"{local(f'{100 * share:.1g}', language)} %" if share < 5e-5 else percent(share, language, 2)


def duration(seconds: float, language: str) -> str:
    """Return a time for people.

    >>> duration(42.4, "en"), duration(4242, "pt-BR")
    ('42 s', '1 h 10 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s" if seconds >= 1 else f"{number(seconds, 1, language)} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def file_size(size: int, language: str) -> str:
    """Return the size of a file.

    >>> file_size(1_234_567, "pt-BR")
    '1,2 MB'
    """
    return f"{number(size / 1e6, 1, language)} MB"


def local(text: str, language: str) -> str:
    """Return a number that Python wrote with the signs of a language.

    >>> local("-1,234.5", "en"), local("-1,234.5", "pt-BR")
    ('−1,234.5', '−1.234,5')
    """
    text = text.replace("-", "−")
    return text.translate(str.maketrans(",.", ".,")) if language == "pt-BR" else text


def _end(end: float, figure: Figure, language: str) -> str:
    if figure.percent:
        return number(100 * end, 1, language)
    return number(end, figure.digits, language, signed=figure.signed, grouped=figure.grouped)

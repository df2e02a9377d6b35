"""Numbers as a page says them, in its language.

>>> say(Figure(0.6321, 0.601, 0.662, 400), "en"), small(Figure(0.6321, 0.601, 0.662, 400), "pt-BR")
('63.2 %', '60,1–66,2 · n 400')
>>> say(Figure(-0.25, -0.5, 0, percent=False), "en"), say(1234567, "pt-BR"), say(None, "en")
('−0.250', '1.234.567', '–')
>>> tricks = Figure(4.42, 4.16, 4.69, percent=False, signed=False, digits=2)
>>> say(tricks, "en"), small(tricks, "pt-BR")
('4.42', '4,16–4,69')
"""

from bolicho.report.document import Figure, Value

YES = {"en": ("yes", "no"), "pt-BR": ("sim", "não")}


def say(value: Value, language: str) -> str:
    """Return a value as text; of a figure, its mean."""
    if isinstance(value, Figure):
        return "–" if value.mean is None else _amount(value.mean, value, language) + " %" * value.percent
    if isinstance(value, bool):
        return YES[language][0 if value else 1]
    if isinstance(value, int):
        return _local(f"{value:,}", language)
    if isinstance(value, float):
        return _local(f"{value:,.3f}", language)
    return "–" if value is None else value


def small(value: Value, language: str) -> str:
    """Return what stands beside a figure in small print: its interval and its size; of anything else nothing."""
    if not isinstance(value, Figure):
        return ""
    parts = []
    if value.low is not None and value.high is not None:
        dash = "–" if value.percent or not value.signed else {"en": " to ", "pt-BR": " a "}[language]
        parts.append(dash.join(_amount(end, value, language) for end in (value.low, value.high)))
    if value.n is not None:
        parts.append(f"n {say(value.n, language)}")
    return " · ".join(parts)


def duration(seconds: float, language: str) -> str:
    """Return a time for people.

    >>> duration(42.4, "en"), duration(4242, "pt-BR")
    ('42 s', '1 h 10 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s" if seconds >= 1 else _local(f"{seconds:.1f} s", language)
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def _amount(number: float, figure: Figure, language: str) -> str:
    amount = f"{number:{'+' if figure.signed else ''},.{figure.digits}f}"
    return _local(f"{100 * number:.1f}" if figure.percent else amount.replace("-", "−"), language)


def _local(text: str, language: str) -> str:
    return text.translate(str.maketrans(",.", ".,")) if language == "pt-BR" else text

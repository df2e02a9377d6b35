"""The worked examples of Rosa (2008), done again here: TPC, points, losing trick count, and the deal of Figure 11."""

from bolicho.agents.rikken.valuation import losers, ltc, points, tpc
from bolicho.core.numbers import Value, local, number
from bolicho.core.words import Words
from bolicho.games.rikken.cards import Deal
from bolicho.report.document import Table

QUADRO_8 = "AKJ2.Q.KJ4.QJT86"
QUADRO_9 = "AKJ2"
QUADRO_14 = "AKJ2.QT9.T94.AKQ"
FIGURE_11 = "AKJ2.T9.T94.8762 / QT9.AKQ5432..JT9 / 876.87.AKQ53.AKQ / 543.J6.J8762.543"


def golden(language: str) -> Table:
    """Return each example, what the paper prints, and what comes out here."""
    words = Words("bolicho.lab.works.rosa", language, "words.toml")
    count = float(tpc(_hand(QUADRO_8)))
    lost = [losers(_hand(QUADRO_14), suit) for suit in range(4)]
    rows: list[list[Value]] = [
        [words("golden-tpc"), QUADRO_8, local("6.14", language), number(count, 2, language)],
        [words("golden-points"), QUADRO_9, "16", str(points(_hand(QUADRO_8), 0))],
        [
            words("golden-ltc"),
            QUADRO_14,
            words("golden-losers", losers="1, 2, 3, 0", tricks=6),
            words("golden-losers", losers=", ".join(map(str, lost)), tricks=ltc(_hand(QUADRO_14))),
        ],
        [words("golden-deal"), FIGURE_11, "8s 7s 6s", " ".join(third_to_play())],
    ]
    columns = [words(f"column-{key}") for key in ("example", "cards", "printed", "here")]
    return Table("golden", words("golden-table"), columns, rows, words("golden-note"))


def third_to_play() -> tuple[str, ...]:
    """Return what player 3 of Figure 11 may play after the ace and the nine of spades."""
    from bolicho.games import GAMES

    game = GAMES.make("rikken", preset="rosa")
    state = game.start(FIGURE_11, dealer=3, contract="solo-8", declarer=0).play("As").play("9s")
    moves: tuple[str, ...] = state.moves()
    return moves


def _hand(text: str) -> int:
    """Read one hand of thirteen, the rest of the pack being dealt anyhow."""
    held = {rank + suit for suit, ranks in zip("shdc", text.split("."), strict=True) for rank in ranks}
    rest = [rank + suit for suit in "shdc" for rank in "23456789TJQKA" if rank + suit not in held]
    return Deal.of(held, rest[:13], rest[13:26], rest[26:]).hands[0]

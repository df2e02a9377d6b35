"""Playing deals to the end and weighing cards by it; one source for Python and the kernel."""

from bolicho.agents.rikken.guess import guess
from bolicho.agents.rikken.sets import strongest_suit
from bolicho.agents.rikken.table import Table, contract_made, copy, hide, legal, over, put, side_tricks
from bolicho.agents.rikken.tactics import PAPER, RANDOM, RULES, candidates
from bolicho.games.rikken.bits import RANKS, Chance, count, draw, lowest, nth

MC_PAPER, MC_PAPER_RULES, MC = 3, 4, 5
"""Those who think ahead: the paper's player with random playouts, with playouts by its rules, and ours."""


def pick(cards: int, chance: Chance) -> int:
    """Draw a card of a set."""
    return lowest(cards) if cards & cards - 1 == 0 else nth(cards, draw(chance, count(cards)))


def finish(table: Table, technique: int, chance: Chance) -> None:
    """Play to the end, everybody by the same technique."""
    while not over(table):
        put(table, pick(candidates(table, technique), chance))


def weigh(
    table: Table, worlds: int, chance: Chance, world: Table, game: Table, wins: list[int], tricks: list[int]
) -> None:  # fmt: skip
    """Try each legal card in each of so many guessed deals, everybody then playing by the rules of the house.

    ``wins`` counts by card (from the lowest) how often declarer's side made the contract, ``tricks`` its tricks.
    """
    me, cards = table.seat, legal(table)
    for number in range(count(cards)):
        wins[number] = tricks[number] = 0
    for _ in range(worlds):
        guess(table, me, chance, world)
        left, number = cards, 0
        while left:
            copy(world, game)
            put(game, lowest(left))
            finish(game, RULES, chance)
            wins[number] += contract_made(game)
            tricks[number] += side_tricks(game)
            left &= left - 1
            number += 1


def weigh_paper(
    table: Table, playouts: int, technique: int, chance: Chance, world: Table, game: Table,
    times: list[int], tricks: list[int],
) -> None:  # fmt: skip
    """As the paper does it: so many simulations in all, the first card of each is drawn, and own tricks are summed.

    The unseen cards are dealt by counts alone; ``times`` tells how often each card (from the lowest) was drawn.
    """
    me, cards = table.seat, legal(table)
    size = count(cards)
    for number in range(size):
        times[number] = tricks[number] = 0
    copy(table, game)
    for seat in range(4):  # it remembers nothing of what the others have shown
        game.may[seat] = ~0
    game.fits = 0
    for _ in range(playouts):
        guess(game, me, chance, world)
        number = draw(chance, size)
        put(world, nth(cards, number))
        finish(world, technique, chance)
        times[number] += 1
        tricks[number] += world.tricks[me]


def best_weighed(table: Table, wins: list[int], tricks: list[int], chance: Chance) -> int:
    """Return the number of the card that serves the player's side best: chance first, then tricks, then by lot."""
    size = count(legal(table))
    me = table.seat
    declaring = me == table.declarer or me == table.partner
    more = 1 if table.high == RANKS else -1
    sign = 1 if declaring else -1
    chosen, ties = 0, 0
    for number in range(size):
        ahead = sign * (wins[number] - wins[chosen])
        if ahead == 0:
            ahead = sign * more * (tricks[number] - tricks[chosen])
        if number == 0 or ahead > 0:
            chosen, ties = number, 1
        elif ahead == 0:
            ties += 1
            if draw(chance, ties) == 0:
                chosen = number
    return chosen


def best_paper(table: Table, times: list[int], tricks: list[int], chance: Chance) -> int:
    """Return the number of the card with the highest mean, in piek and misere the lowest; equals by lot."""
    sign = 1 if table.high == RANKS else -1
    chosen, ties = -1, 0
    for number in range(count(legal(table))):
        if times[number]:
            ahead = 1 if chosen < 0 else sign * (tricks[number] * times[chosen] - tricks[chosen] * times[number])
            if ahead > 0:
                chosen, ties = number, 1
            elif ahead == 0:
                ties += 1
                if draw(chance, ties) == 0:
                    chosen = number
    return max(chosen, 0)


def decide(
    table: Table, technique: int, simulations: int, chance: Chance, eyes: Table, world: Table, game: Table,
    first: list[int], second: list[int],
) -> int:  # fmt: skip
    """Return the card that the next player chooses, from what he may see of the table."""
    if technique <= RULES:
        return pick(candidates(table, technique), chance)
    cards = legal(table)
    if cards & cards - 1 == 0:
        return lowest(cards)
    hide(table, table.seat, eyes)
    if technique == MC:
        weigh(eyes, simulations, chance, world, game, first, second)
        return nth(cards, best_weighed(eyes, first, second, chance))
    playouts = RANDOM if technique == MC_PAPER else PAPER
    weigh_paper(eyes, simulations, playouts, chance, world, game, first, second)
    return nth(cards, best_paper(eyes, first, second, chance))


def play_out(
    table: Table, techniques: list[int], simulations: int, chance: Chance, eyes: Table, world: Table, game: Table,
    first: list[int], second: list[int],
) -> None:  # fmt: skip
    """Play a deal to its end, each seat by its own technique."""
    while not over(table):
        technique = techniques[table.seat]
        put(table, decide(table, technique, simulations, chance, eyes, world, game, first, second))


def sample(
    table: Table, me: int, worlds: int, technique: int, partner_names: int, chance: Chance, world: Table,
    tricks: list[int],
) -> None:  # fmt: skip
    """Count how many tricks declarer's side makes in deals as a seat guesses them: ``tricks[n]`` times n."""
    for n in range(RANKS + 1):
        tricks[n] = 0
    for _ in range(worlds):
        guess(table, me, chance, world)
        if partner_names:
            world.trump = strongest_suit(world.hands[world.partner])
        finish(world, technique, chance)
        tricks[side_tricks(world)] += 1

"""The public tree of the ladder game, written out depth first into flat arrays.

One walk, done twice: once to count, once to write. Children stand in a fixed order behind their parent: on one's
turn the cards by level, weakest first, then the raise; as an answer quero, then the raise. So the first child of node n
is n + 1 and the next child after c is ``end[c]``. Ends of the game are not nodes. ``baralho`` and ``nao-quero`` have
slots but no nodes. ``tests/learn/ladder/test_tree.py`` walks it beside ``games/truco/state.py``.
"""

from bolicho.core.compiler import njit

QUERO, RAISE = 14, 15
"""Edges that are words; an edge below 14 is the level of a card, whatever the deck."""
OPEN, MAO, PE = range(3)
"""Who has won the hand, if it is decided."""

WHO, ANSWERING, TRUCO, MAY_RAISE, LEFT, ENDS = 0, 1, 2, 4, 5, 9
"""Places of the bits of a node's form: who decides (0 mão), whether a call is answered, how many calls were accepted,
whether a raise is allowed, cards left of mão and of pé, who wins if the card played is weaker, equal, stronger."""
NOT_YET = 2
"""Winner of a round that was not played; else 1 mão, -1 pé, 0 tie."""
TURN, TO_ANSWER = 0, 1
NODE, CURSOR, STOPS, FIELDS = 11, 12, 13, 14
"""Places in a row of the stack: its node, the next child, who wins by which card."""
DEEPEST = 24
OUTCOMES = 3
"""Classes of who has the last card to play, in a compact tree: it loses, ties or wins."""


@njit(cache=True)
def result(first, second, third):
    """Who has won by rounds, as ``hand_winner`` in ``games/truco/state.py``."""
    if second == NOT_YET:
        return OPEN
    if first == 0 or second == 0:
        lead = first if first != 0 else second
        if lead == 0:
            if third == NOT_YET:
                return OPEN
            lead = third if third != 0 else 1
    elif first == second:
        lead = first
    else:
        if third == NOT_YET:
            return OPEN
        lead = third if third != 0 else first
    return MAO if lead == 1 else PE


@njit(cache=True)
def after_round(first, second, winner):
    """Who has won the hand once the round being played goes to this winner."""
    if first == NOT_YET:
        return result(winner, NOT_YET, NOT_YET)
    if second == NOT_YET:
        return result(first, winner, NOT_YET)
    return result(first, second, winner)


@njit(cache=True)
def put(stack, depth, who, stage, turn, truco, word, mine, theirs, beat, first, second, edge):
    """Write a row of the stack."""
    row = stack[depth]
    row[0], row[1], row[2], row[3], row[4], row[5] = who, stage, turn, truco, word, mine
    row[6], row[7], row[8], row[9], row[10], row[CURSOR] = theirs, beat, first, second, edge, -1


@njit(cache=True)
def grow(write, compact, stack, counts, width, form, beats, end, slot, parents, edges, depths):
    """Write the tree, or only measure it; returns nodes, slots and information sets.

    ``stack`` holds the nodes from the root down, a row of ``FIELDS`` each; ``counts`` what is left of each level.
    """
    node, slots, infosets, depth, levels = 0, 0, 0, 0, len(counts)
    put(stack, 0, 0, TURN, 0, 0, -1, 3, 3, -1, NOT_YET, NOT_YET, -1)
    while depth >= 0:
        row = stack[depth]
        who, stage, turn, truco, word, mine = row[0], row[1], row[2], row[3], row[4], row[5]
        theirs, beat, first, second, cursor, ends = row[6], row[7], row[8], row[9], row[CURSOR], row[STOPS]
        may_raise = int(truco <= 1 if stage == TO_ANSWER else truco <= 2 and (word == -1 or word == who))
        if cursor < 0:  # entered now
            ends = 0
            if beat >= 0:
                for sign in range(-1, 2):
                    winner = sign if turn == 0 else -sign
                    ends |= after_round(first, second, winner) << (2 * (sign + 1))
            elif mine == 1 and theirs == 1:  # whoever leads the last round, a tie will be this one's
                ends = after_round(first, second, 0) << 2
            left, other = (mine, theirs) if who == 0 else (theirs, mine)
            last = left == 1 and other == 0
            row[STOPS] = ends
            if compact and last and stage == TURN and not may_raise:  # only one thing to do
                counts[row[10]] += row[10] < QUERO
                depth -= 1
                continue
            row[NODE] = node
            if write:
                form[node] = (
                    who << WHO | stage << ANSWERING | truco << TRUCO | may_raise << MAY_RAISE
                    | mine << LEFT | theirs << (LEFT + 2) | ends << ENDS
                )  # fmt: skip
                beats[node], slot[node], edges[node], depths[node] = beat, slots, row[10], depth
                parents[node] = stack[depth - 1, NODE] if depth else -1
            node += 1
            wide = OUTCOMES if compact and last else width[left]
            rows = 2 + may_raise if stage == TO_ANSWER else left + may_raise + (0 if compact else 1)
            slots += 0 if rows == 1 else rows * wide
            infosets += 0 if rows == 1 else wide
            cursor = 0
        while stage == TURN and cursor < levels:
            sign = (cursor > beat) - (cursor < beat)
            if counts[cursor] > 0 and (beat < 0 or ends >> (2 * (sign + 1)) & 3 == OPEN):
                break
            cursor += 1
        row[CURSOR] = cursor + 1
        if stage == TURN and cursor < levels:
            winner = sign if who == 0 else -sign
            then, later, on_table, lead = first, second, cursor, 1 - who
            if beat >= 0:
                on_table = -1
                # after a tie the one who led leads again, who is the rival of who played last
                lead = 1 - who if winner == 0 else int(winner < 0)
                if first == NOT_YET:
                    then = winner
                else:
                    later = winner
            mine, theirs = mine - (who == 0), theirs - (who == 1)
            depth += 1
            put(stack, depth, lead, TURN, lead, truco, word, mine, theirs, on_table, then, later, cursor)
            counts[cursor] -= 1
        elif stage == TO_ANSWER and cursor == 0:
            row[CURSOR] = levels
            depth += 1
            put(stack, depth, turn, TURN, turn, truco + 1, word, mine, theirs, beat, first, second, QUERO)
        elif cursor == levels and may_raise:
            truco += stage == TO_ANSWER
            depth += 1
            put(stack, depth, 1 - who, TO_ANSWER, turn, truco, 1 - who, mine, theirs, beat, first, second, RAISE)
        elif cursor >= levels:
            if write:
                end[row[NODE]] = node
            if 0 <= row[10] < QUERO:
                counts[row[10]] += 1
            depth -= 1
    return node, slots, infosets

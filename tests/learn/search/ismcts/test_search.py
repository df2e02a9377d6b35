"""The search knows what a seat may know, wins what can be won, and prefers what is worth more at the score."""

from collections.abc import Hashable
from typing import Any

import pytest

from bolicho.core.chance import stream
from bolicho.games.truco import Truco
from bolicho.games.truco.state import State
from bolicho.learn.search.ismcts.any_game import AnySubject
from bolicho.learn.search.ismcts.engine import Order, PlainSearch, SearchResult
from bolicho.learn.search.ismcts.habits import SENSIBLE, hope, sober, weigh_moves
from bolicho.learn.search.ismcts.moves import MOVES
from bolicho.learn.search.ismcts.payoff import match_chances, match_payoff, points_payoff
from bolicho.learn.search.ismcts.search import Node, search
from bolicho.learn.search.ismcts.truco import Manner, TrucoSubject, known_of, mask_of, tables

GAME = Truco()
READING = Manner(SENSIBLE, 2, 1, 1)


def found(state: State, manner: Manner = READING, iterations: int = 200, key: int = 7) -> dict[str, tuple[int, float]]:
    """Visits and mean of every legal move."""
    assert state.seat is not None
    view = state.view(state.seat)
    payoff = match_payoff(state.rules.target, view.score[view.seat], view.score[view.rival])
    got: SearchResult = PlainSearch().search(GAME, view, Order(iterations, 2.0, manner, payoff), key)
    return {move: (n, mean) for move, n, mean in zip(view.moves, got.visits, got.means, strict=True)}


def played(deal: str, moves: str, **context: Any) -> State:
    state = GAME.start(deal, **context)
    for move in moves.split():
        state = state.play(move)
    return state


@pytest.mark.parametrize("manner", [Manner(), READING, Manner(observers=2), Manner(reading=1)])
def test_it_plays_the_card_that_wins(manner: Manner) -> None:
    """Round 1 was tied and his 3o lies there: the 1e wins the hand, and with it the match; the 4c loses both."""
    state = played("1e 12c 4c / 12o 3o 5b", "12o 12c 3o", score=(23, 23), mano=1)
    visits = {move: n for move, (n, _) in found(state, manner).items()}
    assert max(visits, key=lambda move: visits[move]) in ("1e", "truco")
    assert visits["4c"] < 0.1 * sum(visits.values())


def test_a_hopeless_hand_gives_way_and_a_sure_one_does_not() -> None:
    lost = {move: n for move, (n, _) in found(played("4e 4b 5c / 1e 7e 3o", "5c 3o truco")).items()}
    assert lost["nao-quero"] > lost["quero"] + lost["retruco"]
    sure = {move: n for move, (n, _) in found(played("1e 1b 4c / 7e 3o 5b", "4c 3o truco")).items()}
    assert sure["nao-quero"] < 0.1 * (sure["quero"] + sure["retruco"])


def test_it_never_asks_for_the_rivals_real_cards() -> None:
    """Two deals that look alike to the seat give the same search, whatever the rival holds."""
    first, second = (played(f"1e 7o 4c / {rival}", "7o 6c") for rival in ("3b 2c 6c", "5o 12o 6c"))
    assert first.view(0) == second.view(0)
    assert found(first) == found(second)


def test_a_rivals_card_face_down_is_one_branch() -> None:
    game = Truco("ufsm-web")
    state = game.start("1e 7o 4c / 3b 2c 12o").play("7o")
    view = game.start("1e 7o 4c / 3b 2c 12o").view(0)
    subject = TrucoSubject(game, view, Manner(), points_payoff(24, 0, 0))
    hidden = {subject.observation(state, move) for move in state.moves() if move.startswith("(")}
    assert len(hidden) == 1
    anything = AnySubject(game, view)
    assert len({anything.observation(state, move) for move in state.moves() if move.startswith("(")}) == 1
    assert len({anything.observation(state, move) for move in state.moves()}) == len(state.moves()) - 2


def test_a_move_that_is_rarely_possible_counts_how_often_it_was() -> None:
    """Each world makes other cards of the rival possible: no edge is available more often than its node was visited."""
    view = GAME.start("1e 7o 4c / 3b 2c 12o").view(0)
    tree = search(TrucoSubject(GAME, view, Manner(), points_payoff(24, 0, 0)), 400, 1.0, [5])
    rare = 0

    def look(node: Node, times: int) -> None:
        nonlocal rare
        for edges in node.edges.values():
            for move, edge in edges.items():
                assert edge.visits <= edge.available <= times
                rare += edge.available < times
                if move in node.below:
                    look(node.below[move], edge.visits)

    look(tree, 400)
    assert rare > 50


def test_reading_makes_good_hands_likelier_after_a_call() -> None:
    state = played("12e 6b 4c / 3b 2c 12o", "6b truco")
    view = state.view(0)
    powers = {}
    for reading in (0, 1):
        subject = TrucoSubject(GAME, view, Manner(reading=reading), points_payoff(24, 0, 0))
        chance = [11]
        if reading:
            subject.weigh(300, chance)
        worlds = [subject.world(chance) for _ in range(300)]
        assert all(world.view(0) == view for world in worlds)
        powers[reading] = sum(sum(map(_strength, world.deal.hands[1])) for world in worlds) / 300
    assert powers[1] > powers[0] + 1


def _strength(card: str) -> int:
    from bolicho.games.truco.cards import STRENGTH

    return STRENGTH[card]


def test_habits_are_legal_and_add_up_in_every_position() -> None:
    for preset in Truco.presets:
        game = Truco(preset)
        for seed in range(30):
            rng = stream(seed, "habits", preset)
            state = game.start(game.deal(rng), mano=seed % 2)
            while not state.over:
                known, mask = known_of(state), mask_of(state)
                odds = [0.0] * MOVES
                hoped = hope(known, *tables())
                total = weigh_moves(known, mask, hoped, odds)
                assert 0 <= hoped <= 1
                assert total == pytest.approx(sum(odds))
                assert total > 0.5
                assert all(odds[move] == 0 for move in range(MOVES) if not mask >> move & 1), str(state)
                assert sober(mask)
                state = state.play(rng.choice([m for m in state.moves() if m != "baralho"]))


def test_match_chances_are_fair_and_a_point_more_is_never_worth_less() -> None:
    table = match_chances(24)
    assert table[5, 5] == pytest.approx(0.5)
    assert table[3, 20] + table[20, 3] == pytest.approx(1.0)
    assert (table[1:, :24] >= table[:-1, :24]).all()


def test_the_last_point_makes_the_search_accept_what_it_would_refuse_at_nothing() -> None:
    """With 23 to 23 a refusal of truco loses the match, so even a poor hand plays on."""
    poor = "12e 11b 4c / 1e 7e 3o"
    last = {move: n for move, (n, _) in found(played(poor, "4c truco", score=(23, 23))).items()}
    assert last["quero"] + last.get("retruco", 0) > last["nao-quero"]


def test_any_game_is_searched_by_its_contract_alone() -> None:
    state = played("1e 4c 12c / 3b 11o 5o", "12c 3b 11o", score=(23, 23))
    edges: dict[Hashable, Any] = dict(search(AnySubject(GAME, state.view(0)), 150, 0.7, [3]).edges[None])
    assert set(edges) == set(state.moves())
    assert max(edges, key=lambda move: edges[move].visits) in ("1e", "truco")

"""Tricks, who leads, who wins, and how a deal ends."""

import pytest
from tests.games.rikken.table import FIGURE_11, all_options, begin, random_states, told

import bolicho
from bolicho import IllegalMove
from bolicho.games import GAMES
from bolicho.games.rikken.cards import hand_of
from bolicho.games.rikken.contracts import NAMES


def test_figure_11_player_3_may_play_only_spades() -> None:
    state = told(begin(contract="solo-8", declarer=0), "trump:s As 9s")
    assert state.seat == 2
    assert state.moves() == ("8s", "7s", "6s")
    with pytest.raises(IllegalMove, match=r"illegal move 'Ac'.*legal: 8s 7s 6s"):
        state.play("Ac")
    assert state.moves() == ("8s", "7s", "6s")


def test_who_has_none_of_the_suit_plays_anything() -> None:
    state = told(begin(contract="solo-8", declarer=0), "trump:d 4d")
    assert state.seat == 1
    assert state.moves() == hand_of(state.hands[1])


def test_the_highest_of_the_suit_wins_but_any_trump_beats_it() -> None:
    hearts = told(begin(contract="solo-8", declarer=0), "trump:h 4d 2h 3d 8d")
    assert hearts.won == (0, 1, 0, 0)
    clubs = told(begin(contract="solo-8", declarer=0), "trump:c 4d 2h 3d 8d")
    assert clubs.won == (0, 0, 0, 1)
    assert clubs.seat == 3  # who wins leads
    both = told(begin(contract="solo-8", declarer=0), "trump:h Td 5h Ad Jd Kh 7h Jh Th")
    assert both.won == (0, 2, 0, 0)


@pytest.mark.parametrize(
    ("contract", "leader", "seat"),
    [("rik", "dealer", 0), ("misere", "dealer", 0), ("solo-12", "dealer", 0)]
    + [(name, "dealer", 3) for name in NAMES if name.startswith("open") or name == "solo"]
    + [("open-misere", "declarer", 1), ("solo", "declarer", 1), ("open-piek", "forehand", 0), ("solo", "forehand", 0)],
)
def test_who_leads(contract: str, leader: str, seat: int) -> None:
    state = begin(contract=contract, declarer=1, options={"open_leader": leader})
    while state.phase in ("trump", "ask"):
        state = state.play(state.moves()[0])
    assert state.seat == seat


def test_misere_ends_with_the_trick_that_declarer_takes() -> None:
    moves = "As 9s 8s 5s"
    assert told(begin(contract="misere", declarer=0), moves).over
    assert told(begin(contract="misere", declarer=0), moves).scores == (-15, 5, 5, 5)
    assert not told(begin(contract="misere", declarer=0, options={"early_end": "off"}), moves).over
    assert not told(begin(contract="misere", declarer=1), moves).over


def test_piek_ends_with_the_second_trick_of_declarer() -> None:
    state = told(begin(contract="piek", declarer=0), "As 9s 8s 5s Ks Ts 7s 4s")
    assert state.over
    assert state.scores == (-9, 3, 3, 3)
    assert len(state.tricks) == 2


def test_the_asked_card_may_be_kept_back_unless_it_is_forced() -> None:
    asked = "trump:s ask:Ac 8c 9c"
    assert told(begin(contract="rik", declarer=0), asked).moves() == ("Ac", "Kc", "Qc")
    for how in ("first-lead", "declarer-leads"):
        state = told(begin(contract="rik", declarer=0, options={"asked_card_forced": how}), asked)
        assert state.moves() == ("Ac",)


def test_only_declarer_forces_it_where_that_is_the_rule() -> None:
    asked = "trump:s ask:Ac 9c"
    for how, moves in (("declarer-leads", ("Ac", "Kc", "Qc")), ("first-lead", ("Ac",))):
        state = told(begin(dealer=0, contract="rik", declarer=0, options={"asked_card_forced": how}), asked)
        assert (state.seat, state.moves()) == (2, moves)


def test_leading_the_suit_the_partner_leads_the_asked_card() -> None:
    forced = begin(dealer=1, contract="rik", declarer=0, options={"asked_card_forced": "first-lead"})
    state = told(forced, "trump:s ask:Ac")
    assert state.seat == 2
    assert "Ac" in state.moves()
    assert not {"Kc", "Qc"} & set(state.moves())
    assert {"Ad", "8s"} <= set(state.moves())


def test_a_revoke_is_refused_or_ends_the_deal() -> None:
    refused = told(begin(contract="solo-8", declarer=0), "trump:s As")
    with pytest.raises(IllegalMove):
        refused.play("Ah")
    punished = told(begin(contract="solo-8", declarer=0, options={"revoke": "penalty"}), "trump:s As")
    assert punished.moves() == hand_of(punished.hands[1])
    state = punished.play("Ah")
    assert (state.over, state.revoked, state.scores) == (True, 1, (1, -3, 1, 1))
    assert not punished.play("9s").over


def test_keeping_back_a_forced_card_is_a_revoke_too() -> None:
    options = {"revoke": "penalty", "asked_card_forced": "first-lead"}
    state = told(begin(contract="rik", declarer=0, options=options), "trump:s ask:Ac 8c 9c Kc")
    assert (state.revoked, state.scores) == (2, (1, 1, -3, 1))


@pytest.mark.parametrize("options", [{}, *all_options()], ids=str)
def test_every_deal_sums_to_zero_and_has_thirteen_tricks_of_different_cards(options: dict[str, str]) -> None:
    game = GAMES.make("rikken", **options)
    rng = bolicho.stream(11)
    seen = set()
    for _ in range(40):
        state = random_states(game, rng)[-1]
        seen.add(state.contract)
        assert sum(state.scores) == 0
        assert sum(state.won) == len(state.tricks)
        played = [card for trick in state.tricks for card in trick.cards]
        assert len(set(played)) == len(played)
        ended_early = state.revoked is not None or state.contract is None or len(state.tricks) < 13
        assert ended_early or len(played) == 52
        if len(state.tricks) < 13 and state.contract is not None and state.revoked is None:
            assert state.terms.few
            assert game.rules.early_end == "on"
    assert len(seen) > 5


def test_a_call_out_of_turn_is_refused_and_changes_nothing() -> None:
    state = begin()
    before = str(state), hash(state)
    for wrong in ("As", "trump:s", "ask:Ah", "troela", "quero"):
        with pytest.raises(IllegalMove):
            state.play(wrong)
    assert (str(state), hash(state)) == before
    playing = begin(contract="misere", declarer=0)
    for wrong in ("pas", "solo", "Qs", "trump:s"):
        with pytest.raises(IllegalMove):
            playing.play(wrong)


def test_a_record_of_a_given_contract_replays() -> None:
    from bolicho.core.record import Record, Unit

    game = GAMES.make("rikken")
    context = {"dealer": 3, "contract": "rik", "declarer": 2}
    state, moves = game.start(FIGURE_11, **context), []
    while not state.over:
        moves.append(state.moves()[0])
        state = state.play(moves[-1])
    unit = Unit(FIGURE_11, context, tuple(moves), state.scores)
    best = max(state.scores)
    winner = state.scores.index(best) if state.scores.count(best) == 1 else None
    record = Record("rikken", game.version, game.options, ("a", "b", "c", "d"), None, 0, (unit,), state.scores, winner)
    assert list(bolicho.replay(Record.from_json(record.to_json())))[-1] == state

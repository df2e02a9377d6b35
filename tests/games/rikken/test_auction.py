"""The auction, trump and the ask."""

import pytest
from tests.games.rikken.table import FIGURE_11, THREE_ACES, begin, told

from bolicho import BadInput, IllegalMove, UnknownName
from bolicho.games import GAMES
from bolicho.games.rikken.ask import asks
from bolicho.games.rikken.cards import mask_of
from bolicho.games.rikken.contracts import NAMES


def test_forehand_speaks_first_and_the_turn_goes_clockwise() -> None:
    for dealer in range(4):
        state = begin(dealer=dealer)
        assert state.seat == (dealer + 1) % 4
        assert state.moves() == ("pas", *(name for name in NAMES if name != "troela"))
    assert [told(begin(), said).seat for said in ("rik", "rik solo-8", "rik solo-8 pas")] == [1, 2, 3]


def test_only_a_higher_contract_may_be_bid() -> None:
    state = told(begin(), "solo-10")
    assert state.moves() == (
        *("pas", "open-piek", "solo-11", "open-piek-plus", "open-misere", "solo-12"),
        *("open-misere-plus", "solo"),
    )
    for low in ("rik", "misere", "solo-10"):
        with pytest.raises(IllegalMove, match=f"illegal move '{low}'"):
            state.play(low)
    assert state == told(begin(), "solo-10")


def test_over_solo_the_others_still_pass() -> None:
    state = told(begin(), "solo")
    for seat in (1, 2, 3):
        assert (state.seat, state.moves()) == (seat, ("pas",))
        state = state.play("pas")
    assert (state.contract, state.declarer, state.phase) == ("solo", 0, "trump")


def test_who_passed_is_out_and_nobody_overbids_himself() -> None:
    state = told(begin(), "rik pas rik-beter pas")
    assert state.seat == 0
    state = told(state, "solo-8")
    assert state.seat == 2
    state = told(state, "pas")
    assert (state.contract, state.declarer) == ("solo-8", 0)


def test_a_bid_after_three_passes_ends_the_auction_at_once() -> None:
    state = told(begin(), "pas pas pas misere")
    assert (state.contract, state.declarer, state.phase) == ("misere", 3, "play")


def test_when_all_pass_the_deal_is_over_with_nothing_paid() -> None:
    state = told(begin(), "pas pas pas pas")
    assert state.over
    assert state.scores == (0, 0, 0, 0)
    assert state.contract is None


def test_force_gives_a_second_round_that_forehand_must_open() -> None:
    state = told(begin(options={"all_pass": "force"}), "pas pas pas pas")
    assert state.seat == 0
    assert "pas" not in state.moves()
    state = told(state, "rik pas solo-8")
    assert state.seat == 3
    assert "pas" in state.moves()
    state = told(state, "pas pas")
    assert (state.contract, state.declarer) == ("solo-8", 2)


def test_the_dealer_must_bid_when_that_is_the_rule() -> None:
    state = told(begin(options={"all_pass": "dealer-must-bid"}), "pas pas pas")
    assert state.seat == 3
    assert "pas" not in state.moves()
    assert told(state, "piek").declarer == 3
    assert "pas" in told(begin(options={"all_pass": "dealer-must-bid"}), "pas rik pas").moves()


def test_troela_needs_exactly_three_aces_and_its_partner_names_trump() -> None:
    state = begin(THREE_ACES)
    assert "troela" in state.moves()
    assert "troela" not in told(state, "pas").moves()
    state = told(state, "troela pas pas pas")
    assert (state.phase, state.seat, state.partner) == ("trump", 2, 2)
    assert all(state.view(seat).partner == 2 for seat in range(4))
    state = told(state, "trump:d")
    assert (state.phase, state.seat, state.trump) == ("play", 0, "d")


def test_an_obligatory_troela_leaves_nothing_lower() -> None:
    state = begin(THREE_ACES, options={"troela": "obligatory"})
    assert state.moves()[:2] == ("troela", "piek")
    state = told(begin(THREE_ACES, dealer=2, options={"troela": "obligatory"}), "piek")
    assert state.moves()[:2] == ("pas", "solo-9")  # too high for troela already


@pytest.mark.parametrize("contract", ["rik", "solo-8", "solo"])
def test_declarer_names_any_suit_as_trump(contract: str) -> None:
    state = told(begin(), f"{contract} pas pas pas")
    assert (state.seat, state.moves()) == (0, ("trump:s", "trump:h", "trump:d", "trump:c"))


def test_rik_beter_is_hearts_and_piek_and_misere_have_no_trump() -> None:
    state = told(begin(), "rik-beter pas pas pas")
    assert (state.trump, state.phase) == ("h", "ask")
    for contract in ("piek", "misere", "open-piek", "open-misere-plus"):
        state = told(begin(), f"{contract} pas pas pas")
        assert (state.trump, state.phase) == (None, "play")


@pytest.mark.parametrize("contract", ["rik", "rik-beter", "solo-9", "troela"])
def test_without_trump_there_is_no_trump_move(contract: str) -> None:
    state = told(begin(THREE_ACES, options={"trump": "off"}), f"{contract} pas pas pas")
    assert state.trump is None
    assert state.phase == ("ask" if contract.startswith("rik") else "play")


def test_the_ask_is_an_ace_that_declarer_lacks_and_that_is_not_trump() -> None:
    state = told(begin(), "rik pas pas pas trump:d")
    assert state.moves() == ("ask:Ah", "ask:Ac")
    for wrong in ("ask:As", "ask:Ad", "ask:Kh", "Ah"):
        with pytest.raises(IllegalMove):
            state.play(wrong)
    state = told(state, "ask:Ac")
    assert (state.partner, state.seat, state.phase) == (2, 0, "play")


@pytest.mark.parametrize(
    ("hand", "trump", "expected"),
    [
        ("AKJ2.T9.T94.8762", "s", "Ah Ad Ac"),
        ("AKJ2.T9.T94.8762", None, "Ah Ad Ac"),
        ("AKQ5432.T98765..", "s", "Ah"),  # diamonds and clubs would be blind
        ("AKQ5432.A98765..", "s", "Ad Ac"),  # blind: nothing else is left
        ("KQ5432.A98.A9.A9", "s", "Kh Kd Kc"),
        ("KQ5432.AK8.A9.AK", "s", "Kd"),
        ("KQ543.AK8.AK.AK2", "s", "Qh Qd Qc"),
        ("K.AKQ8.AKQ2.AKQ2", "s", "Jh Jd Jc"),
        ("A.AKQJ.AKQJ.AKQJ", "s", "Th Td Tc"),
        ("A.AKQJT9.A.AKQJT", None, "Ks Kd"),
        (".AKQJT98.AKQ.AKQ", "s", "Jd Jc"),
    ],
)
def test_what_may_be_asked_for(hand: str, trump: str | None, expected: str) -> None:
    suits = zip(hand.split("."), "shdc", strict=True)
    assert asks(mask_of(rank + suit for ranks, suit in suits for rank in ranks), trump) == tuple(expected.split())


def test_a_deal_may_begin_with_a_given_contract() -> None:
    state = begin(contract="rik", declarer=2)
    assert (state.phase, state.seat, state.auction) == ("trump", 2, ())
    state = begin(contract="misere", declarer=2)
    assert (state.phase, state.seat) == ("play", 0)
    assert begin(contract="rik", declarer=2, options={"trump": "off"}).phase == "ask"
    assert told(begin(), "pas pas misere pas")._replace(auction=()) == state


@pytest.mark.parametrize(
    ("context", "complaint"),
    [
        ({"contract": "rick", "declarer": 0}, r"unknown rikken contract 'rick' \(did you mean 'rik'"),
        ({"contract": "rik"}, "declarer None"),
        ({"declarer": 1}, "unknown rikken contract"),
        ({"contract": "rik", "declarer": 4}, "declarer 4: expected a seat"),
        ({"contract": "troela", "declarer": 0}, "needs exactly three aces"),
        ({"dealer": 4}, "dealer 4"),
        ({"dealer": True}, "dealer True"),
        ({"score": (0, 0)}, "expected 4 whole numbers"),
        ({"number": 0}, "number 0"),
        ({"number": 9}, "number 9: expected a deal from 1 to 8"),
    ],
)
def test_a_wrong_beginning_says_what_is_wrong(context: dict[str, object], complaint: str) -> None:
    with pytest.raises((BadInput, UnknownName), match=complaint):
        GAMES.make("rikken").start(FIGURE_11, **context)

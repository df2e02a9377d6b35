"""Whoever helps a learner: counted by mode, never asked twice the same, and the bot goes on when nobody answers."""

from dataclasses import replace
from threading import Thread

import pytest
from tests.train.cases.trainings import content, told, trained

from bolicho.core.contract import Decision, Question
from bolicho.core.errors import BadInput
from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.play.tutors import Requests, TutorGone, tutored
from bolicho.store import Store
from bolicho.train.cases.design import CaseDesign
from bolicho.train.cases.training import CaseTraining

ASKING = CaseDesign("mine", "bot5", matches=3, seed=3, tutor="sound")


def test_bot5_counts_what_it_asked_and_keeps_tutored_hands_only(store: Store) -> None:
    training = trained(store, ASKING)
    for mode in MODES:
        asked = sum(step["asked"].get(mode, 0) for step in training.played)
        assert asked == sum(step["answered"].get(mode, 0) for step in training.played)
        kept = training.trio[mode].base()[f"decided_{mode}"][513:]
        assert set(kept.tolist()) <= {3}, "a tutor that is an agent"
        assert len(kept) <= asked
    assert sum(step["asked"].get("truco", 0) for step in training.played) > 0
    assert all(step["timed_out"] == {} for step in training.played)


def test_a_tutor_who_stays_is_asked_at_least_as_much(store: Store) -> None:
    """The first match is the same until the tutor keeps control, so it can only be asked more."""
    plain = trained(store, replace(ASKING, name="plain", matches=1)).played[0]
    stayed = trained(store, replace(ASKING, name="stayed", matches=1, stay=True))
    assert sum(stayed.played[0]["asked"].values()) > sum(plain["asked"].values())
    assert stayed.design.agent == "bot5:stayed,stay=on"


class Patient:
    """A person of whom one knows what it says: the last legal move, to some questions nothing at all."""

    name, person = "person", True

    def __init__(self, leaves_after: int | None = None) -> None:
        self.leaves_after, self.heard = leaves_after, 0

    def sit(self, seed: int, match: int) -> None:
        pass

    def __call__(self, question: Question) -> Decision | None:
        if self.heard == self.leaves_after:
            raise TutorGone("enough for today")
        self.heard += 1
        view = question.view
        return None if len(view.moves) % 3 == 0 else tutored(question, view.moves[-1], "person", "Ana")


def test_what_a_person_answered_is_not_asked_again_when_the_match_was_broken_off(store: Store) -> None:
    design = replace(ASKING, tutor="person")
    whole = trained(store, replace(design, name="whole"), Patient())
    questions = sum(sum(step["asked"].values()) for step in whole.played)
    people = [Patient(4), Patient(0), Patient(questions - 5), Patient()]
    for person in people[:3]:
        assert not CaseTraining(store, design, person).train(), "the person leaves in the middle of a match"
    again = trained(store, design, people[3])
    assert sum(person.heard for person in people) == questions
    assert (content(store, "mine"), told(again)) == (content(store, "whole"), told(whole))
    assert sum(sum(step["timed_out"].values()) for step in again.played) > 0
    assert 4 in again.trio["truco"].base()["decided_truco"].tolist(), "the case says that it was a person"


def test_a_queue_of_requests_may_be_the_tutor_and_times_out_to_the_bots_own_choice(store: Store) -> None:
    moments = iter(range(0, 10**9, 60))
    queue = Requests(1, clock=lambda: float(next(moments)))
    training = trained(store, replace(ASKING, tutor="person", matches=1), queue)
    (step,) = training.played
    assert step["asked"] == step["timed_out"] == queue.counts()["timed out"] != {}
    assert training.trio.sizes == dict.fromkeys(MODES, 513), "nobody taught it anything"


def test_a_training_on_the_side_is_helped_from_another_thread(store: Store) -> None:
    queue = Requests()
    training = CaseTraining(store, replace(ASKING, tutor="person", matches=1), queue)
    ended: list[bool] = []
    thread = Thread(target=lambda: ended.append(training.train()), daemon=True)
    thread.start()
    answered = 0
    while thread.is_alive():
        request = queue.next(0.05)
        if request is not None:
            queue.answer(request.id, request.question.view.moves[0], "Ana")
            answered += 1
    assert ended == [True]
    assert answered == sum(training.played[0]["answered"].values()) > 0


def test_a_person_must_be_there(store: Store) -> None:
    with pytest.raises(BadInput, match="nobody is there"):
        CaseTraining(store, replace(ASKING, tutor="person"))
    assert store.bases() == []

"""Teaching, being asked afterwards, withdrawing, and the laboratory, by whoever has a browser."""

import re
from typing import Any

from tests.web.labs import Lab
from tests.web.player import act, opened
from tests.web.visitor import PHONE, Visitor

QUESTIONS = ("Did it play well?", "Did its moves make sense?", "Could you tell what it would do?", "Was it fun?")


def row(page: Any, what: str) -> list[str]:
    found: list[str] = page.get_by_role("row", name=re.compile(f"^{what} ")).get_by_role("cell").all_inner_texts()
    return found


def test_an_agent_is_taught_from_the_form_to_the_answers(visitor: Visitor) -> None:
    page = visitor.open("/tutor")
    page.get_by_label("Name of the bases it learns").fill("by-hand")
    page.get_by_label("Seconds to answer").fill("0")
    page.get_by_role("button", name="Start").click()
    link = page.get_by_label("Link of the training").input_value()
    page.get_by_role("button", name="Teach here").click()
    page.get_by_label("Your name").fill("Ana")
    other = visitor.open(link.removeprefix(visitor.url), language="pt-BR", size=PHONE)
    for answered in range(3):
        page.get_by_role("button", name="Do just that").wait_for()
        assert row(page, "answered")[-1] == str(answered)
        words = page.get_by_role("group", name="What it may say").get_by_role("button").all()
        words[-1].click() if answered and words else page.get_by_role("button", name="Do just that").click()
        page.get_by_role("row", name=re.compile(f"^answered .*{answered + 1}$")).wait_for()
    assert page.get_by_role("listitem").filter(has_text="Ana said").count() == 3
    page.get_by_text("2 teaching now").wait_for()
    other.get_by_role("row", name=re.compile("^respondid.*3$")).wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("This training asks nothing more for now.").wait_for()
    # the second teacher may have looked at a question that the first has just answered, and was told so
    visitor.complaints[:] = [said for said in visitor.complaints if "409 (Conflict)" not in said]


def finished(server: Lab) -> dict[str, Any]:
    """A match against an agent of a person who agreed, over."""
    table = opened(server, "truco", "sound", consent=True)
    bearer = {"Authorization": f"Bearer {table['token']}"}
    assert server.client.post(f"/api/tables/{table['table']}/resign", headers=bearer).status_code == 200
    return table


def test_the_questionnaire_is_answered_once_and_everything_can_be_withdrawn(visitor: Visitor, server: Lab) -> None:
    table = finished(server)
    page = visitor.seat(table, size=PHONE)
    page.get_by_role("button", name="Send").click()
    page.get_by_role("alert").filter(has_text="Still to be answered").wait_for()
    for mark, question in enumerate(QUESTIONS, 2):
        page.get_by_role("group", name=question).get_by_text(str(mark), exact=True).click()
    page.get_by_label(re.compile("^How many years")).fill("12")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Thank you! Your answers are kept.").wait_for()
    page.reload()
    page.get_by_text("Thank you! Your answers are kept.").wait_for()
    page.goto(f"{visitor.url}/people")
    page.locator("#charts table").first.wait_for(state="attached")
    page.locator("#code").fill(table["withdrawal"])
    page.locator("#go button").click()
    page.locator("#yes").click()
    page.locator("#withdrawn").filter(has_text=re.compile(r"\d")).wait_for()
    assert server.client.post("/api/withdraw", json={"code": table["withdrawal"]}).status_code == 404


def test_a_job_is_started_watched_cancelled_and_resumed_while_somebody_plays(visitor: Visitor, server: Lab) -> None:
    page = visitor.open("/lab#train-qlearning")
    page.get_by_label("Games to learn from").fill("100000000")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/lab/jobs/*")
    page.locator("#bar[value]").wait_for()
    game = visitor.seat(opened(server, "truco", "sound"))
    for _ in range(3):
        act(game)
    assert page.locator("#state").inner_text().endswith("running")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Resume").wait_for()
    assert page.locator("#state").inner_text().endswith("cancelled")
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Resume").wait_for()


def test_who_was_trained_can_be_played_against_at_once(visitor: Visitor, server: Lab) -> None:
    job = server.post("train-cases", name="pupil", bot="bot1", matches=2)
    server.done(job["id"])
    page = visitor.open(f"/lab/jobs/{job['id']}")
    page.get_by_role("button", name="Play against bot1:pupil").click()
    page.wait_for_url("**/table/*")
    page.locator("#turn").get_by_text("Coming to the table").wait_for(state="detached")
    assert page.locator("#title").text_content() == "Truco Gaudério: You × Bot 1 (pupil)"

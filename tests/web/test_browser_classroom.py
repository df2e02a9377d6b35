"""A lesson in browsers: the teacher's path, a pupil's path on a phone, and the projector page, in both languages."""

import json
import re
from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.player import opened as seated_alone
from tests.web.rooms.classroom import Classroom, Pupil
from tests.web.visitor import DESKTOP, PHONE, SMALL, Visitor, sideways, until, violations

from bolicho.core.words import LANGUAGES

SCREEN = (1920, 1080)
SIDEWAYS = (844, 390)
CODE = re.compile(r"^[A-Z2-9]{6}$")


def opened(server: Lab, *names: str) -> Classroom:
    """A room that was opened elsewhere, with people in it."""
    told = server.client.post("/api/rooms", json={"title": "7B", "language": "en"}).json()
    room = Classroom(str(server.client.base_url).rstrip("/"), told["code"], told["key"], told["screen"])
    for name in names:
        room.enter(name)
    return room


def inside(visitor: Visitor, room: Classroom, who: Pupil | None = None, path: str = "", **options: Any) -> Any:
    """Open a page of a room as its teacher, or as a pupil, in a browser that knows them."""
    kept: dict[str, Any] = {"code": room.code, "key": room.key, "screen": room.screen}
    if who is not None:
        kept = {"code": room.code, "token": who.token, "name": who.name, "member": who.member}
    context = visitor.browser_of(**options)
    page = visitor.page_in(
        context, {"bolicho.settings": '{"speed": "instant"}', f"bolicho.room.{room.code}": json.dumps(kept)}
    )
    page.goto(f"{visitor.url}/room/{room.code}{path}")
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_teacher_opens_a_room_a_pupil_comes_in_on_a_phone_and_they_play_a_tournament(
    visitor: Visitor, language: str
) -> None:
    english = language == "en"
    teacher = visitor.open("/", language=language)
    teacher.locator("#to-rooms").click()
    teacher.get_by_label("Name of the room" if english else "Nome da sala").fill("Turma 7B")
    teacher.get_by_role("button", name="Open the room" if english else "Abrir a sala").click()
    code = teacher.locator("#invite .code").inner_text()
    assert CODE.match(code)
    teacher.get_by_role("heading", name="Turma 7B").wait_for()
    pages = []
    for name in ("Ana", "Bia"):
        page = visitor.open("/room", language=language, size=PHONE)
        page.get_by_label("Code of the room" if english else "Código da sala").fill(f"{code[:3]} {code[3:].lower()}")
        page.get_by_role("button", name="Come in" if english else "Entrar").click()
        page.get_by_label("Your name" if english else "Seu nome").fill(name)
        page.get_by_role("button", name="Come into the room" if english else "Entrar na sala").click()
        page.get_by_text(f"You are {name}." if english else f"Você é {name}.").wait_for()
        pages.append(page)
    teacher.get_by_role("heading", name="2 in the room" if english else "2 na sala").wait_for()
    with teacher.context.expect_page() as shown:
        teacher.get_by_role("link", name="Page for the projector" if english else "Tela para o projetor").click()
    screen = shown.value
    screen.set_viewport_size({"width": SCREEN[0], "height": SCREEN[1]})
    screen.locator(".names li", has_text="Bia").wait_for()
    teacher.get_by_label("Hands a match" if english else "Mãos por partida").fill("1")
    teacher.get_by_label("Rounds" if english else "Rodadas").fill("1")
    teacher.get_by_role("button", name="Begin now" if english else "Começar agora").click()
    for page in pages:  # the phones go to the table by themselves
        page.wait_for_url(re.compile("/table/"))
        page.locator(".brand", has_text=code).wait_for()
        page.locator("#turn").wait_for()
    give_up(pages, english)
    for page in pages:
        page.locator(".room-bar", has_text=re.compile("That is all|Acabou")).wait_for()
    screen.locator(".champion").wait_for()
    assert screen.locator(".big tr").count() == 3  # a head and two names
    pages[0].locator(".brand").click()
    pages[0].locator("#standings tr.own", has_text="Ana").wait_for()
    pages[0].reload()
    pages[0].locator("#standings tr.own", has_text="Ana").wait_for()
    with teacher.expect_download() as got:
        teacher.get_by_role("button", name=re.compile("^(Standings|Classificação) .CSV")).click()
    assert "Ana" in got.value.path().read_text(encoding="utf-8-sig")
    for page in (*pages, screen):
        page.close()  # each would hear of it in its own time, perhaps after this test
    teacher.get_by_role("button", name="Close the room" if english else "Fechar a sala").click()
    teacher.locator("#confirm .danger").click()
    teacher.get_by_text(re.compile("No room has this code|Nenhuma sala tem este código")).first.wait_for()
    visitor.complaints[:] = [said for said in visitor.complaints if not re.search("40[34]", said)]  # the room is gone


def give_up(pages: list[Any], english: bool) -> None:
    """Whoever is to move gives the hand up."""
    word = re.compile("baralho|mazo|fold|give up the hand", re.IGNORECASE)
    for _ in range(400):
        for page in pages:
            calls = page.locator("#calls button", has_text=word)
            if page.locator("#turn.mine").count() and calls.count():
                calls.first.click()
                return
            if page.locator("#turn.mine").count() and page.locator("#calls button").count():
                page.locator("#calls button").first.click()  # a flor must be said first
        pages[0].wait_for_timeout(50)
    raise AssertionError([page.locator("#turn").inner_text() for page in pages])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_a_room_fit_every_screen_and_can_be_read_by_all(
    visitor: Visitor, server: Lab, language: str
) -> None:
    names = [f"Pupil {number}" for number in range(1, 9)] + ["Wilhelmina-Maximiliana von Hohenlohe"]
    room = opened(server, *names)
    sizes = (DESKTOP, PHONE, SMALL)
    door = visitor.open("/room", language=language)
    form = visitor.open(f"/room/{room.code}", language=language)
    form.locator("#name").wait_for()
    kept = visitor.open("/rooms/kept", language=language)
    empty = inside(visitor, room, path="/screen", language=language, size=SCREEN)
    empty.locator(".names li").first.wait_for()
    begin = inside(visitor, room, language=language)
    begin.locator("#format").wait_for()
    looked = [door, form, kept, empty, begin]
    for page in looked:
        assert list(sideways(page, sizes)) == []
        assert violations(page) == []
    assert list(sideways(empty, (SCREEN,))) == []
    room.teach("homework", game="truco", tasks="3e 2o 4e / 3c 12o 6c", agent="novice")
    contest = room.teach("tournaments", game="truco", format="swiss", units=1, even=True)["contest"]
    for page, ready in (
        (begin, "#running .tables"),
        (inside(visitor, room, room.pupils[0], language=language, size=PHONE), "#standings table"),
        (empty, ".big"),
    ):
        page.locator(ready).first.wait_for()
        assert list(sideways(page, (*sizes, SCREEN))) == []
        assert violations(page) == []
    empty.set_viewport_size({"width": SCREEN[0], "height": SCREEN[1]})
    large = (
        "[...document.querySelectorAll('.big th[scope=row]')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(empty.evaluate(large)) >= 32  # a thirtieth of the height and more: readable from the last row
    assert empty.evaluate("document.documentElement.scrollHeight") <= SCREEN[1]
    room.teach(f"contests/{contest}/end")


def test_thirty_names_and_their_tables_fit_on_the_projector(visitor: Visitor, server: Lab) -> None:
    room = opened(server, *(f"Pupil number {number}" for number in range(1, 31)))
    room.teach("tournaments", game="jogo-da-velha", format="swiss", auto=False)
    page = inside(visitor, room, path="/screen", size=SCREEN)
    page.locator(".live li").nth(14).wait_for()
    assert page.locator(".big th[scope=row]").count() == 30
    assert page.locator(".top-rank").count() == 0, "before the first result nobody is ahead"
    assert page.evaluate("document.documentElement.scrollHeight") <= SCREEN[1]
    assert list(sideways(page, (SCREEN,))) == []


def test_own_cards_stay_in_sight_at_a_table_of_a_room_on_a_phone_held_sideways(visitor: Visitor, server: Lab) -> None:
    room = opened(server, "Ana", "Bia")
    room.teach("tournaments", game="truco", format="round-robin")
    ana = room.pupils[0]
    page = inside(visitor, room, ana, size=SIDEWAYS)
    page.get_by_role("button", name=re.compile("^Go to the table")).click()
    page.locator(".brand", has_text=room.code).wait_for()
    card = page.locator("#drawing button[data-card]").first
    card.wait_for()
    for one in page.locator("#drawing button[data-card]").all():
        box = one.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SIDEWAYS[1]


def test_homework_is_done_on_a_phone_and_the_teacher_sees_it_by_name(visitor: Visitor, server: Lab) -> None:
    room = opened(server, "Ana")
    teacher = inside(visitor, room)
    teacher.locator(".tab", has_text="Homework").click()
    teacher.get_by_role("button", name="Deal some cards").click()
    until(teacher, "document.getElementById('tasks').value.split('\\n').length === 5")
    teacher.locator("#rival").select_option("novice")
    teacher.locator("#tasks").fill(written := "3e 2o 4e / 3c 12o 6c\n1e 1b 7e / xx")
    teacher.get_by_role("button", name="Set the homework").click()
    teacher.locator("#problem", has_text="Line 2 is not in the notation of the game.").wait_for()
    assert teacher.locator("#tasks").input_value() == written, "what was refused is there to be mended"
    teacher.locator("#tasks").fill('1e 1b 7o / 4c 5o 6b ; ; {"mano": 0}')
    teacher.get_by_role("button", name="Set the homework").click()
    teacher.locator("#homeworks table").wait_for()
    page = inside(visitor, room, room.pupils[0], size=PHONE)
    page.get_by_role("button", name="Play task 1").click()
    page.wait_for_url(re.compile("/table/"))
    give_up([page], english=True)
    page.locator(".room-bar", has_text="That is all").wait_for()
    page.locator(".brand").click()
    page.locator("#homework .done", has_text="Task 1").wait_for()
    teacher.get_by_role("row", name=re.compile(r"^Ana .*\d")).wait_for()  # the points, whoever got them
    visitor.complaints[:] = [said for said in visitor.complaints if "422" not in said]  # the line that was nonsense


def test_choices_of_agents_are_folded_and_open_to_all(visitor: Visitor, server: Lab) -> None:
    room = opened(server, "Ana")
    teacher, pupil = inside(visitor, room), inside(visitor, room, room.pupils[0])
    teacher.locator(".tab", has_text="One against all").click()
    pupil.locator("#free-open summary").click()
    host = visitor.seat(seated_alone(server, "truco", "open"))
    known = server.client.get("/api/games/truco/agents", params={"lang": "en"}).json()["agents"]
    for select in (teacher.locator("#host"), pupil.locator("#free-rival"), host.locator("#waiting select")):
        more = select.locator("option", has_text="More opponents")
        more.wait_for(state="attached")
        names = [name.split(" (level")[0] for name in select.locator("option").all_inner_texts()]
        assert [name for name in names if name.startswith("Memory")] == ["Memory"], "one for its twenty policies"
        assert not {agent["name"] for agent in known if not agent["strength"]} & set(names)
        select.select_option("+")
        specs = select.locator("option").evaluate_all("all => all.map((one) => one.value)")
        assert {agent["spec"] for agent in known} == {spec for spec in specs if spec}
        select.select_option("cbr:PVS")
        assert select.input_value() == "cbr:PVS"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("pt-BR", "Grupo que mais ganhou, depois jogada que mais pontuou (PVCNPS)"),
        ("en", "The most winning group, then the best scoring move in it (PVCNPS)"),
    ],
)
def test_a_policy_is_chosen_by_how_it_decides(visitor: Visitor, language: str, told: str) -> None:
    page = visitor.open("/", language=language)
    option = page.locator("#variant-cbr option[value='cbr:PVCNPS']")
    option.wait_for(state="attached")
    assert (option.text_content() or "").split(" · ")[0] == told
    assert page.locator("#variant-cbr option").evaluate_all("all => all.filter((one) => /policy/.test(one.text))") == []


def test_two_pupils_meet_at_a_free_table_and_one_leaves_for_good(visitor: Visitor, server: Lab) -> None:
    room = opened(server, "Ana", "Bia")
    one, other = (inside(visitor, room, pupil, size=PHONE) for pupil in room.pupils)
    one.locator("#free-open summary").click()
    one.locator("#free-game option").first.wait_for(state="attached")
    one.get_by_role("button", name="Open a table").click()
    one.wait_for_url(re.compile("/table/"))
    other.get_by_role("button", name=re.compile("^Sit down")).click()
    other.wait_for_url(re.compile("/table/"))
    one.locator("#title", has_text="Bia").wait_for(state="attached")
    other.locator(".brand").click()
    other.get_by_role("button", name="Leave, and delete my name").click()
    other.locator("#confirm .danger").click()
    other.wait_for_url(re.compile("/room$"))
    one.locator("#notices", has_text="left the table").wait_for()
    assert "Bia" not in one.locator("#score").inner_text()


def test_the_teacher_goes_on_without_who_stays_away_and_plays_against_all(visitor: Visitor, server: Lab) -> None:
    room = opened(server, "Ana", "Bia")
    teacher = inside(visitor, room)
    teacher.locator(".tab", has_text="One against all").click()
    teacher.get_by_label("Who plays against all?").select_option(label="I do")
    teacher.locator("#activity-game").select_option("jogo-da-velha")
    teacher.locator("#host").wait_for()
    teacher.locator(".tab", has_text="One against all").wait_for()
    teacher.locator("#host").select_option("")
    teacher.get_by_role("button", name="Begin now").click()
    teacher.get_by_role("button", name=re.compile("^Next table that waits for you")).click()
    teacher.wait_for_url(re.compile("/table/"))
    teacher.locator("#turn.mine").wait_for()
    teacher.locator(".brand").click()
    teacher.get_by_role("button", name="End it").click()
    teacher.locator("#confirm .danger").click()
    teacher.locator("#start").wait_for()

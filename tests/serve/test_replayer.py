"""The replayer in a real browser: its stacks are the database's, and nothing is cut, covered or too small to read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from histparse.cli import app
from histparse.model.money import show_amount
from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from histparse.view import find_film
from histparse.view.html.board import SEAT_HEIGHT, SEAT_WIDTH, BoardShape, narrow_board, wide_board
from histparse.view.html.page import json_block
from histparse.view.html.steps import replayer_steps
from tests.dealer.writing import write
from tests.report.browser import Browser, in_browser
from tests.report.test_browser import LETTERS
from tests.running import Run
from tests.samples import FOLDER
from tests.serve.conftest import RESHUFFLE_AND_SIDE_POT

RESHUFFLE, SIDE_POT = "104200031415", "by_hand_all_in_side_pot.txt"
KEY = "dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], bubbles: true }))"
STACKS = "return [...document.querySelectorAll('.seat .stack')].map((one) => one.textContent)"
SHOWN = """
return {
  stage: document.getElementById('stage').textContent, pot: document.getElementById('pot').textContent,
  now: document.getElementById('now').textContent, held: document.getElementById('held').textContent,
  bets: [...document.querySelectorAll('.bet')].map((one) => one.textContent),
  pots: [...document.querySelectorAll('.side-pot')].map((one) => one.textContent).filter(Boolean),
  current: `step-${document.querySelector('.log .current').dataset.step}`,
  up: document.querySelectorAll('.card.up').length,
  followed: (() => { const line = document.querySelector('.current'), log = document.getElementById('log');
    const box = line.getBoundingClientRect(), room = log.getBoundingClientRect();
    return box.top >= room.top - 1 && box.bottom <= room.bottom + 1; })(),
};
"""
COVERED = """
const found = [], shown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).display !== 'none';
const compare = (all, slack) => all.forEach((one, place) => all.slice(place + 1).forEach((other) => {
  if (one.contains(other) || other.contains(one)) return;
  const box = one.getBoundingClientRect(), beside = other.getBoundingClientRect();
  const wide = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
  const high = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
  if (wide > slack && high > slack) found.push(`${one.textContent.trim()} / ${other.textContent.trim()}`);
}));
const texts = [...document.querySelectorAll('.table text')].filter((one) => shown(one) && one.textContent.trim());
compare(texts, 3);
compare([...document.querySelectorAll('.table .plate, .table .card.up, .table .card.back')].filter(shown), 1);
compare([...document.querySelectorAll('.table, #now, #held, .controls, .log, h1, h2, .seats')].filter(shown), 1);
return found;
"""
CUT = """
const svg = document.querySelector('.table').getBoundingClientRect();
const out = [...document.querySelectorAll('.table *')].filter((one) => {
  const box = one.getBoundingClientRect();
  const beside = box.left < svg.left - 1 || box.right > svg.right + 1;
  return box.width && (beside || box.top < svg.top - 1 || box.bottom > svg.bottom + 1);
});
const wide = [...document.querySelectorAll('.seat')].flatMap((seat) => {
  const plate = seat.querySelector('.plate').getBoundingClientRect();
  const texts = [...seat.querySelectorAll('.name, .stack, .drew')];
  return texts.filter((one) => one.getBoundingClientRect().width > plate.width);
});
const boxes = [...document.querySelectorAll('.wide, #now, #held')];
const within = boxes.filter((one) => one.scrollWidth > one.clientWidth + 1);
return [...out, ...wide, ...within].map((one) => one.textContent.trim().slice(0, 40));
"""
SCREENS = [(390, "light"), (1600, "dark")]


@pytest.fixture(scope="module")
def dealt_hand() -> str:
    """The number of the hand with a reshuffle and a side pot."""
    (number,) = re.findall(r"Hand #(\d+)", write(next(deal_hands(RESHUFFLE_AND_SIDE_POT))))
    return str(number)


@in_browser
def test_stepped_to_its_end_a_hand_has_the_stacks_of_the_database(
    browser: Browser, address: str, database: Database, dealt_hand: str
) -> None:
    query = """
        SELECT starting_stack, starting_stack + net, currency FROM seats JOIN hands USING (hand_key)
        WHERE hand_id = $1 AND dealt_in ORDER BY left_of_button
    """
    rows = database.connection.execute(query, [dealt_hand]).fetchall()
    assert len(rows) == 6
    first = [show_amount(stack, currency) for stack, _, currency in rows]
    last = [show_amount(stack, currency) for _, stack, currency in rows]
    film = find_film(database, dealt_hand)
    browser.screen(1280, 900)
    browser.log()
    browser.visit(f"{address}hand?id={dealt_hand}")
    browser.run(KEY, "Home")
    assert browser.run(STACKS) == first
    sentences, side_pots = [], []
    for place, step in enumerate(replayer_steps(film)):
        shown = browser.run(SHOWN)
        assert shown["current"] == f"step-{place}"
        assert shown["followed"]
        assert (shown["stage"], shown["pot"]) == (step.stage, step.pot)
        assert [bet.removeprefix("● ") for bet in shown["bets"]] == [seat.bet for seat in step.seats]
        assert step.hand in shown["held"]
        assert step.chance in shown["held"]
        sentences.append(shown["now"])
        side_pots += shown["pots"]
        browser.run(KEY, "ArrowRight")
    assert [stack.replace("all-in", "$0") for stack in browser.run(STACKS)] == last
    assert any("reshuffled" in sentence for sentence in sentences)
    assert any(pot.startswith("Side pot 1 $") for pot in side_pots)
    browser.run(KEY, "Home")
    assert browser.run(STACKS) == first
    browser.run(KEY, "End")
    browser.run(KEY, "ArrowLeft")
    assert browser.run(SHOWN)["current"] == f"step-{len(film.frames) - 2}"
    assert browser.log() == []


@pytest.mark.nightly
@in_browser
def test_the_replayer_jumps_hides_and_plays(browser: Browser, address: str, database: Database) -> None:
    film = find_film(database, RESHUFFLE)
    browser.visit(f"{address}hand?id={RESHUFFLE}")
    browser.run("[...document.querySelectorAll('[data-jump]')].find((one) => one.textContent === 'Draw 3').click()")
    third = browser.run(SHOWN)
    assert third["stage"] == "Draw 3"
    browser.run(KEY, "End")
    assert browser.run(SHOWN)["up"] == 10
    browser.run("document.getElementById('hide').click()")
    assert browser.run(SHOWN)["up"] == 5
    browser.run("document.getElementById('hide').click(); document.querySelector('[data-step=\"7\"] a').click()")
    assert browser.run("return location.hash") == "#step-7"
    for _ in range(7, len(film.frames)):
        browser.run(KEY, "ArrowRight")
    assert browser.run(SHOWN)["current"] == f"step-{len(film.frames) - 1}"
    swipe = """
        const table = document.querySelector('.table');
        const touch = (x) => new Touch({ identifier: 1, target: table, clientX: x, clientY: 100 });
        table.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(arguments[0])] }));
        table.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(arguments[1])] }));
    """
    browser.run(swipe, 100, 220)
    assert browser.run(SHOWN)["current"] == f"step-{len(film.frames) - 2}"
    browser.run(swipe, 220, 100)
    assert browser.run(SHOWN)["current"] == f"step-{len(film.frames) - 1}"
    browser.run(KEY, " ")
    pressed = "return document.querySelector('[data-act=play]').getAttribute('aria-pressed')"
    assert browser.run(pressed) == "true"
    browser.run(KEY, " ")
    assert browser.run(pressed) == "false"


@pytest.mark.soak(1)
@in_browser
@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_nothing_is_covered_cut_or_too_small(
    browser: Browser, address: str, dealt_hand: str, width: int, scheme: str
) -> None:
    browser.screen(width, 844, scheme, phone=width < 800)
    browser.visit(f"{address}hand?id={dealt_hand}")
    for step in range(0, browser.run("return document.querySelectorAll('[data-step]').length"), 3):
        browser.run("location.hash = `#step-${arguments[0]}`; show(arguments[0])", step)
        for script in (LETTERS, COVERED, CUT):
            assert browser.run(script) == [], step
    assert browser.wait(f"return document.documentElement.scrollWidth <= {width}")


@pytest.mark.nightly
@in_browser
@pytest.mark.parametrize("width", [390, 1600])
@pytest.mark.parametrize("path", ["report?player=Katja72&players=6", "hands?stat=vpip", "report?player=x"])
def test_pages_fit_every_screen_and_report_nothing(browser: Browser, address: str, path: str, width: int) -> None:
    browser.screen(width, 844, phone=width < 800)
    browser.log()
    browser.requests()
    browser.visit(address + path)
    assert browser.wait(f"return document.documentElement.scrollWidth <= {width}")
    assert browser.run(LETTERS) == []
    assert [entry for entry in browser.log() if "404" not in entry["message"]] == []
    assert all(request.startswith((address, "data:")) for request in browser.requests())


FITS = """
const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
return {
  scrolled: scrollY, width: document.documentElement.scrollWidth,
  below: ['.table', '#now', '#held', '.controls', '.log'].filter((one) => bottom(one) > innerHeight),
  log: document.querySelector('.log').clientHeight,
  title: (({ scrollWidth, clientWidth, offsetHeight }) => [scrollWidth - clientWidth, offsetHeight])(
    document.querySelector('h1')),
};
"""
"""Where the page is, and what of the replayer cannot be seen without scrolling."""


def film_page(folder: Path, hand: Path) -> Path:
    """The page, as a file in that folder, of the first hand in a file."""
    page = folder / "hand.html"
    assert app.run_command_line(["show", f"{hand}:1", "--html", str(page), "-q"]) == 0
    return page


@pytest.mark.nightly(1)
@in_browser
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_a_hand_is_one_screen_and_opens_unscrolled(
    browser: Browser, address: str, tmp_path: Path, width: int, height: int
) -> None:
    browser.screen(width, height, phone=width < 800)
    file = film_page(tmp_path, FOLDER / "pokerstars" / SIDE_POT)
    for page in (f"{address}hand?id={RESHUFFLE}&line=40", f"{address}hand?id={RESHUFFLE}#step-9", file.as_uri()):
        browser.visit(page)
        layout = browser.run(FITS)
        assert (layout["scrolled"], layout["below"]) == (0, []), page
        assert layout["width"] <= width
        assert layout["log"] >= 150
        assert layout["title"] == [0, 32], "the title is cut"
        browser.run(KEY, "End")
        assert browser.run("return scrollY") == 0


@pytest.mark.nightly
@in_browser
def test_a_hand_of_a_leak_opens_on_its_decision(browser: Browser, address: str) -> None:
    browser.screen(1440, 900)
    browser.visit(f"{address}leaks?player=Katja72&leak=draws-too-many")
    price, drawn, better = browser.run("""
        const row = document.querySelector('tbody tr'), of = (name) => row.querySelector(`[data-heading="${name}"]`);
        const thrown = [...row.querySelectorAll('.decided .thrown')].map((one) => one.textContent);
        const better = [...of('better').querySelectorAll('.face')].map((one) => one.textContent);
        row.querySelector('a').click();
        return [of('cost (BB)').textContent.trim(), thrown, better];
    """)
    shown = browser.wait("""
        const line = document.querySelector('.mistake'), log = document.querySelector('.log .current');
        return line && log && {
          said: line.textContent, next: line.querySelector('[rel=next]').href,
          thrown: [...document.querySelectorAll('.seat.hero .card.thrown')].map((one) => one.textContent),
          then: [...document.querySelectorAll('[data-step]')][Number(log.dataset.step) + 1].textContent,
        };
    """)
    sentence = rf"(Pat|Throwing .+) cost {price} big bets\. Better: draw \w+, throw (.+?)\."
    ((played, better_throw),) = re.findall(sentence, shown["said"])
    thrown = played.split()[1:]
    assert sorted(better) == sorted(better_throw.split())
    assert sorted(shown["thrown"]) == sorted(drawn) == sorted(thrown)
    throws = " ".join(["throws", *thrown]).translate(str.maketrans("♠♥♦♣", "shdc"))
    assert f"Katja72 {throws if thrown else 'stands pat'}" in " ".join(shown["then"].split())
    browser.run(KEY, "n")
    assert browser.wait(f"return document.readyState === 'complete' && location.href.startsWith({shown['next']!r})")
    assert " 2 of " in " ".join(browser.run("return document.querySelector('.mistake').textContent").split())


@in_browser
def test_a_page_without_script_is_whole(browser: Browser, address: str) -> None:
    browser.scripts(on=False)
    try:
        browser.visit(f"{address}hand?id={RESHUFFLE}")
        text = browser.text()
    finally:
        browser.scripts(on=True)
    assert "</bdi> collects $10.93</a>" in text


@pytest.mark.nightly
@in_browser
def test_a_changed_filter_is_in_the_address(browser: Browser, address: str) -> None:
    browser.visit(f"{address}hands?stat=vpip&made=yes&player=Katja72")
    address_query = browser.wait("""
        if (document.readyState !== 'complete') return '';
        if (location.search.includes('players=6')) return location.search;
        const field = document.querySelector('[name=players]');
        field.value = '6';
        field.dispatchEvent(new Event('change', { bubbles: true }));
    """)
    assert "stat=vpip&made=yes" in address_query
    assert "player=Katja72" in address_query
    assert "site=" not in address_query


def test_a_hand_is_one_file_with_nothing_from_elsewhere(tmp_path: Path) -> None:
    text = film_page(tmp_path, FOLDER / "pokerstars" / SIDE_POT).read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert "unsafe" not in text.partition("</head>")[0].partition("<style>")[0]
    assert not re.search(r"<(?:link|script|img)[^>]+(?:href|src)=\"(?!data:)", text)


def test_the_block_of_steps_cannot_be_left() -> None:
    hostile = ["</script><script>alert(1)</script>", "<!--", "&amp;", "\u2028", "\ud800"]
    text = str(json_block(hostile))
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text)[:4] == hostile[:4]


CARDS = "return [...document.querySelectorAll('.card.up rect')].map((one) => one.getBoundingClientRect().width)"


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """The page of a hand for each number of players, as a file, with many cards shown."""
    pages = {}
    for players in range(2, 11):
        folder = tmp_path_factory.mktemp("board")
        (hand,) = deal_hands(Settings(hands=1, seed=4, players=(players, players), callers=0.5, chatter=0))
        (folder / "hand.txt").write_text(write(hand), encoding="utf-8")
        pages[players] = film_page(folder, folder / "hand.txt").as_uri()
    return pages


@pytest.mark.nightly
@pytest.mark.soak(2)
@in_browser
@pytest.mark.parametrize("players", [6, 10, 2, 3, 4, 5, 7, 8, 9])
@pytest.mark.parametrize(("width", "height", "card"), [(1440, 900, 50), (390, 844, 30)])
def test_the_board_fills_the_screen_and_nothing_overlaps(
    browser: Browser, boards: dict[int, str], players: int, width: int, height: int, card: int
) -> None:
    browser.screen(width, height, phone=width < 800)
    browser.visit(boards[players])
    assert browser.run("return document.querySelectorAll('.seat').length") == players
    for step in range(0, browser.run("return document.querySelectorAll('[data-step]').length"), 4):
        browser.run("show(arguments[0])", step)
        assert all(wide >= card for wide in browser.run(CARDS)), step
        for script in (LETTERS, COVERED, CUT):
            assert browser.run(script) == [], step
    browser.run(KEY, "End")
    fits = browser.run(FITS)
    assert (fits["scrolled"], fits["below"], fits["width"] <= width) == (0, [], True)
    assert len(browser.run(CARDS)) >= 5


@pytest.mark.nightly
@in_browser
def test_a_hand_opens_at_the_deal_unless_its_address_names_a_step(
    browser: Browser, address: str, boards: dict[int, str]
) -> None:
    for page in (f"{address}hand?id={RESHUFFLE}", boards[6]):
        browser.visit(page)
        opened = browser.run(SHOWN)
        assert (opened["stage"], opened["up"]) == ("Before the draw", 5)
        browser.run(KEY, "ArrowLeft")
        assert browser.run(SHOWN)["up"] == 0
    browser.visit(f"{address}hand?id={RESHUFFLE}#step-9")
    assert browser.run(SHOWN)["current"] == "step-9"


@pytest.mark.nightly
@in_browser
def test_keys_lead_to_the_next_mistake_to_share_and_to_the_opponent(browser: Browser, address: str) -> None:
    page = f"{address}hand?id={RESHUFFLE}&player=Katja72&review=yes"
    browser.screen(1440, 900)
    browser.visit(page)
    marked = browser.run(
        "return [...document.querySelectorAll('.log li:has(> a > .mark)')].map((one) => one.dataset.step)"
    )
    for step in [*marked, marked[0]]:
        browser.press("x")
        assert browser.run(SHOWN)["current"] == f"step-{int(step) - 1}"
        assert re.search(r" cost [\d.]+ big bets\. Better: ", browser.run(SHOWN)["held"])
    browser.press("h")
    assert browser.wait("return location.hash === '#copies' && scrollY > 0")
    browser.press("?")
    keys = browser.run("return [...document.querySelectorAll('.keys dt')].map((one) => one.textContent)")
    assert {"x", "h", "o"} <= {*keys}
    browser.press("?")
    browser.press("o")
    assert browser.wait("return location.pathname === '/notes' && location.search.includes('player=')")
    browser.screen(390, 844, phone=True)
    browser.visit(page)
    browser.tap(".seat:not(.hero) a .plate")
    assert browser.wait("return location.pathname === '/notes'")


@pytest.mark.nightly
@in_browser
def test_a_question_mark_lists_the_keys_of_a_file(browser: Browser, boards: dict[int, str]) -> None:
    browser.visit(boards[6])
    browser.press("?")
    assert "right arrow" in browser.run("return document.querySelector('.keys').textContent")


def test_what_was_drawn_is_in_words(database: Database) -> None:
    drew = [seat.drew for step in replayer_steps(find_film(database, RESHUFFLE)) for seat in step.seats]
    assert {text.partition(" ")[0] for text in drew if text} <= {"drew", "stood"}
    assert any(re.fullmatch(r"drew \d · (\d|pat) · (\d|pat)", text) for text in drew)


@pytest.mark.parametrize("shape", [narrow_board, wide_board])
@pytest.mark.parametrize("players", range(2, 11))
def test_seats_of_every_board_lie_apart(shape: Callable[[int], BoardShape], players: int) -> None:
    board = shape(players)
    assert len(board.places) == players
    for place in board.places:
        assert SEAT_WIDTH // 2 <= place.x <= board.width - SEAT_WIDTH // 2
        assert 0 <= place.y <= board.height - SEAT_HEIGHT
    for first, second in combinations(board.places, 2):
        assert abs(first.x - second.x) >= SEAT_WIDTH or abs(first.y - second.y) > SEAT_HEIGHT


@pytest.mark.nightly
@pytest.mark.parametrize(
    "file", sorted(file for site in ("phh", "kingsclub") for file in (FOLDER / site).glob("by_hand*"))
)
def test_hands_of_other_sites_end_with_their_nets(file: Path, run: Run) -> None:
    _, page, _ = run("show", f"{file}:1", "--html", "-")
    steps = steps_of(page)
    _, printed, _ = run("show", f"{file}:1", "--format", "json")
    hand = json.loads(printed)
    stacks = [seat["stack"] + seat["net"] for seat in hand["seats"] if seat["net"] is not None]
    last, nothing = [seat["stack"] for seat in steps[-1]["seats"]], show_amount(0, hand["currency"])
    assert [stack.replace("all-in", nothing) for stack in last] == [
        show_amount(stack, hand["currency"]) for stack in stacks
    ]
    assert len(steps) > 10


def steps_of(page: str) -> list[dict[str, Any]]:
    """The steps that the replayer of a page goes through."""
    (block,) = re.findall(r'id="steps">(.*?)</script>', page, re.DOTALL)
    return list(json.loads(block))

"""A star, tags and a note on a hand: written from our own page alone, shown wherever the hand is, inert everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urljoin

import pytest

from histparse.serve.guard import LONGEST, MOST, STALE
from histparse.store.database.tags import TagFile, Tagged
from tests.patience import PATIENCE
from tests.report.browser import Browser, in_browser
from tests.serve.client import HOST, Client, Page, serving, visiting
from tests.serve.test_replayer import FITS, KEY
from tests.tagging import add_tags

HAND = ("pokerstars", "104200031415")
PAGE = f"/hand?id={':'.join(HAND)}"
HOSTILE = '</textarea></title><script>hacked=1</script>"><img src=x onerror=hacked=1>\u202e{{7*7}}\x1b[31m'
TYPE = """
const field = document.getElementById('tags').elements[arguments[0]];
field.value = arguments[1];
field.dispatchEvent(new Event('change', { bubbles: true }));
"""
SAVED = "return document.querySelector('.saved').textContent === 'Saved.'"
STARRED = "return document.querySelector('.marks .star').getAttribute('aria-pressed') === 'true'"


@pytest.fixture
def hand_page(database_copy: Path) -> Iterator[str]:
    """The address of the hand's page for a browser."""
    with serving(database_copy) as address:
        yield f"{address}{PAGE[1:]}"


@pytest.fixture
def opened(browser: Browser, hand_page: str) -> Browser:
    """The browser at the hand's page."""
    browser.screen(1440, 900)
    browser.log()
    browser.visit(hand_page)
    return browser


@pytest.mark.nightly
def test_what_a_form_says_is_kept_and_shown(copy_client: Client, tag_file: TagFile) -> None:
    answer = copy_client.submit(f"{PAGE}&line=40", tags="star, Bluff", note="why?\r\nbecause")
    assert (answer.status, answer.headers["location"]) == (303, "/hand?id=pokerstars%3A104200031415&line=40")
    assert tag_file.read_all() == {HAND: Tagged(("bluff", "star"), "why?\nbecause")}
    shown = copy_client.text(PAGE)
    assert "★" in shown
    assert '<input name="tags" value="bluff"' in shown
    assert '<textarea name="note" rows="3" maxlength="4000">why?\nbecause</textarea>' in shown
    for word in ("bluff", "star", "noted"):
        assert copy_client.row_count("/hands", tag=word, everyone="yes") == "1"
        listed = copy_client.text("/hands", tag=word, everyone="yes")
        assert "<bdi>bluff</bdi>" in listed
        assert 'title="why?\nbecause">note<' in listed
        assert copy_client.get("/", tag=word).status == 200
    assert "<option selected>bluff</option>" in copy_client.text("/hands", tag="bluff")
    assert "did you mean <q>bluff</q>" in copy_client.text("/hands", tag="bluf")


@pytest.mark.nightly
def test_the_page_of_notes_leads_to_own_notes_on_hands(copy_client: Client, tag_file: TagFile) -> None:
    assert "Your notes on hands" not in copy_client.text("/notes")
    add_tags(tag_file, {HAND: Tagged(("star",), "")})
    assert "Your notes on hands" not in copy_client.text("/notes")
    add_tags(tag_file, {HAND: Tagged(("star",), "thin value")})
    (link,) = re.findall(r'<a href="([^"]+)">Your notes on hands<', copy_client.text("/notes"))
    assert 'title="thin value"' in copy_client.text(unescape(link))


def test_notes_and_tags_are_searched(copy_client: Client, tag_file: TagFile) -> None:
    field = '<input type="search" name="note" value="{}"'
    assert field.format("") not in copy_client.text("/hands")
    hands: set[tuple[str, str]] = {*re.findall(r"id=(\w+)%3A(\w+)", copy_client.text("/hands", everyone="yes"))}
    second, third = sorted(hands - {HAND})[:2]
    note = Tagged(("bluff",), "Raise the Turn?")
    add_tags(tag_file, {HAND: note, second: Tagged(("return",)), third: Tagged(("thin value",), "call")})
    for search, expected in (("TURN", {HAND, second}), ("value", {third}), ("raise the", {HAND})):
        listed = copy_client.text("/hands", everyone="yes", note=search)
        assert {*re.findall(r"id=(\w+)%3A(\w+)", listed)} == expected
        assert field.format(search) in listed
        assert listed.count('name="note"') == 1
    refused = copy_client.get("/hands", everyone="yes", note="river")
    assert refused.status == 400
    assert "No note and no tag of a hand has <q>river</q> in it" in refused.text
    tag_file.store_merged_change(HAND, Tagged(), note)
    assert copy_client.row_count("/hands", everyone="yes", note="turn") == "1"


def test_a_changed_tag_changes_what_was_counted_before(copy_client: Client, tag_file: TagFile) -> None:
    def listed() -> str:
        return Page(copy_client.text("/hands", tag="bluff", everyone="yes")).text

    add_tags(tag_file, {HAND: Tagged(("bluff",)), ("pokerstars", "no such hand"): Tagged(("bluff",))})
    assert "1 hand" in listed()
    tag_file.store_merged_change(HAND, Tagged(()), Tagged(("bluff",)))
    assert "0 hands" in listed()


def test_what_another_window_wrote_meanwhile_stays(copy_client: Client, tag_file: TagFile) -> None:
    token = copy_client.token(PAGE)
    for tags, note in (("a, b", "one"), ("b, c", "two")):
        assert copy_client.post(PAGE, token=token, seen_tags="a", seen_note="", tags=tags, note=note).status == 303
    assert tag_file.read_all() == {HAND: Tagged(("b", "c"), "one\n\ntwo")}
    copy_client.post(PAGE, token=token, seen_tags="", tags="star")
    copy_client.post(PAGE, token=token, seen_tags="b, c", seen_note="one\n\ntwo", tags="b, c", note="three")
    assert tag_file.read_all() == {HAND: Tagged(("b", "c", "star"), "three")}


@pytest.mark.nightly(2)
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": ""}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:2728"}, 403),
        ({"origin": f"http://{HOST}", "host": "evil.example"}, 421),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "none"}, 403),
        ({"content-type": ""}, 415),
        ({"content-type": "text/plain"}, 415),
        ({"sec-fetch-site": ""}, 303),
        ({"content-type": "application/x-www-form-urlencoded; charset=UTF-8"}, 303),
    ],
)
def test_forms_of_pages_elsewhere_are_refused(
    copy_client: Client, tag_file: TagFile, headers: dict[str, str], status: int
) -> None:
    assert copy_client.post(PAGE, headers, token=copy_client.token(PAGE), tags="a").status == status
    assert bool(tag_file.read_all()) == (status == 303)


@pytest.mark.nightly
def test_a_form_without_the_token_of_this_run_is_refused(
    copy_client: Client, database_copy: Path, tag_file: TagFile
) -> None:
    with visiting(database_copy) as client:
        stale = client.token(PAGE)
    for token in ("", "x", "é", stale, copy_client.token(PAGE)[:-1], copy_client.token(PAGE) + "x"):
        answer = copy_client.post(PAGE, token=token, tags="a")
        assert answer.status == 403
        assert Page(answer.text).text.count(STALE[1:30]) == 1
    assert copy_client.post(PAGE, tags="a").status == 403
    assert tag_file.read_all() == {}


@pytest.mark.nightly(1)
@pytest.mark.parametrize("path", ["/hands", "/files/look.css", "/hand/"])
def test_other_pages_can_only_be_read(copy_client: Client, path: str) -> None:
    assert copy_client.post(path, token=copy_client.token(PAGE), tags="a").status == 405


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"note": "x" * LONGEST}, 413),
        ({f"f{number}": "" for number in range(MOST)}, 400),
        ({"note": "x" * 4_001}, 400),
        ({"tags": "noted"}, 400),
    ],
)
def test_too_much_is_one_sentence(copy_client: Client, tag_file: TagFile, fields: dict[str, str], status: int) -> None:
    answer = copy_client.submit(PAGE, **fields)
    assert answer.status == status
    assert "Traceback" not in answer.text
    assert tag_file.read_all() == {}


@pytest.mark.nightly(1)
@pytest.mark.parametrize("name", ["1", ":", "../../x:1", "a" * 300 + ":1", "a:\x00"])
def test_only_hands_can_be_tagged(copy_client: Client, tag_file: TagFile, name: str) -> None:
    assert copy_client.post(f"/hand?id={name}", token=copy_client.token(PAGE), tags="a").status == 400
    assert tag_file.read_all() == {}


def test_hostile_tags_and_notes_are_inert(copy_client: Client, tag_file: TagFile) -> None:
    tag = HOSTILE[:40].replace(",", "")
    assert copy_client.submit(PAGE, tags=tag, note=HOSTILE).status == 303
    (stored_tag,) = tag_file.read_all()[HAND].tags
    for path in (PAGE, "/hands?everyone=yes&tag=noted"):
        shown = copy_client.text(path)
        assert "<script>" not in shown
        assert "<img" not in shown
        assert "49" not in Page(shown).text.replace("104200031415", "")
        assert not {"\u202e", "\x1b"} & {*shown}
        assert stored_tag in Page(shown).text + str([tag for tag in Page(shown).tags if tag[0] == "input"])


@pytest.mark.nightly
@in_browser
def test_keys_and_fields_save_by_themselves(opened: Browser, tag_file: TagFile) -> None:
    opened.run(KEY, "s")
    assert opened.wait(STARRED)
    assert tag_file.read_all() == {HAND: Tagged(("star",))}
    opened.run(KEY, "t")
    assert opened.run("return document.activeElement.name") == "tags"
    opened.run(TYPE, "tags", "Bluff, thin")
    assert opened.wait(SAVED)
    opened.run(TYPE, "note", "why?")
    opened.run("document.querySelector('.saved').textContent = ''")
    opened.run(TYPE, "note", "why? because")
    assert opened.wait(SAVED)
    assert tag_file.read_all() == {HAND: Tagged(("bluff", "star", "thin"), "why? because")}
    assert opened.run("return document.getElementById('tags').elements.tags.value") == "bluff, thin"
    opened.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))")
    opened.run(KEY, "s")
    assert opened.wait("return document.querySelector('.marks .star').getAttribute('aria-pressed') === 'false'")
    assert tag_file.read_all() == {HAND: Tagged(("bluff", "thin"), "why? because")}
    assert opened.log() == []


@pytest.mark.nightly
@in_browser
def test_two_windows_keep_both_notes_and_show_them(opened: Browser, tag_file: TagFile) -> None:
    add_tags(tag_file, {HAND: Tagged(("theirs",), "from the other window")})
    opened.run(TYPE, "note", "from this one")
    assert opened.wait(SAVED)
    assert tag_file.read_all() == {HAND: Tagged(("theirs",), "from the other window\n\nfrom this one")}
    assert opened.run("return document.querySelector('[name=note]').value").startswith("from the other window")


@pytest.mark.nightly
@in_browser
def test_a_note_that_cannot_be_saved_stays_and_says_why(opened: Browser, tag_file: TagFile) -> None:
    opened.run("document.querySelector('.tags [name=token]').value = 'of another run'")
    opened.run(TYPE, "note", "dear to me")
    message = opened.wait("return document.querySelector('.saved').textContent.replace('Saving …', '')")
    assert message.startswith("Not saved: Histparse was restarted after this page was opened")
    assert opened.run("return document.querySelector('[name=note]').value") == "dear to me"
    assert tag_file.read_all() == {}


def is_stored(tag_file: TagFile, tagging: Tagged) -> bool:
    """Whether the hand is tagged so, or will be soon."""
    end = monotonic() + PATIENCE
    while tag_file.read_all().get(HAND) != tagging and monotonic() < end:
        sleep(0.05)
    return tag_file.read_all() == {HAND: tagging}


@pytest.mark.nightly
@in_browser
def test_without_scripts_the_forms_have_buttons(browser: Browser, hand_page: str, tag_file: TagFile) -> None:
    browser.scripts(on=False)
    try:
        browser.visit(hand_page)
        browser.click(".marks .star")
        assert is_stored(tag_file, Tagged(("star",)))
        assert "★" in browser.text()
        browser.click(".tags [name=note]")
        browser.write("a note")
        browser.click(".tags button")
        assert is_stored(tag_file, Tagged(("star",), "a note"))
    finally:
        browser.scripts(on=True)


@pytest.mark.nightly
@in_browser
def test_a_tagged_hand_is_one_screen(browser: Browser, hand_page: str, tag_file: TagFile) -> None:
    width = 390
    add_tags(
        tag_file, {HAND: Tagged(("star", *(f"a rather long tag {number}" for number in range(12))), "a note " * 50)}
    )
    browser.screen(width, 844, phone=True)
    browser.visit(hand_page)
    layout = browser.run(FITS)
    assert (layout["scrolled"], layout["below"]) == (0, [])
    assert layout["width"] <= width
    browser.visit(urljoin(hand_page, "/hands?everyone=yes&tag=star"))
    assert browser.run("return document.documentElement.scrollWidth") <= width
    middle = """
        const box = document.querySelector(`tbody ${arguments[0]}`).getBoundingClientRect();
        return box.y + box.height / 2;
    """
    first_line = [browser.run(middle, cell) for cell in (".position", ".played a", ".net")]
    assert max(first_line) - min(first_line) < 12, "the net stands beside the hand, whatever marks it has"
    shown = "return document.querySelector('.played .time').checkVisibility()"
    assert browser.run(shown), "hands of one day: it is their time that tells them apart"


class Elsewhere(BaseHTTPRequestHandler):
    """A page of somebody else that does all it can to write a tag here."""

    victim = ""

    def do_GET(self) -> None:
        """Send the page."""
        page = f"""<!doctype html><title>evil</title><iframe name="sink"></iframe><script>
        const to = "{self.victim}", body = "token=&tags=hacked";
        const done = [];
        for (const mode of ["cors", "no-cors"]) {{
          for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {{
            const headers = {{"content-type": type}};
            done.push(fetch(to, {{method: "POST", mode, body, headers, credentials: "include"}}));
          }}
        }}
        done.push(fetch(to).then((answer) => answer.text()).then((text) => {{ document.title = "read"; }}));
        navigator.sendBeacon(to, new Blob([body], {{type: "application/x-www-form-urlencoded"}}));
        const form = Object.assign(document.createElement("form"), {{action: to, method: "post", target: "sink"}});
        for (const [name, value] of new URLSearchParams(body)) {{
          form.append(Object.assign(document.createElement("input"), {{name, value}}));
        }}
        document.documentElement.append(form);
        form.submit();
        Promise.allSettled(done).then((all) => {{ window.all = all.map((one) => one.status); }});
        </script>"""
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.mark.nightly
@in_browser
def test_a_hostile_page_in_the_same_browser_writes_and_reads_nothing(
    browser: Browser, hand_page: str, tag_file: TagFile
) -> None:
    Elsewhere.victim = hand_page
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            for name in ("127.0.0.1", "localhost"):  # the same machine, and a name that the browser trusts as much
                browser.visit(f"http://{name}:{server.server_port}/")
                assert browser.wait("return window.all?.length") == 5
                assert browser.run("return document.title") == "evil"
        finally:
            server.shutdown()
            thread.join()
    assert tag_file.read_all() == {}
    browser.log()

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

import pytest

from histparse.serve.app import serve_database
from histparse.serve.guard import LONGEST, MOST, STALE
from histparse.store.database.tags import TagFile, Tagged
from tests.patience import PATIENCE
from tests.report.browser import Browser, in_browser
from tests.serve.client import HOST, Client, Page, visiting
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
def file(own: Path) -> TagFile:
    return TagFile(str(own))


@pytest.fixture
def pages(own: Path) -> Iterator[Client]:
    with visiting(own) as client:
        yield client


@pytest.fixture
def served(own: Path) -> Iterator[str]:
    with serve_database(str(own), 0) as pages:
        thread = Thread(target=pages.run)
        thread.start()
        yield pages.address
        pages.stop()
        thread.join()


@pytest.mark.nightly
def test_what_a_form_says_is_kept_and_shown(pages: Client, file: TagFile) -> None:
    answer = pages.post(f"{PAGE}&line=40", token=pages.token(PAGE), tags="star, Bluff", note="why?\r\nbecause")
    assert (answer.status, answer.headers["location"]) == (303, "/hand?id=pokerstars%3A104200031415&line=40")
    assert file.read_all() == {HAND: Tagged(("bluff", "star"), "why?\nbecause")}
    shown = pages.get(PAGE).text
    assert "★" in shown
    assert '<input name="tags" value="bluff"' in shown
    assert '<textarea name="note" rows="3" maxlength="4000">why?\nbecause</textarea>' in shown
    for word in ("bluff", "star", "noted"):
        listed = pages.get("/hands", tag=word, everyone="yes")
        assert 'id="rows">1<' in listed.text
        assert "<bdi>bluff</bdi>" in listed.text
        assert 'title="why?\nbecause">note<' in listed.text
        assert pages.get("/", tag=word).status == 200
    assert "<option selected>bluff</option>" in pages.get("/hands", tag="bluff").text
    assert "did you mean <q>bluff</q>" in pages.get("/hands", tag="bluf").text


@pytest.mark.nightly
def test_the_page_of_notes_leads_to_own_notes_on_hands(pages: Client, file: TagFile) -> None:
    assert "Your notes on hands" not in pages.get("/notes").text
    add_tags(file, {HAND: Tagged(("star",), "")})
    assert "Your notes on hands" not in pages.get("/notes").text
    add_tags(file, {HAND: Tagged(("star",), "thin value")})
    (to,) = re.findall(r'<a href="([^"]+)">Your notes on hands<', pages.get("/notes").text)
    assert 'title="thin value"' in pages.get(unescape(to)).text


def test_notes_and_tags_are_searched(pages: Client, file: TagFile) -> None:
    field = '<input type="search" name="note" value="{}"'
    assert field.format("") not in pages.get("/hands").text
    others = sorted(_hands(pages) - {HAND})[:2]
    file.store_merged_change(HAND, Tagged(("bluff",), "Raise the Turn?"), Tagged())
    file.store_merged_change(others[0], Tagged(("return",)), Tagged())
    file.store_merged_change(others[1], Tagged(("thin value",), "call"), Tagged())
    for said, hands in (("TURN", {HAND, others[0]}), ("value", {others[1]}), ("raise the", {HAND})):
        listed = pages.get("/hands", everyone="yes", note=said).text
        assert f'id="rows">{len(hands)}<' in listed
        assert all(f"{site}%3A{number}" in listed for site, number in hands)
        assert field.format(said) in listed
        assert listed.count('name="note"') == 1
    refused = pages.get("/hands", everyone="yes", note="river")
    assert (refused.status, "No note and no tag of a hand has <q>river</q> in it" in refused.text) == (400, True)
    file.store_merged_change(HAND, Tagged(), Tagged(("bluff",), "Raise the Turn?"))
    assert 'id="rows">1<' in pages.get("/hands", everyone="yes", note="turn").text


def _hands(pages: Client) -> set[tuple[str, str]]:
    """The hands on the first page of all, by site and number."""
    found = re.findall(r"id=(\w+)%3A(\w+)", pages.get("/hands", everyone="yes").text)
    return {(site, number) for site, number in found}


def test_a_changed_tag_changes_what_was_counted_before(pages: Client, file: TagFile) -> None:
    def listed() -> str:
        return Page(pages.get("/hands", tag="bluff", everyone="yes").text).text

    add_tags(file, {HAND: Tagged(("bluff",)), ("pokerstars", "no such hand"): Tagged(("bluff",))})
    assert "1 hand" in listed()
    file.store_merged_change(HAND, Tagged(()), Tagged(("bluff",)))
    assert "0 hands" in listed()


def test_what_others_wrote_meanwhile_stays(pages: Client, file: TagFile) -> None:
    token = pages.token(PAGE)
    for tags, note in (("a, b", "one"), ("b, c", "two")):
        assert pages.post(PAGE, token=token, seen_tags="a", seen_note="", tags=tags, note=note).status == 303
    assert file.read_all() == {HAND: Tagged(("b", "c"), "one\n\ntwo")}
    pages.post(PAGE, token=token, seen_tags="", tags="star")
    pages.post(PAGE, token=token, seen_tags="b, c", seen_note="one\n\ntwo", tags="b, c", note="three")
    assert file.read_all() == {HAND: Tagged(("b", "c", "star"), "three")}


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
    pages: Client, file: TagFile, headers: dict[str, str], status: int
) -> None:
    assert pages.post(PAGE, headers, token=pages.token(PAGE), tags="a").status == status
    assert bool(file.read_all()) == (status == 303)


@pytest.mark.nightly
def test_a_form_without_the_token_of_this_run_is_refused(pages: Client, own: Path, file: TagFile) -> None:
    with visiting(own) as before:
        stale = before.token(PAGE)
    for token in ("", "x", "é", stale, pages.token(PAGE)[:-1], pages.token(PAGE) + "x"):
        answer = pages.post(PAGE, token=token, tags="a")
        assert answer.status == 403
        assert Page(answer.text).text.count(STALE[1:30]) == 1
    assert pages.post(PAGE, tags="a").status == 403
    assert file.read_all() == {}


@pytest.mark.nightly(1)
@pytest.mark.parametrize("path", ["/hands", "/files/look.css", "/hand/"])
def test_other_pages_can_only_be_read(pages: Client, path: str) -> None:
    assert pages.post(path, token=pages.token(PAGE), tags="a").status == 405


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"note": "x" * LONGEST}, 413),
        ({f"f{number}": "" for number in range(MOST)}, 400),
        ({"note": "x" * 4_001}, 400),
        ({"tags": "noted"}, 400),
    ],
)
def test_too_much_is_one_sentence(pages: Client, file: TagFile, said: dict[str, str], status: int) -> None:
    answer = pages.post(PAGE, None, token=pages.token(PAGE), **said)
    assert answer.status == status
    assert "Traceback" not in answer.text
    assert file.read_all() == {}


@pytest.mark.nightly(1)
@pytest.mark.parametrize("name", ["1", ":", "../../x:1", "a" * 300 + ":1", "a:\x00"])
def test_only_hands_can_be_tagged(pages: Client, file: TagFile, name: str) -> None:
    assert pages.post(f"/hand?id={name}", token=pages.token(PAGE), tags="a").status == 400
    assert file.read_all() == {}


def test_hostile_tags_and_notes_are_inert(pages: Client, file: TagFile) -> None:
    tag = HOSTILE[:40].replace(",", "")
    assert pages.post(PAGE, token=pages.token(PAGE), tags=tag, note=HOSTILE).status == 303
    (kept,) = file.read_all()[HAND].tags
    for path in (PAGE, "/hands?everyone=yes&tag=noted"):
        shown = pages.get(path).text
        assert "<script>" not in shown
        assert "<img" not in shown
        assert "49" not in Page(shown).text.replace("104200031415", "")
        assert not {"\u202e", "\x1b"} & {*shown}
        assert kept in Page(shown).text + str([tag for tag in Page(shown).tags if tag[0] == "input"])


@pytest.mark.nightly
@in_browser
def test_keys_and_fields_save_by_themselves(browser: Browser, served: str, file: TagFile) -> None:
    browser.screen(1440, 900)
    browser.log()
    browser.visit(f"{served}{PAGE[1:]}")
    browser.run(KEY, "s")
    assert browser.wait(STARRED)
    assert file.read_all() == {HAND: Tagged(("star",))}
    browser.run(KEY, "t")
    assert browser.run("return document.activeElement.name") == "tags"
    browser.run(TYPE, "tags", "Bluff, thin")
    assert browser.wait(SAVED)
    browser.run(TYPE, "note", "why?")
    browser.run("document.querySelector('.saved').textContent = ''")
    browser.run(TYPE, "note", "why? because")
    assert browser.wait(SAVED)
    assert file.read_all() == {HAND: Tagged(("bluff", "star", "thin"), "why? because")}
    assert browser.run("return document.getElementById('tags').elements.tags.value") == "bluff, thin"
    browser.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))")
    browser.run(KEY, "s")
    assert browser.wait("return document.querySelector('.marks .star').getAttribute('aria-pressed') === 'false'")
    assert file.read_all() == {HAND: Tagged(("bluff", "thin"), "why? because")}
    assert browser.log() == []


@pytest.mark.nightly
@in_browser
def test_two_windows_keep_both_notes_and_show_them(browser: Browser, served: str, file: TagFile) -> None:
    browser.visit(f"{served}{PAGE[1:]}")
    add_tags(file, {HAND: Tagged(("theirs",), "from the other window")})
    browser.run(TYPE, "note", "from this one")
    assert browser.wait(SAVED)
    assert file.read_all() == {HAND: Tagged(("theirs",), "from the other window\n\nfrom this one")}
    assert browser.run("return document.querySelector('[name=note]').value").startswith("from the other window")


@pytest.mark.nightly
@in_browser
def test_a_note_that_cannot_be_saved_stays_and_says_why(browser: Browser, served: str, file: TagFile) -> None:
    browser.visit(f"{served}{PAGE[1:]}")
    browser.run("document.querySelector('.tags [name=token]').value = 'of another run'")
    browser.run(TYPE, "note", "dear to me")
    said = browser.wait("return document.querySelector('.saved').textContent.replace('Saving …', '')")
    assert said.startswith("Not saved: Histparse was restarted after this page was opened")
    assert browser.run("return document.querySelector('[name=note]').value") == "dear to me"
    assert file.read_all() == {}


def kept(file: TagFile, said: Tagged) -> bool:
    """Whether that is said of the hand, or will be soon."""
    end = monotonic() + PATIENCE
    while file.read_all().get(HAND) != said and monotonic() < end:
        sleep(0.05)
    return file.read_all() == {HAND: said}


@pytest.mark.nightly
@in_browser
def test_without_scripts_the_forms_have_buttons(browser: Browser, served: str, file: TagFile) -> None:
    browser.scripts(on=False)
    try:
        browser.visit(f"{served}{PAGE[1:]}")
        browser.click(".marks .star")
        assert kept(file, Tagged(("star",)))
        assert "★" in browser.text()
        browser.click(".tags [name=note]")
        browser.write("a note")
        browser.click(".tags button")
        assert kept(file, Tagged(("star",), "a note"))
    finally:
        browser.scripts(on=True)


@pytest.mark.nightly
@in_browser
def test_a_tagged_hand_is_one_screen(browser: Browser, served: str, file: TagFile) -> None:
    width = 390
    add_tags(file, {HAND: Tagged(("star", *(f"a rather long tag {number}" for number in range(12))), "a note " * 50)})
    browser.screen(width, 844, phone=True)
    browser.visit(f"{served}{PAGE[1:]}")
    found = browser.run(FITS)
    assert (found["scrolled"], found["below"]) == (0, [])
    assert found["width"] <= width
    browser.visit(f"{served}hands?everyone=yes&tag=star")
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
    browser: Browser, served: str, file: TagFile
) -> None:
    Elsewhere.victim = f"{served}{PAGE[1:]}"
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
    assert file.read_all() == {}
    browser.log()

"""The board's forms to pass a hand on, its picture, its units, and how fast it is played."""

from __future__ import annotations

import re
from base64 import b64decode
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from matplotlib.image import imread

from histparse.cli import app
from tests.report.browser import Browser, in_browser
from tests.serve.client import Client

HAND = "104200031415"
FORM = re.compile(r'<textarea readonly[^>]*aria-label="As ([^"]+)">(.*?)</textarea>', re.DOTALL)
SAVED = "HTMLAnchorElement.prototype.click = function () { window.saved = [this.href, this.download]; };"


def forms(text: str) -> dict[str, str]:
    return {name: unescape(said) for name, said in FORM.findall(text)}


def test_forms_are_those_of_export(client: Client, db: Path, tmp_path: Path) -> None:
    out, where = tmp_path / "hand.txt", f"hand_id = '{HAND}'"
    assert (
        app.run_command_line(["export", "-o", str(out), "--format", "bbcode", "--where", where, "--db", str(db), "-q"])
        == 0
    )
    said = forms(client.get(f"/hand?id={HAND}").text)["BBCode"]
    assert len(said) > 300
    assert out.read_text(encoding="utf-8").startswith(said)


def test_text_says_what_happened_and_not_where_the_file_lies(client: Client) -> None:
    said = forms(client.get(f"/hand?id={HAND}").text)
    assert "Showdown" in said["text"]
    assert ".txt" not in "".join(said.values())


def test_hidden_names_are_in_no_form(client: Client) -> None:
    shown, hidden = (forms(client.get(f"/hand?id={HAND}{more}").text) for more in ("", "&names=hidden"))
    names = set(re.findall(r"^\[\*\][A-Z]+:\u200b (?:\[b\])?(\w+)", shown["BBCode"], re.MULTILINE))
    assert len(names) > 2
    assert not [name for name in names for said in hidden.values() if re.search(rf"\b{name}\b", said)]


def test_amounts_are_told_in_big_bets(client: Client) -> None:
    text = client.get(f"/hand?id={HAND}").text
    (link,) = re.findall(
        r'href="([^"]+)" aria-keyshortcuts="u" title="Amounts in big bets \(u\)">Amounts in big bets', text
    )
    in_bets = client.get(unescape(link)).text
    assert 'title="Amounts in money (u)">Amounts in money' in in_bets
    pot = re.search(r"Pot \$([\d.]+), rake", text)
    of_bets = re.search(r"Pot ([\d.]+) BB, rake", in_bets)
    big_bet = re.search(r"Triple Draw \$[\d.]+/\$([\d.]+)", in_bets)
    assert pot
    assert of_bets
    assert big_bet
    assert float(of_bets[1]) * float(big_bet[1]) == pytest.approx(float(pot[1]), abs=0.01 * float(big_bet[1]))
    assert len(re.findall(r"[\d.]+ BB", in_bets)) > 20
    assert re.search(r"bets [\d.]+ BB", forms(in_bets)["text"])
    assert client.get(f"/hand?id={HAND}", units="pounds").status == 400


@pytest.mark.nightly
@in_browser
def test_the_table_is_saved_as_it_stands(browser: Browser, address: str) -> None:
    browser.screen(1440, 900)
    browser.visit(f"{address}hand?id={HAND}#step-8")
    browser.run(f"{SAVED} document.querySelector('[data-picture]').click()")
    browser.wait("return window.saved")
    kind, _, data = browser.run("return window.saved[0]").partition(";base64,")
    assert (kind, browser.run("return window.saved[1]")) == ("data:image/png", f"pokerstars {HAND}.png")
    picture = imread(BytesIO(b64decode(data)))
    assert picture.shape[1] == 2 * 580
    felt = browser.run("return getComputedStyle(document.querySelector('.felt')).fill")
    wanted = [int(part) / 255 for part in re.findall(r"\d+", felt)]
    assert (abs(picture[:, :, :3] - wanted).max(2) < 0.02).mean() > 0.2, "its colours are those of the page"


@pytest.mark.nightly
@in_browser
def test_forms_are_copied_or_selected(browser: Browser, address: str) -> None:
    browser.visit(f"{address}hand?id={HAND}")
    browser.run("navigator.clipboard.writeText = async (said) => { window.copied = said; };")
    browser.run("document.querySelectorAll('[data-copy]')[1].click()")
    assert browser.wait("return window.copied").startswith("[b]pokerstars")
    browser.run("navigator.clipboard.writeText = async () => { throw new Error(); };")
    browser.run("document.querySelectorAll('.copies details')[0].open = true;")
    browser.run("document.querySelectorAll('[data-copy]')[0].click()")
    browser.wait("return document.querySelector('.copies [role=status]').textContent.startsWith('Selected')")
    assert "Showdown" in browser.run("return getSelection().toString() || document.activeElement.value")


@pytest.mark.nightly
@in_browser
def test_it_is_played_faster_and_slower(browser: Browser, address: str) -> None:
    browser.visit(f"{address}hand?id={HAND}")
    browser.run("window.paces = []; window.setInterval = (what, pace) => { window.paces.push(pace); return 1; };")
    browser.run("document.querySelector('[data-act=play]').click()")
    shown = []
    for _ in range(4):
        browser.run("dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true }))")
        shown.append(browser.run("return document.querySelector('[data-act=speed]').textContent"))
    assert shown == ["2×", "4×", "0.5×", "1×"]
    assert browser.run("return window.paces") == [1200, 600, 300, 2400, 1200]

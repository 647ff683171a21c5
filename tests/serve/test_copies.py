"""The board's forms to pass a hand on, its picture, its units, and how fast it is played."""

from __future__ import annotations

import re
from base64 import b64decode
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from matplotlib.image import imread

from tests.report.browser import Browser, in_browser
from tests.running import Run
from tests.serve.client import Client

HAND = "104200031415"
PAGE = f"/hand?id={HAND}"
FORM = re.compile(r'<textarea readonly[^>]*aria-label="As ([^"]+)">(.*?)</textarea>', re.DOTALL)
SAVED = "HTMLAnchorElement.prototype.click = function () { window.saved = [this.href, this.download]; };"


def forms_in(text: str) -> dict[str, str]:
    """The texts of the hand to be copied, by the name of their form."""
    return {name: unescape(form) for name, form in FORM.findall(text)}


def test_forms_are_those_of_export(client: Client, db: Path, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "hand.txt"
    run("export", "-o", file, "--format", "bbcode", "--where", f"hand_id = '{HAND}'", "--db", db, "-q")
    post = forms_in(client.text(PAGE))["BBCode"]
    assert len(post) > 300
    assert file.read_text(encoding="utf-8").startswith(post)


def test_text_says_what_happened_and_not_where_the_file_lies(client: Client) -> None:
    forms = forms_in(client.text(PAGE))
    assert "Showdown" in forms["text"]
    assert ".txt" not in "".join(forms.values())


def test_hidden_names_are_in_no_form(client: Client) -> None:
    shown, hidden = forms_in(client.text(PAGE)), forms_in(client.text(PAGE, names="hidden"))
    names = set(re.findall(r"^\[\*\][A-Z]+:\u200b (?:\[b\])?(\w+)", shown["BBCode"], re.MULTILINE))
    assert len(names) > 2
    assert not [name for name in names for form in hidden.values() if re.search(rf"\b{name}\b", form)]


def test_amounts_are_told_in_big_bets(client: Client) -> None:
    text = client.text(PAGE)
    (link,) = re.findall(
        r'href="([^"]+)" aria-keyshortcuts="u" title="Amounts in big bets \(u\)">Amounts in big bets', text
    )
    in_bets = client.text(unescape(link))
    assert 'title="Amounts in money (u)">Amounts in money' in in_bets
    pot = float(re.findall(r"Pot \$([\d.]+), rake", text)[0])
    pot_in_bets = float(re.findall(r"Pot ([\d.]+) BB, rake", in_bets)[0])
    big_bet = float(re.findall(r"Triple Draw \$[\d.]+/\$([\d.]+)", in_bets)[0])
    assert pot_in_bets * big_bet == pytest.approx(pot, abs=0.01 * big_bet)
    assert len(re.findall(r"[\d.]+ BB", in_bets)) > 20
    assert re.search(r"bets [\d.]+ BB", forms_in(in_bets)["text"])
    assert client.get(PAGE, units="pounds").status == 400


@pytest.mark.nightly
@in_browser
def test_the_table_is_saved_as_it_stands(browser: Browser, address: str) -> None:
    browser.screen(1440, 900)
    browser.visit(f"{address}hand?id={HAND}#step-8")
    browser.run(f"{SAVED} document.querySelector('[data-picture]').click()")
    link, name = browser.wait("return window.saved")
    kind, _, encoded = link.partition(";base64,")
    assert (kind, name) == ("data:image/png", f"pokerstars {HAND}.png")
    picture = imread(BytesIO(b64decode(encoded)))
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

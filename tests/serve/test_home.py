"""The first page: its figures are those of `stats`, lead to as many hands as they count, and fit one screen."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from html import unescape
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

from histparse import Store
from histparse.report.decision_prices import mistake_in_words
from histparse.serve.calendar import WEEKS, build_half_year_calendar
from histparse.serve.curve import HEIGHT, LUCK, WIDTH, add_line, build_curve, date_axis_labels, round_values
from histparse.stats import words
from histparse.stats.verdicts import winning_verdict
from tests.report.browser import Browser, in_browser
from tests.report.test_browser import LETTERS
from tests.samples import FOLDER
from tests.serve.client import Client, Page, between, plain_text, visiting
from tests.serve.databases import import_into

HERO = "Katja72"


@pytest.fixture(scope="module")
def text(client: Client) -> str:
    """The first page as it is opened: of the database's own hero."""
    answer = client.get("/")
    assert answer.status == 200
    return answer.text


def test_its_results_are_those_of_stats(text: str, store: Store) -> None:
    shown = plain_text(text)
    assert store.hero() == HERO
    results = store.statistic("bb100", HERO).filter(pl.col("high_stake").is_null())
    main = results.sort("hands", descending=True).row(0, named=True)
    hours = store.statistic("hourly", HERO).filter(currency=main["currency"])["hours"][0]
    net = store.statistic("net_line", HERO).filter(currency=main["currency"])["big_bets"][-1]
    verdict = winning_verdict(main["bb100"], main["low_end"], main["high_end"], main["hands"])
    assert f"{words.signed_number(net)} big bets" in shown
    assert f"Am I winning? {verdict}." in shown
    assert f"{hours:,.1f} h" in shown


@pytest.mark.nightly
def test_days_and_sessions_lead_to_as_many_hands_as_they_count(client: Client, text: str) -> None:
    days = re.findall(r'<a href="([^"]+)" title="[^"]+ ([\d,]+) hands?">', text)
    sessions = re.findall(r'<li><a href="([^"]+)".*?([\d,]+) hands?</small></a></li>', text)
    assert len(days) >= 2
    assert len(sessions) == len(re.findall(r'<li><a href="/session[^"]*session=', text)) > 2
    for link, hands in [*days, *sessions]:
        assert client.row_count(unescape(link)) == hands, link


@pytest.mark.nightly
def test_days_and_sessions_are_those_of_all_currencies_and_of_a_period(tmp_path: Path) -> None:
    files = ("pokerstars/session_cash_six_handed.txt", "pokerstars/session_zoom.txt", "illegal/TBL04_no_such_day.txt")
    file = import_into(tmp_path / "a.duckdb", *(FOLDER / name for name in files))
    with visiting(file) as client:
        text, evening = client.text("/"), client.text("/?from=2013-03-19&to=2013-03-19")
        session = client.text(Page(text.partition("<ol>")[2]).links[0][0])
        hands = client.text(next(link for link, words in Page(session).links if " hands in EUR" in words))
    with Store(file, read_only=True) as store:
        latest = store.statistic("sessions", HERO).row(-1, named=True)
    assert latest["currency"] != "USD"
    assert "big bets in USD" in text
    last = between(text, "<ol>", "</li>")
    assert f"{words.signed_number(latest['big_bets'])}</b> <small>EUR, {latest['hands']} hands<" in last
    assert f'title="19 Mar 2013: {words.signed_number(latest["big_bets"])} big bets, {latest["hands"]} hands"' in text
    assert "<bdi>from 2013-03-19, to 2013-03-19</bdi>" in evening
    assert f"<b>{words.signed_money(latest['net'], 'EUR')}</b>" in session
    assert f"<h1>Session of 19 Mar 2013, 20:00 (UTC): {words.signed_money(latest['net'], 'EUR')}</h1>" in hands
    assert "1 without a date, in no session" in text
    assert "without a date" not in evening


@pytest.mark.nightly
def test_an_evening_without_a_leak_names_its_worst_decisions_and_losses(tmp_path: Path) -> None:
    file = import_into(tmp_path / "a.duckdb", FOLDER / "pokerstars" / "session_zoom.txt")
    with visiting(file) as client:
        text = client.text("/")
        card = between(text, 'class="card costs"', "</section>")
        links = Page(card).links
        decision, loss = client.text(links[0][0]), client.text(links[-1][0])
    with Store(file, read_only=True) as store:
        nets = store.find_hands("bb100", HERO, sort="big_bets", reverse=True, limit=5)["big_bets"]
        leaks = store.leaks(HERO)["leak"][:-1]
        worst = max(price for leak in leaks for price in store.leaks(HERO, hands=leak)["big_bets"].to_list())
    assert f"{words.signed_number(-worst, 2)}</b>" in card
    assert [figure for _, figure in links[3:]] == [words.signed_number(net) for net in nets]
    assert " big bets. Better: " in decision
    assert re.search(r">5 of <a [^>]+>40 hands<", loss)
    assert "Where you differ" in text


def test_the_dearest_leak_is_that_of_leaks_and_leads_to_its_decisions(client: Client, text: str, store: Store) -> None:
    dearest = store.leaks(HERO).filter(pl.col("shown")).row(0, named=True)
    worst = store.leaks(HERO, hands=dearest["leak"]).row(0, named=True)
    card = between(text, 'class="card costs"', "</section>")
    assert dearest["player"][1:] in card
    assert f"{dearest['mistakes']:,} of {dearest['spots']:,} chances" in card
    links = Page(card).links
    review = next(link for link, words in links if words == f"Review all {dearest['mistakes']:,}")
    assert client.row_count(review) == f"{dearest['mistakes']:,}"
    assert f"{worst['did']}; better: {worst['better']}" in unescape(card)
    assert mistake_in_words(worst) in client.text(links[0][0])


@pytest.mark.nightly
def test_a_filter_counts_anew_and_stays_in_the_links(client: Client, text: str) -> None:
    page = client.text("/", players="6")
    assert "<bdi>6 players</bdi>" in page
    assert page != text
    assert all("players=6" in link for link, _ in Page(page.partition("<main")[2]).links)


def test_without_a_hero_the_players_are_listed(tmp_path: Path) -> None:
    session = (FOLDER / "pokerstars" / "session_cash_six_handed.txt").read_text(encoding="utf-8")
    with Store(tmp_path / "a.duckdb") as store:
        store.import_text(re.sub(r"^Dealt to .*\n", "", session, flags=re.MULTILINE))
    with visiting(tmp_path / "a.duckdb") as client:
        answer = client.get("/", players="6")
        assert (answer.status, answer.headers["location"]) == (303, "/players?players=6")
        assert client.get("/", player=HERO).status == 200


def test_a_curve_ends_at_its_net() -> None:
    curve = build_curve([1, 2, 4], [5.0, -5.0, 0.0], [datetime(2024, 1, 31), None, datetime(2024, 2, 1)])
    assert (curve.top_label, curve.bottom_label, curve.zero) == ("+5", "-5", HEIGHT / 2)
    assert curve.path.startswith(f"M0 {HEIGHT / 2}L")
    assert curve.path.endswith(f"L{float(WIDTH)} {HEIGHT / 2}")
    assert "After hand 1, 31 Jan 2024: +5.0 big bets" in curve.block
    assert '""]' in curve.block  # of the hand without a time no day is known


def test_another_line_widens_the_view_and_leaves_the_first_as_it_is() -> None:
    curve = build_curve([1, 2], [10.0, 0.0])
    widened = add_line(curve, LUCK, [1, 2], [-10.0, -5.0])
    assert widened.path == curve.path
    ((name, path),) = widened.other_lines
    assert (name, path.endswith(f"L{float(WIDTH)} {HEIGHT * 1.5}")) == (LUCK, True)
    assert (widened.view, widened.top_label, widened.bottom_label) == (
        f"0 0.0 {WIDTH} {float(HEIGHT * 2)}",
        "+10",
        "-10",
    )


@pytest.mark.parametrize(
    ("top", "bottom", "texts"),
    [
        (966.0, -11.0, ["+800", "+600", "+400", "+200", "0"]),
        (5.0, -5.0, ["+4", "+2", "0", "-2", "-4"]),
        (1.2, 0.0, ["+1.0", "+0.5", "0"]),
        (0.0, 0.0, []),
    ],
)
def test_a_grid_has_round_values(top: float, bottom: float, texts: list[str]) -> None:
    assert [text for _, text in round_values(top, bottom)] == texts


def test_dates_are_months_days_or_hours() -> None:
    def labels(hours: list[float], *, shows_clock: bool = False) -> list[str]:
        times = [datetime(2024, 1, 30, 20, 10) + timedelta(hours=passed) for passed in hours]
        placed = date_axis_labels([*range(1, len(times) + 1)], times, shows_clock=shows_clock)
        assert all(right - left >= 20 for (left, _), (right, _) in pairwise(placed))
        return [text for _, text in placed]

    assert labels([20 * 24 * number for number in range(8)]) == ["Jan", "Mar", "Apr"]
    assert labels([20 * 24 * number for number in range(40)])[0] == "Jan 2024"
    assert labels([24, 25, 48, 49, 72]) == ["31 Jan", "1 Feb"]
    assert labels([0, 0.5, 1, 2, 2.2, 3], shows_clock=True) == ["20:00", "21:00"]


def line_heights(text: str) -> dict[str, float]:
    """How far above nothing won the lines of a curve end, by their names."""
    drawn = between(text, 'class="drawn-line', "</svg>")
    (zero,) = re.findall(r'<path class="zero" d="M0 ([\d.-]+)H', drawn)
    ends = re.findall(r'<path class="(line|showdown|no-showdown)" d="[^"]* ([\d.-]+)"', drawn)
    return {name: float(zero) - float(end) for name, end in ends}


def test_showdown_and_no_showdown_are_lines_that_are_switched_on(client: Client, text: str) -> None:
    assert '<path class="showdown"' not in text
    page = client.text("/?showdown=yes&no-showdown=yes")
    heights = line_heights(page)
    assert heights["showdown"] + heights["no-showdown"] == pytest.approx(heights["line"], abs=0.05)
    switch = next(link for link, words in Page(page).links if words.strip() == "showdown")
    assert switch == "/?no-showdown=yes#curve"


def test_a_calendar_has_whole_weeks_and_adds_sessions_of_a_day() -> None:
    def session(day: int, big_bets: float) -> dict[str, object]:
        return {"began": datetime(2024, 1, day, 20), "big_bets": big_bets, "hands": 10}

    shown = build_half_year_calendar([session(30, 3.0), session(31, 3.0), session(31, -24.0)])
    assert shown is not None
    assert [name for name, _ in shown.rows][::6] == ["Mon", "Sun"]
    assert {len(days) for _, days in shown.rows} == {WEEKS}
    assert (shown.months[0], shown.months[-2:]) == (("Aug", 3), [("Jan", 4), ("Feb", 1)])
    assert sum(weeks for _, weeks in shown.months) == WEEKS
    wednesday = shown.rows[2][1][-1]
    assert (wednesday.date, wednesday.in_words, wednesday.shade) == (
        date(2024, 1, 31),
        "31 Jan 2024: -21.0 big bets, 20 hands",
        "lost-2",
    )
    assert sum(day.hands for _, days in shown.rows for day in days) == 30
    assert build_half_year_calendar([]) is None


@pytest.mark.nightly
@in_browser
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_it_fits(browser: Browser, address: str, width: int, height: int) -> None:
    browser.screen(width, height, phone=width < 800)
    browser.log()
    browser.visit(address)
    page_width, page_height, fold = browser.run("""
        const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom + scrollY;
        return [document.documentElement.scrollWidth, document.documentElement.scrollHeight,
          Math.max(...['.net', '.plot', '.card.costs'].map(bottom))];
    """)
    assert page_width <= width
    assert fold <= height
    assert width < 1440 or page_height <= height
    assert browser.run(LETTERS) == []
    assert browser.log() == []


@pytest.mark.nightly
@in_browser
def test_the_curve_tells_its_values_and_leads_to_hands(browser: Browser, address: str) -> None:
    browser.screen(1440, 900)
    browser.visit(address)
    first, last = browser.run("""
        const plot = document.querySelector('.plot'), told = () => document.getElementById('tip').textContent;
        const press = (key) => plot.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        plot.focus();
        press('Home');
        const first = told();
        const box = plot.getBoundingClientRect(), y = box.top + 20;
        plot.dispatchEvent(new PointerEvent('pointermove', { clientX: box.right, clientY: y, bubbles: true }));
        return [first, told()];
    """)
    assert first.startswith("After hand 1, ")
    net = browser.run("return document.querySelector('.net b').textContent")
    assert last.endswith(f": {net} big bets")
    browser.run("""
        document.querySelector('.plot').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    """)
    assert browser.wait("return location.pathname === '/hands' && new URLSearchParams(location.search).get('from')")
    assert browser.wait("return Number(document.getElementById('rows')?.textContent.replace(',', ''))") > 0


@pytest.mark.nightly
def test_results_without_luck_are_those_of_luck(large_database: Path) -> None:
    with Store(large_database, read_only=True) as store:
        whole, luck = store.luck().row(0, named=True), store.luck(hands=True)
        listed = store.find_hands("bb100", store.hero())
    last = listed.filter(pl.col("played_at") >= datetime(2013, 2, 5, 4)).join(luck, on=["site", "hand_id"])
    assert 20 < len(last) < 500, "for these what cards are worth is fitted to all"
    with visiting(large_database) as client:
        text, late_hands = client.text("/"), client.text("/?from=2013-02-05T04:00")
    assert f"without it {words.signed_number(whole['without'])}" in text
    assert '<path class="without-luck"' in text
    lucky = float(last["luck"].to_numpy().sum())
    assert f"luck of own cards {words.signed_number(lucky)} big bets" in late_hands.lower()
    assert f"from {len(last)} hands" in late_hands

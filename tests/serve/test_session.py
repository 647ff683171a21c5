"""The page of a session: its figures are those of its hands, its mistakes are those of the leaks among them."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from histparse import Filters, Store
from histparse.coach.kinds import KINDS
from histparse.model.errors import count
from histparse.serve.pages.session import LARGE
from histparse.serve.sessions import build_session_bars
from histparse.simulate import Settings, Style
from histparse.stats import words
from tests.serve.client import Client, Page, between, plain_text, visiting
from tests.serve.databases import deal_into
from tests.serve.test_hands import hand_address, hand_id, rows
from tests.serve.test_home import line_heights
from tests.serve.test_usual_sessions import deal_evenings
from tests.stats.varied import LEVELS

HERO = "Katja72"


@pytest.fixture(scope="module")
def pages(client: Client) -> list[str]:
    """The addresses of all sessions, as the list of sessions has them."""
    return session_links(client.text("/sessions", player=HERO))


def table(text: str) -> str:
    """The page of all sessions without the bars and days above the list."""
    return text.partition('<table class="grid')[2]


def session_links(text: str) -> list[str]:
    """The addresses of the sessions that the page of all sessions lists, each once."""
    return [*map(unescape, dict.fromkeys(re.findall(r'href="(/session\?[^"]+)"', table(text))))]


def link_to_hands(text: str) -> str:
    """The address of the list of its hands, as the page of a session has it."""
    return unescape(re.findall(r'href="(/hands\?[^"]*session=[^"]+)"><b id="rows">', text)[0])


@pytest.mark.nightly
def test_its_curve_ends_at_its_net_and_its_pots_are_the_largest(client: Client, pages: list[str]) -> None:
    assert len(pages) > 2
    for page in pages:
        text = client.text(page)
        listed = f"{link_to_hands(text)}&sort=pot"
        number = client.row_count(listed)
        assert client.row_count(page) == number
        (net,) = re.findall(r'<p class="net \w+"><b>([^<]+)</b>', text)
        large = re.findall(r'<a href="([^"]+)">[^<]+</a> \([^)]+\)', text.partition("Largest pots")[2])
        hands = [*map(hand_id, large)]
        assert hands == [hand_id(hand_address(row)) for row in rows(client.text(listed))[:LARGE]]
        if int(number) < 2:
            continue
        points = json.loads(re.findall(r'id="points">(.*?)</script>', text)[0])
        assert f": {net} big bets" in points[-1][2]
        assert re.match(rf"After hand {number}, \d+ \w+ \d{{4}}, \d\d:\d\d: ", points[-1][2])
        assert between(text, 'class="marks"', "/>").count("M") == min(LARGE, len(large))
        assert {*hands} <= {hand_id(point[3]) for point in points}
        assert client.get(unescape(points[0][3])).status == 200


def test_its_curve_has_lines_of_showdowns_and_the_hours_below(client: Client, pages: list[str]) -> None:
    text = client.text(f"{pages[0]}&showdown=yes&no-showdown=yes")
    heights = line_heights(text)
    assert heights["showdown"] + heights["no-showdown"] == pytest.approx(heights["line"], abs=0.05)
    assert heights["showdown"]
    assert re.search(r'<svg class="axes".*<text [^>]+>\d\d:\d\d</text>', text)


@pytest.mark.nightly
def test_its_best_and_worst_hand_are_those_of_the_list(client: Client, pages: list[str]) -> None:
    for page in pages:
        text = client.text(page)
        ends = dict(re.findall(r'<th scope="row">(\w+) hand</th>.*?href="([^"]+)"', text, re.DOTALL))
        listed = f"{link_to_hands(text)}&sort=big_bets"
        for title, address in (("Best", listed), ("Worst", f"{listed}&up=yes")):
            net = re.findall(r'class="figure net[^"]*">([^<]+)<', rows(client.text(address))[0])[0]
            if title in ends:
                assert f">{net}</td>" in between(text, f"{title} hand", "</tr>")
                assert (net[0] == "+") == (title == "Best")
            else:
                assert net[0] != ("+" if title == "Best" else "-")


@pytest.mark.nightly
def test_its_mistakes_are_all_of_its_hands_and_their_sum(
    client: Client, pages: list[str], mistakes: dict[str, list[dict[str, Any]]], store: Store
) -> None:
    assert len(store.statistic("sessions", HERO)) == len(pages)
    priced = [row for rows in mistakes.values() for row in rows]
    listed = 0
    for page in pages:
        text = client.text(page)
        hands, number = set[str](), 1
        while (shown := rows(client.text(f"{link_to_hands(text)}&page={number}"))) and number < 9:
            hands |= {hand_id(hand_address(row)) for row in shown}
            number += 1
        costs = [row["big_bets"] for row in priced if f"{row['site']}:{row['hand_id']}" in hands]
        listed += len(costs)
        if not costs:
            assert "No mistakes in these hands." in text
            continue
        total = words.signed_number(-sum(costs), 2)
        assert f'<b class="total">{total}</b> big bets in {len(costs):,} decision' in text
        assert text.count("Decided here.") == len(costs)
        by_kind = re.findall(r'<a href="[^"]+leak=([\w-]+)#mistakes">[^<]+<b>([^<]+)</b> <small>in (\d+)<', text)
        assert sum(int(decisions) for *_, decisions in by_kind) == len(costs)
        for kind, cost, decisions in by_kind:
            assert f'<b class="total">{cost}</b> big bets in {decisions} decision' in client.text(page, leak=kind)
    assert 0 < listed <= len(priced)


@pytest.mark.nightly
def test_next_and_previous_stay_among_its_mistakes(client: Client, pages: list[str]) -> None:
    walked = 0
    for page in pages:
        text = client.text(page)
        links = re.findall(r'class="played"><a href="([^"]+)"', text.partition('id="mistakes"')[2])
        listed = list(map(unescape, links))
        for place in {*range(len(listed))} & {0, 1, 2, len(listed) - 2, len(listed) - 1}:
            shown = client.text(listed[place])
            hand = Page(shown)
            assert f"{place + 1} of {count(len(listed), 'mistake')} in this session" in plain_text(shown)
            links = re.findall(r'<a href="([^"]+)" rel="(prev|next)"', shown)
            places = {"prev": place - 1, "next": place + 1}
            expected = {rel: listed[number] for rel, number in places.items() if 0 <= number < len(listed)}
            assert {rel: unescape(link) for link, rel in links} == expected
            (session,) = {link for link, words in hand.links if "in this session" in words}
            assert client.text(session.partition("#")[0]).count("Decided here.") == len(listed)
            walked += 1
    assert walked > 4


@pytest.mark.nightly
def test_its_verdict_and_luck_are_those_of_its_hands_among_all_of_the_game(tmp_path: Path) -> None:
    evenings = [
        Settings(hands=350, seed=seed, start=datetime(2013, 3, seed, 9, tzinfo=UTC), levels=levels)
        for seed, levels in ((3, ()), (4, LEVELS), (5, ()))
    ]
    file = deal_into(tmp_path / "a.duckdb", *evenings)
    with Store(file, read_only=True) as store:
        luck, listed = store.luck(hands=True), store.find_hands("bb100", store.hero())
        last = listed.filter(pl.col("played_at") > datetime(2013, 3, 5)).join(luck, on=["site", "hand_id"])
        lucky, net = (float(last[name].to_numpy().sum()) for name in ("luck", "big_bets"))
        assert 300 < len(last) < len(luck)
        explained = store.explain(filters=Filters(since=datetime(2013, 3, 5, tzinfo=UTC)))
        game = store.explain()
        cash = len(luck.filter(currency="USD"))
        assert len(last) < cash < len(luck)
        mistakes = pl.concat(store.leaks(hands=kind.name) for kind in KINDS)
        lost = float(mistakes.join(last, on=["site", "hand_id"], how="semi")["big_bets"].sum())
    with visiting(file) as client:
        text = client.text(session_links(client.text("/sessions"))[0])
    assert explained is not None
    assert explained.luck == pytest.approx(lucky)
    assert explained.net == pytest.approx(net)
    assert explained.mistakes == pytest.approx(lost)
    assert game is not None
    assert game.usual_mistakes is None
    assert explained.usual_mistakes == pytest.approx((game.mistakes or 0) * len(last) / cash)
    assert f"<p>{explained.verdict}</p>" in text
    brought, rest = words.signed_number(lucky), words.signed_number(net - lucky)
    assert f"Luck of own cards {brought} big bets, without it {rest}, from {len(last)} hands" in text
    assert '<path class="without-luck"' in text
    assert 'class="both"' in text


@pytest.mark.nightly
def test_the_only_session_is_not_compared_with_itself(large_database: Path) -> None:
    with visiting(large_database) as client:
        (session,) = session_links(client.text("/sessions"))
        text = client.text(session)
    assert "mistakes cost about" in text
    assert "usually" not in text
    assert "in all your hands" not in text


@pytest.mark.nightly
def test_without_500_hands_nothing_is_said_of_luck(client: Client, pages: list[str]) -> None:
    assert "results without luck need 500 hands" in client.text(pages[0]).lower()


@pytest.mark.nightly
def test_what_is_unlike_other_sessions_leads_to_the_hands_of_both_sides(tmp_path: Path) -> None:
    with visiting(deal_evenings(tmp_path / "a.duckdb", [*[Style()] * 6, Style(loose=0.95)], 90)) as client:
        last, *_, first = session_links(client.text("/sessions"))
        section = between(client.text(last), 'id="unlike"', "</section>")
        sides = re.findall(r'<b>([\d.]+) %</b> <small><a href="([^"]+)">(\d+)</a>/<a href="([^"]+)">(\d+)</a>', section)
        for rate, link_to_made, made, link_to_chances, chances in sides:
            assert client.row_count(unescape(link_to_made)) == made
            assert client.row_count(unescape(link_to_chances)) == chances
            assert rate == f"{100 * int(made) / int(chances):.1f}"
        assert "Nothing you did stands out, compared with your " in client.text(first)
    assert "Puts chips into the pot before the first draw <b>more often</b>" in section
    assert len(sides) == 2 * section.count("<b>more often</b>") + 2 * section.count("<b>less often</b>") >= 2
    assert "Chance alone would show a difference in up to 5 of 100 sessions." in section


@pytest.mark.nightly
def test_mistakes_cost_in_100_hands_what_their_sum_says(client: Client, pages: list[str], store: Store) -> None:
    usual = float(store.leaks(HERO)["big_bets"][:-1].sum())
    compared = 0
    for page in pages:
        text, hands = client.text(page), int(client.row_count(page))
        for per_100, in_all in re.findall(r'class="per-100">([^<]+)</b> BB/100; <b>([^<]+)</b> in all your', text):
            (total,) = re.findall(r'class="total">([^<]+)</b>', text)
            assert abs(figure(per_100) - 100 * figure(total) / hands) <= 0.05 + 1 / hands
            assert abs(figure(in_all) + usual) < 0.1
            compared += 1
    assert compared


def test_bars_are_the_sessions_from_the_first_to_the_last(client: Client, pages: list[str], store: Store) -> None:
    sessions = store.statistic("sessions", HERO).sort("began").to_dicts()
    text = client.text("/sessions", player=HERO)
    bars = re.findall(r'<a class="chart-mark( lost)?" href="([^"]+)"[^>]*><title>([^<]+)</title>', text)
    assert [title for *_, title in bars] == [
        f"{words.format_day(row['began'])}, {row['began']:%H:%M}: {words.signed_number(row['big_bets'])} big bets in "
        f"{count(row['hands'], 'hand')} in {words.currency_name(row['currency'])}"
        for row in sessions
    ]
    assert [bool(lost) for lost, *_ in bars] == [row["big_bets"] < 0 for row in sessions]
    assert {unescape(link) for _, link, _ in bars} == {*pages}
    assert text.count('class="calendar"') == 1


def test_heights_of_bars_are_in_proportion() -> None:
    rows = [
        {"began": datetime(2013, 3, 9), "hands": 9, "currency": "USD", "big_bets": won} for won in (30.0, -10.0, 0.0)
    ]
    drawn = build_session_bars(rows, lambda row: f"/{row['big_bets']}")
    assert drawn is not None
    assert (drawn.zero, drawn.high, drawn.low) == (90.0, "+30", "-10")
    assert [(bar.y, bar.high, bar.is_lost) for bar in drawn.bars] == [
        (0.0, 90.0, False),
        (90.0, 30.0, True),
        (90.0, 1.5, False),
    ]
    assert build_session_bars(rows[:1], str) is None


def test_a_masked_session_says_no_name(client: Client, pages: list[str], store: Store) -> None:
    assert store.hero() == HERO
    shown = client.text(f"{pages[0]}&names=hidden")
    assert HERO not in Page(re.sub(r"<script type.*?</script>", "", shown)).text
    links = re.findall(r'href="(/(?:hand|session)\?[^"]+)"', shown)
    assert all(re.search("names=(hidden|shown)", link) for link in links)


def cells_of(text: str, heading: str) -> list[str]:
    return re.findall(rf'data-heading="{heading}">(?:<a[^>]*>)?<bdi>([^<]*)', text)


def figure(text: str) -> float:
    return float(re.sub(r"[^\d.+-]", "", text) or "nan")


def test_sessions_are_sorted_both_ways(client: Client) -> None:
    down, up = (
        [*map(figure, cells_of(client.text(address), "big bets"))]
        for address in ("/sessions?sort=big_bets", "/sessions?sort=big_bets&up=yes")
    )
    assert len(down) > 2
    assert down == sorted(down, reverse=True) == up[::-1]


@pytest.mark.nightly
def test_sessions_are_sorted_by_what_mistakes_cost(client: Client, pages: list[str]) -> None:
    text = client.text("/sessions")
    assert ">cost of mistakes<" not in text
    (link,) = re.findall(r'<a href="([^"]+)">Add the cost of mistakes', text)
    listed = client.text(unescape(link))
    costs = [*map(figure, cells_of(table(listed), "cost of mistakes"))]
    assert costs == sorted(costs)
    sessions = session_links(listed)
    for page, cost in zip(sessions, costs, strict=True):
        totals = re.findall(r'<b class="total">([^<]+)</b>', client.text(page))
        assert abs(cost - sum(map(figure, totals))) <= 0.05 + 1e-9, page
    assert {*sessions} == {*pages}


@pytest.mark.nightly
def test_from_session_to_session(client: Client, pages: list[str]) -> None:
    visited, page = [""], pages[-1]
    while page:
        header = client.text(page).partition("</header>")[0]
        previous, following = (
            unescape("".join(re.findall(rf'<a href="([^"]+)" rel="{rel}"', header))) for rel in ("prev", "next")
        )
        assert previous == visited[-1]
        visited.append(page)
        page = following
    assert visited == ["", *pages[::-1]]

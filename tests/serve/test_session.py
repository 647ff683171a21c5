"""The page of a session: its figures are those of its hands, its mistakes are those of the leaks among them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import polars as pl
import pytest

from histparse import Filters, Store
from histparse.cli import app
from histparse.coach.kinds import KINDS
from histparse.model.errors import count
from histparse.serve.address import Address
from histparse.serve.leak_costs import price_leaks_of_one_currency
from histparse.serve.pages.session import LARGE
from histparse.serve.sessions import build_session_bars
from histparse.serve.source import PageRequest, Source
from histparse.simulate import Settings, Style, deal_hands
from histparse.stats import words
from tests.dealer.writing import write
from tests.serve.client import Client, Page, visiting
from tests.serve.test_hands import opened, rows
from tests.serve.test_home import line_heights
from tests.serve.test_usual_sessions import dealt
from tests.stats.varied import LEVELS

HERO = "Katja72"


@pytest.fixture(scope="module")
def pages(client: Client) -> list[str]:
    """The addresses of all sessions, as the list of sessions has them."""
    text = table(client.get("/sessions", player=HERO).text)
    return [unescape(to) for to in dict.fromkeys(re.findall(r'href="(/session\?[^"]+)"', text))]


def table(text: str) -> str:
    """The page of all sessions without the bars and days above the list."""
    return text.partition('<table class="grid')[2]


def hand_of(address: str) -> str:
    found = re.search(r"[?&]id=([^&]+)", unescape(address))
    assert found is not None
    return found[1].replace("%3A", ":")


@pytest.mark.nightly
def test_its_curve_ends_at_its_net_and_its_pots_are_the_largest(client: Client, pages: list[str]) -> None:
    assert len(pages) > 2
    for page in pages:
        text = client.get(page).text
        every = unescape(re.findall(r'href="(/hands\?[^"]*session=[^"]+)"><b id="rows">', text)[0])
        listed = client.get(f"{every}&sort=pot").text
        number = re.findall(r'id="rows">([\d,]+)<', listed)[0]
        assert f'id="rows">{number}</b>' in text
        net = re.findall(r'<p class="net \w+"><b>([^<]+)</b>', text)[0]
        large = re.findall(r'<a href="([^"]+)">[^<]+</a> \([^)]+\)', text.partition("Largest pots")[2])
        assert [hand_of(to) for to in large] == [hand_of(opened(row)) for row in rows(listed)[:LARGE]]
        if int(number) < 2:
            continue
        points = json.loads(re.findall(r'id="points">(.*?)</script>', text)[0])
        assert f": {net} big bets" in points[-1][2]
        assert re.match(rf"After hand {number}, \d+ \w+ \d{{4}}, \d\d:\d\d: ", points[-1][2])
        assert text.partition('class="marks"')[2].partition("/>")[0].count("M") == min(LARGE, len(large))
        assert {hand_of(to) for to in large} <= {hand_of(point[3]) for point in points}
        assert client.get(unescape(points[0][3])).status == 200


def test_its_curve_has_lines_of_showdowns_and_the_hours_below(client: Client, pages: list[str]) -> None:
    text = client.get(f"{pages[0]}&showdown=yes&no-showdown=yes").text
    heights = line_heights(text)
    assert heights["showdown"] + heights["no-showdown"] == pytest.approx(heights["line"], abs=0.05)
    assert heights["showdown"]
    assert re.search(r'<svg class="axes".*<text [^>]+>\d\d:\d\d</text>', text)


@pytest.mark.nightly
def test_its_best_and_worst_hand_are_those_of_the_list(client: Client, pages: list[str]) -> None:
    for page in pages:
        text = client.get(page).text
        ends = dict(re.findall(r'<th scope="row">(\w+) hand</th>.*?href="([^"]+)"', text, re.DOTALL))
        every = unescape(re.findall(r'href="(/hands\?[^"]*session=[^"]+)"><b id="rows">', text)[0])
        for title, up in (("Best", ""), ("Worst", "&up=yes")):
            (first, *_) = rows(client.get(f"{every}&sort=big_bets{up}").text)
            net = re.findall(r'class="figure net[^"]*">([^<]+)<', first)[0]
            if title in ends:
                assert f">{net}</td>" in text.partition(f"{title} hand")[2].partition("</tr>")[0]
                assert (net[0] == "+") == (title == "Best")
            else:
                assert net[0] != ("+" if title == "Best" else "-")


@pytest.mark.nightly
def test_its_mistakes_are_all_of_its_hands_and_their_sum(client: Client, pages: list[str], db: Path) -> None:
    source = Source(str(db))
    with source.lend_shared_store() as store:
        found = price_leaks_of_one_currency(PageRequest(Address("/leaks", (("player", HERO),)), store, source))
        sessions = store.statistic("sessions", HERO)
        assert len(sessions) == len(pages)
    source.close()
    every = {f"{row['site']}:{row['hand_id']}": row for rows in found.decisions.values() for row in rows.to_dicts()}
    lost = {kind: rows.rows(named=True) for kind, rows in found.decisions.items()}
    told = 0
    for page in pages:
        text = client.get(page).text
        to_hands = unescape(re.findall(r'href="(/hands\?[^"]*session=[^"]+)"><b id="rows">', text)[0])
        hands, at = set(), 1
        while len(listed := rows(client.get(f"{to_hands}&page={at}").text)) and at < 9:
            hands |= {hand_of(opened(row)) for row in listed}
            at += 1
        own = [row for some in lost.values() for row in some if f"{row['site']}:{row['hand_id']}" in hands]
        told += len(own)
        if own:
            total = words.signed_number(-sum(row["big_bets"] for row in own), 2)
            assert f'<b class="total">{total}</b> big bets in {len(own):,} decision' in text
            assert text.count("Decided here.") == len(own)
            by_kind = re.findall(r'<a href="[^"]+leak=([\w-]+)#mistakes">[^<]+<b>([^<]+)</b> <small>in (\d+)<', text)
            assert sum(int(number) for *_, number in by_kind) == len(own)
            for kind, cost, number in by_kind:
                of_kind = client.get(page, leak=kind).text
                assert f'<b class="total">{cost}</b> big bets in {number} decision' in of_kind
        else:
            assert "No mistakes in these hands." in text
    assert 0 < told <= sum(map(len, lost.values()))
    assert every


@pytest.mark.nightly
def test_next_and_previous_stay_among_its_mistakes(client: Client, pages: list[str]) -> None:
    walked = 0
    for page in pages:
        text = client.get(page).text
        links = re.findall(r'class="played"><a href="([^"]+)"', text.partition('id="mistakes"')[2])
        listed = list(map(unescape, links))
        for place in {*range(1, len(listed) + 1)} & {1, 2, 3, len(listed) - 1, len(listed)}:
            shown = client.get(listed[place - 1]).text
            of = f"{len(listed)} mistakes in this session" if len(listed) > 1 else "1 mistake in this session"
            assert f"{place} of {of}" in " ".join(Page(shown).text.split())
            ways = {which: unescape(way) for way, which in re.findall(r'<a href="([^"]+)" rel="(prev|next)"', shown)}
            expected = {"prev": place - 2, "next": place}
            assert ways == {which: listed[one] for which, one in expected.items() if 0 <= one < len(listed)}
            (back,) = {link for link, said in Page(shown).links if "in this session" in said}
            assert client.get(back.partition("#")[0]).text.count("Decided here.") == len(listed)
            walked += 1
    assert walked > 4


def mistakes_of(store: Store, hands: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """The mistakes in these hands, a table for each kind."""
    for kind in KINDS:
        yield store.leaks(hands=kind.name).join(hands, on=["site", "hand_id"], how="semi")


@pytest.mark.nightly
def test_its_verdict_and_luck_are_those_of_its_hands_among_all_of_the_game(tmp_path: Path) -> None:
    file, hands = tmp_path / "dealt.duckdb", tmp_path / "dealt.txt"
    evenings = [
        Settings(hands=350, seed=seed, start=datetime(2013, 3, seed, 9, tzinfo=UTC), levels=levels)
        for seed, levels in ((3, ()), (4, LEVELS), (5, ()))
    ]
    hands.write_text("".join(write(hand) for one in evenings for hand in deal_hands(one)), encoding="utf-8")
    assert app.run_command_line(["import", str(hands), "--db", str(file), "-q"]) == 0
    with Store(file, read_only=True) as store:
        luck, listed = store.luck(hands=True), store.find_hands("bb100", store.hero())
        last = listed.filter(pl.col("played_at") > datetime(2013, 3, 5)).join(luck, on=["site", "hand_id"])
        lucky, net = (float(last[name].to_numpy().sum()) for name in ("luck", "big_bets"))
        assert 300 < len(last) < len(luck)
        explained = store.explain(filters=Filters(since=datetime(2013, 3, 5, tzinfo=UTC)))
        game = store.explain()
        cash = len(luck.filter(currency="USD"))
        assert len(last) < cash < len(luck)
        lost = sum(float(rows["big_bets"].sum()) for rows in mistakes_of(store, last))
    with visiting(file) as client:
        (to, *_) = re.findall(r'href="(/session\?[^"]+)"', table(client.get("/sessions").text))
        text = client.get(unescape(to)).text
    brought, rest = words.signed_number(lucky), words.signed_number(net - lucky)
    assert explained is not None
    assert explained.luck == pytest.approx(lucky)
    assert explained.net == pytest.approx(net)
    assert explained.mistakes == pytest.approx(lost)
    assert game is not None
    assert game.usual_mistakes is None
    assert explained.usual_mistakes == pytest.approx((game.mistakes or 0) * len(last) / cash)
    assert f"<p>{explained.verdict}</p>" in text
    assert f"Luck of own cards {brought} big bets, without it {rest}, from {len(last)} hands" in text
    assert '<path class="without-luck"' in text
    assert 'class="both"' in text


@pytest.mark.nightly
def test_the_only_session_is_not_compared_with_itself(many: Path) -> None:
    with visiting(many) as client:
        [to] = {*re.findall(r'href="(/session\?[^"]+)"', table(client.get("/sessions").text))}
        text = client.get(unescape(to)).text
    assert "mistakes cost about" in text
    assert "usually" not in text
    assert "in all your hands" not in text


@pytest.mark.nightly
def test_without_500_hands_nothing_is_said_of_luck(client: Client, pages: list[str]) -> None:
    assert "results without luck need 500 hands" in client.get(pages[0]).text.lower()


@pytest.mark.nightly
def test_what_is_unlike_other_sessions_leads_to_the_hands_of_both_sides(tmp_path: Path) -> None:
    dealt(tmp_path / "a.duckdb", [*[Style()] * 6, Style(loose=0.95)], 90).close()
    with visiting(tmp_path / "a.duckdb") as client:
        last, *_, first = re.findall(r'href="(/session\?[^"]+)"', table(client.get("/sessions").text))
        section = client.get(unescape(last)).text.partition('id="unlike"')[2].partition("</section>")[0]
        shown = re.findall(r'<b>([\d.]+) %</b> <small><a href="([^"]+)">(\d+)</a>/<a href="([^"]+)">(\d+)</a>', section)
        numbers = {
            to: re.findall(r'id="rows">([\d,]+)<', client.get(unescape(to)).text)[0]
            for _, *two in shown
            for to in two[::2]
        }
        text = client.get(unescape(first)).text
    assert "Puts chips into the pot before the first draw <b>more often</b>" in section
    assert len(shown) == 2 * section.count("<b>more often</b>") + 2 * section.count("<b>less often</b>") >= 2
    for rate, made, done, every, chances in shown:
        assert (numbers[made], numbers[every]) == (done, chances)
        assert rate == f"{100 * int(done) / int(chances):.1f}"
    assert "Chance alone would show a difference in up to 5 of 100 sessions." in section
    assert "Nothing you did stands out, compared with your " in text


@pytest.mark.nightly
def test_mistakes_cost_in_100_hands_what_their_sum_says(client: Client, pages: list[str], db: Path) -> None:
    found = 0
    with Store(db, read_only=True) as store:
        usual = float(store.leaks(HERO)["big_bets"][:-1].sum())
    for page in pages:
        text = client.get(page).text
        (number,) = re.findall(r'id="rows">([\d,]+)</b>', text)
        for per_100, whole in re.findall(r'class="per-100">([^<]+)</b> BB/100; <b>([^<]+)</b> in all your', text):
            (total,) = re.findall(r'class="total">([^<]+)</b>', text)
            assert abs(figure(per_100) - 100 * figure(total) / int(number)) <= 0.05 + 1 / int(number)
            assert abs(figure(whole) + usual) < 0.1
            found += 1
    assert found


def test_bars_are_the_sessions_from_the_first_to_the_last(client: Client, pages: list[str], db: Path) -> None:
    with Store(db, read_only=True) as store:
        sessions = store.statistic("sessions", HERO).sort("began").to_dicts()
    text = client.get("/sessions", player=HERO).text
    bars = re.findall(r'<a class="chart-mark( lost)?" href="([^"]+)"[^>]*><title>([^<]+)</title>', text)
    assert [said for *_, said in bars] == [
        f"{words.format_day(row['began'])}, {row['began']:%H:%M}: {words.signed_number(row['big_bets'])} big bets in "
        f"{count(row['hands'], 'hand')} in {words.currency_name(row['currency'])}"
        for row in sessions
    ]
    assert [bool(lost) for lost, *_ in bars] == [row["big_bets"] < 0 for row in sessions]
    assert {unescape(to) for _, to, _ in bars} == {*pages}
    assert text.count('class="calendar"') == 1


def test_heights_of_bars_are_in_proportion() -> None:
    rows = [
        {"began": datetime(2013, 3, 9), "hands": 9, "currency": "USD", "big_bets": won} for won in (30.0, -10.0, 0.0)
    ]
    found = build_session_bars(rows, lambda row: f"/{row['big_bets']}")
    assert found is not None
    assert (found.zero, found.high, found.low) == (90.0, "+30", "-10")
    assert [(one.y, one.high, one.is_lost) for one in found.bars] == [
        (0.0, 90.0, False),
        (90.0, 30.0, True),
        (90.0, 1.5, False),
    ]
    assert build_session_bars(rows[:1], str) is None


@pytest.mark.parametrize(
    "address",
    [
        "/session",
        "/session?player=Katja72&stat=bb100&of=currency%3DUSD&session=1999-01-01%2000:00",
        "/session?player=Katja72&stat=bb100&of=currency%3D%3Cscript%3E&session=%3Cscript%3E",
    ],
)
def test_a_session_that_is_not_there_is_one_sentence(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status == 404
    assert "No session began then" in Page(answer.text).text
    assert "<script>" not in answer.text


def test_a_masked_session_says_no_name(client: Client, pages: list[str], db: Path) -> None:
    with Store(db, read_only=True) as store:
        assert store.hero() == HERO
    shown = client.get(f"{pages[0]}&names=hidden").text
    assert HERO not in Page(re.sub(r"<script type.*?</script>", "", shown)).text
    assert all(re.search("names=(hidden|shown)", to) for to in re.findall(r'href="(/(?:hand|session)\?[^"]+)"', shown))


def cells_of(text: str, heading: str) -> list[str]:
    return re.findall(rf'data-heading="{heading}">(?:<a[^>]*>)?<bdi>([^<]*)', text)


def figure(text: str) -> float:
    return float(re.sub(r"[^\d.+-]", "", text) or "nan")


def test_sessions_are_sorted_both_ways(client: Client) -> None:
    down, up = (
        cells_of(client.get("/sessions", sort="big_bets", **more).text, "big bets") for more in ({}, {"up": "yes"})
    )
    assert len(down) > 2
    assert [*map(figure, down)] == sorted(map(figure, down), reverse=True) == [*map(figure, up)][::-1]


@pytest.mark.nightly
def test_sessions_are_sorted_by_what_mistakes_cost(client: Client, pages: list[str]) -> None:
    text = client.get("/sessions").text
    assert ">cost of mistakes<" not in text
    (to,) = re.findall(r'<a href="([^"]+)">Add the cost of mistakes', text)
    listed = table(client.get(unescape(to)).text)
    costs = cells_of(listed, "cost of mistakes")
    assert [*map(figure, costs)] == sorted(map(figure, costs))
    links = [unescape(one) for one in re.findall(r'<bdi>|href="(/session\?[^"]+)"', listed) if one]
    for page, cost in zip(links, costs, strict=True):
        total = re.findall(r'<b class="total">([^<]+)</b>', client.get(page).text)
        assert abs(figure(cost) - (figure(total[0]) if total else 0)) <= 0.05 + 1e-9, page
    assert {*links} == {*pages}


@pytest.mark.nightly
def test_from_session_to_session(client: Client, pages: list[str]) -> None:
    way, page = [], pages[-1]
    while page:
        way.append(page)
        text = client.get(page).text
        before = re.findall(r'<a href="([^"]+)" rel="prev"', text.partition("</header>")[0])
        assert [unescape(one) for one in before] == way[-2:-1][:1]
        page = unescape(next(iter(re.findall(r'<a href="([^"]+)" rel="next"', text.partition("</header>")[0])), ""))
    assert way == pages[::-1]

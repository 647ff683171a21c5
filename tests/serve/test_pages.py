"""The pages: every figure is that of `stats` with the same filters, and leads to as many hands as it counts."""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from histparse import Store, statistics, stats
from histparse.api.reporting import price_leaks_by_currency
from histparse.cli import app
from histparse.cli.filter_options import Filtering
from histparse.coach.notes import take_notes
from histparse.report.charts.style import CountedHands
from histparse.report.model import Figures
from histparse.serve.address import Address, parse_address
from histparse.serve.calendar import period_links
from histparse.serve.counting import IncrementalReport
from histparse.serve.hand_addresses import table_link_functions
from histparse.serve.menu import load_pages
from histparse.stats import Filters, words
from histparse.store import Database
from tests.cli.test_inert import HOSTILE
from tests.conftest import NIGHTLY
from tests.samples import FOLDER
from tests.serve.client import Answer, Client, Page, between, visiting
from tests.serve.databases import import_into

HERO, OPPONENT = "Katja72", "Max Raise"
SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
STRIDE, STRIDE_OF_SUMS = (23, 1) if SOAK else (181, 3) if NIGHTLY else (61, 3)
"""Of many links every so manieth is followed."""
SIX_HANDED = {"site": "pokerstars", "players": "6"}


def test_an_address_says_its_filters() -> None:
    address = parse_address(
        "/", b"site=PokerStars&from=2013-01-01&to=2013-02-01&tz=Europe/Berlin&hero=yes&min-hands=5", ()
    )
    options = Filtering(
        site="PokerStars", since="2013-01-01", until="2013-02-01", zone="Europe/Berlin", hero=True, min_hands=5
    )
    assert address.filters() == options.filters()
    assert address.filtered_link("/report", ("player", "a b")).startswith("/report?site=PokerStars&from=2013-01-01")


@pytest.fixture(scope="module")
def report(client: Client) -> Answer:
    """The hero's report of six-handed tables; a section of it takes a tenth of the time, and is enough but at night."""
    return client.get("/report", player=HERO, **SIX_HANDED, **({} if NIGHTLY else {"section": "draws"}))


@pytest.mark.nightly
def test_every_rate_of_the_report_is_that_of_stats(report: Answer, database: Database) -> None:
    shown = " ".join(unescape(re.sub(r"<[^>]+>", "", report.text)).split())
    filters = Filters(site="pokerstars", players=6)
    rates = stats.rates_overview(database, HERO, filters).to_dicts()
    by_position = stats.run_statistic(database, "vpip", HERO, filters=replace(filters, by="position")).to_dicts()
    assert len(rates) > 50
    for row in [*rates, *by_position]:
        assert f"{words.percent(row['rate'])} {words.done_of_chances(row['done'], row['chances'])} · " in shown, row


def test_a_click_on_a_figure_arrives_at_as_many_hands_as_it_counts(client: Client, report: Answer) -> None:
    chances = re.findall(r'/<a href="(/hands[^"]+)">([\d,]+)</a>', report.text)
    made = re.findall(r'<a href="(/hands[^"]+made=yes[^"]*)"><b>[^<]*</b></a>\s*<small>([\d,]+)/', report.text)
    assert len(chances) > (150 if NIGHTLY else 20)
    assert len(made) > (80 if NIGHTLY else 20)
    for link, number in [*chances, *made][::STRIDE]:
        assert client.row_count(unescape(link)) == number, link
        assert parse_qs(urlsplit(unescape(link)).query)["players"] == ["6"]


@pytest.mark.nightly
def test_sums_lead_to_the_hands_they_add_up(client: Client, report: Answer) -> None:
    links = re.findall(r'data-heading="hands"><a href="(/hands[^"]+)">([\d,]+)</a>', report.text)
    assert len(links) > 6
    assert any("position=" in link for link, _ in links)
    for link, number in links[::STRIDE_OF_SUMS]:
        assert client.row_count(unescape(link)) == number, link


def test_players_are_those_of_stats_sorted_searched_and_paged(client: Client, database: Database) -> None:
    def listed(**parameters: str) -> list[str]:
        """The players of the table, whose names lead to their cards as the dots of the map do."""
        links = Page(client.text("/players", **parameters)).links
        return [text for link, text in links if link.startswith("/notes?player=") and ": plays " not in text]

    counted = stats.run_statistic(database, "bb100", filters=Filters(by="player"))
    totals = counted.filter(counted["low_stake"].is_null())
    players = listed()
    assert len(players) == min(50, len(totals))
    assert players[0] in totals.filter(totals["hands"] == totals["hands"].max())["player"]
    assert listed(find="kaTJ") == [HERO]
    by_name = listed(sort="player", up="yes")
    assert by_name == sorted(by_name)


def test_long_tables_have_pages(client: Client) -> None:
    hands, address = list[str](), "/hands"
    while address:
        page = client.text(address)
        hands += re.findall(r'href="(/hand\?[^"]+)"', page)
        address = unescape("".join(re.findall(r'href="([^"]+)" rel="next"', page)))
    assert len({*hands}) == len(hands) == int(client.row_count("/hands").replace(",", "")) > 50


def test_sessions_lead_to_their_hands(client: Client) -> None:
    page = Page(client.text("/sessions", player=HERO))
    links = [(link, text) for link, text in page.links if "session=" in link and text.isdecimal()]
    assert len(links) > 2
    for link, text in links[:4]:
        assert client.row_count(link) == text


@pytest.mark.nightly
def test_leaks_lead_to_their_decisions(client: Client, database: Database) -> None:
    rows = price_leaks_by_currency(database, HERO, Filters()).to_dicts()
    page = client.text("/leaks", player=HERO)
    links = dict(re.findall(r'href="(/leaks\?[^"]*leak=[^"]+)">([^<]+)<', page))
    assert {*links.values()} == {row["player"] for row in rows[:-1]}
    link_of_mark = table_link_functions(Address("/report", ()), HERO)["hands_of_mark"]
    mistakes = {row["player"]: row["mistakes"] for row in rows}
    for link, title in links.items():
        address = unescape(link)
        mark = link_of_mark(CountedHands("leaks", {"leak": title}))
        assert parse_qs(urlsplit(mark).query) == parse_qs(urlsplit(address).query)
        assert client.row_count(address) == str(mistakes[title]), link
        assert client.text(address).count('class="played"><a href="/hand?') == min(mistakes[title], 50)
    assert "only heroes have leaks" in client.text("/leaks", player="LimpLena")
    assert client.get("/leaks", player=HERO, leak="pat").status == 400


@pytest.mark.nightly
def test_leaks_and_notes_say_which_hands_they_leave_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = import_into(tmp_path / "a.duckdb", *(FOLDER / "winamax").glob("session_*.txt"))
    with Store(file, read_only=True) as store:
        sentence = store.untold()
    with visiting(file) as client:
        assert sentence.endswith("the text prints no card that a hero draws.")
        assert sentence in client.text("/leaks")
        assert sentence in client.text("/notes")
    for command in ("leaks", "notes"):
        assert app.run_command_line([command, "--db", str(file)]) in (0, 2)
        assert sentence in capsys.readouterr().err


@pytest.mark.nightly
def test_notes_lead_to_the_hands_of_their_rates(client: Client, database: Database) -> None:
    text, notes = client.text("/notes", player=OPPONENT), take_notes(database, OPPONENT, Filters())
    headings = map(unescape, re.findall(r"<h2>([^<]+)</h2>", text))
    assert [*headings] == [word.word[0].upper() + word.word[1:] for word in notes.words]
    links = re.findall(r'<a href="(/hands[^"]+)">([\d,]+)</a>', text)
    assert len(links) >= len(notes.words) > 0
    for link, number in links[::STRIDE_OF_SUMS]:
        assert client.row_count(unescape(link)) == number, link


def test_findings_lead_to_the_step_of_their_hand(client: Client) -> None:
    codes = Page(client.text("/findings"))
    assert "/findings?code=BET02" in [link for link, _ in codes.links]
    findings = Page(client.text("/findings", code="BET02"))
    (address,) = [link for link, _ in findings.links if link.startswith("/hand?")]
    hand = client.text(address)
    (begin,) = re.findall(r'data-begin="(\d+)"', hand)
    step = between(hand, f'data-step="{begin}"', "</li>")
    assert "BET02" in step
    assert "raises" in step


@pytest.mark.nightly
def test_the_report_is_sent_as_it_is_counted(client: Client, report: Answer) -> None:
    assert report.pieces > 8
    text = report.text
    assert text == client.text("/report", player=HERO, **SIX_HANDED)  # kept from the first time
    assert text.index('aria-label="Won"') < text.index('id="results"')
    assert text.index('id="results"') < text.index('id="draws"') < text.index('id="differences"')


@pytest.mark.nightly
def test_a_section_alone_is_that_of_the_report_and_nothing_else_is_counted(
    client: Client, report: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its figures are all there, its first table unfolded; a filter stays in the section."""
    tabs = dict(re.findall(r'<li><a href="(/report[^"]+section=[^"]+)"[^>]*>([^<]+)</a>', report.text))
    assert {"Draws", "Starting hands", "River", "Betting", "Luck"} <= {*tabs.values()}
    figure = re.compile(r'<a href="(/hands[^"]+)">([\d,]+)</a>')
    for link, name in tabs.items():
        text = client.text(unescape(link))
        in_report = between(report.text, f'<h2 id="{name.lower().replace(" ", "-")}">', "<h2")
        assert figure.findall(text.rpartition("<h2")[2]) == figure.findall(in_report)
        assert text.count("<h2") == bool(in_report)
        assert f'<input type="hidden" name="section" value="{name.lower()}">' in text
        assert f'aria-current="page">{name}</a>' in text
    counted, figures = [], IncrementalReport._count_section

    def counting(report: IncrementalReport, name: str, database: Database) -> dict[str, Figures]:
        counted.append(name)
        return figures(report, name, database)

    monkeypatch.setattr(IncrementalReport, "_count_section", counting)
    assert client.get("/report", player=HERO, position="CO", section="draws").status == 200
    assert counted == ["draws"]
    assert "did you mean <q>draws</q>" in client.text("/report", player=HERO, section="draw")


def test_definitions_are_on_a_page_of_their_own_and_terms_lead_there(client: Client, report: Answer) -> None:
    page = client.text("/definitions", players="6")
    defined = {*re.findall(r'<dt id="about-(\w+)">', page)}
    assert defined >= {*statistics()}
    assert len(re.findall("<dt ", page)) == len(defined)
    terms = re.findall(r'class="term" href="(/definitions[^"]*)#about-(\w+)" data-about="[^"]+', report.text)
    assert len(terms) > (20 if NIGHTLY else 0)
    assert {name for _, name in terms} <= defined
    assert {link for link, _ in terms} == {"/definitions?site=pokerstars&amp;players=6"}


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/report?player=Katja7", 404, "did you mean `Katja72`"),
        ("/hand?id=10420003141", 404, "did you mean `104200031415`"),
        ("/hand", 404, "This address names no hand"),
        ("/?sitte=x", 400, "did you mean `site`"),
        ("/hands?stat=pat_rate&of=drew%3D1", 400, "there is no column of pat_rate"),
        ("/hands?sort=nett", 400, "cannot be sorted by"),
        ("/findings?code=BET", 404, "there is no finding"),
        ("/nothing", 404, "there is no such page"),
        ("/session", 404, "No session began then"),
        (
            "/session?player=Katja72&stat=bb100&of=currency%3DUSD&session=1999-01-01%2000:00",
            404,
            "No session began then",
        ),
        ("/session?stat=bb100&of=currency%3D%3Cscript%3E&session=%3Cscript%3E", 404, "No session began then"),
        ("/ask?player=Katja72&stat=vpp", 400, "There is no stat `vpp`: did you mean `vpip`"),
        ("/ask?player=Katja72&by=hero", 400, "There is no group `hero`"),
        ("/ask?player=Katja72&stat=bet_by_role&by=role", 400, "already has a row for each role"),
        ("/report?player=Katja72&start=2348&position=UTG&players=6", 400, "passes these filters"),
    ],
)
def test_what_is_not_there_or_cannot_be_asked_gets_one_sentence(
    client: Client, address: str, status: int, sentence: str
) -> None:
    answer = client.get(address)
    assert answer.status == status
    assert sentence.lower() in unescape(re.sub("</?q>", "`", answer.text)).lower()
    assert "Traceback" not in answer.text
    assert "<script>" not in answer.text


def test_periods_keep_the_other_filters() -> None:
    links = list(period_links(Address("/hands", (("players", "6"), ("last", "7d"), ("page", "3")))))
    assert [link.name for link in links if link.is_shown] == ["7 days"]
    assert [link.address for link in links] == [
        "/hands?players=6&last=session",
        "/hands?players=6&last=1d",
        "/hands?players=6&last=7d",
        "/hands?players=6&last=30d",
        "/hands?players=6&last=90d",
        "/hands?players=6",
    ]


def test_the_last_two_sessions_are_periods_with_their_hands(client: Client, store: Store) -> None:
    rows = store.statistic("sessions", HERO).drop_nulls("began").sort("began", descending=True).to_dicts()
    page = Page(client.text("/hands", position="BB"))
    for name, row in zip(("This session", "Last session"), rows, strict=False):
        (link,) = [link for link, text in page.links if text == f"{name} {row['began']:%Y-%m-%d %H:%M}"]
        assert "position=BB" in link
        all_positions = link.replace("position=BB&", "")
        assert client.row_count(all_positions) == str(row["hands"])
        assert f"<summary>When: <b><bdi>{name}</bdi></b>" in client.text(all_positions)


@pytest.mark.nightly
def test_a_period_without_hands_is_a_page(client: Client) -> None:
    """Nothing in this database is from after its last day."""
    assert "passes these filters" not in client.text("/", last="1d")
    answer = client.get("/", players="6", **{"from": "2100"})
    assert answer.status == 200
    assert "passes these filters" in answer.text
    assert Page(answer.text).links[-1][0] == "/"


def test_empty_fields_of_a_form_leave_the_address(client: Client) -> None:
    answer = client.get("/hands?site=&stakes=&players=6&stat=vpip")
    assert answer.status == 303
    assert answer.headers["location"] == "/hands?players=6&stat=vpip"


@pytest.mark.nightly
def test_hostile_names_and_chat_are_inert(client: Client, database: Database) -> None:
    name, hand = database.connection.execute(
        "SELECT hero, site || ':' || hand_id FROM hands WHERE contains(hero, 'hacked')"
    ).fetchall()[0]
    answers = [client.get(path, player=name) for path in ("/", "/report", "/hands", "/sessions")]
    for answer in [*answers, client.get("/players", find="Hero"), client.get("/hand", id=hand)]:
        assert answer.status == 200
        page = Page(answer.text)
        assert not {letter for letter in HOSTILE if not letter.isprintable()} & set(answer.text)
        assert "hacked" in page.text
        assert "49" not in page.text.partition("hacked=1")[2][:20]
        assert not any(name.startswith("on") or name == "style" for _, attributes in page.tags for name in attributes)
        assert not {tag for tag, _ in page.tags} & {"iframe", "img", "object", "style", "base"}
        for script in (attributes for tag, attributes in page.tags if tag == "script"):
            assert (script.get("src") or "").startswith("/files/") or script.get("type") == "application/json"


def test_every_page_has_a_place_of_its_own() -> None:
    pages = load_pages()
    assert len({page.PLACE for page in pages}) == len({page.PATH for page in pages}) == len(pages)


def test_asked_is_what_was_said() -> None:
    address = Address("/hands", (("stat", "vpip"), ("of", "a=1"), ("of", "b=2"), ("players", "6")))
    assert address.get_all("of") == ["a=1", "b=2"]
    assert address.unfiltered_address == "/hands?stat=vpip&of=a%3D1&of=b%3D2"
    assert address.changed_address(page=2) == "/hands?stat=vpip&of=a%3D1&of=b%3D2&players=6&page=2"

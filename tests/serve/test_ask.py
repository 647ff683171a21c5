"""The page that answers any question: its figures lead to as many hands as they count, whatever they are split by."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest

from histparse import groups, statistics
from histparse.serve.pages.ask import SINGLE_ROW_GROUPS
from tests.serve.client import Client

HERO = "Katja72"
LINK = re.compile(r'(?:/|data-heading="hands">)<a href="(/hands[^"]+)">([\d,]+)</a>')
"""Where the opportunities of a rate, or the hands of a row, lead."""
QUESTIONS = [
    ("pat_rate", ("position", "players")),
    ("wtsd", ("opponent",)),
    ("bb100", ("site", "position")),
    ("draw_path", ("position",)),
]


def ask(client: Client, stat: str, groups: tuple[str, ...]) -> str:
    answer = client.get("/ask", player=HERO, stat=stat, **dict(zip(("by", "and"), groups, strict=False)))
    assert answer.status == 200
    return answer.text


@pytest.mark.nightly
def test_the_name_of_an_opponent_leads_to_their_card(client: Client) -> None:
    (card, *_) = re.findall(r'<th scope="row"><a href="(/notes[^"]+)">', ask(client, "wtsd", ("opponent",)))
    assert 'class="opponent"' in client.text(unescape(card))


@pytest.mark.nightly(1)
@pytest.mark.parametrize(("stat", "groups"), QUESTIONS)
def test_a_figure_leads_to_as_many_hands_as_it_counts(client: Client, stat: str, groups: tuple[str, ...]) -> None:
    links = LINK.findall(ask(client, stat, groups))
    assert links
    for link, number in links[:6]:
        address = unescape(link)
        assert {*groups} <= {name for name, _ in parse_qsl(urlsplit(address).query)}
        assert client.row_count(address) == number, address


@pytest.mark.parametrize("group", ["hour", "stack"])
def test_what_hands_cannot_be_filtered_by_leads_nowhere(client: Client, group: str) -> None:
    text = ask(client, "vpip", (group,))
    assert 'class="figure' in text
    assert not LINK.findall(text)


def test_over_months_it_says_whether_a_rate_rises_or_falls(client: Client) -> None:
    """The words are those of `stats`; where nothing follows in time, nothing is said."""
    assert re.search(r"<p>(No t|T)rend [^<]+ months?", ask(client, "vpip", ("month",)))
    assert "rend over" not in ask(client, "vpip", ("position",))


def test_every_statistic_can_be_asked_by_every_group(client: Client) -> None:
    page = ask(client, "vpip", ())
    assert set(re.findall(r'<option value="(\w+)"', page)) >= {*statistics()} - {"net_line"}
    assert set(re.findall(r'<select name="by">(.*?)</select>', page)[0].split("<option>")[1:]) == {
        f"{name}</option>" for name in groups() if name not in SINGLE_ROW_GROUPS
    }

"""The page of audits says what the command says, and leads to the hands that are named."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from polars import DataFrame, Series, col

from histparse import Store
from histparse.audit.deal_audit import DealAudit
from histparse.audit.words import describe_outcome, describe_power, format_difference, summarise_deal
from histparse.simulate import Settings, deal_hands
from tests.audit.pairs_found import PAIR, partners
from tests.audit.tables import sessions
from tests.dealer.writing import write
from tests.serve.client import visiting

HEROES = ("Ann Able", "Bob Best")


@pytest.fixture(scope="module")
def two_heroes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So few hands that hardly any fault would be found, dealt to two players."""
    file = tmp_path_factory.mktemp("audit") / "two.duckdb"
    with Store(file) as store:
        for seed, hero in enumerate(HEROES):
            store.import_text("".join(map(write, deal_hands(Settings(hands=60, seed=seed, hero=hero, table=hero)))))
    return file


def test_where_hardly_any_was_expected_there_is_no_ratio() -> None:
    words = {"title": "Equal hands", "not_judged": None, "unit": "hands dealt", "counted": "pairs of hands"}
    figures = {"observed": 0.0, "expected": 0.0101, "effect": -1.0, "low": -1.0, "high": 363.0}
    row: dict[str, object] = {**words, **figures, "sample": 230, "p": 1.0, "p_family": 1.0}
    assert (
        describe_outcome(row)
        == "Equal hands: pairs of hands 0, expected 0.01, in 230 hands dealt; p 1.00, over all tests 1.00"
    )
    assert format_difference(row) == ""
    assert format_difference(row | {"expected": 4.0, "effect": 0.5, "low": 0.1}) == "+50.0 % (+10.0 % to +36,300 %)"


def test_what_many_hands_tell_is_not_called_little() -> None:
    tests = DataFrame({"power": [1.0, 0.9, None], "found": [False, False, False]})
    assert summarise_deal(DealAudit(5000, 0, tests)) == "No alarm in 2 tests."
    weak_tests = tests.with_columns(power=col("power") / 50)
    assert summarise_deal(DealAudit(50, 0, weak_tests)).endswith("in at most 2 of 100 such samples.")
    tests_with_alarm = tests.with_columns(found=Series([True, False, False]))
    assert summarise_deal(DealAudit(5000, 0, tests_with_alarm)) == "Alarms: 1 of 2 tests."
    assert summarise_deal(DealAudit(0, 0, tests.clear())) == "Nothing could be tested: these hands are too few."


def test_the_answer_comes_first_and_the_tests_are_folded_away(two_heroes: Path) -> None:
    with Store(two_heroes) as store:
        deal = store.audit_deal()
    with visiting(two_heroes) as client:
        texts = client.text("/audit"), client.text("/audit", names="hidden")
    page, hidden = (re.sub(r"<[^>]+>", "", unescape(text)) for text in texts)
    assert "half of the tests would find the fault that they look for" in summarise_deal(deal)
    summary, _, folded = page.partition("What was tested")
    assert summarise_deal(deal) in summary
    assert "-100.0 %" not in page
    assert len(deal.tests) > 10
    for row in deal.tests.to_dicts():
        assert row["about"] in folded
        assert "_" not in row["test"] or row["test"] not in page
        if row["not_judged"]:
            assert row["not_judged"] in folded
        else:
            outcome = (row["counted"], describe_power(row), format_difference(row))
            assert all(wording in folded for wording in outcome), row
    (players,) = deal.tests.filter(test="players")["counted"]
    assert players in HEROES
    assert players in folded
    assert "players are dealt equally many" in hidden
    assert not any(name in hidden for name in HEROES)


@pytest.mark.nightly
def test_the_page_says_what_the_audits_found_and_leads_to_the_hands(tmp_path: Path) -> None:
    file = tmp_path / "a.duckdb"
    with Store(file) as store:
        store.import_text(sessions(25, 1, partners=partners(1.0), companions=PAIR, shared_sessions=5))
        deal, pairs = store.audit_deal(), store.audit_play().pairs.filter("found").to_dicts()
    with visiting(file) as client:
        page = client.text("/audit")
        text = re.sub(r"<[^>]+>", "", unescape(page))
        assert summarise_deal(deal) in text
        assert f"{PAIR[0]} and {PAIR[1]}" in text
        links = re.findall(r'<a href="(/hand\?id=[^"]+)">', page)
        assert len(links) == len(pairs[0]["evidence"]) == 5
        assert all(client.get(unescape(link)).status == 200 for link in links)
        assert "leave out filters of players" in client.text("/audit", position="BTN")

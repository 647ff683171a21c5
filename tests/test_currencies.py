"""Nothing adds up big bets of two currencies, of play money and money, or of chips and either, whatever shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from histparse import Store, stats
from histparse.cli.commands import PANELS
from histparse.serve.address import Address
from histparse.serve.leak_costs import price_leaks_of_one_currency
from histparse.serve.menu import load_pages
from histparse.serve.source import PageRequest, Source
from histparse.simulate import Level, Settings, Stakes, Style, deal_hands
from histparse.stats import Filters, words
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.everywhere import ADDRESSES, all_commands, get_pages, run_commands
from tests.running import Run
from tests.store.filling import fill

BASE = Settings(hands=0, players=(4, 5), regulars={name: Style() for name in ("Hero", "Ann", "Ben", "Cleo", "Dan")})
LEVELS = (Level("I", Stakes(1000, 2000, 500), 400),)
GAMES = {"USD": 150, "EUR": 120, "play": 100, "chips": 60}
"""Hands of each, the same players in all; by name they come in another order."""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("currencies")
    for seed, (currency, hands) in enumerate(GAMES.items(), 11):
        start = BASE.start + timedelta(days=7 * seed)
        settings = replace(BASE, hands=hands, seed=seed, start=start)
        if currency == "chips":
            settings = replace(settings, levels=LEVELS, stacks=(15, 25))
        else:
            settings = replace(settings, currency=currency, table=f"Table {currency}")
        (folder / f"{currency}.txt").write_text(write_all(deal_hands(settings)), encoding="utf-8")
    with Database(folder / "a.duckdb") as database:
        fill(database, sorted(folder.glob("*.txt")))
    return folder / "a.duckdb"


@pytest.fixture(scope="module")
def sums(db: Path) -> frozenset[str]:
    """Every sum over two games or more of what a player won, in big bets and per 100 hands, as it would be shown."""
    with Database(db, read_only=True) as database:
        rows = stats.run_statistic(database, "bb100", filters=Filters(by="player"))
    figures = set[str]()
    for player in rows.filter(rows["low_stake"].is_null()).partition_by("player"):
        games = [(row["bb100"] * row["hands"] / 100, row["hands"]) for row in player.to_dicts()]
        for added in chain.from_iterable(combinations(games, number) for number in range(2, len(games) + 1)):
            won, hands = map(sum, zip(*added, strict=True))
            figures |= {words.signed_number(figure, digits) for figure in (won, 100 * won / hands) for digits in (1, 2)}
    long = {figure for figure in figures if len(figure) >= len("+100.0")}  # shorter ones are there by chance
    assert len(long) > 50
    return frozenset(long)


def shown(text: str) -> Iterator[str]:
    """The numbers with a sign."""
    return (match[0] for match in re.finditer(r"[-+][\d,]+\.\d+", text))


def test_every_command_and_page_is_looked_at() -> None:
    assert all_commands() == {name for panel in PANELS.values() for name in panel}
    assert {address.partition("?")[0] for address in ADDRESSES} == {page.PATH for page in load_pages()}


@pytest.mark.nightly
def test_no_command_adds_currencies(run: Run, db: Path, sums: frozenset[str], tmp_path: Path) -> None:
    for command, code, text in run_commands(run, db, tmp_path / "written"):
        assert code == 0, (command, text)
        assert sums.isdisjoint(shown(text)), (command, sums & {*shown(text)})


@pytest.mark.nightly
def test_no_page_adds_currencies(db: Path, sums: frozenset[str]) -> None:
    for address, page in get_pages(db):
        assert page.status == 200, (address, page.text)
        assert sums.isdisjoint(shown(page.text)), (address, sums & {*shown(page.text)})


@pytest.mark.nightly
def test_leaks_of_each_currency_are_those_of_its_hands(db: Path) -> None:
    with Store(db, read_only=True) as store:
        leaks = store.leaks("Hero")
        assert leaks["currency"].unique(maintain_order=True).to_list() == [*GAMES], "that of most hands first"
        for currency in GAMES:
            assert leaks.filter(currency=currency).equals(store.leaks("Hero", filters=Filters(money=currency)))


@pytest.mark.nightly
def test_rows_of_the_currency_of_most_hands_come_first(db: Path) -> None:
    with Database(db, read_only=True) as database:
        rows = {name: stats.run_statistic(database, name, "Hero") for name in stats.catalogue()}
    orders = {
        name: rows["currency"].unique(maintain_order=True).to_list()
        for name, rows in rows.items()
        if "currency" in rows.columns
    }
    assert orders.pop("sessions") == [*GAMES], "the games are played one after the other"
    assert len(orders) > 5
    assert orders == {name: [currency for currency in GAMES if currency in order] for name, order in orders.items()}


@pytest.mark.nightly
def test_a_page_of_one_currency_knows_of_the_others(db: Path) -> None:
    """So that its links say which, though most hands are in another."""
    with Store(db, read_only=True) as store:
        request = PageRequest(Address("/", ()), store, Source(str(db)))
        costs = price_leaks_of_one_currency(request, "EUR")
    assert (costs.currency, {*costs.other_currencies}) == ("EUR", {*GAMES} - {"EUR"})
    assert costs.currency_parameter == [("money", "EUR")]

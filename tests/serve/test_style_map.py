"""The map of styles: each dot's rates are those of `stats`, places follow them, and few players make none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from urllib.parse import quote_plus

import pytest

from histparse import Filters, Store
from histparse.serve.opponents import FEWEST, HEIGHT, WIDTH, Point, StyleMap, build_style_map
from histparse.serve.style_drawing import LONGEST_NAME, NAMED, SIZES, draw_style_map, place_labels
from histparse.simulate import Settings
from tests.report.browser import Browser, in_browser
from tests.serve.client import serving, visiting
from tests.serve.databases import deal_into

BY_PLAYER = Filters(by="player")


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return deal_into(tmp_path_factory.mktemp("styles") / "a.duckdb", Settings(hands=250, seed=5, players=(4, 4)))


@pytest.fixture
def store(dealt: Path) -> Iterator[Store]:
    with Store(dealt) as store:
        yield store


@pytest.mark.nightly
def test_a_dot_stands_where_the_rates_of_the_player_are(store: Store) -> None:
    style_map = build_style_map(store, BY_PLAYER)
    assert style_map is not None
    points = style_map.points
    assert len(points) >= 3
    vpip_rates, pat_rates = dict[Point, float](), dict[Point, float]()
    for point in points:
        (vpip,) = store.statistic("vpip", point.player).to_dicts()
        pats, draws = store.statistic("pat_rate", point.player).select("done", "chances").sum().row(0)
        assert vpip["chances"] >= FEWEST
        vpip_rates[point], pat_rates[point] = vpip["rate"], pats / draws
        assert f"plays {100 * vpip['rate']:.1f} % ({vpip['done']}/{vpip['chances']})" in point.in_words
        assert f"stands pat {100 * pats / draws:.1f} % ({pats}/{draws})" in point.in_words
        assert 0 < point.x < WIDTH
        assert 0 < point.y < HEIGHT
    assert sorted(points, key=lambda point: point.x) == sorted(points, key=vpip_rates.__getitem__)
    assert sorted(points, key=lambda point: -point.y) == sorted(points, key=pat_rates.__getitem__)


@pytest.mark.nightly
def test_too_few_hands_make_no_map(store: Store) -> None:
    assert build_style_map(store, Filters(by="player", position="BB")) is None


def test_a_dot_leads_to_the_notes(dealt: Path) -> None:
    with Store(dealt) as store:
        style_map = build_style_map(store, BY_PLAYER)
    assert style_map is not None
    with visiting(dealt) as client:
        page = client.text("/players")
    assert page.count('class="chart-mark') == len(style_map.points) * len(SIZES)
    for number, point in enumerate(style_map.points):
        marked, stop = " hero" if point.player == "Hero" else "", -1 if number else 0
        link = f"/notes?player={quote_plus(point.player)}"
        assert f'<a class="chart-mark{marked}" href="{link}" tabindex="{stop}">' in page


def test_ticks_are_round_figures_in_their_places() -> None:
    """A map from 30 to 70 % across and from 20 to 40 % up."""
    points = tuple(Point(f"P{number}", 100.0 * number, 200.0, 6.0, "") for number in range(1, 5))
    broad, _ = draw_style_map(StyleMap(points, ((0.3, 0.7), (0.2, 0.4)), (500.0, 210.0)), str)
    assert [tick.text for tick in broad.across] == ["30 %", "40 %", "50 %", "60 %", "70 %"]
    assert [tick.place for tick in broad.across] == [0.0, 250.0, 500.0, 750.0, 1000.0]
    assert [(tick.text, tick.place) for tick in broad.up][::4] == [("20 %", HEIGHT), ("40 %", 0.0)]


@pytest.mark.parametrize(("width", "height"), SIZES.values())
def test_names_of_twenty_in_a_crowd_do_not_overlap(width: int, height: int) -> None:
    random = Random(1)  # noqa: S311 - nothing secret
    points = []
    for number in range(NAMED):
        x, y = random.gauss(width / 2, 60), random.gauss(height / 2, 40)
        points.append(Point(f"pokerstars:Player of number {number}", x, y, 6.0, ""))
    labels = list(place_labels(points, width, height, str))
    assert len(labels) >= NAMED * 3 / 4
    assert all(len(label.text) <= LONGEST_NAME and label.text.startswith("Player") for label in labels)
    for first, second in combinations([label.box for label in labels], 2):
        assert first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
    for left, top, right, bottom in (label.box for label in labels):
        assert left >= 0
        assert top >= 0
        assert right <= width
        assert bottom <= height


@pytest.mark.nightly
@in_browser
@pytest.mark.parametrize(("width", "shown"), [(390, "slim"), (1440, "broad")])
def test_names_stand_apart_as_the_browser_draws_them(
    browser: Browser, large_database: Path, width: int, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("histparse.serve.opponents.FEWEST", 5)
    browser.screen(width, 900)
    with serving(large_database) as address:
        browser.visit(f"{address}players")
        boxes = browser.run(
            "return [...document.querySelectorAll('.styles .name')].map((one) => one.getBoundingClientRect())"
            ".filter((box) => box.width).map((box) => [box.left, box.top, box.right, box.bottom, box.height])"
        )
        assert browser.run(f"return document.querySelector('.styles .{shown}').getBoundingClientRect().width > 0")
    assert len(boxes) > 10
    for first, second in combinations(boxes, 2):
        line = 0.3 * first[4]  # a box is higher than its letters
        is_beside = first[2] <= second[0] or second[2] <= first[0]
        assert is_beside or first[3] - line <= second[1] or second[3] - line <= first[1]

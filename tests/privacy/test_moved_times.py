"""A moved time is written as the site wrote it, and the site's reader finds the moved moment."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from histparse.parsing.dialects.base import dialects
from histparse.privacy.moved_times import move_day_if_valid, move_milliseconds, move_times
from tests.parsing.dialects.tables import read_table

WEEKS = timedelta(weeks=20)
"""From winter into summer: clocks go forward in between."""


def move(moment: datetime) -> datetime:
    return moment + WEEKS


@pytest.mark.parametrize(
    ("site", "text", "moved"),
    read_table("""
pokerstars => 2013/01/09 18:31:20 ET => 2013/05/29 19:31:20 ET
pokerstars => 2013/01/10 0:31:20 CET [2013/01/09 18:31:20 ET] => 2013/05/30 1:31:20 CET [2013/05/29 19:31:20 ET]
pokerstars => 2007/01/09 - 18:31:20 (ET) => 2007/05/29 - 19:31:20 (ET)
pokerstars => 2013/01/09 9:31 UTC => 2013/05/29 9:31 UTC
pokerstars => 2013/01/09 18:31:20 XYZ => 2013/05/29 18:31:20 XYZ
fulltilt => 15:37:47 ET - 2012/11/23 => 16:37:47 ET - 2013/04/12
fulltilt => 21:37:47 CET - 2012/11/23 [15:37:47 ET - 2012/11/23] => 22:37:47 CET - 2013/04/12 [16:37:47 ET - 2013/04/12]
fulltilt => 23:10 ET - Wed, January 12, 2006 => 00:10 ET - Fri, June 2, 2006
fulltilt => 16:10 ET - Thursday, January 12, 2006 => 17:10 ET - Thursday, June 1, 2006
winamax => 2016/11/12 22:24:21 UTC => 2017/04/01 22:24:21 UTC
kingsclub => 2021-01-02 15:42:06 => 2021-05-22 15:42:06
merge => 20110119091134 => 20110608091134
merge => 2012/01/14 21:50:08 +0400 => 2012/06/02 21:50:08 +0400
pokerstars => some time => some time
"""),
)
def test_a_time_is_moved_on_the_clock_that_shows_it(site: str, text: str, moved: str) -> None:
    read = dialects()[site].parse_time
    assert move_times(text, move, read) == moved
    moment = read(text).moment
    assert read(moved).moment == (moment and move(moment))


@pytest.mark.parametrize("text", ["2013/02/30 18:31:20 ET", "9999/12/31 18:31:20 ET", "at 9 o'clock"])
def test_what_cannot_be_moved_is_said(text: str) -> None:
    assert move_times(text, move, dialects()["pokerstars"].parse_time) is None


def test_days_and_milliseconds_are_moved_as_well() -> None:
    assert move_day_if_valid("20110119", move) == "20110608"
    assert move_day_if_valid("20110231", move) == "20110231"
    assert move_milliseconds("1303222295812", timedelta(seconds=-1)) == "1303222294812"

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.model.money import SIGNS, parse_amount, show_amount
from tests.parsing.dialects.tables import read_table


@pytest.mark.parametrize(
    ("text", "amount"),
    read_table("""
$0.05 => 5
$1 => 100
0.5 => 50
$1,500 => 150000
1,500.50 => 150050
12.50€ => 1250
£20 => 2000
Rs. 20 => 2000
160 => 16000
-2.50 => -250
200FPP => 20000
"""),
)
def test_amounts_of_sites(text: str, amount: str) -> None:
    assert parse_amount(text) == int(amount)


@pytest.mark.parametrize("text", ["", "$", "1.234", "1.2.3", "x", "$1 of $2", ","])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount"):
        parse_amount(text)


def test_whole_amounts_are_shown_without_decimals() -> None:
    assert show_amount(150_050, "USD") == "$1,500.50"
    assert show_amount(150_000, "EUR") == "€1,500"
    assert show_amount(-5, "play") == "-0.05"
    assert show_amount(0) == "0"


@given(st.integers(-(10**12), 10**12), st.sampled_from(["play", "chips", *SIGNS]))
def test_shown_amounts_read_back(amount: int, currency: str) -> None:
    assert parse_amount(show_amount(amount, currency)) == amount

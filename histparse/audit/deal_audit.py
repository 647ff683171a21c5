"""Audit: the family of tests of the deal, corrected for how many they are."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import polars as pl
from msgspec import Struct, structs

from histparse.audit import deal
from histparse.audit.dealt import Dealt, dealt
from histparse.audit.holm import corrected, needed
from histparse.audit.measured import LEVEL, Measured, TooFewError
from histparse.stats import Filters
from histparse.stats.run import ready
from histparse.store import Database
from histparse.system.resources import query


class DealAudit(Struct, frozen=True):
    """What the tests found, and what they left out."""

    hands: int
    """Hands dealt whose first five cards were known at once."""
    shown: int
    """Hands of which cards are known only because they were shown: they are left out."""
    tests: pl.DataFrame
    """A row for each test; see `COLUMNS`."""

    @property
    def found(self) -> int:
        """How many tests found what chance does not explain."""
        return int(self.tests["found"].sum())


COLUMNS = {
    "test": pl.String(),
    "about": pl.String(),
    "sample": pl.Int64(),
    "unit": pl.String(),
    "counted": pl.String(),
    "expected": pl.Float64(),
    "observed": pl.Float64(),
    "effect": pl.Float64(),
    "low": pl.Float64(),
    "high": pl.Float64(),
    "p": pl.Float64(),
    "p_family": pl.Float64(),
    "found": pl.Boolean(),
    "fault": pl.String(),
    "power": pl.Float64(),
    "needed": pl.Int64(),
    "not_judged": pl.String(),
}
"""`p_family` is corrected by Holm; `power`: the chance that this sample finds the `fault`, `needed` has 80 %."""


def audit_deal(database: Database, filters: Filters) -> DealAudit:
    """The audit of all hands that pass the filters. Raises StatisticsError."""
    there = dealt(database, filters)
    left_out = query("audit/left_out")
    ready(database, [left_out], None, filters)
    shown = int(database.connection.execute(left_out).fetchall()[0][0])
    return DealAudit(there.hands, shown, family(there))


def family(there: Dealt) -> pl.DataFrame:
    """A row for each test, those that could not be judged last."""
    outcomes = {name: _measured(module, there) for name, module in modules().items()}
    judged = {name: one for name, one in outcomes.items() if isinstance(one, Measured)}
    level = LEVEL / max(len(judged), 1)
    p_values = dict(zip(judged, corrected([one.p for one in judged.values()]), strict=True))
    rows = [
        {
            **{name: value for name, value in structs.asdict(one).items() if name in COLUMNS},
            "test": name,
            "p_family": p_values[name],
            "found": p_values[name] <= LEVEL,
            "power": one.power(one.sample, level),
            "needed": needed(one, level),
        }
        for name, one in judged.items()
    ]
    silent = [
        {"test": name, "not_judged": str(one), "found": False} for name, one in outcomes.items() if name not in judged
    ]
    asked = {name: about(module) for name, module in modules().items()}
    return pl.DataFrame([{**row, "about": asked[str(row["test"])]} for row in [*rows, *silent]], COLUMNS)


def modules() -> dict[str, ModuleType]:
    """The tests by name."""
    return {one.name: import_module(f"{deal.__name__}.{one.name}") for one in iter_modules(deal.__path__)}


def about(module: ModuleType) -> str:
    """What a test is about."""
    asked = str(module.__doc__).splitlines()[0].removeprefix("Audit, deal: ")
    return asked[0].upper() + asked[1:]


def _measured(module: ModuleType, there: Dealt) -> Measured | TooFewError:
    try:
        found: Measured = module.measure(there)
    except TooFewError as error:
        return error
    return found

"""The Python interface: a report as plain data."""

from __future__ import annotations

from typing import Any

from histparse.report import Report, as_data


def report_data(report: Report) -> dict[str, Any]:
    """Everything the report shows as plain data: amounts in 1/100, rates from 0 to 1, times in its zone."""
    return as_data(report)

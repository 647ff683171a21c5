"""The Python interface: filters in words, as options, settings and addresses say them."""

from histparse.stats.filter import Filter
from histparse.stats.filter_text import read_filters
from histparse.stats.filters import UTC_ZONE, Filters, declared

__all__ = ["UTC_ZONE", "Filter", "Filters", "declared", "read_filters"]

"""The modules of `late.py`, for type checkers."""

import email as email
from collections.abc import Callable, Mapping
from email import policy as policy
from typing import Any

import duckdb as duckdb
import platformdirs as platformdirs
import polars as polars
import typst as typst
from scipy import optimize as optimize
from scipy import sparse as sparse
from scipy import special as special
from scipy import stats as stats

from histparse.system import streams as streams

MODULES: dict[str, str]

def make_module_getattr(module_name: str, targets_by_name: Mapping[str, str]) -> Callable[[str], Any]: ...

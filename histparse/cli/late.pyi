"""The modules of `late.py`, for type checkers."""

import ctypes as ctypes

import platformdirs as platformdirs
from rich import cells as cells
from rich import console as console
from rich import progress as progress
from rich import text as text

import histparse.serve.app
from histparse.api import evidence as evidence
from histparse.audit import words as words
from histparse.cli import app as app
from histparse.cli import screen as screen
from histparse.coach import kinds as kinds
from histparse.report import charts as charts
from histparse.report import results as results
from histparse.report.charts import hand_maps as hand_maps
from histparse.stats import filter_texts as filter_texts

running = histparse.serve.app
MODULES: dict[str, str]

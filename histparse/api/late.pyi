"""The modules of `late.py`, for type checkers."""

import histparse.parsing.dialects.base
import histparse.report.results
import histparse.rules.registry
import histparse.view.html.page
from histparse import flow as flow
from histparse import stats as stats
from histparse import view as view
from histparse.api import anonymising as anonymising
from histparse.api import converting as converting
from histparse.api import evidence as evidence
from histparse.api import hand_formats as hand_formats
from histparse.api import importing as importing
from histparse.api import judging as judging
from histparse.api import reporting as reporting
from histparse.api import store as store
from histparse.audit import deal_audit as deal_audit
from histparse.audit import play_audit as play_audit
from histparse.coach import notes as notes
from histparse.parsing import coverage as coverage
from histparse.report import charts as charts
from histparse.report import decision_prices as decision_prices
from histparse.report import explanation as explanation
from histparse.report import gathering as gathering
from histparse.report.html import page as page
from histparse.report.paper import typesetting as typesetting
from histparse.rules import rule_pages as rule_pages
from histparse.stats import results as results
from histparse.store.database import database as database
from histparse.store.importing import importer as importer
from histparse.store.publishing import publish as publish
from histparse.store.publishing import published as published
from histparse.store.settle import neighbours as neighbours
from histparse.store.upkeep import integrity as integrity
from histparse.store.upkeep import retry as retry
from histparse.view import selected as selected

html = histparse.view.html.page
dialects = histparse.parsing.dialects.base
luck = histparse.report.results
rules = histparse.rules.registry
MODULES: dict[str, str]

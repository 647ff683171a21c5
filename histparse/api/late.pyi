"""The modules of `late.py`, for type checkers."""

from histparse import view as view
from histparse.api import anonymising as anonymising
from histparse.api import coaching as coaching
from histparse.api import converting as converting
from histparse.api import evidence as evidence
from histparse.api import importing as importing
from histparse.api import outgoing as outgoing
from histparse.audit import deal_audit as deal_audit
from histparse.audit import play_audit as play_audit
from histparse.report import gathering as gathering
from histparse.stats import results as results
from histparse.store.publishing import publish as publish
from histparse.store.publishing import published as published
from histparse.store.upkeep import integrity as integrity
from histparse.view import selected as selected

MODULES: dict[str, str]

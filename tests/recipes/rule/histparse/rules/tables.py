from collections.abc import Iterator

from histparse.model.events import Event
from histparse.model.findings import Severity
from histparse.replay.steps import HandBegins
from histparse.replay.table import Table
from histparse.rules.registry import Violation, step_rule


@step_rule("TBL05", "the table is called TBL05", on=(HandBegins,), severity=Severity.NOTE)
def called_so(table: Table, step: Event) -> Iterator[Violation]:
    """No table is called TBL05.

    Source: made up for a test. Example: `Table 'TBL05' 2-max`.
    """
    if table.hand.table.name == "TBL05":
        yield Violation("the table is called TBL05", step.line)

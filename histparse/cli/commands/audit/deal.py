"""`histparse audit deal`: whether cards were dealt as chance deals them."""

from __future__ import annotations

from histparse.cli import filter_options, late
from histparse.cli.messages import progress, remark
from histparse.cli.printing import say
from histparse.cli.settings import Db, reading
from histparse.model.plain import count

LEAST = 1000
"""With fewer hands an audit says little, which is said."""


def run(
    db: Db,
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: filter_options.Format = "table",
) -> int:
    """Test whether the cards of these hands were dealt as chance deals them.

    All tests are one family, corrected by Holm's method: of twenty databases dealt fairly, one at most has a finding.
    Each says what it would have found, and what sample it needs. Only cards that were known whatever came of them are
    used: those of heroes. A finding is a reason to look at how hands were collected and at the dealer; it does not
    say why.

    Exit code: 0 nothing found, 1 chance does not explain something, 2 could not run.

    **Examples**

    - `histparse audit deal`
    - `histparse audit deal --from 2024-05-01 --to 2024-05-31`
    - `histparse audit deal --site pokerstars --format json`
    """
    filters = filtering.filters()
    with reading(db) as store:
        with progress("Auditing"):
            found = store.audit_deal(filters=filters)
        filter_options.report_undated(store, None, filters)
    if format != "table":
        filter_options.write(found.tests, format)
    else:
        say(f"{count(found.hands, 'hand')} dealt to players whose cards the text shows at once.")
        for row in found.tests.to_dicts():
            for line in late.words.lines(row):
                say(line)
        say(f"Found: {count(found.found, 'test')} of {found.tests['p'].count()} judged, one family at 5 %.")
    if found.shown:
        remark(
            f"{count(found.shown, 'hand')} known only as they were shown: left out, for that depends on how they went."
        )
    if found.hands < LEAST:
        remark(f"Fewer than {LEAST:,} hands say little: look at what each test would have found.")
    return int(found.found > 0)

"""`histparse audit`: whether many hands together were dealt and played fairly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import polars as pl
import typer

from histparse.cli import late
from histparse.cli.filter_options import Filtering, RowFormat, report_undated, write_rows
from histparse.cli.messages import progress, remark
from histparse.cli.output import Force, is_stdout, write_all
from histparse.cli.printing import UsageError, say
from histparse.cli.settings import Db, reading
from histparse.cli.sharing_options import SaltFile, say_what_became_of
from histparse.model.errors import count


def run_audit() -> None:
    """Audit many hands together: whether chance alone dealt them, and strangers played them.

    `check` judges each hand by the rules; an audit asks what no single hand can show; see docs/audit.md.

    **Examples**

    - `histparse audit deal`
    - `histparse audit play`
    - `histparse audit evidence -o may.zip`
    """


def run_deal(
    db: Db,
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
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
            audit = store.audit_deal(filters=filters)
        report_undated(store, None, filters)
    if format != "table":
        write_rows(audit.tests, format)
    else:
        say(f"{count(audit.hands, 'hand')} dealt to players whose cards the text shows at once.")
        for row in audit.tests.to_dicts():
            for line in late.words.lines(row):
                say(line)
        say(f"Found: {count(audit.found, 'test')} of {audit.tests['p'].count()} judged, one family at 5 %.")
    if audit.shown:
        remark(
            f"{count(audit.shown, 'hand')} known only as they were shown: left out, for that depends on how they went."
        )
    if audit.hands < late.words.FEW_HANDS:
        remark(f"Fewer than {late.words.FEW_HANDS:,} hands say little: look at what each test would have found.")
    return int(audit.found > 0)


def run_play(
    db: Db,
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
) -> int:
    """Look for pairs of players who spare each other, raise others between them or pass chips on.

    Each pair is held against what both do with all others, so loose and tight players are not found. A finding is no
    proof: it names hands to look at, and what else may explain it. Of the pairs that are found, one of twenty is found
    by chance. With fewer than 100 hands together nobody is named.

    Exit code: 0 nothing found, 1 pairs were found, 2 could not run.

    **Examples**

    - `histparse audit play`
    - `histparse audit play --stakes 10/20 --from 2024-05-01`
    - `histparse audit play --format json`
    """
    filters = filtering.filters()
    with reading(db) as store:
        with progress("Auditing"):
            audit = store.audit_play(filters=filters)
        report_undated(store, None, filters)
    if format != "table":
        evidence = pl.col("evidence").list.join("; ")  # not every format has lists
        write_rows(audit.pairs.with_columns(evidence), format)
    else:
        say(f"{count(audit.players, 'player')}, {count(audit.judged, 'pair')} with 100 hands together or more.")
        for row in audit.pairs.filter("found").to_dicts():
            for line in late.words.pair_lines(row):
                say(line)
        say(f"Found: {count(audit.found, 'pair')}.")
    if audit.found:
        remark("This is not proof: look at the hands, and ask what else explains them, before you name anybody.")
    return int(audit.found > 0)


def run_evidence(
    db: Db,
    output: Annotated[
        str, typer.Option("--output", "-o", help="A new folder, or an archive: FILE.zip.", metavar="DIR_OR_ZIP")
    ],
    anonymise: Annotated[
        bool, typer.Option("--anonymise", help="Players, hands and files under pseudonyms, for handing on.")
    ] = False,
    salt_file: SaltFile = None,
    force: Force = False,
    filtering: Filtering = Filtering(),
) -> int:
    """Write both audits with all that somebody else needs to verify them.

    The files are: the SHA-256 of every file that was imported, what was found in the hands, the tables of both audits
    as JSON and CSV, a report as text and, with the extra `pdf`, on at most ten pages, the rules of the sites, the
    versions of the program and its libraries, and SHA256SUMS, which `sha256sum -c` checks. The same hands, filters and
    versions give the same bytes.

    With `--anonymise` nobody is named: players and numbers of hands are those that `histparse anonymise` gives with the
    same `--salt-file`, files have numbers, and findings no sentences. Without such a file the secret is forgotten.

    **Examples**

    - `histparse audit evidence -o may.zip --from 2024-05-01 --to 2024-05-31`
    - `histparse audit evidence -o evidence/`
    - `histparse audit evidence -o shared.zip --anonymise --salt-file own.salt`
    """
    if is_stdout(output):
        raise UsageError("evidence is several files: name a folder or FILE.zip with -o")
    if salt_file and not anonymise:
        raise UsageError("a salt is for pseudonyms: add --anonymise, or leave out --salt-file")
    filters = filtering.filters()
    is_new = salt_file is not None and not salt_file.exists()
    with reading(db) as store:
        with progress("Auditing"):
            made = store.audit_evidence(filters=filters, anonymise=anonymise, salt_file=salt_file)
        report_undated(store, None, filters)
    target = Path(output)
    if target.suffix.casefold() == ".zip":
        write_all({target: late.evidence.packed(made)}, force=force, read=[db])
    else:
        files = {target / name: content for name, content in made.items()}
        write_all(files, sorted({file.parent for file in files}), force=force, read=[db])
    remark(f"{count(len(made), 'file')} in {output}.")
    if anonymise:
        say_what_became_of(salt_file, is_new=is_new)
    return 0

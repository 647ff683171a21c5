"""`histparse audit`: whether many hands together were dealt and played fairly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import polars as pl
import typer

from histparse.cli import late
from histparse.cli.filter_options import Filtering, RowFormat, remark_on_undated_hands, write_rows
from histparse.cli.output import Force, is_stdout, write_all_or_none
from histparse.cli.printing import print_line, print_remark, progress
from histparse.cli.settings import Db, open_for_reading
from histparse.cli.sharing_options import SaltFile, remark_on_salt
from histparse.model.errors import HistparseError, count


def run_audit() -> None:
    """Is the game fair? Tests of the deal and of the play, over many hands together.

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
    """Test whether the cards were dealt fairly.

    At most 1 in 20 fair databases raises an alarm (Holm's method over all tests). Each test says how large a fault it
    would have found. Only the cards of heroes count, which are known however the hand goes. An alarm does not say why:
    look at how the hands were collected first, then at the dealer.

    Exit code: 0 nothing found, 1 chance does not explain something, 2 could not run.

    **Examples**

    - `histparse audit deal`
    - `histparse audit deal --from 2024-05-01 --to 2024-05-31`
    - `histparse audit deal --site pokerstars --format json`
    """
    filters = filtering.filters()
    with open_for_reading(db) as store:
        with progress("Auditing"):
            audit = store.audit_deal(filters=filters)
        remark_on_undated_hands(store, None, filters)
    if format != "table":
        write_rows(audit.tests, format)
    else:
        print_line(f"{count(audit.hands, 'deal')} to heroes {'was' if audit.hands == 1 else 'were'} tested.")
        for row in audit.tests.to_dicts():
            for line in late.words.report_test(row):
                print_line(line)
        print_line(
            f"Alarms: {audit.found} of {count(audit.tests['p'].count(), 'test')}; 1 in 20 fair databases raises one."
        )
    if audit.shown:
        print_remark(f"{count(audit.shown, 'hand')} only shown at the end left out: who shows depends on the cards.")
    if audit.hands < late.words.FEW_HANDS:
        print_remark(f"Fewer than {late.words.FEW_HANDS:,} hands say little: see the power of each test.")
    return int(audit.found > 0)


def run_play(
    db: Db,
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
) -> int:
    """Look for pairs of players who spare each other, raise third players between them or pass chips on.

    Each pair is compared with how both play against everybody else, so being loose or tight is no reason to be named.
    A pair that is named is not proven guilty: it comes with hands to look at and with innocent explanations. 1 in 20 of
    the pairs named is named by chance. Pairs with fewer than 100 hands together are never named.

    Exit code: 0 nothing found, 1 pairs were found, 2 could not run.

    **Examples**

    - `histparse audit play`
    - `histparse audit play --stakes 10/20 --from 2024-05-01`
    - `histparse audit play --format json`
    """
    filters = filtering.filters()
    with open_for_reading(db) as store:
        with progress("Auditing"):
            audit = store.audit_play(filters=filters)
        remark_on_undated_hands(store, None, filters)
    if format != "table":
        evidence = pl.col("evidence").list.join("; ")  # not every format has lists
        write_rows(audit.pairs.with_columns(evidence), format)
    else:
        print_line(f"{count(audit.players, 'player')}, {count(audit.judged, 'pair')} with 100 hands together or more.")
        for row in audit.pairs.filter("found").to_dicts():
            for line in late.words.report_pair(row):
                print_line(line)
        print_line(f"Suspicious: {count(audit.found, 'pair')}.")
        if power := late.words.describe_pair_power(audit):
            print_line(power)
    if audit.found:
        print_remark("This is no proof: look at the hands and at innocent explanations before you name anybody.")
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
    """Write both audits with everything that somebody else needs to verify them.

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
        raise HistparseError("evidence is several files: name a folder or FILE.zip with -o")
    if salt_file and not anonymise:
        raise HistparseError("a salt is for pseudonyms: add --anonymise, or leave out --salt-file")
    filters = filtering.filters()
    is_new = salt_file is not None and not salt_file.exists()
    with open_for_reading(db) as store:
        with progress("Auditing"):
            made = store.audit_evidence(filters=filters, anonymise=anonymise, salt_file=salt_file)
        remark_on_undated_hands(store, None, filters)
    target = Path(output)
    if target.suffix.casefold() == ".zip":
        write_all_or_none({target: late.evidence.zip_files(made)}, force=force, inputs=[db])
    else:
        files = {target / name: content for name, content in made.items()}
        write_all_or_none(files, sorted({file.parent for file in files}), force=force, inputs=[db])
    print_remark(f"{count(len(made), 'file')} in {output}.")
    if anonymise:
        remark_on_salt(salt_file, is_new=is_new)
    return 0

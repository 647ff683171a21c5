"""`histparse audit evidence`: an audit as files that somebody else can verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from histparse.cli import filter_options, late
from histparse.cli.messages import progress, remark
from histparse.cli.output import is_stdout, write_all
from histparse.cli.overwriting import Force
from histparse.cli.printing import UsageError
from histparse.cli.salt_option import SaltFile, say_what_became_of
from histparse.cli.settings import Db, reading
from histparse.model.plain import count

NEEDS_ARGUMENTS = True


def run(
    db: Db,
    output: Annotated[
        str, typer.Option("--output", "-o", help="A new folder, or an archive: FILE.zip.", metavar="DIR_OR_ZIP")
    ],
    anonymise: Annotated[
        bool, typer.Option("--anonymise", help="Players, hands and files under pseudonyms, for handing on.")
    ] = False,
    salt_file: SaltFile = None,
    force: Force = False,
    filtering: filter_options.Filtering = filter_options.Filtering(),
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
        filter_options.report_undated(store, None, filters)
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

"""The codes SYN: problems that reader and parser find in a text before there is a hand to judge."""

from __future__ import annotations

from histparse.model.findings import Severity, declare_rule

SYN01 = declare_rule(
    "SYN01",
    Severity.ERROR,
    "the hand cannot be parsed",
    """The lines of a hand come in the order given by the grammar of its site: header, table, seats, play, summary. The
    message names the first line that does not fit and what was expected there. The hand is left out; the next one is
    read as usual. Example: the table line is missing.""",
)
SYN02 = declare_rule(
    "SYN02",
    Severity.WARNING,
    "the hand is cut short",
    """The text ends before the hand does, or the site itself marks it as partial, which is only a note. What is there
    is stored, and marked as partial, if the table is known. Example: the last hand of a file whose download was
    interrupted.""",
)
SYN03 = declare_rule(
    "SYN03",
    Severity.WARNING,
    "unknown line skipped",
    """A line that matches nothing in the site's grammar. The hand is read without it. It may have been any line of its
    place - a seat, an act, a heading, a line of the summary -, so nothing is reported that such a line would explain.
    After twenty such lines in a hand the rest is one finding. Example: a new message of the site's software; please
    report such lines: `histparse doctor FILE` lists them.""",
)
SYN04 = declare_rule(
    "SYN04",
    Severity.ERROR,
    "no hand of a known site",
    """Hands are recognised by the first line their site writes, never by the file name. Text before the first such
    line, text after the end of a hand, or a file without any hand is reported once, where it begins, and whose lines it
    has. Example: a file of another site, or a hand whose first line was lost.""",
)
SYN05 = declare_rule(
    "SYN05",
    Severity.NOTE,
    "another game, or not a hand",
    """Sites write all their games into the same files. Hands of other games are recognised by their first line,
    skipped, and counted by game; so are other texts that sites write: `tournament summary`. Example: a Razz hand in an
    8-Game session.""",
)
SYN06 = declare_rule(
    "SYN06",
    Severity.WARNING,
    "bytes that are not in the file's encoding",
    """Files are read as UTF-8 or, if their first bytes say so, as UTF-16. A line that is not valid UTF-8 is read as
    Windows-1252, as old programs wrote it: that is a note, once per file. Bytes invalid there too are read as � to keep
    the hand: that is a warning, because a name with them may stand for two players. Control characters before a line
    are left out. Example: a name in Windows-1252
    letters in a UTF-8 file.""",
)
SYN07 = declare_rule(
    "SYN07",
    Severity.ERROR,
    "same site and hand id with other content",
    """A site gives every hand a number of its own: two texts with one number cannot both be the hand, unless they tell
    the same play. Those that do are copies, counted as duplicates, or views of several players (SYN09), and a text that
    begins another gives way to it. Of others the sounder counts - no finding, then notes, warnings, errors, then the
    smaller digest -, and an import sets the rest aside. Example: a hand imported again after its text was edited.""",
)
SYN08 = declare_rule(
    "SYN08",
    Severity.NOTE,
    "cancelled hand",
    """The site cancelled the hand, or dealt no cards: nothing in it can be judged. Example: `Hand cancelled` after the
    second player left.""",
)
SYN09 = declare_rule(
    "SYN09",
    Severity.NOTE,
    "a hand as another player saw it",
    """Texts of several players, or of somebody who only watched, tell the same play and show other cards. They are one
    hand, stored with the cards that any of them shows; its hero is the player whose text came first. All texts are
    stored. Example: a hand from your file and from the file of a friend at the same table.""",
)
SYN10 = declare_rule(
    "SYN10",
    Severity.ERROR,
    "the archive cannot be read to its end",
    """`.zip`, `.tar`, `.gz`, `.bz2` and `.xz` are recognised by their first bytes and read without unpacking, as are
    `.tgz` and the like. One that is damaged, protected by a password, or unpacks to more than a hundred times its size
    is read up to that point. `.rar` and `.7z` are not opened, nor an archive inside an archive. Hidden files and links
    in an archive are left out: how many is a note. Example: an interrupted download.""",
)

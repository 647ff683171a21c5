"""Step 4, rules SYN: what reader and parser find wrong with a text before there is a hand to judge."""

from __future__ import annotations

from histparse.model.findings import Severity, declare

SYN01 = declare(
    "SYN01",
    Severity.ERROR,
    "the hand cannot be parsed",
    """The lines of a hand come in an order that the grammar of its site gives: header, table, seats, play, summary. The
    message tells the first line that does not fit and what was expected there. The hand is left out; the next one is
    read as usual. Example: the table line is missing.""",
)
SYN02 = declare(
    "SYN02",
    Severity.WARNING,
    "the hand is cut short",
    """The text ends before the hand does, or the site itself marks it as partial, which is only a note. What is there
    is kept, and marked as partial, as long as the table is known. Example: the last hand of a file whose download broke
    off.""",
)
SYN03 = declare(
    "SYN03",
    Severity.WARNING,
    "unknown line skipped",
    """A line that fits nothing in the site's grammar. The hand is read without it. When it begins with a player's name
    it may hide an act, and what follows is only judged as far as it does not depend on acts. Beyond twenty such lines
    of a hand the rest is one finding. Example: a new message of the site's program; please report such lines:
    `histparse doctor FILE` lists them.""",
)
SYN04 = declare(
    "SYN04",
    Severity.ERROR,
    "no dialect recognises this text",
    """Hands are found by the first line that their site writes, never by the name of the file. Text before the first
    such line, text that goes on after the end of a hand, or a file without any hand is reported once, where it begins.
    Example: a file of another site, or a hand whose first line was lost.""",
)
SYN05 = declare(
    "SYN05",
    Severity.NOTE,
    "another game, or no hand",
    """Sites write all their games into the same files. Hands of other games are known by their first line, skipped, and
    counted by the name of their game; so are the other texts that sites write: `tournament summary`. Example: a Razz
    hand in an 8-Game session.""",
)
SYN06 = declare(
    "SYN06",
    Severity.WARNING,
    "bytes that are not in the file's encoding",
    """Files are read as UTF-8 or, where their first bytes say so, as UTF-16. A line with bytes that cannot be UTF-8 is
    read as Windows-1252, as old programs wrote it: that is a note, once in a file. Bytes that mean nothing there
    either are read as � so that the hand is not lost: that is a warning, for a name with them may stand for two
    players. Example: a name in Windows-1252 letters in a UTF-8 file.""",
)
SYN07 = declare(
    "SYN07",
    Severity.ERROR,
    "same site and hand id with other content",
    """A site gives every hand a number of its own: two texts with one number cannot both be the hand. Copies that
    differ in nothing but blanks at line ends and empty lines are counted as duplicates; of two different texts the
    one read first counts, and an import sets the other aside. Example: a hand imported again after its text was
    edited.""",
)
SYN08 = declare(
    "SYN08",
    Severity.NOTE,
    "cancelled hand",
    """The site took the hand back, or dealt no cards: nothing in it can be judged. Example: `Hand cancelled` after the
    second player left.""",
)
SYN09 = declare(
    "SYN09",
    Severity.ERROR,
    "the archive cannot be read to its end",
    """Files in `.gz` and `.zip` archives are read in place; their first bytes tell that they are archives. One that is
    damaged, locked by a password, or unpacks to more than a hundred times its size is read up to there. An archive
    inside an archive is not opened. Example: a download that broke off.""",
)

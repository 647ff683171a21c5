"""The Python interface: hands under pseudonyms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import BinaryIO, Literal

from msgspec import Struct

from histparse import flow
from histparse.api.converting import Target, open_target
from histparse.api.hand_formats import SitesInFile
from histparse.api.in_and_out import Path as AnyPath
from histparse.api.in_and_out import Paths, expand_home
from histparse.api.reading import Files, make_files
from histparse.export import COPY, Headings
from histparse.judging.engine import HandResult
from histparse.model.errors import HistparseError, count
from histparse.parsing.dialects.base import require_known_site
from histparse.parsing.parser import parse_hand
from histparse.privacy.masked import Wishes
from histparse.privacy.pseudonyms import Pseudonyms, new_salt, read_salt, write_new_salt_file
from histparse.privacy.rewriting import Rewritten, rewrite_hand_if_possible
from histparse.privacy.telling import Telling
from histparse.reader import STDIN


class Anonymised(Struct, frozen=True):
    """The result of writing hands under pseudonyms, and what to know of it."""

    number: int
    """How many hands were written."""
    left_out: list[str]
    """Which hands were not written, and why: a sentence each."""
    stakes: list[str]
    """What still tells who played: stakes that few play."""
    months: list[str]
    """If times were not moved, months with few hands."""
    is_salt_new: bool
    """Whether the salt was drawn now; else it was read from its file."""

    @property
    def telling(self) -> list[str]:
        """All that still tells who played."""
        return [*self.stakes, *self.months]


def anonymise(
    paths: Paths | Files,
    out: Target,
    *,
    salt_file: AnyPath | None = None,
    keep: str | Iterable[str] = (),
    keep_hero: bool = False,
    chat: Literal["drop", "mask"] = "drop",
    ids: Literal["map", "keep"] = "map",
    shift: bool = False,
    site: str | None = None,
    onerror: flow.OnError | None = None,
) -> Anonymised:
    """Write the hands of files and folders under pseudonyms, as `histparse anonymise` does: the same play, no names.

    Pseudonyms depend on a secret drawn at random; `salt_file` keeps it, and gives the same ones again: who has that
    file can find out the names. `keep`: players who keep theirs, `keep_hero`: all heroes do. `chat`: drop its
    lines, or mask what they say. `ids`: map numbers and names of tables, or keep them. `shift`: move all times by the
    same secret number of weeks. The rest is as in `convert`. Raises HistparseError.
    """
    site_name, files = require_known_site(site), make_files(paths, onerror)
    if keep_hero and STDIN in files.paths:
        sentence = "{keep_hero} reads everything twice, which standard input cannot be: name the hero with {keep}"
        raise HistparseError(sentence, keep_hero="", keep="")
    salt, new_file, is_salt_new = _salt_and_file_to_write(salt_file)
    kept_names = {*([keep] if isinstance(keep, str) else keep)}
    if keep_hero:  # of all hands: one may be another player in other files
        read = files.run_step(lambda file: flow.parse_file(file, site_name), "Looking for heroes")
        kept_names |= {result.hand.hero for result in read if result.hand and result.hand.hero}
    work = Anonymising(salt, kept_names, Wishes(ids == "map", shift, chat == "drop"))
    with open_target(out) as stream:
        work.write_or_refuse_none(
            files.run_step(lambda file: flow.cut_file_into_hand_texts(file, site_name), "Anonymising"), stream
        )
        if new_file:
            write_new_salt_file(salt, new_file)
    return work.outcome_with_warnings(is_salt_new=is_salt_new)


def pseudonyms_keeping_salt_in_file(salt_file: AnyPath | None) -> Pseudonyms:
    """Pseudonyms by the secret in that file, which is written if there is none; None: by one that is forgotten."""
    salt, new_file, _ = _salt_and_file_to_write(salt_file)
    if new_file:
        write_new_salt_file(salt, new_file)
    return Pseudonyms(salt)


def _salt_and_file_to_write(salt_file: AnyPath | None) -> tuple[bytes, Path | None, bool]:
    """The secret in that file, or a new one; the file to write a new one to, if any; and whether it is new."""
    file = None if salt_file is None else Path(expand_home(salt_file))
    known = read_salt(file) if file else None
    return (new_salt(), file, True) if known is None else (known, None, False)


class Anonymising:
    """The hands written so far, and what there is to say about them."""

    def __init__(self, salt: bytes, kept_names: Set[str], wishes: Wishes) -> None:
        self._names, self._wishes = Pseudonyms(salt, kept_names), wishes
        self._telling, self._sites_in_file = Telling(), SitesInFile()
        self._left_out: Counter[str] = Counter()
        self._first: dict[str, str] = {}
        self._written = 0

    def write_or_refuse_none(self, results: Iterable[HandResult], stream: BinaryIO) -> None:
        """Write the hands. Raises HistparseError if none can be."""
        for heading, hand in self._headings_and_rewritten_hands(results):
            stream.write(f"{heading}{hand.text}\n\n\n\n".encode(errors="surrogatepass"))
            self._written += 1
        if not self._written:
            raise HistparseError("; ".join(self.reasons_left_out()) or "there is no hand to write")

    def reasons_left_out(self) -> list[str]:
        """Which hands were left out, and why."""
        return [
            f"{count(number, 'hand')} left out: {reason}, the first at {self._first[reason]}"
            for reason, number in self._left_out.items()
        ]

    def outcome_with_warnings(self, *, is_salt_new: bool) -> Anonymised:
        """Return the result of writing."""
        telling, months = self._telling, [] if self._wishes.times else [*self._telling.warnings_of_rare_months()]
        return Anonymised(
            self._written, self.reasons_left_out(), [*telling.warnings_of_rare_stakes()], months, is_salt_new
        )

    def _headings_and_rewritten_hands(self, results: Iterable[HandResult]) -> Iterator[tuple[str, Rewritten]]:
        """Each with the heading to write above it."""
        headings = Headings()
        for result in results:
            if result.text is None:
                continue
            parsed = parse_hand(result.text)
            hand = rewrite_hand_if_possible(result.text, parsed, self._names, self._wishes)
            heading = headings.next_heading_unless_copy(result.text.site, hand.heading) if hand else None
            if hand is not None and heading is not None:
                self._sites_in_file.add_site_or_refuse(result.text.site)
                self._telling.count_stakes_and_month(hand.hand)
                yield heading, hand
            elif parsed.skipped is None:
                unlike = "they would not read as the same hand" if parsed.hand else "they cannot be read"
                reason = COPY if hand else unlike
                self._left_out[reason] += 1
                self._first.setdefault(reason, f"{result.text.path}:{result.text.line}")

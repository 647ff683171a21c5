"""The Python interface: reads hands from files or text, and judges them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from operator import attrgetter

from histparse import flow
from histparse.api.arguments import TEXT, Path, Paths, in_bytes, rule_set, several
from histparse.judging.duplicates import Duplicates
from histparse.judging.hand_result import HandResult
from histparse.judging.neighbours import Neighbours
from histparse.model.errors import HistparseError
from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.model.house import House
from histparse.parsing.dialects import known_site


def read(paths: Paths, *, site: str | None = None, onerror: flow.OnError | None = None) -> Iterator[HandResult]:
    """The hands of files and folders as events, one after the other; not judged.

    With a `site` only that site's hands are read. A file that cannot be read is passed to `onerror` and left out;
    without `onerror`, OSError is raised. Raises HistparseError for an unknown site.
    """
    only, files = known_site(site), flow.files(several(paths), onerror)
    return flow.each(files, lambda file: flow.read(file, only), onerror)


def read_text(text: str | bytes, *, name: str = TEXT, site: str | None = None) -> Iterator[HandResult]:
    """The same for the content of a file: text, or bytes in any encoding, packed or not.

    `name` stands for the path in findings and in a store. Raises HistparseError for an unknown site.
    """
    return flow.read_texts(flow.cut_bytes(in_bytes(text), name, known_site(site)))


def judge(hand: Hand | HandResult, house: House | Path | None = None) -> HandResult:
    """The hand with its findings, by the rules of that house or else of the one it was played in.

    `house` is a profile's name, a TOML file or a House. Findings from reading are kept. Raises HouseError for an
    unknown house, HistparseError for a result that is already judged: judge its `hand` instead.
    """
    return flow.judged_hand(_unjudged(hand), rules=rule_set(house))


def check(results: Iterable[HandResult], house: House | Path | None = None) -> Iterator[Finding]:
    """All findings in these hands and between them, as `histparse check` reports them.

    Hands not judged yet are judged as by `judge`. Findings between neighbouring hands of a table, in whatever files,
    come at the end. Comparing hands needs their texts: a hand judged without its text is not compared. Raises
    HouseError.
    """
    return _found(results, rule_set(house))


def _unjudged(hand: Hand | HandResult) -> HandResult:
    if isinstance(hand, Hand):
        return HandResult((), hand=hand)
    if hand.table is not None:
        raise HistparseError("this hand is already judged: to judge it by other rules, pass its `hand`")
    return hand


def _found(results: Iterable[HandResult], rules: House | None) -> Iterator[Finding]:
    duplicates, neighbours = Duplicates(), Neighbours()
    judged = (result if result.table else flow.judged_hand(result, rules=rules) for result in results)
    hands = neighbours.past(duplicates.past(judged))
    for result in chain(hands, duplicates.results(), neighbours.results()):
        yield from sorted(result.findings, key=attrgetter("line"))

"""Compares the two lanes: hands that the fast one calls plain must have no finding, and their rows no other cell.

Run as a program, it does so for the first hand of each sample: `python -m tests.columnar.agreement pokerstars merge`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random

import msgspec
import polars as pl
from msgspec import Struct

from histparse.columnar.lane import follows, lane, run
from histparse.columnar.rows.outcome import Outcome
from histparse.columnar.scan.vocabulary import Reason
from histparse.flow import cut, judged_texts
from histparse.judging.hand_result import HandResult
from histparse.model.house import House, house, house_of, names
from histparse.parsing.dialects import dialects
from histparse.reader import HandText
from histparse.store.rows.batch import Batch
from histparse.store.rows.filling import finished
from histparse.system.asides import heard_by
from tests import samples
from tests.columnar.damage import damaged, everywhere
from tests.dealer import violations
from tests.dealer.writing import heading, write
from tests.rules.altering import alterations, found_in, texts
from tests.simulate.games import GAMES, game

AT_ONCE = 2_000
"""Hands of a batch, as in an import."""
LOOKED_AT = 60
"""Legal hands tried before a way is given up: some games never allow it."""
FINDS = Path(__file__).parent / "finds"
"""Hands in which the lanes once differed."""
SITES = [site for site in sorted(dialects()) if follows(site, house_of(site))]
LETTERS = "a: 3[](),.#'\"$€-\u00a0\t"


class Comparison(Struct):
    """How far the fast lane goes, and where it is wrong."""

    hands: int = 0
    plain: int = 0
    left: dict[str, int] = msgspec.field(default_factory=dict)
    """By reason, hands that are left to the reference lane."""
    wrong: list[str] = msgspec.field(default_factory=list)
    """Hands called plain that have a finding, or are not whole."""
    different: list[str] = msgspec.field(default_factory=list)
    """Cells that are not the same."""
    failed: list[str] = msgspec.field(default_factory=list)
    """What is said of a batch that the fast lane gave up."""

    def add(self, results: list[HandResult], rules: House | None = None) -> None:
        """Compare those hands, judged by these rules or those of their houses."""
        with heard_by(self.failed.append):
            outcomes, _ = run(results, lambda outcome: outcome, rules)
        for outcome in outcomes:
            self.hands += len(outcome.texts)
            self.plain += len(plain_of(outcome))
            left = Counter(Reason(reason).name for reason in outcome.reasons.tolist() if reason)
            self.left = dict(left + Counter(self.left))
            self._compare([HandResult((), text) for text in plain_of(outcome)], rules)

    def _compare(self, plain: list[HandResult], rules: House | None) -> None:
        fast, reference = Batch(), Batch()
        before = len(self.wrong)
        for result in judged_texts(plain, reference.observe, rules):
            reference.add(result)
            if (result.findings or not result.table or not result.table.complete) and result.text:
                self.wrong.append("\n".join([*(found.message for found in result.findings), result.text.text]))
        if before == len(self.wrong) and rules is None:  # rows are those of the hand's own house
            fast.add_plain(run(plain, finished)[0])
            self.different += differences(_tables(fast), _tables(reference))


def plain_of(outcome: Outcome) -> list[HandText]:
    """The texts of the plain hands."""
    return [text for text, reason in zip(outcome.texts, outcome.reasons.tolist(), strict=True) if not reason]


def _tables(batch: Batch) -> dict[str, pl.DataFrame]:
    return {table: fitted.rows for table, fitted in batch.rows().items()}


def differences(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> list[str]:
    """The columns in which the tables differ, with the first cell that does."""
    assert one.keys() == other.keys()
    return [found for table in one for found in _in_table(table, one[table], other[table])]


def _in_table(name: str, one: pl.DataFrame, other: pl.DataFrame) -> Iterator[str]:
    if (one.schema, one.height) != (other.schema, other.height):
        yield f"{name}: {one.height} rows of {one.schema}, and {other.height} of {other.schema}"
        return
    for column in one.columns:
        for row in (~one[column].eq_missing(other[column])).arg_true()[:1]:
            yield f"{name}.{column}, row {row}: {one[column][row]}, and {other[column][row]}; {other.row(row)}"


def in_batches(hands: Iterable[HandResult], rules: House | None = None) -> Comparison:
    """Compare so many hands at once as an import does."""
    compared, coming = Comparison(), iter(hands)
    while some := list(islice(coming, AT_ONCE)):
        compared.add(some, rules)
    return compared


def among_good_ones(site: str, batches: int, at_once: int) -> Comparison:
    """Compare batches of good hands and as many damaged ones; what is learnt from these must not be said of those."""
    random, others, compared = Random(13), list(_lines(site)), Comparison()  # noqa: S311 - the same in every run
    good = [each for name in GAMES for each in texts(site, name, at_once // len(GAMES), seed=17)]
    for _ in range(batches):
        lane.cache_clear()
        random.shuffle(good)
        some = good[: at_once // 2]
        both = (((above, text), (above, damaged(text, others, random))) for above, text in some)
        compared.add(list(_results(site, chain(*both))))
    return compared


def in_every_place(site: str, hands: int) -> Comparison:
    """Compare hands with a line that is not theirs in each place, and with each line altered; and good ones below."""
    random, others, compared = Random(19), list(_lines(site)), Comparison()  # noqa: S311 - as above
    for name in islice(cycle(GAMES), hands):
        good = list(_results(site, texts(site, name, 50, seed=random.randrange(1000))))
        plain = next(iter(run(good, plain_of)[0][0]), None)
        lane.cache_clear()
        if plain is None:  # somebody's name is how a line begins: all their hands are left
            continue
        odd = ((plain.heading, one) for one in everywhere(plain.text, others, random))
        compared.add([*_results(site, odd), *good])
    return compared


def _lines(site: str) -> Iterator[str]:
    """Lines of hands of that site and of others."""
    for name in GAMES:
        yield from chain.from_iterable(text.split("\n") for _, text in texts(site, name, 2, seed=23))
    for other in ("fulltilt", "kingsclub", "merge", "pokerstars", "winamax"):
        yield from chain.from_iterable(text.split("\n") for _, text in texts(other, "ring", 1, seed=23))


def of_files(files: Iterable[Path]) -> Iterator[HandResult]:
    """The hands of files."""
    return (result for file in files for result in cut(file) if result.text)


def sample_files(site: str) -> list[Path]:
    """All samples of a site; along with those of the first all that are broken, and those in which lanes differed."""
    broken = (file for folder in samples.BROKEN for file in (samples.FOLDER / folder).glob("*") if file.is_file())
    others = [*sorted(broken), *sorted(FINDS.glob("*.txt"))] if site == SITES[0] else []
    return [*samples.of_site(site), *others]


def dealt(site: str, name: str, hands: int) -> Iterator[HandResult]:
    """Legal hands of that game."""
    return _results(site, texts(site, name, hands, seed=5))


def changed(site: str, hands: int) -> Iterator[HandResult]:
    """Legal hands of all games with a line lost, doubled or moved, a card or an amount changed, a letter struck."""
    random = Random(7)  # noqa: S311 - the same changes in every run
    for name in GAMES:
        for above, text in texts(site, name, hands, seed=11):
            yield from _results(site, ((above, altered.text) for altered in alterations(text, random)))
            yield from _results(site, ((above, _struck(text, random)) for _ in range(50)))


def _struck(text: str, random: Random) -> str:
    """The text with one letter more, less, or another."""
    at = random.randrange(len(text))
    return f"{text[:at]}{random.choice(['', *LETTERS])}{text[at + random.randint(0, 1) :]}"


def broken(site: str, hands: int, codes: Iterable[str]) -> Iterator[HandResult]:
    """Hands that break one of these rules, in each way known, where the site's text shows it."""
    for code in codes:
        if not code.startswith(("SYN", "SEQ")):  # those are found before and after the judge
            for way in violations.ways(code):
                for name in ("ring", "short"):
                    made = islice(violations.make(code, 5, game(name, 1, site=site), way, LOOKED_AT), hands)
                    written = ((heading(one.hand), write(one.hand).rstrip("\n")) for one in made)
                    yield from _results(site, (pair for pair in written if found_in(pair[1], pair[0], site)))


def _results(site: str, hands: Iterable[tuple[str, str]]) -> Iterator[HandResult]:
    """`hands`: what stands above each, and its text."""
    return (HandResult((), HandText("dealt.txt", 1, text, site, above)) for above, text in hands)


def followed(site: str) -> list[str]:
    """Other houses by whose rules the fast lane follows the site's hands."""
    return [name for name in names() if name != site and follows(site, house(name))]


def compare_all(site: str, hands: int) -> dict[str, Comparison]:
    """All kinds of hands; of games so many hands each, of those to be changed or broken a fiftieth.

    Of hands that are damaged there is a batch for a hundred of them. Below a thousand, which is a short look, each
    fifth of those that are changed is compared, each fifth rule is broken and two other houses are asked: at each
    site others, so that together they are all.
    """
    few, batches, step = max(1, hands // 50), max(1, hands // 100), 1 if hands >= 1000 else 5
    turn, others = SITES.index(site), followed(site)
    after = sorted(others, key=lambda name: (name < site, name))
    return {
        "samples": in_batches(of_files(sample_files(site))),
        **{f"dealt: {name}": in_batches(dealt(site, name, hands)) for name in GAMES},
        "changed": in_batches(islice(changed(site, few), None, None, step)),
        "broken": in_batches(broken(site, few, list(violations.codes())[turn % step :: step])),
        "damaged": among_good_ones(site, batches, AT_ONCE // step),
        "in every place": in_every_place(site, batches),
        **{
            f"house: {name}": in_batches(islice(changed(site, max(1, few // 10)), None, None, step), house(name))
            for name in (others if step == 1 else after[:2])
        },
    }


def some_of_samples(site: str) -> Comparison:
    """The first hand of each sample of the site."""
    return in_batches(hand for file in samples.of_site(site) for hand in islice(of_files([file]), 1))


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.encode({site: some_of_samples(site) for site in sys.argv[1:]}).decode())

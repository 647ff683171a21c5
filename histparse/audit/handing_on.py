"""Audit: both audits for handing on - what they come to, in two sentences, and their tables under pseudonyms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl
from msgspec.structs import replace

from histparse.audit.chi_square import LEVEL
from histparse.audit.deal_audit import DealAudit
from histparse.audit.first_five import REST
from histparse.audit.play_audit import LEAST, PlayAudit
from histparse.audit.words import FEW_HANDS, Row, format_p_value
from histparse.model.errors import count
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.stats.words import capitalise

EXAMPLES = ("suits", "returned", "repeats")
"""The tests whose faults are named: what people ask for first."""
NAMED = 3
"""Tests that found something and are named; table 1 has all."""
Conclusion = tuple[str, str]


def write_conclusion(deal_audit: DealAudit, play: PlayAudit) -> Conclusion:
    """Say what is ruled out, if anything, and what is not. Few hands rule out nothing, whatever the tests say."""
    judged_tests = [row for row in deal_audit.tests.to_dicts() if not row["not_judged"]]
    rows_found = [row for row in judged_tests if row["found"]]
    if rows_found or play.found:
        return _beyond_chance_sentence(rows_found, judged_tests, play), _other_causes_sentence(rows_found, play)
    if deal_audit.hands < LEAST and not play.judged:
        return (
            f"Nothing can be concluded: {_hands_are_phrase(deal_audit.hands)} too few for the tests of the deal, and "
            f"no two players have {LEAST} hands together.",
            "Nothing is ruled out: neither a fault of the deal nor an agreement between players.",
        )
    sentence = _nothing_beyond_chance_sentence(deal_audit, judged_tests, play)
    return sentence, _not_ruled_out_sentence(deal_audit, judged_tests)


def _nothing_beyond_chance_sentence(deal_audit: DealAudit, judged_tests: Sequence[Row], play: PlayAudit) -> str:
    """The sentence where nothing was found: what would have been."""
    if not judged_tests:
        pairs = count(play.judged, "pair")
        return f"None of {pairs} shows what chance does not explain, and the deal could not be tested."
    tests = count(len(judged_tests), "test")
    sentence = f"neither any of {tests} of the deal nor {_no_pair_phrase(play)} shows what chance does not explain"
    noticed = {row["test"]: row["noticed"] for row in judged_tests if row["noticed"]}
    examples = [noticed[name] for name in EXAMPLES if name in noticed]
    if not examples:
        hands_are = _hands_are_phrase(deal_audit.hands)
        return f"Nothing can be concluded: {sentence}, but {hands_are} too few to notice a fault of any size."
    listed = f"{', '.join(examples[:-1])} or {examples[-1]}" if examples[1:] else examples[0]
    would = f"each of the faults in the last column of table 1, such as {listed}, would have been noticed in 80 of 100"
    if deal_audit.hands < FEW_HANDS:
        hands_are = _hands_are_phrase(deal_audit.hands)
        return f"{capitalise(sentence)}, but {hands_are} few: {would} such samples, and no smaller one."
    return f"{capitalise(sentence)}; {would} such samples, so faults of that size or larger are unlikely."


def _not_ruled_out_sentence(deal_audit: DealAudit, judged_tests: Sequence[Row]) -> str:
    silent = len(deal_audit.tests) - len(judged_tests)
    faults = [
        "smaller faults",
        *([f"those that {count(silent, 'test')} without enough hands would look for"] if silent else []),
        "faults that no test looks for",
        "hands that are not in these files or show their cards only at the end",
        f"agreements between players with fewer than {LEAST} hands together, or of a kind that is seldom acted on",
    ]
    return f"Not ruled out are {'; '.join(faults[:-1])}; and {faults[-1]}."


def _beyond_chance_sentence(
    deal_rows_found: Sequence[Row], judged_deal_tests: Sequence[Row], play_audit: PlayAudit
) -> str:
    """The sentence where something was found: that this is not by chance."""
    findings, ruled_out, tests = list[str](), list[str](), count(len(judged_deal_tests), "test")
    if deal_rows_found:
        named = [f"{row['title'].lower()}, p {format_p_value(row['p_family'])}" for row in deal_rows_found[:NAMED]]
        more = [f"{len(deal_rows_found) - NAMED} more in table 1"] if deal_rows_found[NAMED:] else []
        findings.append(f"what {len(deal_rows_found)} of {tests} of the deal found ({'; '.join([*named, *more])})")
        level = f"{100 * LEVEL:.0f} %"
        ruled_out.append(f"that these cards were dealt and collected by chance alone, at the {level} level")
    if play_audit.found:
        findings.append(f"the play of {play_audit.found:,} of {count(play_audit.judged, 'pair')}")
        ruled_out.append("for all but one of twenty such pairs, that they play with each other as with all others")
    is_deal_plain = judged_deal_tests and not deal_rows_found
    beginning = f"None of {tests} of the deal found anything, but c" if is_deal_plain else "C"
    return f"{beginning}hance does not explain {' and '.join(findings)}, which rules out {'; and '.join(ruled_out)}."


def _other_causes_sentence(rows_found: Sequence[Row], play: PlayAudit) -> str:
    innocent = [
        *(["that hands were chosen or are missing"] if rows_found else []),
        *(["that players are friends or respect each other without any agreement"] if play.found else []),
    ]
    return (
        f"Not ruled out is any other cause, such as {' or '.join(innocent)}; nor, where nothing was found, faults "
        "smaller than those in the last column of table 1, or of a kind that no test looks for."
    )


def _no_pair_phrase(play: PlayAudit) -> str:
    if play.judged == 1:
        return "the one pair judged"
    return f"any of {count(play.judged, 'pair')}" if play.judged else f"any pair, as none has {LEAST} hands together,"


def _hands_are_phrase(hands: int) -> str:
    return f"{count(hands, 'hand')} {'is' if hands == 1 else 'are'}"


# --- tables under pseudonyms: no name of a player, number of a hand or path ------------------------------------------


def anonymise_deal(audit: DealAudit, pseudonym_of: Callable[[str], str]) -> DealAudit:
    """The tests with other names for players: only that of `players` has any."""
    is_named = pl.col("test") == "players"
    counted = pl.col("counted").map_elements(lambda label: label if label == REST else pseudonym_of(label), pl.String)
    hidden = audit.tests.with_columns(
        pl.when(is_named).then(counted).otherwise("counted").alias("counted"),
        *(
            pl.when(is_named).then(pl.col(column).str.replace(r" \(.*$", "")).otherwise(column).alias(column)
            for column in ("fault", "noticed")
        ),
    )
    return replace(audit, tests=hidden)


def anonymise_play(audit: PlayAudit, pseudonyms: Pseudonyms) -> PlayAudit:
    """Hands are named by their new numbers, and not by file and line."""
    players = (pl.col(name).map_elements(pseudonyms.replace_player, pl.String) for name in ("first", "second", "by"))
    hands = [
        hands and [_anonymise_hand(hand, pseudonyms) for hand in hands] for hands in audit.pairs["evidence"].to_list()
    ]
    shown = pl.Series("evidence", hands, audit.pairs.schema["evidence"])
    return replace(audit, pairs=audit.pairs.with_columns(*players, shown))


def anonymise_files(files: pl.DataFrame) -> pl.DataFrame:
    """Files by their digests, under numbers instead of paths."""
    numbered = files.sort("digest", nulls_last=True).with_row_index("number", 1)
    return numbered.with_columns(path="file " + pl.col("number").cast(pl.String)).drop("number")


def anonymise_findings(findings: pl.DataFrame, files: pl.DataFrame, pseudonyms: Pseudonyms) -> pl.DataFrame:
    """Findings without their sentences, which name players; `files`: the paths, in the order of `hidden_files`."""
    numbers = {path: number for number, path in enumerate(files.sort("digest", nulls_last=True)["path"], 1)}
    numbered = findings.with_columns(pl.col("path").replace_strict(numbers, default=None, return_dtype=pl.Int64))
    hidden = numbered.sort("path", "line", "code", maintain_order=True).with_columns(
        ("file " + pl.col("path").cast(pl.String)).alias("path"),
        pl.col("hand_id").map_elements(lambda number: _anonymise_number(number, pseudonyms), pl.String),
        pl.col("player").map_elements(pseudonyms.replace_player, pl.String),
    )
    return hidden.drop("message")


def _anonymise_number(number: str, pseudonyms: Pseudonyms) -> str:
    """The number of a hand, or of a summary: `tournament 123 match 2 of Ann`."""
    number, of, player = number.partition(" of ")
    return pseudonyms.replace_number(number) + of + (pseudonyms.replace_player(player) if player else "")


def _anonymise_hand(evidence: str, pseudonyms: Pseudonyms) -> str:
    site, _, number = evidence.partition(" ")[0].partition(":")
    return f"{site}:{pseudonyms.replace_number(number)}"

"""Conversion: hands as another site would have printed them, if it could have dealt them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from histparse.export import COPY, Headings, UnwritableError, Writer
from histparse.export.completion import complete_hand_or_refuse
from histparse.export.contract import NOTHING, Given, apply_given_facts_or_refuse
from histparse.judging.engine import judge
from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.model.house import House, house_of_site_or_lenient_default
from histparse.rules.registry import catalogue

LeftOut = Callable[[Hand, UnwritableError], object]


def convert_to_texts(
    hands: Iterable[Hand],
    writer: Writer,
    on_left_out: LeftOut,
    given: Given = NOTHING,
    *,
    origin_rules: bool = False,
) -> Iterator[str]:
    """The text of a file hand by hand, headings included.

    Hands that cannot be in it are passed to `on_left_out` with the reason. For the rest see `convert_hand`.
    """
    headings = Headings()
    for hand in hands:
        try:
            shown = convert_hand(hand, writer, given, origin_rules=origin_rules)
            above = headings.next_heading_unless_copy(writer.site, writer.heading(shown))
            if above is None:
                raise UnwritableError(COPY)
            text = writer.text(shown)
        except UnwritableError as error:
            on_left_out(hand, error)
        else:
            yield above + text


def convert_hand(hand: Hand, writer: Writer, given: Given = NOTHING, *, origin_rules: bool = False) -> Hand:
    """The hand as that writer's site would have printed it; one of its own as it is.

    `given`: what is said of it, where the site prints what its text leaves out. The hand is shown and announced by the
    rules of the site's house; with `origin_rules` by those of the house it was played in, and then those of the site
    may forbid it. Raises UnwritableError for what the site cannot print, or would not have dealt.
    """
    completed = apply_given_facts_or_refuse(hand, given)
    if hand.header.site == writer.site:
        return completed
    origin, target = house_of_site_or_lenient_default(hand.header.site), house_of_site_or_lenient_default(writer.site)
    if not origin_rules and (forbidden := _find_forbidden(completed, origin, target)):
        why = f"{catalogue()[forbidden.code].title} ({forbidden.code})"
        raise UnwritableError(f"forbidden by the rules of {writer.site}: {why}", "keep")
    return writer.adapt_hand(completed, origin if origin_rules else target)


def _find_forbidden(hand: Hand, origin: House, target: House) -> Finding | None:
    """The first finding by the rules of the target of which there is none by those of the house it was played in."""
    findings = _judge_as_shown(hand, target)
    legal = {finding.code for finding in _judge_as_shown(hand, origin)} if findings else set()
    return next((finding for finding in findings if finding.code not in legal), None)


def _judge_as_shown(hand: Hand, house: House) -> tuple[Finding, ...]:
    """Judge the hand by the rules of a house, shown and announced as it would be there."""
    return judge(complete_hand_or_refuse(hand, house), house).findings

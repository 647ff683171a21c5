"""Violations SHD02 and SHD05 of the ranking: each of its rules, told by two hands that somebody takes the wrong way."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Collect, Event, Show, of_type
from histparse.simulate.settings import Settings
from tests.dealer.violations.cards import hands_given
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import Altered, LegalHand, need
from tests.dealer.violations.payouts import with_won

Pairs = tuple[tuple[str, str], ...]
"""Hands by their ranks, with an `s` those of one suit: the better one, and the worse."""
RULES: dict[str, Pairs] = {
    "the_ace_is_high": (("KQJ98", "A5432"), ("A5432", "A6432"), ("A5432", "22345")),
    "straights_and_flushes_count": (("AKQJ9", "65432"), ("22345", "65432"), ("A9742", "75432s"), ("65432", "75432s")),
    "the_best_hands": (("75432", "76432"), ("76432", "76532"), ("75432", "85432"), ("76532", "95432")),
    "made_hands_rank_as_high": (
        *(("33542", "44335"), ("44335", "33345"), ("33345", "65432"), ("65432", "75432s")),
        *(("75432s", "22233"), ("33322", "44443"), ("44443", "65432s"), ("98765s", "AKQJTs")),
    ),
    "no_pair_before_a_pair": (("AKQJ9", "22345"), ("22345", "22346"), ("22345", "33245")),
}
"""What the pages state of the ranking."""


def _shown_by_two(legal: LegalHand, better: str, worse: str) -> tuple[list[Event], str, str]:
    """The hand with those shown by two players whose cards nobody sees before, of whom the better one wins it all."""
    live = [player.name for player in legal.at_showdown().live_players]
    need(len(live) == 2 and legal.hero not in live)
    first, second = legal.random.sample(live, 2)
    story = hands_given(legal, {first: better, second: worse})
    need(len(of_type(story, Collect)) == 1 and len(of_type(story, Show)) == 2)
    return story, first, second


def _worse_wins(legal: LegalHand, pairs: Pairs) -> Altered:
    story, better, worse = _shown_by_two(legal, *legal.choose(pairs))
    (paid,) = of_type(story, Collect)
    wrong = replace(paid, player=worse)
    story = [wrong if event is paid else event for event in story]
    return Altered(with_won(story, {better: 0, worse: paid.amount}), wrong)


def _called_the_other(legal: LegalHand, pairs: Pairs) -> Altered:
    """One of the hands is called by the words for the other."""
    hands = legal.choose(pairs)
    story, *players = _shown_by_two(legal, *hands)
    shows = {show.player: show for show in of_type(story, Show)}
    shown, different = (shows[name] for name in legal.random.sample(players, 2))
    words = legal.settings.writer.says(different.cards)
    need(words and words != legal.settings.writer.says(shown.cards))
    wrong = replace(shown, says=words)
    return Altered([wrong if event is shown else event for event in story], wrong)


def _few_callers(settings: Settings) -> Settings:
    """Few players who stay in: most cards are in nobody's hand."""
    return replace(settings, players=(3, 3), callers=0.7, stacks=(20, 40))


def _register(rule: str, pairs: Pairs) -> None:
    def wins(legal: LegalHand) -> Altered:
        return _worse_wins(legal, pairs)

    def called(legal: LegalHand) -> Altered:
        return _called_the_other(legal, pairs)

    wins.__name__ = called.__name__ = rule
    violation("SHD02", adapt=_few_callers)(wins)
    violation("SHD05", adapt=_few_callers)(called)


for _rule, _pairs in RULES.items():
    _register(_rule, _pairs)

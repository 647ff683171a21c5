"""Step 3, replay: which function applies which type of event to the table. One module per part of the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from histparse.model import events as ev
from histparse.model.events import Event
from histparse.replay import steps
from histparse.replay.bookkeeping import betting, cards
from histparse.replay.players import Player
from histparse.replay.table import Table

ACTS: dict[type[Event], Callable[[Table, Any, Player], None]] = {
    ev.Post: betting.post,
    ev.Fold: betting.fold,
    ev.Check: betting.check,
    ev.Call: betting.call,
    ev.Bet: betting.bet,
    ev.Raise: betting.raise_to,
    ev.Uncalled: betting.return_uncalled,
    ev.Deal: cards.deal,
    ev.Discard: cards.discard,
    ev.StandPat: cards.stand_pat,
    ev.Receive: cards.receive,
    ev.Show: cards.show,
    ev.Muck: cards.muck,
    ev.NoShow: cards.no_show,
    ev.Collect: cards.collect,
    ev.Result: cards.keep_result_and_its_cards,
}
"""Acts of players."""
STEPS: dict[type[Event], Callable[[Table, Any], None]] = {
    steps.PostingEnds: betting.end_posting,
    ev.Splash: betting.add_splash_to_pot,
    ev.Capped: betting.note_cap_announced,
    steps.BettingEnds: betting.end_betting,
    steps.BetsSwept: betting.sweep_bets_into_pot,
    ev.DrawBegins: cards.begin_draw,
    steps.DrawUnannounced: cards.begin_draw,
    ev.Reshuffle: cards.reshuffle,
    steps.DrawLeftOut: cards.skip_left_out_draw,
    steps.DrawEnds: cards.end_draw,
    ev.ShowdownBegins: cards.begin_showdown,
    ev.SummaryBegins: cards.mark_play_complete,
    ev.Total: cards.record_stated_total,
}
"""Turning points of a hand."""

"""Step 3, replay: one betting round - the level to match, the number of bets, who must act. It never judges."""

from __future__ import annotations

from dataclasses import dataclass

from histparse.model.hand import Limit
from histparse.model.house import House, ShortRaise
from histparse.replay.players import Player

# Looking up an enum member through its class costs as much as a call.
FIXED, COMPLETES, UNKNOWN = Limit.FIXED, ShortRaise.COMPLETES, ShortRaise.UNKNOWN


@dataclass(slots=True, eq=False)
class Betting:
    """The state of one betting round. Levels are street totals in 1/100."""

    players: tuple[Player, ...]
    house: House
    limit: Limit
    unit: int
    """The size of a bet in fixed limit, the minimum bet otherwise."""
    cap: int | None
    """The maximum number of bets in this round, None without a limit."""
    level: int = 0
    """The chips a player must have in front of them to stay in."""
    full_level: int = 0
    """The level before the short all-ins that may still be completed."""
    short: bool = False
    """Whether the level was last raised by an all-in for less than a full bet."""
    opened_level: int = 0
    """The level at which the betting was last reopened to those who had acted."""
    step: int = 0
    """The last full raise: the minimum for the next one in pot and no limit."""
    bets: int = 0
    """Full bets out; the big blind is one."""
    aggressor: Player | None = None
    last: int = -1
    """`order` of the last player who acted in turn: the next one sits to their left."""
    acts: int = 0
    turn: Player | None = None
    """Who must act next, None when the round can close."""
    contested: bool = False
    """Whether two players are left who can bet against each other."""
    ring: tuple[Player, ...] = ()
    """The players twice over: a slice goes once round the table from any seat."""

    def __post_init__(self) -> None:
        self.ring = self.players + self.players
        self.step = self.unit
        self.update_whether_contested()

    # -- who ------------------------------------------------------------------------------------------------

    def update_whether_contested(self) -> None:
        """Somebody has folded or is all-in: update whether the round is still contested."""
        able = [player for player in self.players if not player.folded and not player.all_in]
        self.contested = len(able) > 1

    def must_act(self, player: Player) -> bool:
        """Whether the round cannot close without this player, who is neither folded nor all-in."""
        # Alone against players who are all-in there is no betting: only a bet larger than one's own is to be answered.
        owes = player.answered < self.level and player.bet < self.level
        if self.contested:
            return owes or not player.acted
        return owes and any(opponent.bet > player.bet for opponent in self.players if not opponent.folded)

    def pass_turn(self) -> None:
        """Pass the turn to the next player who must act."""
        start, level = self.last + 1, self.level
        for player in self.ring[start : start + len(self.players)]:
            if player.folded or player.all_in or (player.acted and player.answered >= level):
                continue
            if self.must_act(player):
                self.turn = player
                return
        self.turn = None

    def may_raise(self, player: Player) -> bool:
        """Whether they may raise: they have not acted, or the bet has grown enough since."""
        return not player.acted or player.answered < self.opened_level

    # -- how much -------------------------------------------------------------------------------------------

    def chips_owed_capped_by_stack(self, player: Player) -> int:
        """The chips a call costs them, at most what they have."""
        return max(min(self.level - player.bet, player.stack), 0)

    def chips_owed_capped_by_opponents(self, player: Player) -> int:
        """The chips that match the most anybody else can put in, at most the cost of a call."""
        live = [opponent for opponent in self.players if opponent is not player and not opponent.folded]
        most = max((opponent.bet + max(opponent.stack, 0) for opponent in live), default=self.level)
        return min(most - player.bet, self.chips_owed_capped_by_stack(player))

    def allowed_full_bet_totals(self) -> tuple[int, ...]:
        """The street totals a full bet or raise may go to in fixed limit; several if the house's rule is not known."""
        adds = self.level + self.unit
        if not self.short:
            return (adds,)
        completes = self.full_level + self.unit
        match self.house.short_raise:
            case ShortRaise.COMPLETES:
                # PokerStars: after `raises 30 to 150 and is all-in` the next one `raises 30 to 180` (52476877655).
                return (completes,)
            case ShortRaise.ADDS:
                return (adds,)
            case _:
                return (completes, adds)

    # -- books ----------------------------------------------------------------------------------------------

    def note_blind(self, level: int, player: Player) -> None:
        """A live blind counts as `level`, even if the poster was all-in for less; the first one starts the action."""
        if self.last < 0 or level > self.level:
            self.last = player.order
        if level > self.level:
            # The big blind is bet one: with a cap of four bets the first round has three raises.
            self.bets += 1
            self.level = self.full_level = self.opened_level = level

    def note_act_and_pass_turn(self, player: Player) -> None:
        """Note that the player has acted at the current level. Acting out of turn does not cost anybody their turn."""
        if self.turn is player or self.turn is None:
            self.last = player.order
        player.acted = True
        player.answered = self.level if self.level > player.bet else player.bet
        self.acts += 1
        self.pass_turn()

    def note_bet_or_raise(self, player: Player, *, all_in: bool) -> None:
        """Note that the player has just bet or raised: `player.bet` is the new level."""
        level = player.bet
        self._count_full_or_short_bet(level, all_in=all_in)
        # In fixed limit an all-in for less than half a bet reopens nothing (Full Tilt, 29705138396).
        opening_step = (self.unit + 1) // 2 if self.limit is FIXED else self.step
        # A full bet reopens the betting, also one that several all-ins make up together where they count as one.
        is_full = self.limit is FIXED and self.house.short_raise is COMPLETES and not self.short
        if is_full or not player.all_in or level - self.opened_level >= opening_step:
            self.opened_level = level
        self.level = max(level, self.level)
        self.aggressor = player

    def _count_full_or_short_bet(self, level: int, *, all_in: bool) -> None:
        """Count bets: where the house completes, an all-in for less and the raise that completes it are one."""
        completes = self.house.short_raise is COMPLETES
        # Where half a bet is one, what is added to it begins the next.
        base = self.full_level if self.house.short_raise in (COMPLETES, UNKNOWN) else self.level
        if all_in and level - base < self.unit:
            self.bets += self._does_short_bet_count_towards_cap(level)
            self.short = True
            return
        self.bets += not (completes and self.short)
        self.step = max(self.unit, level - self.level)
        self.full_level = level
        self.short = False

    def _does_short_bet_count_towards_cap(self, level: int) -> bool:
        """Whether a short all-in counts as a bet of its own towards the cap."""
        match self.house.short_raise:
            case ShortRaise.COMPLETES:
                # An all-in and the raise that completes it are one bet (PokerStars, 52478520236).
                return not self.short
            case ShortRaise.HALF_COUNTS | ShortRaise.ADDS:
                return 2 * (level - self.level) >= self.unit
            case _:
                # The house's rule is unknown, so the reading counts that permits the most.
                return False

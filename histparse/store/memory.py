"""Step 5, store: what must be remembered of a betting round to describe the state of later decisions and draws."""

from __future__ import annotations

from histparse.replay.player import Player


class Own:
    """What one player did so far in one betting round. Counts of acts; posts are none."""

    __slots__ = ("acts", "bets", "calls", "check_raised", "checks", "faced", "last", "raises")

    def __init__(self) -> None:
        self.acts = 0
        self.checks = 0
        self.calls = 0
        self.raises = 0
        """Bets and raises."""
        self.last: str | None = None
        self.bets = -1
        """Full bets out when he decided last."""
        self.faced: int | None = None
        """Most wagers out when he decided; None: no decision yet."""
        self.check_raised = False


class Round:
    """What everybody did so far in one betting round."""

    __slots__ = ("aggressor", "blinds", "callers", "calls", "cap", "checks", "folds", "opener", "own", "raises", "turn")

    def __init__(self) -> None:
        self.turn = 0
        self.folds = 0
        self.checks = 0
        self.calls = 0
        self.raises = 0
        """Bets and raises."""
        self.callers = 0
        """Calls since the last bet or raise."""
        self.blinds: int | None = None
        """Bets out before the first decision: the big blind is one."""
        self.cap: int | None = None
        """Bets the house permits; None: no cap."""
        self.opener: Player | None = None
        """First to bet or raise."""
        self.aggressor: Player | None = None
        """Last to bet or raise."""
        self.own: dict[str, Own] = {}

    def of(self, name: str) -> Own:
        """The acts of that player."""
        own = self.own.get(name)
        if own is None:
            own = self.own[name] = Own()
        return own

    def note(self, player: Player, action: str, bets: int) -> None:
        """The player acts with so many full bets out."""
        own = self.own[player.name]
        own.faced = max(own.faced or 0, self.raises + (self.blinds or 0))
        self.turn += 1
        match action:
            case "fold":
                self.folds += 1
            case "check":
                self.checks += 1
                own.checks += 1
            case "call":
                self.calls += 1
                self.callers += 1
                own.calls += 1
            case _:
                self._wager(player, own)
        own.acts += 1
        own.last = action
        own.bets = bets

    def _wager(self, player: Player, own: Own) -> None:
        self.raises += 1
        self.callers = 0
        self.opener = self.opener or player
        self.aggressor = player
        own.check_raised |= own.last == "check"
        own.raises += 1


def role(first: Round, player: Player, post: str | None) -> str:
    """The player's role in betting round 0, for those who go on to the first draw."""
    if not first.of(player.name).raises:
        return "blind" if post else "caller"
    return "opener" if first.opener is player else "3-bettor"

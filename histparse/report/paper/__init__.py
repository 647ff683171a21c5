"""Step 8, report: the player's report on paper, set by Typst."""

from histparse.report.paper.typesetting import paper

__all__ = ["paper"]

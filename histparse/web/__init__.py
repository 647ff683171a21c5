"""Step 7b, web: what every page is set in - its look, its policy, and templates in which all text is escaped."""

from histparse.web.document import FRAME, LOOK, Asset, asset, colours, environment

__all__ = ["FRAME", "LOOK", "Asset", "asset", "colours", "environment"]

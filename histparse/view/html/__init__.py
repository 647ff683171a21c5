"""Step 7b, view: one hand as a web page with a replayer."""

from histparse.view.html.page import SCRIPTS, STYLES, environment, of_film, page, step_at
from histparse.view.html.steps import short_name

__all__ = ["SCRIPTS", "STYLES", "environment", "of_film", "page", "short_name", "step_at"]

"""histparse: 2-7 Triple Draw hand histories, read, judged and measured. See docs/python.md.

Everything is loaded when first used: importing the package costs nothing. The names are in __init__.pyi.
"""

from __future__ import annotations

from histparse.system.lazy import lazily

__version__ = "1.0.0"
__all__, __getattr__, __dir__ = lazily(__name__)

"""histparse: 2-7 Triple Draw hand histories, read, judged and measured: text enters at `reader`, leaves at `report`."""

__version__ = "0.1.0"

"""The names of this step, one a line, for type checkers; `__init__.py` loads them."""

from histparse.store.database.connection import StoreError as StoreError
from histparse.store.database.database import Database as Database
from histparse.store.importing.files import Summary as Summary
from histparse.store.importing.importer import Importer as Importer
from histparse.store.rows.batch import Batch as Batch
from histparse.store.rows.batch import Frames as Frames

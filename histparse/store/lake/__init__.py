"""Step 6e, lake: the same tables as Parquet files written by many processes; manifests say which files count."""

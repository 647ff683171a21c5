"""Step 6d, lake: the same tables as Parquet files that many processes write at once; manifests say which files count."""

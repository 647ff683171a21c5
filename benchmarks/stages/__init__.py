"""What is measured: one module per stage, so that each loads only what it needs. Its function `run` takes the file."""

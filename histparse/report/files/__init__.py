"""Step 7, report: the files a report can be written to, one module for each kind; its `write` gives what it wrote."""

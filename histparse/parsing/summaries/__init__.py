"""Tournament summaries: one module per site that writes them, with the grammar `grammars/<site>_summary.lark`."""

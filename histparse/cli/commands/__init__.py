"""One module per command, found by its file name (`import_` is `import`); its function `run` is the command."""

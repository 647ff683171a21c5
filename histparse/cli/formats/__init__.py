"""How findings are written: one module per format, found by its file name; its `write` takes findings one by one."""

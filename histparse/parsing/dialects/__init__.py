"""Everything that differs between sites: one module and one grammar of the same name per site."""

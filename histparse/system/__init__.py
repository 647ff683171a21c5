"""What the machine gives to every step: the package's own data, names of files, other processes."""

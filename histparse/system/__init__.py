"""System services for every step: the package's own data, file names, other processes."""

"""Hand rankings as array kernels: what a set of cards is worth."""

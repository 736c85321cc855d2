"""What a game is worth: exact prices under best play, strategies, simulation."""

import houseway.hands  # noqa: F401 - finds a place for compiled kernels before any is loaded

"""A round as a value: its legal actions, the next round after one, and its settlement."""

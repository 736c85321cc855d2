"""A round as a value: legal actions, the round after one of them, and its settlement with the rule cited."""

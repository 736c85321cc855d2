"""The dispute desk: a round laid out from what is told of it, and the ruling with its tables, readings and words."""

"""The vocabulary a game file is written in, its loader, and the values a loaded game is made of."""

"""The vocabulary: the words of a game file, their validation, and a house's choices applied to them."""

"""What a game is worth: exact prices under best play, strategies, simulation."""

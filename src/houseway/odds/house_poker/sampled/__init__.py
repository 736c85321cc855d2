"""Any game of house poker: states sampled or counted at every decision, what is hidden counted for every move."""

"""Hand rankings as array kernels: what a set of cards is worth."""

from houseway.hands.cache import find_place

find_place()

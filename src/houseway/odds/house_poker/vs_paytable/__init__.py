"""Games whose main wagers hang on the seat's own and community cards alone: backward induction over suit classes."""

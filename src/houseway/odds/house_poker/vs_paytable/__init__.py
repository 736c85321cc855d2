"""Games whose main wagers depend on the seat's own and community cards alone: backward induction over suit classes."""

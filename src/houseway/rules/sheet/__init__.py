"""The rule sheet of a game, worked out from its file: for the terminal, for print, for a page."""

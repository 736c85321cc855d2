"""Poker tournaments: what is printed of them, entries and money, tables, levels and prizes."""

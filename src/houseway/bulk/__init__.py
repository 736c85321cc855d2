"""Logs of many rounds as columns: rows that come out alike are found by arrays, and one of each kind is settled."""

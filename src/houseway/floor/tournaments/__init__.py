"""Tournaments on the floor: entries, buy-ins and prizes through the ledger; tables whose chips are not money."""

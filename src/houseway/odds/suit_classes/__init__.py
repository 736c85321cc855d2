"""Hands up to a renaming of suits."""

"""The floor: money, tables and meters kept in a database."""

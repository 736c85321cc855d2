"""Cards, decks, shoes and shuffles: what is dealt, before any rule gives it a worth."""

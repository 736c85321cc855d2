"""A seat's own hand against the dealer's: dealer hands counted by card removal, the best choice for every hand."""

"""The steps by which the database of the floor came to its present shape."""

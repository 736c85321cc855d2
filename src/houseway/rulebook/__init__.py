"""The games themselves, one file each: data only."""

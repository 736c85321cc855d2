"""The bodies of answers, by what they are about."""

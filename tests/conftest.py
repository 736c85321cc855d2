"""Settings every test shares: how many examples hypothesis draws, by day and by night."""

from hypothesis import settings

# No deadline: the first example of a kernel pays for its compilation.
settings.register_profile("default", deadline=None)
settings.register_profile("nightly", deadline=None, max_examples=2000)
settings.load_profile("default")

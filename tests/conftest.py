"""Settings of all tests."""

from hypothesis import settings

settings.register_profile("parlour", deadline=None)  # the machine may be busy: no clock in a test
settings.load_profile("parlour")

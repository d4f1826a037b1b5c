"""Messages that go on from what was said or shown before."""

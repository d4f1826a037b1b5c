"""Reads what people claim of a share when they argue with a view of it."""

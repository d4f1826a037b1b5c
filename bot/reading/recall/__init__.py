"""Reads questions about what was said, decided or written down."""

"""Presents price alerts."""

"""Reads requests for price alerts."""

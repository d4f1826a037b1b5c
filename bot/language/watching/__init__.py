"""Reads requests for price alerts, watch lists and briefs."""

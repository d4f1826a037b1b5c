"""Reads what came of decisions: since each of them, of those of a span, and of all as forecasts."""

"""Handlers of limits for more than one decision."""

"""Reads the limits that a message states for more than one decision."""

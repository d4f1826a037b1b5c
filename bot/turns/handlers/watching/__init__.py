"""Handlers of what is watched."""

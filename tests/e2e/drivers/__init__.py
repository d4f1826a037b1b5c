"""Drivers of the three platforms, each with its processes."""

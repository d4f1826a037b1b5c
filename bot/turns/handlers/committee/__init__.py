"""Handlers of requests to a committee, and of what is said about its conclusions."""

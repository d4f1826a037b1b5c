"""Reads the clauses of a message that holds more than one thing."""

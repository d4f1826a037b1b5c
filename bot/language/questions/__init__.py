"""Reads questions whose answer is computed for what they name: a price move, a comparison, a term, a page."""

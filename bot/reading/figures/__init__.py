"""Reads questions for figures: names of measures, shares, times and ways of showing, each found on its own."""

"""Reads what nothing but exact words may ask for: verdicts on what is pending, and the end of limits."""

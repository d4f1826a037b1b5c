"""Reads what nothing but exact words may ask for: verdicts on what is pending, the end of limits, erasure."""

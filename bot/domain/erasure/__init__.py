"""Erasure of a person: what is asked for, and how their name and words are found in what others keep."""

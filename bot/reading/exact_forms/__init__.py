"""Requests that are whole messages of a few known words: a form says which words, numbers and shares it consists of."""

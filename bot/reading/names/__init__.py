"""Finds the names of shares in a text: tickers, companies, nicknames, misspelt ones, those of other markets."""

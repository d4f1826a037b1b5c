"""Numbers of a text: their values and their units."""

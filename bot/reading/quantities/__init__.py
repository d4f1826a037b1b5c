"""Numbers of a text: their values, their units, and the words that say what they size."""

"""Words decisions: their cards and reasons, what became of them, limits, and what a committee said."""

"""Watch lists and briefs."""

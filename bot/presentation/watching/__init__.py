"""What is watched: lists and briefs."""

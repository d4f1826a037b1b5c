"""What is watched: alerts, lists and briefs."""

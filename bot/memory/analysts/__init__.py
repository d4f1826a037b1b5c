"""What a committee's analysts remember: reports shared within a workspace, digests, and when they are renewed."""

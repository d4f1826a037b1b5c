"""What a message asks of core memory, and how statements in it relate to each other."""

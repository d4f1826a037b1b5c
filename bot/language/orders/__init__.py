"""Orders in a person's words: several in one message, sizes alone, corrections, answers to questions about them."""

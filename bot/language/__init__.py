"""What a message says, by rules and without a model: `understand.understand` is the way in."""

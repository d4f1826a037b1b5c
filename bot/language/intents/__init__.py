"""What a message is meant as: confirmations, revocations, and the rules and examples for the rest."""

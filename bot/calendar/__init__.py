"""What happens by the passing of time, on the clock of an account's market."""

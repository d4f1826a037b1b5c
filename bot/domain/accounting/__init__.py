"""What follows from an account's ledger: positions, results, daily values."""

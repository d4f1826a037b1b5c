"""Words the answers to questions on figures of shares, stated moves, comparisons, claims and terms."""

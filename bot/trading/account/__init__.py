"""Words the answers to single questions: a stated price move, a comparison, a term."""

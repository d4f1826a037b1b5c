"""What a committee of analysts shares: their reports, the research and risk debates' conclusions, the fusion state."""

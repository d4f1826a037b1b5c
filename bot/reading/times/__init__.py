"""Times that words name: the days of the market, and what people recall by."""

### The Home of the app.

home-outcomes = Last decisions
home-no-outcomes = Nothing has been decided yet.
home-begin = To begin, mention me in a channel or write to me here: “should I buy google? at most $3,000”. Nothing is traded until who asked confirms.

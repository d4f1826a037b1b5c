"""Engine `committee`: four analysts report, a research and a risk debate rule on it, a trader proposes."""

"""The words of a message: cut into chunks, which are looked up as cues and as names of instruments."""

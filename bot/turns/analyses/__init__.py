"""Analyses by committees beside the talk of a thread: their runs, their debates as shown, and objections to them."""

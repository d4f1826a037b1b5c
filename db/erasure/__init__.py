"""Erases a person from one workspace, in steps of bounded size; which column holds what stands in `columns`."""

"""Typed commands, and whole messages that mean one."""

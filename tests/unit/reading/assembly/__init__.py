"""Tests of the assembly of requests."""

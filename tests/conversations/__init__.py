"""Conversations as data, and what runs and checks them with any driver."""

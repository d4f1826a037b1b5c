"""What the four analysts of a committee read, and what each of them makes of it by rules."""

"""The command that a message stands for if it holds nothing but a mention of the bot."""

from typing import Final

HELP_COMMAND: Final = "/help"

"""The command that replaces a message without any text but a mention of the bot."""

from typing import Final

HELP_COMMAND: Final = "/help"

"""What somebody means who says only our name."""

from typing import Final

HELP_COMMAND: Final = "/help"

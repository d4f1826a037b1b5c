"""Settings of the Discord adapter."""

from dataclasses import dataclass
from typing import Final

API_URL: Final = "https://discord.com/api/v10"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordOptions:
    """What an operator configures."""

    token: str
    api_url: str = API_URL
    guild_id: int | None = None  # the server that is offered the slash commands; None: all servers

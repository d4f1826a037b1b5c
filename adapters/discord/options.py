"""Settings of the Discord adapter."""

from dataclasses import dataclass
from typing import Final

API_URL: Final = "https://discord.com/api/v10"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordOptions:
    """The settings that an operator makes."""

    token: str
    api_url: str = API_URL
    guild_id: int | None = None  # the server in which slash commands are registered; None: all servers

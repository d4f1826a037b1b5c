"""The addresses of messages on Discord."""

from adapters.discord.outbound.transport import channel_id_of
from bot.domain.conversation.threads import Thread


class DiscordLinks:
    """Implements `bot.ports.MessageLinks` without network calls."""

    async def link_to(self, thread: Thread, message_id: str) -> str | None:
        """Return the address of a message; that of the message which opened a thread is in the thread's channel."""
        channel = thread.channel if message_id == thread.thread else channel_id_of(thread)
        guild = "@me" if thread.workspace.startswith("dm-") else thread.workspace
        ids = (message_id, channel, *(() if guild == "@me" else (guild,)))
        if not all(each.isascii() and each.isdecimal() for each in ids):
            return None
        return f"https://discord.com/channels/{guild}/{channel}/{message_id}"

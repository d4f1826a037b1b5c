"""A platform's channel over its transport: each stored reply is shown exactly once, in as many messages as it takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Generic, TypeVar

from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.replies import Reply
from bot.messaging.outbound.poster import Poster
from bot.ports import MessageTransport

_C = TypeVar("_C")
_LONGEST_TURN: Final = timedelta(hours=1)  # its live line, which becomes the answer, is not older


@dataclass(frozen=True, slots=True)
class PostedChannel(Generic[_C]):
    """A platform's channel, made of its surface; fulfils `bot.ports.Channel`."""

    transport: MessageTransport[_C]
    poster: Poster[_C]

    async def deliver(self, reply: Reply) -> str | None:
        """Show `reply` exactly once, in place of its live line where there is one; return its first message's id."""
        contents = self.transport.render_answer(reply)
        if reply.answer.is_private:
            await self._whisper(reply, contents)
            return None
        since = reply.created_at - _LONGEST_TURN
        ids = [
            await self.poster.post_once(reply.thread, content, mark=MessageMark(reply.id, part), since=since)
            for part, content in enumerate(contents, start=1)
        ]
        return ids[0]

    async def refresh(self, reply: Reply) -> None:
        """Show a delivered reply as it now is, in as many messages as that takes."""
        if reply.answer.is_private:
            return
        contents = self.transport.render_answer(reply)
        delivered = await self.poster.postings.count_parts(reply.thread, reply.id)
        for part, content in enumerate(contents, start=1):
            if part <= delivered:
                await self.poster.refresh_message(reply.thread, content, mark=MessageMark(reply.id, part))
            elif delivered:
                await self.poster.post_once(
                    reply.thread, content, mark=MessageMark(reply.id, part), since=reply.created_at
                )
        for part in range(len(contents) + 1, delivered + 1):
            await self.poster.withdraw_message(reply.thread, mark=MessageMark(reply.id, part))

    async def _whisper(self, reply: Reply, contents: Sequence[_C]) -> None:
        for content in contents:
            await self.transport.post_ephemeral(reply, content)

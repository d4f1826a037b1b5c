"""A platform's channel over its transport: shows each stored reply once, in one or several messages."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Thread
from bot.errors import RateLimitedError
from bot.messaging.outbound.poster import Poster
from bot.ports import MessageTransport

_C = TypeVar("_C")
_LONGEST_TURN: Final = timedelta(hours=1)  # the greatest age of a live message, which becomes the answer

_LONGEST_PAUSE_SECONDS: Final = 5.0  # between two parts; a delivery may take 25 s


@dataclass(frozen=True, slots=True)
class PostedChannel(Generic[_C]):
    """Implements `bot.ports.ReplyChannel` over a transport; a long reply takes several messages."""

    transport: MessageTransport[_C]
    poster: Poster[_C]

    async def deliver(self, reply: Reply) -> str | None:
        """Replace the turn's live message, if there is one; return the id of the reply's first message, if it has any.

        The parts of a long reply stand together: its first part does not take the place of the live message, below
        which others may have written, but is posted anew.
        """
        if reply.answer.continued_by is not None:
            return None
        contents = self.transport.render_answer(reply)
        if reply.answer.is_private:
            await self._post_ephemeral(reply, contents)
            return None
        since, thread, first = reply.created_at - _LONGEST_TURN, reply.thread, MessageMark(reply.id)
        is_late = reply.answer.analysis is not None and reply.answer.analysis.is_ended
        if len(contents) == 1 and not is_late:
            return await self.poster.post_once(thread, contents[0], mark=first, since=since)
        with self.poster.keeping_together(thread):
            platform_id = await self.poster.post_at_end(thread, contents[0], mark=first, since=since)
            for part, content in enumerate(contents[1:], start=2):
                await self._post_part(thread, content, mark=MessageMark(reply.id, part), since=since)
        return platform_id

    async def refresh(self, reply: Reply) -> None:
        if reply.answer.is_private or reply.answer.continued_by is not None:
            return
        contents = self.transport.render_answer(reply)
        delivered = await self.poster.postings.count_parts(reply.thread, reply.id)
        for part, content in enumerate(contents, start=1):
            mark = MessageMark(reply.id, part)
            if part <= delivered:
                await self.poster.refresh_message(reply.thread, content, mark=mark)
            elif delivered:
                await self.poster.post_once(reply.thread, content, mark=mark, since=reply.created_at)
        for part in range(len(contents) + 1, delivered + 1):
            await self.poster.withdraw_message(reply.thread, mark=MessageMark(reply.id, part))

    async def _post_part(self, thread: Thread, content: _C, *, mark: MessageMark, since: datetime) -> None:
        """Post a further part; if the platform asks for a short pause, wait here, with others kept out."""
        try:
            await self.poster.post_once(thread, content, mark=mark, since=since)
        except RateLimitedError as error:
            if error.retry_after > _LONGEST_PAUSE_SECONDS:
                raise
            await asyncio.sleep(error.retry_after)
            await self.poster.post_once(thread, content, mark=mark, since=since)

    async def _post_ephemeral(self, reply: Reply, contents: Sequence[_C]) -> None:
        for content in contents:
            await self.transport.post_ephemeral(reply, content)

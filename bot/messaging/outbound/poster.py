"""Puts messages of ours on a platform, each once: what is tried is noted before, and looked for when in doubt."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from bot.domain.conversation.posting import MessageMark, Posting
from bot.domain.conversation.threads import Thread
from bot.errors import MessageGoneError, RateLimitedError, StoreUnavailableError
from bot.ports import MessageTransport, Postings

_C = TypeVar("_C")
_CLOCKS_APART: Final = timedelta(minutes=5)  # ours and the platform's, at most
_LOOK_SECONDS: Final = 0.25  # between two looks at somebody else's attempt


@dataclass(frozen=True, slots=True)
class Poster(Generic[_C]):
    """Posts by mark: the same mark twice is the same message, edited."""

    transport: MessageTransport[_C]
    postings: Postings

    async def post_once(self, thread: Thread, content: _C, *, mark: MessageMark, since: datetime) -> str:
        """Have `thread` show `content` as the message of this mark, not tried before `since`; return its platform id.

        Raises as the surface does; whatever it raises, the next call goes on from there.
        """
        posting = await self.postings.begin_attempt(thread, mark, is_final=True)
        return await self._put(thread, content, posting, since)

    async def post_live(self, thread: Thread, content: _C, *, mark: MessageMark, since: datetime) -> bool:
        """Do the same for a live line, unless what it was to become stands there already; return whether it was put."""
        posting = await self.postings.begin_attempt(thread, mark, is_final=False)
        if posting.is_final:
            return False
        await self._put(thread, content, posting, since)
        return True

    async def adopt_message(self, thread: Thread, *, mark: MessageMark, platform_id: str) -> None:
        """Take a message that is on the platform already for the one of this mark."""
        await self.postings.begin_attempt(thread, mark, is_final=True)
        await self.postings.mark_posted(thread, mark, platform_id=platform_id)

    async def refresh_message(self, thread: Thread, content: _C, *, mark: MessageMark) -> None:
        """Have the message of this mark show `content`, if it is still there."""
        posting = await self.postings.begin_attempt(thread, mark, is_final=True)
        if posting.is_new:
            await self.postings.mark_withdrawn(thread, mark)
        if posting.platform_id is not None:
            with suppress(MessageGoneError):  # somebody has removed it, and may
                await self.transport.edit(thread, posting.platform_id, content, mark=mark)

    async def remove_message(self, thread: Thread, *, mark: MessageMark) -> None:
        """Have no message of this mark, now or later."""
        posting = await self._settled(thread, await self.postings.begin_attempt(thread, mark, is_final=True))
        if posting.platform_id is not None:
            await self.transport.remove(thread, posting.platform_id)

    async def withdraw_message(self, thread: Thread, *, mark: MessageMark) -> None:
        """Have no message of this mark until it is put again."""
        await self.remove_message(thread, mark=mark)
        await self.postings.mark_withdrawn(thread, mark)

    async def _put(self, thread: Thread, content: _C, posting: Posting, since: datetime) -> str:
        mark = posting.mark
        while not posting.is_new:
            posting = await self._settled(thread, posting)
            platform_id = posting.platform_id or await self._found(thread, mark, since)
            if platform_id is not None:
                return await self._edit(thread, platform_id, content, posting)
            if await self.postings.retry_attempt(posting, thread):
                break
            posting = await self.postings.begin_attempt(thread, mark, is_final=posting.is_final)
        return await self._post(thread, content, posting)

    async def _settled(self, thread: Thread, posting: Posting) -> Posting:
        """Return what is known once no attempt of anybody else is on its way."""
        while posting.platform_id is None and posting.is_under_way:  # another's; ours is new
            await asyncio.sleep(_LOOK_SECONDS)
            posting = await self.postings.begin_attempt(thread, posting.mark, is_final=posting.is_final)
        return posting

    async def _found(self, thread: Thread, mark: MessageMark, since: datetime) -> str | None:
        found = await self.transport.find(thread, mark=mark, since=since - _CLOCKS_APART)
        if found is not None:
            await self.postings.mark_posted(thread, mark, platform_id=found)
        return found

    async def _edit(self, thread: Thread, platform_id: str, content: _C, posting: Posting) -> str:
        mark = posting.mark
        try:
            await self.transport.edit(thread, platform_id, content, mark=mark)
        except MessageGoneError:
            await self.postings.mark_withdrawn(thread, mark)
            anew = await self.postings.begin_attempt(thread, mark, is_final=posting.is_final)
            return await self._post(thread, content, anew)
        return platform_id

    async def _post(self, thread: Thread, content: _C, posting: Posting) -> str:
        mark = posting.mark
        try:
            platform_id = await self.transport.post(thread, content, mark=mark)
        except RateLimitedError:
            if posting.is_new:  # nothing was ever posted: no need to look for it
                await self.postings.mark_withdrawn(thread, mark)
            else:
                await self._ended(thread, mark)
            raise
        except Exception:
            await self._ended(thread, mark)
            raise
        await self.postings.mark_posted(thread, mark, platform_id=platform_id)
        return platform_id

    async def _ended(self, thread: Thread, mark: MessageMark) -> None:
        with suppress(StoreUnavailableError):  # then it ends by itself, a little later
            await self.postings.attempt_ended(thread, mark)

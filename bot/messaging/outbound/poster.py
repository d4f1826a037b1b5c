"""Posts each message once: stores the attempt first, and looks for its message if the result is unknown."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from bot.domain.conversation.posting import MessageMark, Posting
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Thread
from bot.errors import MessageGoneError, MessageOvertakenError, RateLimitedError, StoreUnavailableError
from bot.ports import MessageTransport, Postings

_C = TypeVar("_C")
_MAX_CLOCK_SKEW: Final = timedelta(minutes=5)  # between our clock and the platform's
_POLL_SECONDS: Final = 0.25  # between two checks of another process's attempt
_LONGEST_TURN: Final = timedelta(hours=1)  # the greatest age of a live message, which becomes the answer

_LONGEST_PAUSE_SECONDS: Final = 5.0  # between two parts; a delivery may take 25 s


@dataclass(frozen=True, slots=True)
class Poster(Generic[_C]):
    """Posts by mark: posting the same mark again edits the same message."""

    transport: MessageTransport[_C]
    postings: Postings
    threads_in_parts: Counter[Thread] = field(default_factory=Counter)  # in which an answer's parts are being posted

    @contextmanager
    def keeping_together(self, thread: Thread) -> Iterator[None]:
        """Keep live messages of this process out of `thread` while the parts of one answer are posted."""
        self.threads_in_parts[thread] += 1
        try:
            yield
        finally:
            self.threads_in_parts[thread] -= 1
            if not self.threads_in_parts[thread]:
                del self.threads_in_parts[thread]

    async def post_once(self, thread: Thread, content: _C, *, mark: MessageMark, since: datetime) -> str:
        """Show `content` in `thread` as the message of this mark; return its platform id. Raises as the transport does.

        `since`: no attempt was made before. After any error the next call continues where this one stopped.
        """
        posting = await self.postings.begin_attempt(thread, mark, is_final=True, digest=_digest(content))
        return await self._post_or_edit(thread, content, posting, since)

    async def post_at_end(self, thread: Thread, content: _C, *, mark: MessageMark, since: datetime) -> str:
        """Do the same, below all that was said meanwhile: a live message of this mark is removed, not edited."""
        posting = await self.postings.begin_attempt(thread, mark, is_final=True, digest=_digest(content))
        if not posting.was_live:
            return await self._post_or_edit(thread, content, posting, since)
        posting = await self._await_other_attempts(thread, posting)
        platform_id = posting.platform_id or await self._find_message(thread, mark, since)
        if platform_id is not None:
            await self.transport.remove(thread, platform_id, mark=mark)
            await self.postings.mark_removed(thread, mark)
            posting = await self.postings.begin_attempt(thread, mark, is_final=True)
        if await self.postings.retry_attempt(posting, thread):
            return await self._post(thread, content, posting)
        return await self._post_or_edit(thread, content, posting, since)

    async def post_live(self, thread: Thread, content: _C, *, mark: MessageMark, since: datetime) -> bool:
        """Do the same for a live message unless the answer has replaced it; return whether it was posted."""
        posting = await self.postings.begin_attempt(thread, mark, is_final=False)
        if posting.is_final:
            return False
        await self._post_or_edit(thread, content, posting, since)
        return True

    async def adopt_message(self, thread: Thread, *, mark: MessageMark, platform_id: str) -> None:
        """Use a message that is already on the platform as the one of this mark."""
        await self.postings.begin_attempt(thread, mark, is_final=True)
        await self.postings.mark_posted(thread, mark, platform_id=platform_id)

    async def refresh_message(self, thread: Thread, content: _C, *, mark: MessageMark) -> None:
        """Show `content` in the message of this mark, if it is still there and shows something else.

        Raises: as the transport does; MessageOvertakenError: render it anew and show that.
        """
        posting = await self.postings.begin_attempt(thread, mark, is_final=True, digest=_digest(content))
        if posting.is_new:
            await self.postings.mark_withdrawn(thread, mark)
        if posting.platform_id is not None and not posting.is_shown:
            with suppress(MessageGoneError):  # a person has removed it, which is allowed
                await self._change(thread, posting.platform_id, content, posting)

    async def remove_message(self, thread: Thread, *, mark: MessageMark) -> None:
        """Remove the message of this mark and prevent a later one."""
        posting = await self.postings.begin_attempt(thread, mark, is_final=True)
        posting = await self._await_other_attempts(thread, posting)
        if posting.platform_id is not None:
            await self.transport.remove(thread, posting.platform_id, mark=mark)

    async def withdraw_message(self, thread: Thread, *, mark: MessageMark) -> None:
        """Remove the message of this mark; it may be posted again."""
        await self.remove_message(thread, mark=mark)
        await self.postings.mark_withdrawn(thread, mark)

    async def _post_or_edit(self, thread: Thread, content: _C, posting: Posting, since: datetime) -> str:
        """Post, or edit what an earlier attempt has posted; return the platform id."""
        mark = posting.mark
        while not posting.is_new:
            posting = await self._await_other_attempts(thread, posting)
            platform_id = posting.platform_id or await self._find_message(thread, mark, since)
            if platform_id is not None:
                return await self._edit(thread, platform_id, content, posting)
            if await self.postings.retry_attempt(posting, thread):
                break
            posting = await self.postings.begin_attempt(thread, mark, is_final=posting.is_final)
        return await self._post(thread, content, posting)

    async def _await_other_attempts(self, thread: Thread, posting: Posting) -> Posting:
        """Return the posting once no attempt of another process or task is under way."""
        while posting.platform_id is None and posting.is_under_way:  # an attempt of another process or task
            await asyncio.sleep(_POLL_SECONDS)
            posting = await self.postings.begin_attempt(thread, posting.mark, is_final=posting.is_final)
        return posting

    async def _find_message(self, thread: Thread, mark: MessageMark, since: datetime) -> str | None:
        """Look on the platform for a message that an earlier attempt, whose result is unknown, may have posted."""
        platform_id = await self.transport.find_message(thread, mark=mark, since=since - _MAX_CLOCK_SKEW)
        if platform_id is not None:
            await self.postings.mark_posted(thread, mark, platform_id=platform_id)
        return platform_id

    async def _edit(self, thread: Thread, platform_id: str, content: _C, posting: Posting) -> str:
        """Edit a message that shows something else, or post it again if it was removed; return the platform id."""
        mark = posting.mark
        if posting.is_shown:
            return platform_id
        try:
            await self._change(thread, platform_id, content, posting)
        except MessageGoneError:
            await self.postings.mark_withdrawn(thread, mark)
            new_posting = await self.postings.begin_attempt(thread, mark, is_final=posting.is_final)
            return await self._post(thread, content, new_posting)
        return platform_id

    async def _change(self, thread: Thread, platform_id: str, content: _C, posting: Posting) -> None:
        """Edit a message, and record what an answer shows. Raises: MessageGoneError, MessageOvertakenError."""
        await self.transport.edit(thread, platform_id, content, mark=posting.mark)
        if posting.is_final:
            digest = _digest(content)
            if not await self.postings.mark_posted(thread, posting.mark, platform_id=platform_id, digest=digest):
                raise MessageOvertakenError(message=platform_id)

    async def _post(self, thread: Thread, content: _C, posting: Posting) -> str:
        mark = posting.mark
        try:
            platform_id = await self.transport.post(thread, content, mark=mark)
        except RateLimitedError:
            if posting.is_new:  # this was the first attempt: there is no message to look for
                await self.postings.mark_withdrawn(thread, mark)
            else:
                await self._end_attempt(thread, mark)
            raise
        except Exception:
            await self._end_attempt(thread, mark)
            raise
        await self.postings.mark_posted(thread, mark, platform_id=platform_id, digest=_digest(content))
        return platform_id

    async def _end_attempt(self, thread: Thread, mark: MessageMark) -> None:
        with suppress(StoreUnavailableError):  # if this is not stored, the attempt ends at its deadline, a little later
            await self.postings.attempt_ended(thread, mark)


def _digest(content: object) -> bytes:
    """Return a digest of a message: of its text and JSON, whose parts a transport renders in the same order always."""
    return hashlib.blake2b(repr(content).encode(errors="surrogatepass"), digest_size=16).digest()


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
            for content in contents:
                await self.transport.post_ephemeral(reply, content)
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

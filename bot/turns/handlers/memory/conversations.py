"""The conversations of this channel and of public ones, page by page; and whether a person is really to be erased."""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.context.policy import Policy
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.memory import ForgetMe, ForgetPerson, ShowConversations
from bot.domain.erasure import ErasureRequest
from bot.domain.ids import ConversationId, derive_id
from bot.domain.memory.conversation_record import ConversationRecord, RecordQuery, id_prefix
from bot.domain.memory.recall import RecallScope, scope_for
from bot.domain.text.normalise import normalise
from bot.domain.text.zero_width import single_line
from bot.ports import Admins, Clock, MessageLinks, Stores
from bot.presentation.erasure import ErasurePresenter
from bot.presentation.history import SHOWN, HistoryPage, HistoryReport, HistoryView
from bot.reading.commands.arguments import find_command

_ID: Final = re.compile(r"#?[0-9a-f]{8}[0-9a-f-]*", re.IGNORECASE)
_QUOTED: Final = 40  # characters of words that are not understood


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationListHandler:
    """Handler of requests for the list of conversations: of this channel, and as the scope allows public ones."""

    stores: Stores
    report: HistoryReport
    links: MessageLinks
    policy: Policy
    clock: Clock
    scope: RecallScope

    async def __call__(self, context: TurnContext, request: ShowConversations) -> TurnResult:
        """Return the records asked for, the latest active first."""
        whole = await self._whole(context, request.page)
        for query in _readings(request, whole):
            async with self.stores.read(context.turn.tenant_id) as tx:
                records = await tx.records.find(query)
            if records:
                return await self._answer(
                    context, records, HistoryPage(request.page, names_one=query.id_prefix is not None)
                )
        if request.page > 1:
            return self._say(context, "history-no-such-page")
        names_time = request.since is not None
        if not (request.words or names_time):
            return self._say(context, "history-none-yet")
        is_understood = names_time or request.symbols or _ID.fullmatch(request.words)
        said = "history-none" if is_understood else "history-not-understood"
        return self._say(context, said, "history-how", words=single_line(request.words, limit=_QUOTED))

    async def _answer(
        self, context: TurnContext, records: Sequence[ConversationRecord], page: HistoryPage
    ) -> TurnResult:
        links = await self._links(records[:SHOWN])
        view = HistoryView(context.locale, self.clock.now(), self.policy.idle_after, links)
        return TurnResult(answer=self.report.answer(view, tuple(records), page))

    async def _links(self, records: Sequence[ConversationRecord]) -> Mapping[ConversationId, str | None]:
        with_message = [(each, each.first_message_id) for each in records if each.first_message_id is not None]
        links = await asyncio.gather(*(self.links.link_to(each.thread, message) for each, message in with_message))
        return {each.id: link for (each, _), link in zip(with_message, links, strict=True)}

    async def _whole(self, context: TurnContext, number: int) -> RecordQuery:
        """Return the query for a page of all that may be shown here.

        A conversation that began with such a request is not listed in itself: from the second page on, it would push
        the others down by one.
        """
        async with self.stores.read(context.turn.tenant_id) as tx:
            first = await tx.messages.message_span(context.conversation.id, first=0, last=1)
        began_with_list = any(_asks_for_list(each.text) for each in first)
        return RecordQuery(
            limit=SHOWN + 1,
            offset=(number - 1) * SHOWN,
            channels=(context.turn.thread.channel,),
            with_public=scope_for(context.turn.person, self.scope) is RecallScope.WORKSPACE,
            conversation_id=context.conversation.id if self.scope is RecallScope.CONVERSATION else None,
            without=context.conversation.id if began_with_list else None,
        )

    def _say(self, context: TurnContext, *message_ids: str, words: str = "") -> TurnResult:
        texts = self.report.cards.texts
        facts = {"history-not-understood": {"words": words}}
        said = (texts.render(context.locale, each, **facts.get(each, {})) for each in message_ids)
        return TurnResult.of_text(texts.join(context.locale, *said))


def _readings(request: ShowConversations, whole: RecordQuery) -> Iterator[RecordQuery]:
    """Yield what a request can mean, the likeliest first: shares that it names, an id, a person, a misspelt share."""
    query = replace(whole, since=request.since, until=request.until)
    if request.symbols:
        yield replace(query, symbols=request.symbols, speaker=request.speaker or None)
    elif not request.words:
        yield query
    if request.words and " " not in request.words:
        yield replace(query, id_prefix=id_prefix(request.words), without=None, offset=0)
    if request.words and not (request.symbols and request.speaker):  # a short name may be a share's too
        yield replace(query, speaker=request.speaker or request.words)
    if request.guessed:
        yield replace(query, symbols=request.guessed)


def _asks_for_list(text: str) -> bool:
    command = find_command(normalise(text))
    return command is not None and command.name == "history"


@dataclass(frozen=True, slots=True)
class EraseHandler:
    """Handler of requests to erase a person. People may erase themselves; admins of the workspace anybody."""

    stores: Stores
    presenter: ErasurePresenter
    admins: Admins

    async def __call__(self, context: TurnContext, request: ForgetMe | ForgetPerson) -> TurnResult:
        """Show the card to confirm."""
        return context.aside(await self._answer(context, request))

    async def _answer(self, context: TurnContext, request: ForgetMe | ForgetPerson) -> Answer:
        person = context.turn.person
        name = person.id if isinstance(request, ForgetMe) else request.name
        if name and name in {person.id, person.name}:
            return await self._ask(context, person.id, person.name)
        if not name:
            return self.presenter.said(context.locale, "erasure-how")
        if not await self.admins.is_admin(context.turn):
            return self.presenter.said(context.locale, "erasure-not-allowed")
        async with self.stores.read(context.turn.tenant_id) as tx:
            people = await tx.erasures.people_called(name)
        ids = {person_id for person_id, _ in people}
        if not ids:
            return self.presenter.said(context.locale, "erasure-nobody")
        if len(ids) > 1:
            return self.presenter.which(context.locale, list(dict(people).items()))
        return await self._ask(context, *people[0])

    async def _ask(self, context: TurnContext, person_id: str, name: str) -> Answer:
        turn = context.turn
        is_own = person_id == turn.person.id
        request = ErasureRequest(
            id=derive_id(turn.id, "erasure"),
            asked_turn=turn.id,
            is_own=is_own,
            person_id=person_id,
            names=(name,) if name else (),
            asked_at=turn.accepted_at,
        )
        async with self.stores.transaction(turn.tenant_id) as tx:
            await tx.erasures.add_request(request)
        return self.presenter.card(context.locale, request.id, is_own=is_own, name=name or person_id)

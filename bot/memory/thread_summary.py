"""Loads the summary of the thread in which a person asks for it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import compress, count
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.channels import OverheardMessage
from bot.domain.ids import DecisionId
from bot.domain.memory.recall import RecallQuestion
from bot.domain.memory.summaries.by_rules import quote_talk, select_talk
from bot.domain.memory.summaries.summary import Statement, StatementKind, Summary, ThreadSummary, statement
from bot.domain.text.normalise import normalise, without_mention
from bot.domain.text.secrets import has_secret
from bot.domain.trading.decisions import Decision, DecisionQuery
from bot.domain.trading.trading_limits import LimitInForce
from bot.memory.core_memory import memory_place
from bot.ports import Stores, Transaction
from bot.reading.recall.memory_questions import EarlierMessages
from bot.trading.limits.limit_book import limit_query

_OVERHEARD: Final = 40  # messages of people to each other
_SINCE: Final = timedelta(days=30)  # in which these were said
_DECISIONS: Final = 12
_CHANGES: Final = 100  # of notes, the latest


async def load_summary_of_time(
    stores: Stores, earlier: EarlierMessages, context: TurnContext, question: RecallQuestion
) -> ThreadSummary:
    """Return the points that people made in the conversation in the time of a question, and what became of it.

    These are its decisions, and the limits and notes that were stated, changed or taken out here.

    Raises: StoreUnavailableError.
    """

    def is_within(at: datetime) -> bool:
        return (question.since is None or question.since <= at) and (question.until is None or at < question.until)

    conversation = context.conversation
    query = replace(_decisions_of(context), made_since=question.since)
    limits_here = limit_query(context, at=context.turn.accepted_at)
    async with stores.read(context.turn.tenant_id) as tx:
        said, _ = await _since_stored(tx, context, None, is_within)
        since = question.since or context.turn.accepted_at - _SINCE
        overheard = await tx.overheard.latest(conversation.id, since=since, count=_OVERHEARD)
        decisions = [each for each in await tx.decisions.find_matching(query) if is_within(each.created_at)]
        limits = (
            *await tx.limits.in_force(limits_here),
            *map(LimitInForce, await tx.limits.of_others(limits_here.holder)),
        )
        changes = await tx.core_memory.history(memory_place(context.turn), limit=_CHANGES)
        decided_by = await _decided_by(tx, decisions)
    statements = (*said, *(_overheard(each) for each in overheard if is_within(each.said_at)))
    points = (each for each in statements if each.kind is not StatementKind.ASKED and not earlier.only_ask(each.text))
    changed = (each.shown_in(context.turn.thread.channel) for each in changes if is_within(each.at))
    return ThreadSummary(
        statements=tuple(_told(points, earlier)),
        decisions=tuple(decisions),
        decided_by=decided_by,
        limits=tuple(each for each in limits if is_within(each.limit.stated_at)),
        notes=tuple(each for each in changed if each.added or each.removed),
    )


async def load_thread_summary(stores: Stores, earlier: EarlierMessages, context: TurnContext) -> ThreadSummary:
    """Return the stored summary of the conversation, with what was said since it was made; nothing of a later market.

    Raises: StoreUnavailableError.
    """
    conversation = context.conversation
    async with stores.read(context.turn.tenant_id) as tx:
        stored = await tx.summaries.get(conversation.id)
        stored = stored if stored is not None and stored.is_known(context.market_time) else None
        said, symbols = await _since_stored(tx, context, stored)
        since = context.turn.accepted_at - _SINCE
        overheard = await tx.overheard.latest(conversation.id, since=since, count=_OVERHEARD)
        decisions = await tx.decisions.find_matching(_decisions_of(context))
        decided_by = await _decided_by(tx, decisions)
    summarised = stored.content if stored is not None else None
    statements = (*(summarised.statements if summarised else ()), *said, *map(_overheard, overheard))
    return ThreadSummary(
        statements=tuple(_told(statements, earlier)),
        symbols=tuple(dict.fromkeys((*symbols, *(summarised.symbols if summarised else ())))),
        decisions=tuple(decisions),
        decided_by=decided_by,
    )


def _decisions_of(context: TurnContext) -> DecisionQuery:
    known_at = context.account.market_time
    return DecisionQuery(limit=_DECISIONS, conversation_id=context.conversation.id, known_at=known_at)


async def _decided_by(tx: Transaction, decisions: Iterable[Decision]) -> dict[DecisionId, str]:
    """Return the names of who confirmed or cancelled decisions."""
    found = {each.id: await tx.decisions.resolution(each.id) for each in decisions}
    return {decision_id: each.person_name for decision_id, each in found.items() if each is not None}


async def _since_stored(
    tx: Transaction, context: TurnContext, stored: Summary | None, is_meant: Callable[[datetime], bool] = lambda _: True
) -> tuple[tuple[Statement, ...], tuple[str, ...]]:
    """Return the statements and shares of the messages that the stored summary does not cover, of the time meant."""
    here, first = context.conversation, stored.covered_count if stored is not None else 0
    messages = await tx.messages.message_span(here.id, first=first, last=here.message_count)
    symbols = await tx.messages.symbols_of_span(here.id, first=first, last=here.message_count)
    is_told = (each.is_known(context.market_time) and is_meant(each.created_at) for each in messages)
    known = set(compress(count(first), is_told))
    said = quote_talk([each for each in select_talk(messages, first=first, symbols=symbols) if each.number in known])
    return said, tuple(symbol for number, each in reversed(symbols) if number in known for symbol in each)


def _overheard(message: OverheardMessage) -> Statement:
    on = message.said_at.date()
    return statement(kind=StatementKind.SAID, by=message.person.name, text=message.text, messages=(), on=on)


def _told(statements: Iterable[Statement], earlier: EarlierMessages) -> Iterator[Statement]:
    """Yield what may be repeated and tells something: no secrets, and no questions about what was said."""
    for each in sorted(statements, key=lambda each: each.on):
        text = without_mention(normalise(each.text))
        if text and not has_secret(text) and not earlier.ask_what_was_said(text):
            yield each

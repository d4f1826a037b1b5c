"""Loads the summary of the thread in which a person asks for it."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.channels import OverheardMessage
from bot.domain.memory.summaries.by_rules import quote_talk, select_talk
from bot.domain.memory.summaries.summary import Statement, StatementKind, Summary, ThreadSummary, statement
from bot.domain.text.normalise import normalise, without_mention
from bot.domain.text.secrets import has_secret
from bot.domain.trading.decisions import DecisionQuery
from bot.ports import Stores, Transaction
from bot.reading.recall.memory_questions import EarlierMessages

_OVERHEARD: Final = 40  # messages of people to each other
_SINCE: Final = timedelta(days=30)  # in which these were said
_DECISIONS: Final = 12


async def load_thread_summary(stores: Stores, earlier: EarlierMessages, context: TurnContext) -> ThreadSummary:
    """Return the stored summary of the conversation, with what was said since it was made; nothing of a later market.

    Raises: StoreUnavailableError.
    """
    conversation = context.conversation
    query = DecisionQuery(
        limit=_DECISIONS, conversation_id=conversation.id, known_at=context.account.market_time, include_holds=False
    )
    async with stores.read(context.turn.tenant_id) as tx:
        stored = await tx.summaries.get(conversation.id)
        stored = stored if stored is not None and stored.is_known(context.market_time) else None
        said, symbols = await _since_stored(tx, context, stored)
        since = context.turn.accepted_at - _SINCE
        overheard = await tx.overheard.latest(conversation.id, since=since, count=_OVERHEARD)
        decisions = await tx.decisions.find_matching(query)
    summarised = stored.content if stored is not None else None
    statements = (*(summarised.statements if summarised else ()), *said, *map(_overheard, overheard))
    return ThreadSummary(
        statements=tuple(_told(statements, earlier)),
        symbols=tuple(dict.fromkeys((*symbols, *(summarised.symbols if summarised else ())))),
        decisions=tuple(decisions),
    )


async def _since_stored(
    tx: Transaction, context: TurnContext, stored: Summary | None
) -> tuple[tuple[Statement, ...], tuple[str, ...]]:
    """Return the statements and shares of the messages that the stored summary does not cover."""
    conversation = context.conversation
    first, last = stored.covered_count if stored is not None else 0, conversation.message_count
    messages = await tx.messages.message_span(conversation.id, first=first, last=last)
    symbols = await tx.messages.symbols_of_span(conversation.id, first=first, last=last)
    known = {first + index for index, each in enumerate(messages) if each.is_known(context.market_time)}
    said = quote_talk([each for each in select_talk(messages, first=first, symbols=symbols) if each.number in known])
    return said, tuple(symbol for number, each in reversed(symbols) if number in known for symbol in each)


def _overheard(message: OverheardMessage) -> Statement:
    kind, on = StatementKind.SAID, message.said_at.date()
    return statement(kind=kind, by=message.person.name, text=message.text, messages=(), on=on)


def _told(statements: Iterable[Statement], earlier: EarlierMessages) -> Iterator[Statement]:
    """Yield what may be repeated and tells something: no secrets, and no questions about what was said."""
    for each in sorted(statements, key=lambda each: each.on):
        text = without_mention(normalise(each.text))
        if text and not has_secret(text) and not earlier.ask_what_was_said(text):
            yield each

"""The request for the reasons of a decision."""

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.states import Intent
from bot.language.questions.recall_questions import asks_why_passed
from bot.language.requests.named_shares import shares_in
from bot.language.understanding import Understanding
from bot.reading.times.time_expressions import find_time_expression

_LEFT_OPEN = ("...", "…")


def explanation_request(understood: Understanding, message: MessageFacts) -> Explain | None:
    """Return the request for the reasons of a decision that a message makes; None: it makes another."""
    if understood.intent is not Intent.EXPLAIN:
        return None
    e, is_of_passed = understood.entities, asks_why_passed(message.text)
    named = find_time_expression(message.text, now=message.at, zone=message.zone) if is_of_passed else None
    return Explain(
        shares=shares_in(e),
        side=e.side,
        dates=e.dates,
        problems=e.problems,
        assumes_trade=understood.assumes_trade,
        is_of_passed=is_of_passed,
        since=named.since if named else None,
        until=named.until if named else None,
        suggests_waiting=understood.suggests_waiting,
        only_asks=only_asks(understood, message),
    )


def only_asks(understood: Understanding, message: MessageFacts) -> bool:
    """Return whether a message asks, and suggests nothing else: no size, no other share, no open end ("why…")."""
    e = understood.entities
    names_size = any((e.shares, e.amount, e.stop, e.orders))
    is_closed = not message.text.rstrip().endswith(_LEFT_OPEN)
    return understood.is_question and not understood.suggests_otherwise and not names_size and is_closed

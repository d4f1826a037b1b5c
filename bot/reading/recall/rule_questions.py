"""Tells questions for rules: what a team has agreed on, and whether a trade is all right by that."""

from dataclasses import replace
from datetime import timedelta

from bot.domain.conversation.message_facts import MessageFacts
from bot.reading.parses import Parse, SlotName
from bot.reading.recall.recall_words import Asked, asked_in, read_span


def asks_for_rule(parse: Parse) -> bool:
    """Return whether it is asked what the team has agreed on, or what is allowed; not what somebody said of it."""
    asked = asked_in(parse.text)
    is_rule = not asked.isdisjoint({Asked.RULE, Asked.LEAVE}) or {Asked.WE, Asked.YES_OR_NO} <= asked
    return is_rule and Asked.TALK not in asked and not parse.has(SlotName.PERSON)


def asks_leave(parse: Parse) -> bool:
    """Return whether it is asked whether a trade is all right: "am I allowed to buy FB?", 老王说苹果能买吗."""
    is_asked = not asked_in(parse.text).isdisjoint({Asked.LEAVE, Asked.YES_OR_NO})
    return is_asked and parse.has(SlotName.BUY, SlotName.SELL)


def with_times_of_rule(parse: Parse, message: MessageFacts) -> Parse:
    """Return a question for a rule with a time that is part of it among its words: "the thing about the last week".

    When it was made, "what rules did we set in May", is none, nor is today.
    """
    since, until = read_span(parse, message)
    times = list(parse.each(SlotName.TIME))
    if Asked.MADE in asked_in(parse.text):
        return parse
    is_today = since is not None and until is not None and until - timedelta(days=1) <= since <= message.at < until
    if not is_today:
        return parse.renamed(times, SlotName.TOPIC)
    return replace(parse, text=parse.blanked(times), slots=tuple(each for each in parse.slots if each not in times))

"""Messages as they are said, for tests of readers."""

from datetime import UTC

from adapters.market.sample import DEFAULT_NOW
from bot.domain.conversation.message_facts import MessageFacts


def said(text: str) -> MessageFacts:
    """Return a message of Ann's on the sample market."""
    return MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="ann")

"""Requests about the knowledge bases themselves."""

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.memory import (
    AddKnowledge,
    KnowledgeRequest,
    ShowKnowledge,
)
from bot.language.knowledge.requests import COMMAND, read_knowledge_request
from bot.language.understanding import Understanding


def knowledge_request(understood: Understanding, message: MessageFacts) -> KnowledgeRequest | None:
    """Return the request about knowledge bases that a message makes; None: it makes another."""
    if understood.command != COMMAND:
        return None
    asked = read_knowledge_request(" ".join(understood.arguments), paths=message.paths)
    is_listing = isinstance(asked, ShowKnowledge) and message.has_files
    return AddKnowledge() if is_listing else asked

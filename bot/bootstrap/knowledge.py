"""Builds what answers from a team's own files, and what adds and removes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.locales import Catalogue
from bot.memory.knowledge.book import KnowledgeBook
from bot.memory.knowledge.lookup import KnowledgeLookup
from bot.ports import Admins
from bot.presentation.knowledge import KnowledgePresenter
from bot.turns.handlers.knowledge_bases import KnowledgeAnswers, KnowledgeHandler, KnowledgeWorker, QuotePassages

# Bases that are not answered from by quoting their passages: the base's name in lower case, and what makes its worker.
WORKERS: Final[Mapping[str, Callable[[KnowledgePresenter], KnowledgeWorker]]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeParts:
    """What serves the knowledge bases of a process."""

    book: KnowledgeBook
    lookup: KnowledgeLookup
    admins: Admins
    texts: Catalogue

    def answers(self) -> KnowledgeAnswers:
        """Return what answers questions from the bases."""
        presenter = KnowledgePresenter(self.texts)
        return KnowledgeAnswers(
            lookup=self.lookup,
            presenter=presenter,
            general=QuotePassages(presenter),
            workers={name: make(presenter) for name, make in WORKERS.items()},
        )

    def handler(self) -> KnowledgeHandler:
        """Return the handler of requests to the knowledge bases."""
        return KnowledgeHandler(self.book, self.admins, KnowledgePresenter(self.texts))

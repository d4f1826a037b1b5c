"""The summary of a thread as a person asks for it: what was said, which shares it was about, and what was decided."""

from dataclasses import dataclass

from bot.domain.memory.summaries.summary import Statement, StatementKind
from bot.domain.trading.decisions import Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadSummary:
    """What a thread has been about."""

    statements: tuple[Statement, ...] = ()  # in the order in which they were said
    symbols: tuple[str, ...] = ()  # newest first
    decisions: tuple[Decision, ...] = ()  # newest first, no holds

    @property
    def open_questions(self) -> tuple[Statement, ...]:
        """Questions that nobody has answered."""
        return tuple(each for each in self.statements if each.kind is StatementKind.OPEN)

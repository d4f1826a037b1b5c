"""/discussion: what the agents of an engine said to each other on the way to the latest decision of this thread."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.ports import Stores
from bot.presentation.cards import DecisionCards

_MESSAGE: Final = 2_500  # characters of one message; more is cut, and that is said
_ALL: Final = 10_000  # characters of all messages together; what comes after is counted


@dataclass(frozen=True, slots=True)
class DiscussionCommand:
    """Handler of /discussion. A model's words are plain text here: no link, mention or command of theirs lives."""

    stores: Stores
    cards: DecisionCards

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Show the latest run's messages, or say that there are none."""
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            found = await tx.engine_runs.discussion(context.conversation.id)
        run, said = found or (None, ())
        texts = self._texts(context.locale, run, said)
        return TurnResult(answer=Answer(blocks=tuple(Paragraph(text) for text in texts), symbols=_symbols(said)))

    def _texts(self, locale: Locale, run: EngineRun | None, said: tuple[AgentMessage, ...]) -> Iterator[str]:
        texts = self.cards.texts
        if run is None:
            yield texts.render(locale, "discussion-none")
            return
        opening = "discussion-opening" if said else "discussion-silent"
        yield texts.render(locale, opening, engine=run.engine, at=run.at)
        room, shown = _ALL, 0
        for message in said:
            text = self._said(locale, message)
            room -= len(text)
            if room < 0:
                break
            shown += 1
            yield text
        if shown < len(said):
            yield texts.render(locale, "discussion-more", count=len(said) - shown)

    def _said(self, locale: Locale, message: AgentMessage) -> str:
        """One message; what was said stands beside our sentence, which takes no text of any length into itself."""
        texts, text = self.cards.texts, message.text.strip()
        if len(text) > _MESSAGE:
            text = f"{text[:_MESSAGE].rstrip()} {texts.render(locale, 'discussion-cut')}"
        sender, recipient = self._agent(locale, message.sender), self._agent(locale, message.recipient)
        who = texts.render(locale, "discussion-from", sender=sender, recipient=recipient)
        return f"{who}\n{text}" if "\n" in text else texts.join(locale, who, text)

    def _agent(self, locale: Locale, name: str) -> str:
        key = f"agent-{name}"
        return self.cards.texts.render(locale, key) if self.cards.texts.has(locale, key) else name


def _symbols(said: Iterable[AgentMessage]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(symbol for message in said for symbol in message.symbols))

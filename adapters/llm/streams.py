"""Assembles a streamed answer from its events."""

from dataclasses import dataclass

from adapters.llm.answers import ChatResponse, RawAnswer, token_usage
from bot.domain.models.requests import TokenUsage


@dataclass(slots=True)
class StreamedAnswer:
    """The part of one stream that has been received."""

    text: str = ""
    refusal: str = ""
    finish_reason: str | None = None
    usage: TokenUsage | None = None
    model: str | None = None

    def add_event(self, event: ChatResponse) -> bool:
        """Add one event; return whether it added text."""
        self.usage = token_usage(event.usage) or self.usage
        self.model = self.model or event.model
        length_before = len(self.text)
        for choice in event.choices[:1]:
            self.finish_reason = choice.finish_reason or self.finish_reason
            if choice.delta is not None:
                self.text += choice.delta.content or ""
                self.refusal += choice.delta.refusal or ""
        return len(self.text) > length_before

    def to_raw_answer(self) -> RawAnswer:
        """Return the answer as received."""
        return RawAnswer(
            text=self.text, refusal=self.refusal, finish_reason=self.finish_reason, usage=self.usage, model=self.model
        )

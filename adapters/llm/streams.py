"""Assembles a streamed answer from its events."""

from dataclasses import dataclass, field

from adapters.llm.answers import ChatResponse, RawAnswer, ResponseToolCall, token_usage
from bot.domain.models.requests import TokenUsage, ToolCall


@dataclass(slots=True)
class _PartialToolCall:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class StreamedAnswer:
    """The part of one stream that has been received."""

    text: str = ""
    refusal: str = ""
    finish_reason: str | None = None
    usage: TokenUsage | None = None
    model: str | None = None
    tool_calls: dict[int, _PartialToolCall] = field(default_factory=dict)

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
                for call in choice.delta.tool_calls or ():
                    self._add_call(call)
        return len(self.text) > length_before

    def _add_call(self, part: ResponseToolCall) -> None:
        """Add a fragment of a call; without an index, an id begins a new call, else it continues the last one."""
        last = len(self.tool_calls) - 1
        index = part.index if part.index is not None else (last + 1 if part.id else max(last, 0))
        call = self.tool_calls.setdefault(index, _PartialToolCall())
        call.id = part.id or call.id
        call.name = part.name or call.name
        call.arguments.append(part.arguments)

    def to_raw_answer(self) -> RawAnswer:
        """Return the answer as received."""
        calls = [call for _, call in sorted(self.tool_calls.items()) if call.name]
        return RawAnswer(
            text=self.text,
            refusal=self.refusal,
            tool_calls=tuple(ToolCall(call.id, call.name, "".join(call.arguments)) for call in calls),
            finish_reason=self.finish_reason,
            usage=self.usage,
            model=self.model,
        )

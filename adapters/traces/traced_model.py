"""Spans for requests to a model: duration and usage, never the texts of request or answer."""

from dataclasses import dataclass

from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.ports import ChatModel, TextSink
from bot.ports.traces import Tracer


@dataclass(frozen=True, slots=True)
class TracedModel:
    """Implements `bot.ports.ChatModel` by another one. Attributes follow OpenTelemetry's conventions for models."""

    model: ChatModel
    tracer: Tracer

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        options = request.options
        attributes: dict[str, str | int] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": options.model,
            "gen_ai.request.max_tokens": options.max_tokens,
            "parley.purpose": request.purpose,
            "parley.prompt": request.prompt_version,
            "parley.role": options.role.value,
        }
        with self.tracer.span(f"chat {options.model}", attributes) as span:
            answer = await self.model.ask(request, show=show)
            span.note(
                {
                    "gen_ai.response.model": answer.model,
                    "gen_ai.usage.input_tokens": answer.tokens.prompt,
                    "gen_ai.usage.output_tokens": answer.tokens.completion,
                    "parley.attempts": answer.attempts,
                    "parley.cached": answer.is_cached,
                }
            )
            return answer

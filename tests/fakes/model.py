"""A scripted chat model."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from bot.agents.model_client import ModelClient
from bot.domain.models.requests import ModelAnswer, ModelOptions, ModelRequest, ModelRole, TokenUsage
from bot.model_errors import ModelError, ModelGarbledError
from bot.ports import TextSink

Script = Callable[[ModelRequest], str | ModelError]


@dataclass(slots=True)
class FakeModel:
    """Answers by a script; keeps what it was asked. Fulfils `bot.ports.ChatModel`."""

    script: Script
    requests: list[ModelRequest] = field(default_factory=list)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        self.requests.append(request)
        said = self.script(request)
        if isinstance(said, ModelError):
            raise said
        if show is not None:
            for end in range(0, len(said), 20):
                await show(said[: end + 20])
        if request.schema is not None:
            try:
                request.schema.parse(said)
            except ValueError:
                raise ModelGarbledError(partial=said) from None
        return ModelAnswer(text=said, model=request.options.model, tokens=TokenUsage(100, 10), latency=0.01)


def in_turn(answers: Iterable[str | ModelError]) -> Script:
    """Return a script that gives one answer after the other."""
    rest = iter(answers)
    return lambda _: next(rest)


def by_purpose(**scripts: Script | str) -> Script:
    """Return a script that answers each agent by its own."""

    def answer(request: ModelRequest) -> str | ModelError:
        script = scripts[request.purpose]
        return script if isinstance(script, str) else script(request)

    return answer


def options(_agent: str, role: ModelRole) -> ModelOptions:
    return ModelOptions(role=role, model=f"fake-{role}")


def models(script: Script) -> tuple[ModelClient, FakeModel]:
    """Return the agents' client and the model behind it."""
    fake = FakeModel(script)
    return ModelClient(fake, options), fake

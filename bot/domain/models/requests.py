"""What a language model is asked, what it answers, and what that cost. No provider is named here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Self
from uuid import UUID

from bot.domain.ids import TenantId, TurnId


class ModelRole(StrEnum):
    """Which of the two models is meant: the one that decides and writes, or the quick one that sorts."""

    MAIN = "main"
    LIGHT = "light"


class PromptRole(StrEnum):
    """Whose words a message of a prompt holds."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model wants called. Its arguments are the model's words: data, not yet checked."""

    id: str
    name: str
    arguments: str  # JSON, as the model wrote it


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """One message of a prompt."""

    role: PromptRole
    text: str
    tool_calls: tuple[ToolCall, ...] = ()  # of an assistant
    tool_call_id: str | None = None  # which call a tool's message answers


@dataclass(frozen=True, slots=True)
class Tool:
    """Something the model may ask to have looked up. Never anything that trades."""

    name: str
    description: str
    parameters: Mapping[str, object]  # a JSON schema


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """The form an answer must have."""

    name: str  # letters, digits, "_" and "-"
    schema: Mapping[str, object]  # a JSON schema
    parse: Callable[[str], object]  # makes the answer's text a value; raises ValueError where it has not that form


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """Which model is asked, and how."""

    role: ModelRole
    model: str  # as the provider names it
    temperature: float | None = None  # None: the provider's default
    max_tokens: int = 4_096  # of the answer
    seed: int | None = None
    timeout: float = 20.0  # seconds, of one request with all its retries
    retries: int = 2  # second tries after a failure that may pass
    backoff: float = 0.5  # seconds before the first retry; doubles
    price_per_million: tuple[Decimal, Decimal] | None = None  # US dollars, prompt and completion; None: not known


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """How much was read and written."""

    prompt: int = 0
    completion: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(self.prompt + other.prompt, self.completion + other.completion)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One request as it went, for the books."""

    id: UUID
    tenant_id: TenantId
    turn_id: TurnId | None
    purpose: str
    role: ModelRole
    model: str
    prompt_version: str
    tokens: TokenUsage  # none of a cached answer
    cost: Decimal  # US dollars; 0 where no price is known
    latency: float  # seconds
    is_cached: bool
    attempts: int  # the first try and those after failures; 0 for a cached answer
    outcome: str  # "ok", or the error's class: "ModelTimeoutError"
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """On whose behalf a model is asked, and until when the answer is of use."""

    tenant_id: TenantId
    turn_id: TurnId | None = None
    deadline: float | None = None  # the event loop's time by which every request of the turn has ended; None: no end
    calls: list[ModelCall] = field(default_factory=list, compare=False)  # what was asked so far, added to as it goes


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One request to a model."""

    purpose: str  # which agent asks: "filter", "decision", "intent", "prose"
    prompt_version: str  # "decision@3"
    options: ModelOptions
    messages: tuple[ModelMessage, ...]
    caller: Caller
    schema: AnswerSchema | None = None  # None: free text
    tools: tuple[Tool, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """One whole answer. A broken-off or refused one is an error, never this."""

    text: str
    model: str  # that answered, as the provider named it
    tokens: TokenUsage
    latency: float  # seconds
    tool_calls: tuple[ToolCall, ...] = ()
    attempts: int = 1
    is_cached: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAllowance:
    """What a tenant may use of models in one day (UTC)."""

    prompt_tokens: int = 200_000
    completion_tokens: int = 200_000
    cost: Decimal | None = None  # US dollars; None: not limited


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsage:
    """What was used."""

    tokens: TokenUsage = TokenUsage()
    cost: Decimal = Decimal(0)  # US dollars
    calls: int = 0
    cache_hits: int = 0
    failures: int = 0

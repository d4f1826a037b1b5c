"""Requests to language models, their answers and their cost, independent of any provider."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from hashlib import sha256
from typing import Final, Self
from uuid import UUID

from bot.domain.ids import TenantId, TurnId


@dataclass(frozen=True, slots=True)
class RunLease:
    """Held by one process at a time; every write of the run checks it."""

    turn_id: TurnId  # that the run's end answers
    owner: str  # unique to the process
    fence: int  # fencing number


class ModelRole(StrEnum):
    """Which of the two configured models: the main one decides and writes, the light one classifies."""

    MAIN = "main"
    LIGHT = "light"


class ReaderChoice(StrEnum):
    """Who reads messages that no exact form explains."""

    AUTO = "auto"  # what is learnt from examples, where it is sure; else the light model
    MODEL = "model"
    TRAINED = "trained"


class PromptRole(StrEnum):
    """The author of a message of a prompt."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """One message of a prompt."""

    role: PromptRole
    text: str


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """The required form of an answer."""

    name: str  # letters, digits, "_" and "-"
    schema: Mapping[str, object]  # a JSON schema
    parse: Callable[[str], object]  # converts the answer's text to a value; raises ValueError if it does not match


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """The model of a request and its parameters."""

    role: ModelRole
    model: str  # as the provider names it
    temperature: float | None = None  # None: the provider's default
    max_tokens: int = 4_096  # of the answer
    seed: int | None = None
    timeout: float = 20.0  # seconds, for one request including its retries
    retries: int = 2  # after transient failures
    backoff: float = 0.5  # seconds before the first retry; doubles with each
    price_per_million: tuple[Decimal, Decimal] | None = None  # US dollars: prompt, completion; None: unknown


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """The number of tokens of prompts and answers."""

    prompt: int = 0
    completion: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(self.prompt + other.prompt, self.completion + other.completion)

    @property
    def total(self) -> int:
        """Prompts and answers together."""
        return self.prompt + self.completion


@dataclass(frozen=True, slots=True)
class HistoryTokens:
    """Tokens of a prompt that stand for the conversation so far, and what all its messages would have cost instead."""

    sent: int = 0
    full: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(self.sent + other.sent, self.full + other.full)

    @property
    def saved(self) -> int:
        """How many tokens less the prompt has."""
        return self.full - self.sent


NO_HISTORY: Final = HistoryTokens()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """The record of one finished request."""

    id: UUID
    tenant_id: TenantId
    turn_id: TurnId | None
    purpose: str
    role: ModelRole
    model: str
    prompt_version: str
    tokens: TokenUsage  # 0 for a cached answer
    estimated_prompt: int = 0  # tokens of the prompt as estimated; 0 for a cached answer
    history: HistoryTokens = NO_HISTORY  # in tokens as the server counts them; 0 for a cached answer
    cost: Decimal  # US dollars; 0 if no price is known
    latency: float  # seconds
    is_cached: bool
    attempts: int  # including the first; 0 for a cached answer
    outcome: str  # "ok", or the error's class: "ModelTimeoutError"
    at: datetime
    is_background: bool = False  # asked by background work: no person waited for it
    prompt_hash: str = ""  # SHA-256 of what was told, hexadecimal; empty: not known
    fact_ids: tuple[str, ...] = ()  # of the facts told; empty: none, or not known


SCHEDULED_WORK: Final = "schedule:"  # no platform's id of a person


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """On whose behalf a model is used, and the deadline of all its requests."""

    tenant_id: TenantId
    turn_id: TurnId | None = None
    person_id: str = ""  # who asked; `SCHEDULED_WORK`: scheduled work; empty: other work that nobody asked for
    deadline: float | None = None  # event loop time by which all requests of the turn must have ended; None: no limit
    calls: list[ModelCall] = field(default_factory=list, compare=False)  # requests made so far; `RecordedModel` appends
    analysis: RunLease | None = field(default=None, compare=False)  # on the run that asks; None: a turn, or other work


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One request to a model."""

    purpose: str  # the agent: "filter", "decision", "intent", "prose"
    prompt_version: str  # "decision@3"
    options: ModelOptions
    messages: tuple[ModelMessage, ...]
    caller: Caller
    schema: AnswerSchema | None = None  # None: free text
    history: HistoryTokens = NO_HISTORY  # of the conversation in `messages`, as estimated
    fact_ids: tuple[str, ...] = ()  # of the facts that `messages` tell, as far as they are known

    @property
    def prompt_hash(self) -> str:
        """A digest of the messages: two requests that are told the same have the same."""
        told = ((message.role.value, message.text) for message in self.messages)
        return sha256(repr(tuple(told)).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """A complete answer. An incomplete or refused answer is an error instead."""

    text: str
    model: str  # as named by the provider in its answer
    tokens: TokenUsage
    latency: float  # seconds
    attempts: int = 1
    is_cached: bool = False
    cache_key: str = ""  # under which it is cached; empty: it is not


class BudgetPart(StrEnum):
    """What of a day's budget is counted by itself."""

    WHOLE = "whole"
    SCHEDULED = "scheduled"  # what scheduled work uses of the whole


@dataclass(frozen=True, slots=True)
class BudgetAmount:
    """An amount of a day's budget."""

    tokens: TokenUsage = field(default_factory=TokenUsage)
    cost: Decimal = Decimal(0)  # US dollars


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAllowance:
    """The maximum use of models by a tenant in one day (UTC)."""

    prompt_tokens: int = 200_000
    completion_tokens: int = 200_000
    cost: Decimal | None = None  # US dollars; None: not limited
    person_tokens: int | None = None  # of one person, prompts and answers together; None: not limited
    scheduled_share: float = 0.25  # of each of the first three, for what nobody asks for: scheduled work

    def tokens_of(self, caller: Caller) -> int | None:
        """Return the tokens that one person may use, prompts and answers together; None: not limited."""
        return self.person_tokens if caller.person_id and caller.person_id != SCHEDULED_WORK else None

    def parts_for(self, caller: Caller) -> tuple[tuple[BudgetPart, Self], ...]:
        """Return the parts of the day's budget that a caller's requests must all fit, the smallest first."""
        if caller.person_id != SCHEDULED_WORK:
            return ((BudgetPart.WHOLE, self),)
        share = Decimal(str(self.scheduled_share))
        part = replace(
            self,
            prompt_tokens=int(self.prompt_tokens * share),
            completion_tokens=int(self.completion_tokens * share),
            cost=None if self.cost is None else self.cost * share,
        )
        return ((BudgetPart.SCHEDULED, part), (BudgetPart.WHOLE, self))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsage:
    """Sums over requests."""

    tokens: TokenUsage = TokenUsage()
    cost: Decimal = Decimal(0)  # US dollars
    calls: int = 0
    cache_hits: int = 0
    failures: int = 0
    history: HistoryTokens = NO_HISTORY

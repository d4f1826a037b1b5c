"""How an engine came to its proposals: the run, what its agents said to each other, and what they left out."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from bot.domain.models.requests import TokenUsage
from bot.domain.trading.decisions import Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRun:
    """One run of an engine that asks models, over all symbols of one question."""

    id: UUID
    engine: str  # "dual"
    prompt_version: str  # of every prompt it used: "filter@1 decision@1"
    calls: int  # requests to a model, cached answers included
    cache_hits: int
    parse_errors: int  # answers that had not the form asked for
    retries: int  # by the engine, with a complaint
    latency: float  # seconds, all requests together
    tokens: TokenUsage
    at: datetime


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """What one agent said to another. A model's words: shown as text."""

    number: int  # in its run, from 1
    sender: str  # "filter", "decision", "validator"
    recipient: str
    text: str
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionResult:
    """What an engine answers to one question."""

    proposals: tuple[Proposal, ...]  # one per symbol asked about, in that order, each kept by the one validator
    run: EngineRun | None = None  # None: no model was asked
    discussion: tuple[AgentMessage, ...] = ()
    unrequested_symbols: tuple[str, ...] = ()  # symbols that the engine spoke of and nobody asked about; dropped

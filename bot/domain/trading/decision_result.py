"""The result of an engine: its proposals, its run and the messages between its agents."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from bot.domain.committee.fusion import FusionState
from bot.domain.models.requests import TokenUsage
from bot.domain.trading.decisions import Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRun:
    """One run of an engine that uses models or a committee, over all symbols of one request."""

    id: UUID
    engine: str  # "dual"
    prompt_version: str  # of all prompts used: "filter@1 decision@1"
    calls: int  # requests to models, including cached answers; 0: a committee by rules
    cache_hits: int
    parse_errors: int  # answers that did not match their schema
    retries: int  # by the engine, with feedback on the rejected answer
    latency: float  # seconds, sum of all requests
    tokens: TokenUsage
    at: datetime


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """A message from one agent to another. Untrusted, a model may have written it: shown as plain text."""

    number: int  # in its run, from 1
    sender: str  # "filter", "decision", "validator"
    recipient: str
    text: str
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionResult:
    """What an engine returns for one `DecisionRequest`."""

    proposals: tuple[Proposal, ...]  # one per requested symbol, in that order
    run: EngineRun | None = None  # None: no model was used, and no committee
    discussion: tuple[AgentMessage, ...] = ()
    fusion: tuple[FusionState, ...] = ()  # what a committee concluded on each symbol; empty: another engine
    unrequested_symbols: tuple[str, ...] = ()  # proposed by the engine's model but not requested; dropped

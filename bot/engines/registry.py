"""The list of engines. To add one, add its entry here and its sentences to bot/locales.

The first entry that can be built is the default. The sentences are `engine-<name>` (below a card) and, if that is long,
`engine-<name>-short`; "_" in a name becomes "-".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.agents.model_client import ModelClient
from bot.domain.committee.debate import CommitteeOptions
from bot.domain.market.features import Features
from bot.domain.trading.forecasts.base_rates import ForecastEvent, ShadowForecast
from bot.engines.committee.engine import CommitteeEngine
from bot.engines.committee.rule_agents import COMMITTEE
from bot.engines.common.prompt_facts import RulesViewOf
from bot.engines.dual.engine import DUAL, DualEngine, FilterMode
from bot.engines.rules.analysis import rules_view
from bot.engines.rules.engine import RulesEngine
from bot.engines.rules.proposal import RULES
from bot.ports import AnalystMemory, Clock, Engine, NewId, RunJournals


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineParts:
    """The dependencies of engines."""

    clock: Clock
    new_id: NewId
    client: ModelClient | None  # None: no model is configured
    allowed_hosts: frozenset[str]  # hosts to which a model's links may lead, in lower case
    filter_mode: FilterMode = "auto"
    journals: RunJournals | None = None  # None: no run outlives its turn
    committee: CommitteeOptions = field(default_factory=CommitteeOptions)
    analyst_memory: AnalystMemory | None = None  # of the committee; None: it remembers nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineEntry:
    """An engine that a channel can choose by name."""

    name: str  # as /settings and cards name it
    needs_model: bool
    build: Callable[[EngineParts], Engine | None]  # returns None if a dependency is missing
    weighs_drawdown: bool = False  # whether it wants to know how far the account has fallen
    argues_by_rules: bool = False  # its arguments and their weights are those of the scored rules, which update them
    view: RulesViewOf | None = None  # what it thinks of a share, without a model
    build_for_amendments: Callable[[], Engine] | None = None  # decides an order of given size without a model


_EVENT_OF_RATING: Final = {"buy": ForecastEvent.BEATS, "sell": ForecastEvent.FALLS_BEHIND}


def _build_dual(parts: EngineParts) -> Engine | None:
    if parts.client is None:
        return None
    return DualEngine(
        client=parts.client,
        clock=parts.clock,
        new_id=parts.new_id,
        allowed_hosts=parts.allowed_hosts,
        rules_view=rules_view,
        filter_mode=parts.filter_mode,
    )


def _build_committee(parts: EngineParts) -> Engine:
    return CommitteeEngine(
        client=parts.client,
        clock=parts.clock,
        new_id=parts.new_id,
        allowed_hosts=parts.allowed_hosts,
        journals=parts.journals,
        options=parts.committee,
        memory=parts.analyst_memory,
    )


ENGINES: Final = (
    EngineEntry(name=DUAL, needs_model=True, build=_build_dual),
    EngineEntry(
        name=RULES,
        needs_model=False,
        build=lambda _: RulesEngine(),
        argues_by_rules=True,
        view=rules_view,
        build_for_amendments=RulesEngine,
    ),
    EngineEntry(name=COMMITTEE, needs_model=False, build=_build_committee, weighs_drawdown=True),
)


def engine_entry(name: str) -> EngineEntry | None:
    """Return the entry of this name; None: there is none, as for stored proposals of an engine that was removed."""
    return next((entry for entry in ENGINES if entry.name == name), None)


def build_engines(parts: EngineParts) -> tuple[Engine, ...]:
    """Return the engines that can be built, the default first."""
    return tuple(engine for entry in ENGINES if (engine := entry.build(parts)) is not None)


def needs_model(name: str) -> bool:
    """Return whether the engine of this name needs a language model."""
    entry = engine_entry(name)
    return entry is not None and entry.needs_model


def weighs_drawdown(name: str) -> bool:
    """Return whether the engine of this name wants to know how far the account has fallen."""
    entry = engine_entry(name)
    return entry is not None and entry.weighs_drawdown


def shadow_forecasts(engine: str, features: Features) -> tuple[ShadowForecast, ...]:
    """Return what the engines that need no model think of a share, without `engine`, which proposes."""
    views = ((entry.name, entry.view(features)) for entry in ENGINES if entry.view and entry.name != engine)
    return tuple(ShadowForecast(name, _EVENT_OF_RATING.get(view.rating), view.confidence) for name, view in views)


@dataclass(frozen=True, slots=True)
class EngineSelection:
    """The selected engine."""

    engine: Engine
    unavailable: str = ""  # the channel's setting, if there is no such engine


def select_engine(engines: Mapping[str, Engine], setting: str | None) -> EngineSelection:
    """Return the engine that `setting` names, else the default: the first of `engines`."""
    if setting and setting in engines:
        return EngineSelection(engines[setting])
    return EngineSelection(next(iter(engines.values())), setting or "")

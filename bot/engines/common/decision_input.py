"""Builds what a deciding model is told, together with the catalogue of its facts, so that the two cannot differ."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot, market_date
from bot.domain.memory.core_memory import CoreMemory
from bot.domain.memory.prompt_packing import PackedPrompt, pack_prompt
from bot.domain.models.facts import FactCatalogue, FactSheet, FactUnit, PromptFacts
from bot.domain.models.token_estimate import estimate_tokens
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_request import DecisionRequest
from bot.engines.common.prompt_facts import (
    RulesView,
    add_account_facts,
    add_company_facts,
    add_holding_facts,
    add_limit_facts,
    add_news_facts,
    add_position_facts,
    add_price_facts,
    add_rules_facts,
    add_stated_facts,
    describe_view,
)
from bot.engines.common.reflection_facts import add_past_facts, add_reflection_facts, add_similar_facts
from bot.engines.common.shortages import refused_order_lines
from bot.locales import Catalogue

ModelInput = dict[str, object]  # a JSON object

RECALL_TOKENS: Final = 600  # of the question, the conversation before it, and what is recalled


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What other agents and engines have found out about the shares, by symbol."""

    views: Mapping[str, RulesView] = field(default_factory=dict)
    reasoning: Mapping[str, str] = field(default_factory=dict)  # by the filter agent
    company_symbols: Collection[str] | None = None  # whose company figures are told; None: all


def features_with_snapshots(request: DecisionRequest) -> list[tuple[Features, Snapshot | None]]:
    """Return the features of each symbol with the snapshot they were computed from, or None."""
    snapshots = {snapshot.quote.symbol: snapshot for snapshot in request.snapshots}
    return [(features, snapshots.get(features.symbol)) for features in request.features]


def packed_conversation(request: DecisionRequest) -> PackedPrompt:
    """Return the question, always whole, and what is known of the conversation before it, in `RECALL_TOKENS` together.

    Beside a long question half of that is left for the conversation. Limits in force are told as facts of their own.
    """
    context = replace(request.context, core_memory=CoreMemory(request.context.core_memory.sections))
    limit = max(RECALL_TOKENS, estimate_tokens(request.text) + RECALL_TOKENS // 2)
    return pack_prompt(context, message=request.text, max_tokens=limit)


def decision_input(request: DecisionRequest, findings: Findings, *, texts: Catalogue) -> PromptFacts:
    """Return the deciding model's data: the conversation, all facts, and per share what is no figure.

    `request`: the request, with at least one share. `findings`: what is known beside the market's data. `texts`: writes
    facts as they are shown.
    """
    sheet = FactSheet(names={symbol: tuple(names) for symbol, names in request.names.items()})
    today = max(features.as_of for features in request.features)
    sheet.group("today", source="market", as_of=today).date("", market_date(today))
    ask = add_stated_facts(sheet, request.trade_request)
    add_account_facts(sheet, request)
    add_holding_facts(sheet, request)
    limits = add_limit_facts(sheet, request.portfolio.limits)
    market = _add_market_facts(sheet, request)
    symbols = {
        features.symbol: _share_input(sheet, features, snapshot, request, findings)
        for features, snapshot in features_with_snapshots(request)
    }
    for number, line in enumerate(refused_order_lines(request, texts=texts), 1):
        sheet.group(f"refused{number}", source="account", as_of=today).text("", line, unit=FactUnit.HEADLINE)
    similar = add_similar_facts(sheet, request)
    packed = packed_conversation(request)
    data: ModelInput = {
        **packed.data(message="question"),
        "ask": ask,
        "facts": told_facts(sheet.catalogue, Locale(request.language), texts=texts),
        **({"limits": limits} if limits else {}),
        **market,
        **({"similar": similar} if similar else {}),
        "symbols": symbols,
    }
    sheet.add_all(packed.figures)  # told beside their texts
    return PromptFacts(data, sheet.catalogue, packed.history)


def told_facts(catalogue: FactCatalogue, locale: Locale, *, texts: Catalogue) -> ModelInput:
    """Return the facts as they are shown to people, grouped by the beginnings of their ids.

    Returns: {"today": …, "goog": {"close": …, "past1": {"date": …}}}; the names on the way to a fact, joined by dots,
        are its id. So a beginning that many ids share is told once.
    """
    return _grouped({fact.id: texts.render_fact(locale, fact) for fact in catalogue})


def told_ids(told: object, prefix: str = "") -> tuple[str, ...]:
    """Return the ids of facts that were told, as `told_facts` groups them."""
    if not isinstance(told, Mapping):
        return (prefix,)
    return tuple(
        each for name, member in told.items() for each in told_ids(member, f"{prefix}.{name}" if prefix else name)
    )


def _grouped(told: Mapping[str, str]) -> ModelInput:
    """Return texts by their dotted ids as nested objects; a name that has a text of its own, or one member, is none."""
    groups: dict[str, dict[str, str]] = {}
    for fact_id, text in told.items():
        group, _, name = fact_id.partition(".")
        groups.setdefault(group, {})[name] = text
    result: ModelInput = {}
    for group, members in groups.items():
        if len(members) > 1 and "" not in members:
            result[group] = _grouped(members)
        else:
            result |= {f"{group}.{name}" if name else group: text for name, text in members.items()}
    return result


def _add_market_facts(sheet: FactSheet, request: DecisionRequest) -> ModelInput:
    market = request.market
    if market is None:
        return {}
    changes = sheet.group("market", source=market.source, as_of=market.as_of)
    changes.change("change_20", market.change_20)
    changes.change("change_120", market.change_120)
    return {"market": market.name}


def _share_input(
    sheet: FactSheet, features: Features, snapshot: Snapshot | None, request: DecisionRequest, findings: Findings
) -> ModelInput:
    """Add all facts on one share; return what is no figure."""
    symbol = features.symbol
    sheet.names.setdefault(symbol, ())
    add_price_facts(sheet, features, snapshot)
    if findings.company_symbols is None or symbol in findings.company_symbols:
        add_company_facts(sheet, features)
    add_position_facts(sheet, features, request)
    view = findings.views.get(symbol)
    if view is not None:
        add_rules_facts(sheet, features, view)
    parts: ModelInput = {
        "name": next(iter(sheet.names[symbol]), ""),
        "rules": describe_view(view) if view else "",
        "filter": findings.reasoning.get(symbol, ""),
        "news": add_news_facts(sheet, features),
        "past": add_past_facts(sheet, symbol, request),
        "learnt": add_reflection_facts(sheet, symbol, request),
    }
    return {name: part for name, part in parts.items() if part}

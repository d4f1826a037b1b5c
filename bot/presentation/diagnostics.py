"""Renders /debug and /usage: the steps of a turn, the use of models."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Paragraph, Table
from bot.domain.conversation.turns import LogEntry, TurnLog
from bot.domain.models.requests import NO_HISTORY, HistoryTokens, ModelAllowance, ModelUsage
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter

# Reasons that repeat the method.
_IMPLIED_BY_METHOD: Final = frozenset({"exact_sure", "trained_sure", "model_sure", "command"})
_HIDDEN_IF_ZERO: Final = frozenset({"summary", "refused", "model_cache_hits"})
_FACT_ORDER: Final = (
    *("target", "request", "method", "reason", "confidence", "note", "error"),
    *("tool", "section", "outcome", "messages", "characters", "summary"),
    *("facts", "symbols", "decisions", "refused", "blocks"),
    *("model_calls", "model_cache_hits", "model_failures", "model_ms"),
    *("prompt_tokens", "whole_history_tokens", "completion_tokens", "prompts"),
)
_TENTH: Final = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class TurnLogReport(Presenter):
    """Table of the steps of one turn, with the time and the facts of each."""

    def blocks(self, locale: Locale, log: TurnLog) -> tuple[Block, ...]:
        """Return the turn's number, intent and total time, and the table of its steps."""
        total = sum((_milliseconds(entry) for entry in log.entries), Decimal(0))
        facts = {"number": log.number, "intent": log.intent.value, "at": log.at, "total": total}
        return Paragraph(self.say(locale, "debug-opening", **facts)), self._table(locale, log)

    def _table(self, locale: Locale, log: TurnLog) -> Table:
        columns = tuple(self.say(locale, f"debug-column-{name}") for name in ("step", "time", "facts"))
        rows = tuple(
            (
                self._name(locale, "debug-step", entry.node) or entry.node,
                self.say(locale, "debug-milliseconds", time=_milliseconds(entry)),
                self._facts(locale, entry),
            )
            for entry in log.entries
        )
        return Table(columns, rows)

    def _facts(self, locale: Locale, entry: LogEntry) -> str:
        """Return the facts, names and codes in the reader's language where it has a word for them."""
        facts = sorted(_relevant(entry.facts).items(), key=lambda fact: (_place(fact[0]), fact[0]))
        return " · ".join(
            f"{self._name(locale, 'debug-fact', name) or name} {self._name(locale, 'debug-value', value) or value}"
            for name, value in facts
        )

    def _name(self, locale: Locale, prefix: str, code: str) -> str | None:
        key = f"{prefix}-{code.replace('_', '-')}"
        return self.say(locale, key) if self.texts.has(locale, key) else None


@dataclass(frozen=True, slots=True)
class UsageReport(Presenter):
    """Tables of the use of models in one day against the budget, in total and by purpose."""

    allowance: ModelAllowance

    def blocks(
        self, locale: Locale, day: date, used: ModelUsage, by_purpose: tuple[tuple[str, ModelUsage], ...]
    ) -> tuple[Block, ...]:
        """Return the usage of `day` (UTC)."""
        opening = Paragraph(self.say(locale, "usage-opening", date=day))
        closing = Paragraph(self.say(locale, "usage-closing"))
        saving = self._saving(locale, sum((usage.history for _, usage in by_purpose), NO_HISTORY))
        return opening, self._totals(locale, used), *self._purposes(locale, by_purpose), *saving, closing

    def _saving(self, locale: Locale, history: HistoryTokens) -> tuple[Block, ...]:
        """Return what it saves that prompts do not hold whole conversations; nothing if it saves nothing."""
        if history.saved <= 0:
            return ()
        share = round(Decimal(100) * history.saved / history.full)
        return self.paragraph(locale, "usage-saved", tokens=history.saved, percent=share)

    def _totals(self, locale: Locale, used: ModelUsage) -> Table:
        allowed = self.allowance
        counts = {
            "usage-prompt": (used.tokens.prompt, allowed.prompt_tokens),
            "usage-completion": (used.tokens.completion, allowed.completion_tokens),
        }
        rows = [(name, self._count(locale, count), self._count(locale, of)) for name, (count, of) in counts.items()]
        if used.cost or allowed.cost is not None:
            most = self.say(locale, "usage-no-limit") if allowed.cost is None else self._usd(locale, allowed.cost)
            rows.append(("usage-cost", self._usd(locale, used.cost), most))
        columns = self._names(locale, "usage-what", "usage-used", "usage-budget")
        return Table(columns, tuple((self.say(locale, name), *figures) for name, *figures in rows))

    def _purposes(self, locale: Locale, by_purpose: tuple[tuple[str, ModelUsage], ...]) -> tuple[Block, ...]:
        if not by_purpose:
            return self.paragraph(locale, "usage-nothing")
        has_cost = any(usage.cost for _, usage in by_purpose)
        names = ("usage-purpose", "usage-calls", "usage-cache-hits", "usage-failures", "usage-tokens")
        columns = self._names(locale, *names, *(["usage-cost"] if has_cost else []))
        rows = (self._row(locale, purpose, usage, has_cost=has_cost) for purpose, usage in by_purpose)
        return (Table(columns, tuple(rows)),)

    def _row(self, locale: Locale, purpose: str, usage: ModelUsage, *, has_cost: bool) -> tuple[str, ...]:
        counts = (usage.calls, usage.cache_hits, usage.failures, usage.tokens.prompt + usage.tokens.completion)
        figures = tuple(self._count(locale, count) for count in counts)
        return self._purpose(locale, purpose), *figures, *([self._usd(locale, usage.cost)] if has_cost else [])

    def _purpose(self, locale: Locale, purpose: str) -> str:
        is_named = self.texts.has(locale, f"usage-purpose-{purpose}")
        return self.texts.render_code(locale, "usage-purpose", purpose) if is_named else purpose

    def _names(self, locale: Locale, *message_ids: str) -> tuple[str, ...]:
        return tuple(self.say(locale, each) for each in message_ids)

    def _count(self, locale: Locale, value: int) -> str:
        return self.say(locale, "number", value=value)

    def _usd(self, locale: Locale, amount: Decimal) -> str:
        return self.say(locale, "usage-usd", amount=amount)


def _relevant(facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts without those that repeat another one, and without zeros that carry no information."""
    kept = dict(facts)
    if kept.get("reason") in _IMPLIED_BY_METHOD:
        del kept["reason"]
    if kept.get("method") == kept.get("target"):
        kept.pop("method", None)
    return {name: value for name, value in kept.items() if value != "0" or name not in _HIDDEN_IF_ZERO}


def _place(name: str) -> int:
    return _FACT_ORDER.index(name) if name in _FACT_ORDER else len(_FACT_ORDER)


def _milliseconds(entry: LogEntry) -> Decimal:
    return Decimal(str(entry.milliseconds)).quantize(_TENTH)

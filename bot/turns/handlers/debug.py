"""/debug last: how the latest turn of this thread was worked on, and what each step cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph, Table
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.turn_log import LogEntry, TurnLog
from bot.domain.text.locale import Locale
from bot.ports import Stores
from bot.presentation.cards import DecisionCards

_LAST: Final = frozenset({"last", "上一轮", "最近", "最近一轮"})
_AS_METHOD: Final = frozenset({"rules_sure", "model_sure", "command"})  # reasons that the method tells
_IF_ANY: Final = frozenset({"summary", "refused", "model_cache_hits"})  # said only where there is any
_ORDER: Final = (
    *("target", "method", "reason", "confidence", "note", "error"),
    *("messages", "characters", "summary", "symbols", "decisions", "refused", "blocks"),
    *("model_calls", "model_cache_hits", "model_failures", "model_ms"),
    *("prompt_tokens", "completion_tokens", "prompts"),
)
_TENTH: Final = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class DebugCommand:
    """Handler of /debug. What is kept of a turn are names, codes and figures: nobody's words."""

    stores: Stores
    cards: DecisionCards

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Show the steps, or say how to have them shown."""
        return TurnResult(answer=Answer(blocks=await self._blocks(context)))

    async def _blocks(self, context: TurnContext) -> tuple[Block, ...]:
        texts, locale = self.cards.texts, context.locale
        arguments = tuple(word.lower() for word in context.understanding.arguments)
        if len(arguments) != 1 or arguments[0] not in _LAST:
            return (Paragraph(texts.render(locale, "debug-how")),)
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            log = await tx.turn_logs.last_log(context.conversation.id)
        if log is None:
            return (Paragraph(texts.render(locale, "debug-nothing")),)
        return self._opening(locale, log), self._table(locale, log)

    def _opening(self, locale: Locale, log: TurnLog) -> Paragraph:
        total = sum((_milliseconds(entry) for entry in log.entries), Decimal(0))
        said = {"number": log.number, "intent": log.intent.value, "at": log.at, "total": total}
        return Paragraph(self.cards.texts.render(locale, "debug-opening", **said))

    def _table(self, locale: Locale, log: TurnLog) -> Table:
        texts = self.cards.texts
        columns = tuple(texts.render(locale, f"debug-column-{name}") for name in ("step", "time", "facts"))
        rows = tuple(
            (
                self._named(locale, "debug-step", entry.node) or entry.node,
                texts.render(locale, "debug-milliseconds", time=_milliseconds(entry)),
                self._facts(locale, entry),
            )
            for entry in log.entries
        )
        return Table(columns, rows)

    def _facts(self, locale: Locale, entry: LogEntry) -> str:
        """Return the facts by their names in the language; their values are figures, and codes with or without one."""
        facts = sorted(_telling(entry.facts).items(), key=lambda fact: (_place(fact[0]), fact[0]))
        return " · ".join(
            f"{self._named(locale, 'debug-fact', name) or name} {self._named(locale, 'debug-value', fact) or fact}"
            for name, fact in facts
        )

    def _named(self, locale: Locale, prefix: str, code: str) -> str | None:
        key = f"{prefix}-{code.replace('_', '-')}"
        return self.cards.texts.render(locale, key) if self.cards.texts.has(locale, key) else None


def _telling(facts: Mapping[str, str]) -> dict[str, str]:
    """Leave out what says again what another fact says, or that something was not so."""
    told = dict(facts)
    if told.get("reason") in _AS_METHOD:
        del told["reason"]
    if told.get("method") == told.get("target"):
        told.pop("method", None)
    return {name: fact for name, fact in told.items() if fact != "0" or name not in _IF_ANY}


def _place(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def _milliseconds(entry: LogEntry) -> Decimal:
    return Decimal(str(entry.milliseconds)).quantize(_TENTH)

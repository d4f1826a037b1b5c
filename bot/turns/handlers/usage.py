"""/usage: what language models have cost today, against what they may cost."""

from dataclasses import dataclass
from datetime import UTC
from decimal import Decimal

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph, Table
from bot.domain.conversation.replies import Answer
from bot.domain.models.requests import ModelAllowance, ModelUsage
from bot.domain.text.locale import Locale
from bot.locales import Catalogue
from bot.ports import Clock, Stores

_ByPurpose = tuple[tuple[str, ModelUsage], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageCommand:
    """Handler of /usage: the tenant's day (UTC), in all and by what was asked for."""

    texts: Catalogue
    stores: Stores
    clock: Clock
    allowance: ModelAllowance
    has_model: bool

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Show what was used today. Raises: StoreUnavailableError."""
        if not self.has_model:
            return _answer(Paragraph(self.texts.render(context.locale, "usage-no-model")))
        day = self.clock.now().astimezone(UTC).date()
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            spent = await tx.model_budgets.usage_with_reservations(day=day)
            by_purpose = await tx.model_calls.usage_of_day(day)
        opening = Paragraph(self.texts.render(context.locale, "usage-opening", date=day))
        closing = Paragraph(self.texts.render(context.locale, "usage-closing"))
        return _answer(opening, self._totals(spent, context.locale), *self._parts(by_purpose, context.locale), closing)

    def _totals(self, spent: ModelUsage, locale: Locale) -> Table:
        allowed = self.allowance
        counts = {
            "usage-prompt": (spent.tokens.prompt, allowed.prompt_tokens),
            "usage-completion": (spent.tokens.completion, allowed.completion_tokens),
        }
        rows = [(name, self._count(used, locale), self._count(most, locale)) for name, (used, most) in counts.items()]
        if spent.cost or allowed.cost is not None:
            rows.append(("usage-cost", self._usd(spent.cost, locale), self._limit(locale)))
        columns = self._words(locale, "usage-what", "usage-used", "usage-budget")
        return Table(columns, tuple((self.texts.render(locale, name), *figures) for name, *figures in rows))

    def _parts(self, by_purpose: _ByPurpose, locale: Locale) -> tuple[Block, ...]:
        if not by_purpose:
            return (Paragraph(self.texts.render(locale, "usage-nothing")),)
        has_cost = any(use.cost for _, use in by_purpose)
        names = ("usage-purpose", "usage-calls", "usage-cache-hits", "usage-failures", "usage-tokens")
        columns = self._words(locale, *names, *(["usage-cost"] if has_cost else []))
        rows = (self._part(purpose, use, locale, has_cost=has_cost) for purpose, use in by_purpose)
        return (Table(columns, tuple(rows)),)

    def _part(self, purpose: str, use: ModelUsage, locale: Locale, *, has_cost: bool) -> tuple[str, ...]:
        counts = (use.calls, use.cache_hits, use.failures, use.tokens.prompt + use.tokens.completion)
        figures = tuple(self._count(count, locale) for count in counts)
        return self._purpose(purpose, locale), *figures, *([self._usd(use.cost, locale)] if has_cost else [])

    def _purpose(self, purpose: str, locale: Locale) -> str:
        known = self.texts.has(locale, f"usage-purpose-{purpose}")
        return self.texts.render_code(locale, "usage-purpose", purpose) if known else purpose

    def _limit(self, locale: Locale) -> str:
        most = self.allowance.cost
        return self.texts.render(locale, "usage-no-limit") if most is None else self._usd(most, locale)

    def _words(self, locale: Locale, *ids: str) -> tuple[str, ...]:
        return tuple(self.texts.render(locale, each) for each in ids)

    def _count(self, value: int, locale: Locale) -> str:
        return self.texts.render(locale, "number", value=value)

    def _usd(self, amount: Decimal, locale: Locale) -> str:
        return self.texts.render(locale, "usage-usd", amount=amount)


def _answer(*blocks: Block) -> TurnResult:
    return TurnResult(answer=Answer(blocks=blocks))

"""The Home of a person: the account, what waits, what became of the last decisions, and how to begin."""

from dataclasses import dataclass

from bot.context.portfolio import PortfolioService
from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.ids import TenantId
from bot.domain.text.locale import Locale
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decisions import Decision, DecisionQuery
from bot.errors import MarketDataError
from bot.ports import Clock, Stores, Transaction
from bot.presentation.account_summary import AccountSummary, PendingEntry
from bot.presentation.cards import DecisionCards

_OUTCOMES = 5
_LOOKED_AT = 50  # of the latest decisions: those that nobody has decided on yet are no outcomes


@dataclass(frozen=True, slots=True)
class _HomeData:
    """What the database says, of one moment."""

    account: Account
    positions: tuple[Position, ...]
    pending: tuple[PendingEntry, ...]
    fates: tuple[str, ...]  # of the latest decisions, newest first


@dataclass(frozen=True, slots=True)
class AppHome:
    """Shown when a person opens the Home of the app; needs no conversation."""

    stores: Stores
    portfolio: PortfolioService
    cards: DecisionCards
    clock: Clock

    async def __call__(self, tenant_id: TenantId, person_id: str, locale: Locale) -> Answer:
        """Return the Home of one person of a workspace; the buttons are those of their own decisions.

        Raises: StoreUnavailableError. Prices that cannot be had are said to be missing.
        """
        texts, summary = self.cards.texts, AccountSummary(self.portfolio, self.cards)
        read = await self._read(tenant_id, summary, locale)
        decisions = tuple(each.decision for each in read.pending)
        return Answer(
            blocks=(
                *await self._holdings(read, summary, locale),
                *summary.pending_blocks(read.pending, locale, now=self.clock.now()),
                self._outcomes(read, locale),
                Paragraph(texts.render(locale, "home-begin")),
            ),
            symbols=tuple(dict.fromkeys(d.proposal.symbol for d in decisions)),
            decisions=decisions,
            buttons=self.cards.named_buttons(locale, (d for d in decisions if d.asked_by == person_id)),
        )

    async def _read(self, tenant_id: TenantId, summary: AccountSummary, locale: Locale) -> _HomeData:
        async with self.stores.transaction(tenant_id) as tx:
            account, positions = await self.portfolio.holdings(tx)
            pending = await summary.pending_entries(tx, at=self.clock.now())
            latest = await tx.decisions.find_matching(DecisionQuery(limit=_LOOKED_AT, market=account.market))
            decided = [decision for decision in latest if not decision.is_pending(at=self.clock.now())][:_OUTCOMES]
            fates = [await self._fate(tx, decision, locale) for decision in decided]
        return _HomeData(account, positions, pending, tuple(fates))

    async def _holdings(self, read: _HomeData, summary: AccountSummary, locale: Locale) -> tuple[Block, ...]:
        try:
            return await summary.holdings_blocks(read.account, read.positions, locale)
        except MarketDataError as error:
            return (Paragraph(self.cards.texts.render_error(locale, error)),)

    async def _fate(self, tx: Transaction, decision: Decision, locale: Locale) -> str:
        resolution = await tx.decisions.resolution(decision.id)
        report = await tx.accounts.report_for(decision.id)
        what = self.cards.action_phrase(locale, decision.proposal)
        fate = self.cards.final_status(locale, decision, resolution, report)
        return self.cards.texts.render(locale, "home-outcome", what=what, fate=fate)

    def _outcomes(self, read: _HomeData, locale: Locale) -> Block:
        texts = self.cards.texts
        if not read.fates:
            return Paragraph(texts.render(locale, "home-no-outcomes"))
        return Bullets(texts.render(locale, "home-outcomes"), read.fates)

"""A person's Home in the app: the account, pending decisions, the outcomes of the latest ones, and how to begin.

It reads the stores itself: a platform opens it outside any turn that could pass the data in.
"""

from dataclasses import dataclass
from bot.context.portfolio import PortfolioService
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.blocks import Bullets
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.ids import TenantId
from bot.domain.text.locale import Locale
from bot.domain.trading.accounts import Account
from bot.domain.trading.accounts import Position
from bot.domain.trading.decisions import Decision
from bot.domain.trading.decisions import DecisionQuery
from bot.errors import MarketDataError
from bot.ports import Clock
from bot.ports import Stores
from bot.ports import Transaction
from bot.presentation.account_summary import AccountSummary
from bot.presentation.cards import DecisionCards
from bot.trading.account_overview import PendingEntry
from bot.trading.account_overview import pending_entries


_OUTCOMES_SHOWN = 5
_DECISIONS_READ = 50  # the latest; pending ones among them are no outcomes


@dataclass(frozen=True, slots=True)
class _HomeData:
    """The stored data that the Home shows, read in one transaction."""

    account: Account
    positions: tuple[Position, ...]
    pending: tuple[PendingEntry, ...]
    outcomes: tuple[str, ...]  # one line for each of the latest decisions, newest first


@dataclass(frozen=True, slots=True)
class AppHome:
    """Renders the Home of the app; needs no conversation."""

    stores: Stores
    portfolio: PortfolioService
    cards: DecisionCards
    clock: Clock

    async def __call__(self, tenant_id: TenantId, person_id: str, locale: Locale) -> Answer:
        """Return the Home of one person of a workspace, with the buttons of their own decisions.

        Unavailable prices are shown as missing. Raises: StoreUnavailableError.
        """
        texts, summary = self.cards.texts, AccountSummary(self.cards)
        data = await self._read(tenant_id, locale)
        decisions = tuple(each.decision for each in data.pending)
        return Answer(
            blocks=(
                *await self._holdings_blocks(data, summary, locale),
                *summary.pending_blocks(data.pending, locale, now=self.clock.now()),
                self._outcomes_block(data, locale),
                Paragraph(texts.render(locale, "home-begin")),
            ),
            symbols=tuple(dict.fromkeys(d.proposal.symbol for d in decisions)),
            decisions=decisions,
            buttons=self.cards.named_buttons(locale, (d for d in decisions if d.asked_by == person_id)),
        )

    async def _read(self, tenant_id: TenantId, locale: Locale) -> _HomeData:
        async with self.stores.transaction(tenant_id) as tx:
            account, positions = await self.portfolio.holdings(tx)
            pending = await pending_entries(tx, at=self.clock.now())
            latest = await tx.decisions.find_matching(DecisionQuery(limit=_DECISIONS_READ, market=account.market))
            decided = [decision for decision in latest if not decision.is_pending(at=self.clock.now())][
                :_OUTCOMES_SHOWN
            ]
            outcomes = [await self._outcome_line(tx, decision, locale) for decision in decided]
        return _HomeData(account, positions, pending, tuple(outcomes))

    async def _holdings_blocks(self, data: _HomeData, summary: AccountSummary, locale: Locale) -> tuple[Block, ...]:
        try:
            holdings = await self.portfolio.price_holdings(data.account, data.positions)
        except MarketDataError as error:
            return (Paragraph(self.cards.texts.render_error(locale, error)),)
        return summary.holdings_blocks(holdings, locale)

    async def _outcome_line(self, tx: Transaction, decision: Decision, locale: Locale) -> str:
        resolution = await tx.decisions.resolution(decision.id)
        report = await tx.accounts.report_for(decision.id)
        what = self.cards.action_phrase(locale, decision.proposal)
        status = self.cards.final_status(locale, decision, resolution, report)
        return self.cards.texts.render(locale, "home-outcome", what=what, final_status=status)

    def _outcomes_block(self, data: _HomeData, locale: Locale) -> Block:
        texts = self.cards.texts
        if not data.outcomes:
            return Paragraph(texts.render(locale, "home-no-outcomes"))
        return Bullets(texts.render(locale, "home-outcomes"), data.outcomes)

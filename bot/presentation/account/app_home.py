"""A person's Home in the app: the account, pending decisions, the outcomes of the latest ones, and how to begin."""

from dataclasses import dataclass

from bot.context.portfolio import AccountView
from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.errors import MarketDataError
from bot.presentation.account.account_notes import difference_notes
from bot.presentation.account.account_summary import AccountSummary
from bot.presentation.decisions.cards import CardPresenter
from bot.trading.account.account_report import AccountOverview, DecisionOutcome


@dataclass(frozen=True, slots=True)
class AppHomePresenter(CardPresenter):
    """Renders the Home of the app."""

    def answer(self, locale: Locale, overview: AccountOverview) -> Answer:
        """Return the Home of one person of a workspace, with the buttons of their own decisions."""
        summary = AccountSummary(self.cards)
        return Answer(
            blocks=(
                *self._holdings_blocks(overview.holdings, summary, locale),
                *summary.pending_blocks(overview.pending, locale),
                *summary.open_orders_blocks(overview.open_orders, locale),
                self._outcomes_block(overview.outcomes, locale),
                Paragraph(self.say(locale, "home-begin")),
            ),
            symbols=tuple(dict.fromkeys(d.proposal.symbol for d in overview.pending.decisions)),
            decisions=overview.pending.decisions,
            buttons=self.cards.named_buttons(locale, overview.pending.own),
        )

    def _holdings_blocks(
        self, holdings: AccountView | MarketDataError, summary: AccountSummary, locale: Locale
    ) -> tuple[Block, ...]:
        if isinstance(holdings, MarketDataError):
            return (Paragraph(self.texts.render_error(locale, holdings)),)
        notes = difference_notes(self.texts, locale, holdings.portfolio.account)
        return (*(Paragraph(note) for note in notes), *summary.holdings_blocks(holdings, locale))

    def _outcomes_block(self, outcomes: tuple[DecisionOutcome, ...], locale: Locale) -> Block:
        if not outcomes:
            return Paragraph(self.say(locale, "home-no-outcomes"))
        lines = tuple(self._outcome_line(outcome, locale) for outcome in outcomes)
        return Bullets(self.say(locale, "home-outcomes"), lines)

    def _outcome_line(self, outcome: DecisionOutcome, locale: Locale) -> str:
        what = self.cards.action_phrase(locale, outcome.decision.proposal)
        status = self.cards.final_status(locale, outcome.decision, outcome.resolution, outcome.report)
        return self.say(locale, "decision-state", what=what, state=status)

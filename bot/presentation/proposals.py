"""Show what an engine proposed: cards, what each replaces, and what the person must know before they press."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Button, Card, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Event
from bot.domain.market.features import market_figures
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Action, Decision, Reason
from bot.engines.registry import EngineSelection
from bot.presentation.cards import DecisionCards
from bot.trading.decision_factory import NewDecision
from bot.trading.propose import EngineResult
from bot.trading.stated_limits import StatedLimits

_INVENTED: Final = 5  # symbols nobody asked about that are named
_SYMBOL: Final = 12  # characters of one


@dataclass(frozen=True, slots=True)
class ProposalPresenter:
    """Words for new decisions, and for a pending one that stays as it is."""

    cards: DecisionCards
    commission: Decimal  # account currency, per order

    def present(
        self,
        context: TurnContext,
        engine_result: EngineResult,
        new: Sequence[NewDecision],
        *,
        stated: StatedLimits,
        notes: Iterable[str],
    ) -> TurnResult:
        """Return the decisions with their cards, and below them `notes`."""
        result, locale = engine_result.result, context.locale
        footers, decisions = self.cards.footers, tuple(each.decision for each in new)
        blocks: list[Block] = []
        for each in new:
            is_short = footers.has_short_footer(locale, each.decision.proposal, proposals=result.proposals)
            blocks += self._blocks(context, each, stated=stated, is_short=is_short)
        below = footers.shared_notes(locale, result.proposals)
        blocks.extend(Paragraph(note) for note in (*below, *self._invented(locale, result), *notes))
        symbols = tuple(decision.proposal.symbol for decision in decisions)
        return TurnResult(
            answer=Answer(
                blocks=tuple(blocks),
                symbols=symbols,
                decisions=decisions,
                buttons=self._buttons(locale, decisions),
                fallback=next((d.proposal.fallback for d in decisions if d.proposal.fallback), None),
                run=result.run,
            ),
            event=Event.PROPOSED if any(d.proposal.action is not Action.HOLD for d in decisions) else None,
            focus=symbols,
            proposed=decisions,
            superseded=tuple(each.pending for each in new if each.pending is not None and each.is_replaced),
            run=result.run,
            discussion=result.discussion,
            market_figures={
                d.id: market_figures(engine_result.features[d.proposal.symbol])
                for d in decisions
                if d.proposal.symbol in engine_result.features
            },
        )

    def unchanged(self, context: TurnContext, pending: Decision, message_id: str, *why: Reason) -> TurnResult:
        """Say why a pending decision is not changed; a stop that could not be used is not remembered either."""
        texts, locale = self.cards.texts, context.locale
        what = self.cards.action_phrase(locale, pending.proposal)
        sentences = (*self.cards.reason_sentences(locale, why), texts.render(locale, message_id, what=what))
        answer = self._about_pending(context, pending, texts.join(locale, *sentences))
        return TurnResult(answer=answer, state=context.state, stated_limits=context.conversation.stated_limits)

    def limit_lifted(self, context: TurnContext, pending: Decision) -> TurnResult:
        """Say that a limit is lifted, and that a decision which it did not bind is as it was."""
        what = self.cards.action_phrase(context.locale, pending.proposal)
        text = self.cards.texts.render(context.locale, "limit-lifted", what=what)
        return TurnResult(answer=self._about_pending(context, pending, text), state=context.state)

    def other_engine(self, context: TurnContext, selection: EngineSelection) -> tuple[str, ...]:
        """Return a sentence where the engine that is set for the channel is not the one that decided."""
        if not selection.unavailable:
            return ()
        name, default = selection.unavailable, selection.engine.name
        return (self.cards.texts.render(context.locale, "engine-missing", name=name, default=default),)

    def _about_pending(self, context: TurnContext, pending: Decision, text: str) -> Answer:
        return Answer(
            blocks=(Paragraph(text),),
            symbols=(pending.proposal.symbol,),
            decisions=(pending,),
            buttons=self.cards.buttons(context.locale, pending),
        )

    def _blocks(
        self, context: TurnContext, new: NewDecision, *, stated: StatedLimits, is_short: bool
    ) -> Iterator[Card | Paragraph]:
        texts, locale, p = self.cards.texts, context.locale, new.decision.proposal
        name = context.turn.person.name
        yield self.cards.decision_card(
            locale, new.decision, asked_by=name, commission=self.commission, has_short_footer=is_short
        )
        if new.pending is not None:
            over = "amend-withdrawn" if p.action is Action.HOLD else "replaces-pending"
            key = over if new.is_replaced else "pending-stays"
            yield Paragraph(texts.render(locale, key, what=self.cards.action_phrase(locale, new.pending.proposal)))
        limit = stated.overridden_max_cash
        if limit is not None and p.action is Action.INCREASE and p.cash_change + self.commission > limit:
            yield Paragraph(texts.render(locale, "above-limit-before", limit=limit, amount=p.cash_change))

    def _invented(self, locale: Locale, result: DecisionResult) -> tuple[str, ...]:
        """Name the symbols that an engine spoke of and nobody had asked about."""
        if not result.unrequested_symbols:
            return ()
        named = tuple(symbol[:_SYMBOL] for symbol in result.unrequested_symbols[:_INVENTED])
        symbols, more = self.cards.texts.list_of(locale, named), len(result.unrequested_symbols) - len(named)
        return (self.cards.texts.render(locale, "symbols-invented", symbols=symbols, more=more),)

    def _buttons(self, locale: Locale, decisions: Sequence[Decision]) -> tuple[Button, ...]:
        """Return the buttons of every card; with several cards each names its trade."""
        if len(decisions) > 1:
            return self.cards.named_buttons(locale, decisions)
        return tuple(button for d in decisions for button in self.cards.buttons(locale, d))

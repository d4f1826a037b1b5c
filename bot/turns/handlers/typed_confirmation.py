"""Typed CONFIRM and CANCEL: carried out only when they can mean just one decision; else buttons are shown."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.conversation.replies import Answer
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.errors import NotYourDecisionError
from bot.ports import Stores
from bot.presentation.cards import DecisionCards
from bot.presentation.possible_actions import possible_now
from bot.trading.decision_access import just_expired
from bot.turns.decision_actions import DecisionActions


@dataclass(frozen=True, slots=True)
class TypedConfirmationHandler:
    """Handler of CONFIRM or of CANCEL."""

    action: ButtonAction
    actions: DecisionActions
    stores: Stores
    cards: DecisionCards

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Confirm or cancel, or show the buttons. Raises: DecisionError, MarketDataError, ConcurrentUpdateError."""
        if not context.own_pending:
            return await self._nothing_to_decide(context)
        matching = self._matching_decisions(context)
        if context.understanding.asks_to_wait:
            return self._pause(context, matching or context.own_pending)
        if len(matching) != 1:
            return self._show_buttons(context, matching)
        if self.action is ButtonAction.CONFIRM and not await self._is_unmistakable(context, matching[0]):
            return self._read_back(context, matching[0])
        act = self.actions.confirm if self.action is ButtonAction.CONFIRM else self.actions.cancel
        result = await act(button_ref(self.action, matching[0]), turn=context.turn, locale=context.locale)
        return replace(result, state=result.state or context.state)

    def _matching_decisions(self, context: TurnContext) -> tuple[Decision, ...]:
        """Return the person's pending decisions that the message can mean: those it names, else all.

        A decision proposed after the message was sent cannot be confirmed by it: messages wait behind a running turn.
        """
        named, side = context.entities.symbols, context.entities.side
        return tuple(
            d
            for d in context.own_pending
            if (not named or d.proposal.symbol in named)
            and side in {None, d.proposal.side}
            and (self.action is not ButtonAction.CONFIRM or d.created_at <= context.turn.accepted_at)
        )

    def _pause(self, context: TurnContext, paused: tuple[Decision, ...]) -> TurnResult:
        """Say that nothing is done for now; from here on only a button, or a "yes" that is read back, confirms."""
        cards, locale = self.cards, context.locale
        names = cards.texts.list_of(locale, (cards.action_phrase(locale, d.proposal) for d in paused))
        text = cards.texts.render(locale, "confirm-paused", names=names)
        symbols = tuple(dict.fromkeys(d.proposal.symbol for d in paused))
        buttons = cards.buttons(locale, paused[0]) if len(paused) == 1 else cards.named_buttons(locale, paused)
        answer = Answer(blocks=(Paragraph(text),), symbols=symbols, decisions=paused, buttons=buttons)
        return TurnResult(answer=answer, state=context.state, offered=())

    async def _is_unmistakable(self, context: TurnContext, decision: Decision) -> bool:
        """Return whether a "yes" means this decision: Parley spoke of it last, and nobody has said anything since.

        A decision that an earlier attempt at this turn has confirmed stays confirmed.
        """
        if decision.status is not DecisionStatus.PROPOSED:
            return True
        if decision.id not in context.conversation.offered:
            return False
        async with self.stores.read(context.turn.tenant_id) as tx:
            return not await tx.overheard.has_anyone_spoken(
                context.conversation.id, since=context.conversation.last_active_at
            )

    def _read_back(self, context: TurnContext, decision: Decision) -> TurnResult:
        """Ask whether to do it, with the decision's buttons: the message may have meant something else."""
        cards, locale, proposal = self.cards, context.locale, decision.proposal
        text = cards.texts.render(
            locale, "confirm-read-back", what=cards.action_phrase(locale, proposal), cash=abs(proposal.cash_change)
        )
        answer = Answer(
            blocks=(Paragraph(text),),
            symbols=(proposal.symbol,),
            decisions=(decision,),
            buttons=cards.buttons(locale, decision),
            has_question=True,
        )
        return TurnResult(answer=answer, state=context.state, offered=(decision.id,))

    async def _nothing_to_decide(self, context: TurnContext) -> TurnResult:
        """Say that the person's decision has expired or that there is none; raise if it is another person's."""
        texts, locale = self.cards.texts, context.locale
        expired = await just_expired(self.stores, context)
        if expired is None and context.pending:
            raise NotYourDecisionError(asked_by=context.pending[-1].asked_by)
        nothing = texts.render(locale, "refused-nothing-to-cancel")
        why = texts.render_error(locale, expired) if expired else nothing
        text = texts.join(locale, why, possible_now(texts, context))
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)), state=context.state if context.pending else None)

    def _show_buttons(self, context: TurnContext, matching: tuple[Decision, ...]) -> TurnResult:
        cards, locale = self.cards, context.locale
        shown = matching or context.own_pending
        names = cards.texts.list_of(locale, (cards.action_phrase(locale, d.proposal) for d in shown))
        key = "which-decision" if matching else "not-that-decision"
        text = cards.texts.render(locale, key, count=len(shown), names=names)
        buttons = cards.named_buttons(locale, shown)
        symbols = tuple(dict.fromkeys(d.proposal.symbol for d in shown))
        answer = Answer(blocks=(Paragraph(text),), symbols=symbols, decisions=shown, buttons=buttons)
        return TurnResult(answer=answer, state=context.state)

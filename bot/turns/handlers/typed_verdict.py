"""CONFIRM and CANCEL, typed: they count only when they can mean just one decision."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnResult
from bot.context.wording import error_sentence, join_sentences
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.conversation.messages import Answer, Paragraph
from bot.domain.trading.decisions import Decision
from bot.errors import NotYourDecisionError
from bot.presentation.possible_actions import just_expired, possible_now
from bot.turns.decision_actions import DecisionActions


@dataclass(frozen=True, slots=True)
class TypedConfirmationHandler:
    """Handler of CONFIRM or of CANCEL."""

    press: ButtonAction
    verdicts: DecisionActions

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Carry it out, or point at the buttons. Raises: DecisionError, MarketDataError, ConcurrentUpdateError."""
        if not asked.own_pending:
            return await self._none_of_theirs(asked)
        meant = self._meant(asked)
        if len(meant) != 1:
            return self._point_at_buttons(asked, meant)
        act = self.verdicts.confirm if self.press is ButtonAction.CONFIRM else self.verdicts.cancel
        outcome = await act(button_ref(self.press, meant[0]), turn=asked.turn, language=asked.language)
        return replace(outcome, state=outcome.state or asked.state)

    def _meant(self, asked: TurnContext) -> tuple[Decision, ...]:
        """The person's own pending decisions that the message can mean: those it names, else all.

        Nobody can confirm what had not been proposed when they wrote: a message may have waited behind that turn.
        """
        named, side = asked.entities.symbols, asked.entities.side
        return tuple(
            d
            for d in asked.own_pending
            if (not named or d.proposal.symbol in named)
            and side in {None, d.proposal.side}
            and (self.press is not ButtonAction.CONFIRM or d.created_at <= asked.turn.accepted_at)
        )

    async def _none_of_theirs(self, asked: TurnContext) -> TurnResult:
        """Say that it is another's to decide, that theirs has expired, or that there is none."""
        say, language = self.verdicts.cards.say, asked.language
        expired = await just_expired(self.verdicts.explain.stores, asked)
        if expired is None and asked.pending:
            raise NotYourDecisionError(asked_by=asked.pending[-1].asked_by)
        nothing = say.say(language, "refused-nothing-to-cancel")
        why = error_sentence(say, language, expired, asked.settings.zone) if expired else nothing
        text = join_sentences(say, language, why, possible_now(say, asked))
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)), state=asked.state if asked.pending else None)

    def _point_at_buttons(self, asked: TurnContext, meant: tuple[Decision, ...]) -> TurnResult:
        cards, language = self.verdicts.cards, asked.language
        shown = meant or asked.own_pending
        names = cards.say.say(language, "list-separator").join(cards.action(language, d.proposal) for d in shown)
        key = "which-decision" if meant else "not-that-decision"
        text = cards.say.say(language, key, count=len(shown), names=names)
        buttons = cards.named_buttons(language, shown)
        symbols = tuple(dict.fromkeys(d.proposal.symbol for d in shown))
        answer = Answer(blocks=(Paragraph(text),), symbols=symbols, decisions=shown, buttons=buttons)
        return TurnResult(answer=answer, state=asked.state)

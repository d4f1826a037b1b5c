"""What a person is told after Confirm, Cancel or Why?, typed or pressed: the same words for both."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from bot.conversation.cancel import Cancel
from bot.conversation.cards import Cards
from bot.conversation.confirm import Confirm, Executed, NoLongerPossible, Repriced, Underway
from bot.conversation.explain import Explain
from bot.conversation.turn import Outcome
from bot.conversation.wording import joined
from bot.domain.accounts import OrderReport
from bot.domain.buttons import ButtonRef
from bot.domain.conversation import Event, State
from bot.domain.decisions import Action, Decision, Status
from bot.domain.messages import Answer, Paragraph
from bot.domain.turns import Turn
from bot.domain.understanding import Language

_EVENTS: Mapping[Status, Event] = {  # any other status: the outcome is still to come
    Status.FILLED: Event.EXECUTED,
    Status.REJECTED: Event.FAILED,
}


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Carries out a verdict and words what came of it."""

    confirm_decision: Confirm
    cancel_decision: Cancel
    explain: Explain
    cards: Cards

    async def confirm(self, ref: ButtonRef, *, through: Turn, language: Language) -> Outcome:
        """Confirm, execute, tell. Raises: DecisionError, MarketDataError, OvertakenError."""
        match await self.confirm_decision(ref, through=through):
            case Executed() as done:
                return self._executed(done, language)
            case Underway(decision):
                return self._underway(decision, language)
            case Repriced() as moved:
                return self._repriced(moved, through, language)
            case NoLongerPossible() as refused:
                return self._refused(refused, language)

    async def cancel(self, ref: ButtonRef, *, through: Turn, language: Language) -> Outcome:
        """Cancel, tell. Raises: DecisionError, OvertakenError."""
        cancelled = await self.cancel_decision(ref, through=through)
        text = self.cards.say.say(language, "cancelled", what=self.cards.action(language, cancelled.proposal))
        return Outcome(answer=_answer(text, cancelled), state=State.IDLE)

    async def why(self, ref: ButtonRef, *, through: Turn, language: Language) -> Outcome:
        """Explain the decision as it was proposed. Raises: UnknownDecisionError."""
        return await self.explain.by_id(through.tenant_id, ref.decision_id, ref.version, language=language)

    def _executed(self, done: Executed, language: Language) -> Outcome:
        say, decision, report = self.cards.say, done.decision, done.report
        match decision.status:
            case Status.FILLED:
                text = self._filled(done, report, language)
            case Status.PARTIALLY_FILLED:
                partly = say.say(language, "partly-filled")
                text = joined(say, language, self._filled(done, report, language), partly)
            case Status.REJECTED:
                why = say.coded(language, "rejected", report.reason or "unknown")
                text = say.say(language, "order-rejected", what=self.cards.action(language, decision.proposal), why=why)
            case _:
                return self._underway(decision, language)
        return _told(text, decision)

    def _underway(self, decision: Decision, language: Language) -> Outcome:
        what = self.cards.action(language, decision.proposal)
        return _told(self.cards.say.say(language, "order-unknown", what=what), decision)

    def _filled(self, done: Executed, report: OrderReport, language: Language) -> str:
        say, p = self.cards.say, done.decision.proposal
        price = report.average_price or p.price
        fill = say.say(
            language,
            "filled-bought" if p.action is Action.INCREASE else "filled-sold",
            shares=report.filled_shares,
            symbol=p.symbol,
            price=price,
            total=price * report.filled_shares,
            commission=report.commission,
            when=self.cards.when(language, report.executed_at or p.price_as_of, p.price_source),
        )
        shares = done.position.shares if done.position else Decimal(0)
        position = say.say(language, "position-now", symbol=p.symbol, shares=shares, value=shares * price)
        cash = say.say(language, "cash-now", cash=done.account.cash)
        return joined(say, language, fill, position, cash)

    def _repriced(self, moved: Repriced, through: Turn, language: Language) -> Outcome:
        was, now = moved.old.proposal, moved.new.proposal
        text = self.cards.say.say(
            language,
            "price-moved",
            symbol=now.symbol,
            was=was.price,
            now=now.price,
            sign="−" if now.price < was.price else "+",
            percent=abs(now.price / was.price - 1) * 100,
        )
        commission = self.confirm_decision.policy.commission
        card = self.cards.decision(language, moved.new, asked_by=through.person.name, commission=commission)
        answer = Answer(
            blocks=(Paragraph(text), card),
            symbols=(now.symbol,),
            decisions=(moved.new,),
            buttons=self.cards.buttons(language, moved.new),
        )
        return Outcome(answer=answer, event=Event.PROPOSED, proposed=(moved.new,), superseded=(moved.old,))

    def _refused(self, refused: NoLongerPossible, language: Language) -> Outcome:
        say = self.cards.say
        broken = (say.coded(language, "violation", v.code, **v.numbers, **v.suggestion) for v in refused.violations)
        what = self.cards.action(language, refused.decision.proposal)
        text = say.say(language, "no-longer-possible", what=what, why=joined(say, language, *broken))
        return Outcome(answer=_answer(text, refused.decision))


def _answer(text: str, decision: Decision) -> Answer:
    return Answer(blocks=(Paragraph(text),), symbols=(decision.proposal.symbol,), decisions=(decision,))


def _told(text: str, decision: Decision) -> Outcome:
    """An order is out: what became of it, if that is known, ends EXECUTING."""
    event = _EVENTS.get(decision.status)
    focus = (decision.proposal.symbol,)
    return Outcome(answer=_answer(text, decision), state=State.EXECUTING, event=event, focus=focus)

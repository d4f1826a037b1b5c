"""Explains a decision by what was known when it was proposed; what came after is said apart."""

from dataclasses import dataclass

from bot.conversation.cards import Cards
from bot.conversation.desk import Desk
from bot.conversation.since import Since
from bot.conversation.turn import Outcome
from bot.conversation.wording import joined
from bot.domain.decisions import Action, Decision
from bot.domain.ids import DecisionId, TenantId
from bot.domain.messages import Answer, Block, Paragraph
from bot.domain.understanding import Language
from bot.ports import Clock, Stores, TradingCalendar


@dataclass(frozen=True, slots=True)
class Explain:
    """Words for why a decision was proposed, and how it stands."""

    stores: Stores
    desk: Desk
    calendar: TradingCalendar
    cards: Cards
    clock: Clock

    @property
    def since(self) -> Since:
        """Words for what became of a decision."""
        return Since(self.stores, self.desk, self.calendar, self.cards)

    async def by_id(self, tenant_id: TenantId, decision_id: DecisionId, version: int, *, language: Language) -> Outcome:
        """Explain one version. Raises: UnknownDecisionError."""
        async with self.stores.transaction(tenant_id) as tx:
            decision = await tx.decisions.get(decision_id, version=version)
        return await self.decision(decision, language=language)

    async def decision(self, decision: Decision, *, language: Language) -> Outcome:
        """Explain a decision: what was proposed when, the arguments, and how it stands now."""
        say, p = self.cards.say, decision.proposal
        opening = say.say(
            language,
            "explain-opening",
            what=self.cards.action(language, p),
            price=p.price,
            when=self.cards.when(language, p.price_as_of, p.price_source),
            confidence=p.confidence * 100,
        )
        pending = decision.is_pending(at=self.clock.now()) and p.action is not Action.HOLD
        blocks: list[Block] = [Paragraph(opening), *self.cards.arguments(language, p.reasons)]
        stands = self._waiting(decision, language) if pending else await self._stands(decision, language)
        blocks.append(Paragraph(stands))
        return Outcome(
            answer=Answer(
                blocks=tuple(blocks),
                symbols=(p.symbol,),
                decisions=(decision,),
                buttons=self.cards.buttons(language, decision) if pending else (),
            ),
            focus=(p.symbol,),
        )

    def _waiting(self, decision: Decision, language: Language) -> str:
        """Say what waiting means while a decision is pending: nothing happens, and the offer ends."""
        minutes = int((decision.expires_at - self.clock.now()).total_seconds() // 60)
        say, p = self.cards.say, decision.proposal
        waiting = say.say(language, "explain-waiting", symbol=p.symbol, minutes=minutes)
        has_case = any(reason.weight < 0 for reason in p.reasons)
        case = say.say(language, "explain-case-for-waiting" if has_case else "explain-no-case-for-waiting")
        return joined(say, language, waiting, case)

    async def _stands(self, decision: Decision, language: Language) -> str:
        say, is_hold = self.cards.say, decision.proposal.action is Action.HOLD
        status = "" if is_hold else say.coded(language, "status", decision.status)
        return joined(say, language, status, *await self.since(decision, language=language))

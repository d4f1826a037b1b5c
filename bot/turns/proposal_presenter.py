"""Makes of what an engine proposes decisions that can be confirmed, with their cards and all there is to know."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.context.policy import Policy
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Button, Card, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Event
from bot.domain.ids import DecisionId
from bot.domain.market.features import Features
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal
from bot.domain.trading.limits import Limits
from bot.domain.trading.orders import Side
from bot.memory.episodes import market_figures
from bot.ports import Clock, NewId
from bot.presentation.cards import DecisionCards
from bot.trading.limits import StatedLimits, split_limit, stated_in

_INVENTED: Final = 5  # symbols nobody asked about that are named
_SYMBOL: Final = 12  # characters of one


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineResult:
    """What an engine decided, and what it was told of each symbol."""

    result: DecisionResult
    features: Mapping[str, Features]  # by symbol


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalPresenter:
    """Puts proposals before a person."""

    cards: DecisionCards
    policy: Policy
    clock: Clock
    new_id: NewId

    def __call__(
        self,
        context: TurnContext,
        engine_result: EngineResult,
        *,
        stated: StatedLimits,
        notes: Iterable[str],
        is_change: bool = False,
    ) -> TurnResult:
        """Return decisions and cards, what each replaces, and below them `notes`.

        A hold leaves the pending decision as it is, unless that is what was to be changed (`is_change`) or costs more
        than the person now says they will spend.
        """
        result = engine_result.result
        footers = self.cards.footers
        decisions, superseded = [], []
        blocks: list[Block] = []
        limited = _limited(result.proposals, stated.limits, commission=self.policy.commission)
        for proposal in limited:
            old = open_decision(context, proposal.symbol)
            is_over = proposal.action is not Action.HOLD or is_change or self._is_above(old, context)
            replaced = old if is_over else None
            decision = self._decision(context, proposal, replaced)
            decisions.append(decision)
            superseded += [replaced] if replaced else []
            is_short = footers.is_short(context.locale, proposal, among=result.proposals)
            blocks += self._blocks(context, decision, old=old, stated=stated, is_short=is_short)
        below = footers.below(context.locale, result.proposals)
        blocks.extend(Paragraph(note) for note in (*below, *self._about(context, result), *notes))
        pending = any(d.proposal.action is not Action.HOLD for d in decisions)
        return TurnResult(
            answer=Answer(
                blocks=tuple(blocks),
                symbols=tuple(d.proposal.symbol for d in decisions),
                decisions=tuple(decisions),
                buttons=self._buttons(context, decisions),
                fallback=next((d.proposal.fallback for d in decisions if d.proposal.fallback), None),
                run=result.run,
            ),
            event=Event.PROPOSED if pending else None,
            focus=tuple(d.proposal.symbol for d in decisions),
            proposed=tuple(decisions),
            superseded=tuple(superseded),
            run=result.run,
            discussion=result.discussion,
            figures={
                d.id: market_figures(engine_result.features[d.proposal.symbol])
                for d in decisions
                if d.proposal.symbol in engine_result.features
            },
        )

    def _decision(self, context: TurnContext, proposal: Proposal, old: Decision | None) -> Decision:
        """Store as a new version where the same person's proposal for the symbol is still open, else as a new one."""
        now = self.clock.now()
        return Decision(
            id=old.id if old else DecisionId(self.new_id()),
            version=old.version + 1 if old else 1,
            tenant_id=context.turn.tenant_id,
            conversation_id=context.conversation.id,
            turn_id=context.turn.id,
            account_id=context.account.id,
            asked_by=context.turn.person.id,
            proposal=proposal,
            status=DecisionStatus.PROPOSED,
            created_at=now,
            expires_at=now + self.policy.decision_ttl,
        )

    def _blocks(
        self,
        context: TurnContext,
        decision: Decision,
        *,
        old: Decision | None,
        stated: StatedLimits,
        is_short: bool,
    ) -> Iterator[Card | Paragraph]:
        """The card, and what else the person must know before they press."""
        texts, locale, p = self.cards.texts, context.locale, decision.proposal
        name = context.turn.person.name
        commission = self.policy.commission
        yield self.cards.decision_card(locale, decision, asked_by=name, commission=commission, is_short=is_short)
        if old is not None:
            over = "amend-withdrawn" if p.action is Action.HOLD else "replaces-pending"
            key = over if decision.id == old.id else "pending-stays"
            yield Paragraph(texts.render(locale, key, what=self.cards.action(locale, old.proposal)))
        ceiling = stated.passed_over
        if ceiling is not None and p.action is Action.INCREASE and p.cash_change + commission > ceiling:
            yield Paragraph(texts.render(locale, "above-limit-before", limit=ceiling, amount=p.cash_change))

    def _is_above(self, old: Decision | None, context: TurnContext) -> bool:
        """Whether a pending purchase costs more than its person now says they will spend."""
        limit = stated_in(context.entities).max_cash
        if old is None or limit is None or old.proposal.side is not Side.BUY:
            return False
        return old.proposal.cash_change + self.policy.commission > limit

    def _about(self, context: TurnContext, result: DecisionResult) -> Iterator[str]:
        """What was left out of the answers."""
        texts, locale = self.cards.texts, context.locale
        if result.invented:
            named = tuple(symbol[:_SYMBOL] for symbol in result.invented[:_INVENTED])
            more = len(result.invented) - len(named)
            yield texts.render(locale, "symbols-invented", symbols=self._list(context, named), more=more)

    def _list(self, context: TurnContext, words: Iterable[str]) -> str:
        return self.cards.texts.list_of(context.locale, words)

    def _buttons(self, context: TurnContext, decisions: list[Decision]) -> tuple[Button, ...]:
        """The buttons of every card; with several cards each says of which it is."""
        if len(decisions) > 1:
            return self.cards.named_buttons(context.locale, decisions)
        return tuple(button for d in decisions for button in self.cards.buttons(context.locale, d))


def open_decision(context: TurnContext, symbol: str) -> Decision | None:
    """Return the person's own pending decision on the symbol, which a new proposal replaces."""
    mine = (d for d in context.pending if d.proposal.symbol == symbol and d.asked_by == context.turn.person.id)
    return next(mine, None)


def _limited(proposals: Iterable[Proposal], limits: Limits, *, commission: Decimal) -> tuple[Proposal, ...]:
    """A limit on what purchases may cost together goes with them to their confirmation; a sale has none.

    Each has its own part of it: they are confirmed one by one, at prices that may have risen by then.
    """
    limit, proposals = limits.max_cash, tuple(proposals)
    if limit is None:
        return tuple(p if p.side is Side.SELL else replace(p, max_cash=None) for p in proposals)
    buys = {p.symbol: p.cash_change + commission for p in proposals if p.side is Side.BUY}
    own = split_limit(limit, buys)
    return tuple(p if p.side is Side.SELL else replace(p, max_cash=own.get(p.symbol, limit)) for p in proposals)

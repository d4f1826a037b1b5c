"""The list of limits, shown, and changed by "/limits"; and who stated, changed and ended limits."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.limits import AddLimits, AskLimitForm, RemoveLimits, ShowLimitChanges, ShowLimits
from bot.domain.trading.trading_limits import LimitInForce, LimitScope, limits_shown
from bot.memory.questions import facts_about
from bot.ports import Stores
from bot.presentation.decisions.limits import LimitPresenter
from bot.presentation.recollections import RecollectionPresenter
from bot.trading.limits.limit_book import limit_query
from bot.trading.limits.stated_limits import bounds_in_force, without_bounds
from bot.turns.handlers.limits.stated import StatedLimitsHandler, undoing


@dataclass(frozen=True, slots=True)
class LimitListHandlers:
    """Handlers of the list of limits. Anyone in a channel may change its limits."""

    stated: StatedLimitsHandler
    notes: RecollectionPresenter

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {ShowLimits: self.show, AddLimits: self._add, RemoveLimits: self._remove, AskLimitForm: self._explain}

    async def show(self, context: TurnContext, request: ShowLimits) -> TurnResult:
        """List the limits in force; of all rules also the limits of others, and what is noted."""
        limits, book = await self.stated.book.in_force(context), self.stated.book
        purchases = await self.stated.within_bounds(context, limits)
        pending = self.stated.presenter.pending_within(context.locale, purchases, limits)
        if not request.is_of_all:
            return await self._listed(context, limits, beside=pending)
        others = self.stated.presenter.of_others(context.locale, await book.of_others(context))
        facts = await facts_about(book.stores, context, "")
        noted = self.notes.remembered(context.locale, facts) if facts else Answer(blocks=())
        listed = await self._listed(context, limits, beside=(*pending, *others, *noted.blocks))
        answer = listed.answer
        shows = answer.shows or noted.shows  # what a number of the next message means
        return replace(listed, answer=replace(answer, details=noted.details, shows=shows))

    async def _add(self, context: TurnContext, request: AddLimits) -> TurnResult:
        return await self.stated.note(context, request.terms)

    async def _explain(self, context: TurnContext, _: AskLimitForm) -> TurnResult:
        return _result(self.stated.presenter.paragraph(context.locale, "limits-not-read"))

    async def _remove(self, context: TurnContext, request: RemoveLimits) -> TurnResult:
        """End one limit by its number in the list, or all but the channel's."""
        number, book = request.number, self.stated.book
        limits = await book.in_force(context)
        own = tuple(each for each in limits if each.terms.scope is not LimitScope.CHANNEL)
        chosen = own if number is None else limits[number - 1 : number] if number > 0 else ()
        chosen = tuple(each for each in limits if each.limit.id in request.ids) if request.ids else chosen
        is_all = number is None and not request.ids
        bounds = await bounds_in_force(book.stores, context) if is_all else ()
        if not chosen and not bounds:
            return await self._listed(context, limits)
        await book.end(context, chosen)
        bounded = {each.terms.bounded for each in chosen}
        kept = (each for each in limits if each not in own and each not in chosen)
        left = self.stated.presenter.left(context.locale, (e for e in kept if is_all or e.terms.bounded in bounded))
        result = _result((*self.stated.presenter.ended(context.locale, chosen, bounds), *left))
        if bounds:
            return replace(result, stated_limits=without_bounds(context))
        return result.undone_by(*undoing(ended=chosen))

    async def _listed(
        self, context: TurnContext, limits: tuple[LimitInForce, ...], beside: tuple[Block, ...] = ()
    ) -> TurnResult:
        bounds = await bounds_in_force(self.stated.book.stores, context)
        listed = self.stated.presenter.listed(context.locale, limits, bounds, beside)
        return TurnResult(answer=Answer(blocks=listed, shows=limits_shown(limits)))


def _result(blocks: tuple[Block, ...]) -> TurnResult:
    return TurnResult(answer=Answer(blocks=blocks))


_SEARCHED: Final = 50  # limits, changed last


@dataclass(frozen=True, slots=True)
class LimitChangesHandler:
    """Handler of questions who changed a limit that binds the person here."""

    stores: Stores
    presenter: LimitPresenter

    async def __call__(self, context: TurnContext, request: ShowLimitChanges) -> TurnResult:
        """Return the changes, the latest first."""
        holder = limit_query(context, at=context.turn.accepted_at).holder
        async with self.stores.read(context.turn.tenant_id) as tx:
            records = await tx.limits.records(holder, limit=_SEARCHED)
        asked = set(request.symbols)
        found = [each for each in records if not asked or asked & set(each.limit.terms.symbols)]
        return context.aside(Answer(blocks=self.presenter.changes(context.locale, found)))

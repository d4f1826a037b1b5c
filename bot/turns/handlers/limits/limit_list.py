"""The list of limits: shown, and changed by "/limits"."""

from dataclasses import dataclass, replace

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.limits import AddLimits, AskLimitForm, RemoveLimits, ShowLimits
from bot.domain.trading.trading_limits import LimitInForce, LimitScope, limits_shown
from bot.trading.limits.stated_limits import bounds_in_force, without_bounds
from bot.turns.handlers.limits.stated import StatedLimitsHandler, undoing


@dataclass(frozen=True, slots=True)
class LimitListHandlers:
    """Handlers of the list of limits. Anyone in a channel may change its limits."""

    stated: StatedLimitsHandler

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {ShowLimits: self._show, AddLimits: self._add, RemoveLimits: self._remove, AskLimitForm: self._explain}

    async def _show(self, context: TurnContext, _: ShowLimits) -> TurnResult:
        return await self._listed(context, await self.stated.book.in_force(context))

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
        result = _result(self.stated.presenter.ended(context.locale, chosen, bounds))
        if bounds:
            return replace(result, stated_limits=without_bounds(context))
        return result.undone_by(*undoing(ended=chosen))

    async def _listed(self, context: TurnContext, limits: tuple[LimitInForce, ...]) -> TurnResult:
        """Return all limits in force, also those stated with a request."""
        bounds = await bounds_in_force(self.stated.book.stores, context)
        listed = self.stated.presenter.listed(context.locale, limits, bounds)
        return TurnResult(answer=Answer(blocks=listed, shows=limits_shown(limits)))


def _result(blocks: tuple[Block, ...]) -> TurnResult:
    return TurnResult(answer=Answer(blocks=blocks))

"""What a channel or person watches, shown and changed; and briefs: subscribed, ended, or shown at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.calendar.alerts import NearAlerts
from bot.calendar.briefs import BriefsOfSpan
from bot.context.portfolio import PortfolioService
from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.dialogue import OWN_LIST, ObjectKind, ShownObject
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import (
    AskBriefForm,
    AskWatchForm,
    ShowBrief,
    ShowBriefSubscription,
    ShowWatchList,
    SubscribeBriefs,
    UnsubscribeBriefs,
    Unwatch,
    Watch,
)
from bot.domain.watching.briefs import BriefChange, BriefSubscription
from bot.domain.watching.watch_lists import (
    WatchedShare,
    WatchListChange,
    WatchListKey,
    is_private_place,
    key_of_list,
    listed_after,
    sort_additions,
    sort_removals,
)
from bot.ports import Stores
from bot.presentation.channel_settings import SubscriptionPresenter
from bot.presentation.watching.watch_lists import WatchListPresenter
from bot.trading.watched_prices import WatchedPrices
from bot.turns.instrument_resolver import InstrumentResolver


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchListHandlers:
    """Handlers of requests for watch lists. Anyone in a channel may change its list; a person's own is theirs alone."""

    stores: Stores
    portfolio: PortfolioService
    prices: WatchedPrices
    resolver: InstrumentResolver
    presenter: WatchListPresenter

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {ShowWatchList: self._show, Watch: self._add, Unwatch: self._remove, AskWatchForm: self._explain}

    async def _show(self, context: TurnContext, request: ShowWatchList) -> TurnResult:
        key, listed = await self._listed(context, is_own=request.is_own)
        view = await self.portfolio.market_view(context.account)
        answer = self.presenter.listed(context.locale, key, await self.prices.load(listed, view))
        symbols = tuple(each.symbol for each in listed)
        return TurnResult(answer=_showing(answer, request, symbols), focus=symbols or None)

    async def _explain(self, context: TurnContext, request: AskWatchForm) -> TurnResult:
        key = _key(context, is_own=request.is_own)
        return TurnResult(answer=self.presenter.said(context.locale, "watch-only-names", whose=key.kind))

    async def _add(self, context: TurnContext, request: Watch) -> TurnResult:
        key, listed = await self._listed(context, is_own=request.is_own)
        named, notes = _named(context, request), self._notes(context, request.shares)
        if request.means_focus:
            self.resolver.resolve(context, request.shares)  # raises if it has no data
        covered = self.resolver.market.symbols()
        sorting = sort_additions(listed, (each for each in named if covered is None or each in covered))
        if not (sorting.changed or sorting.unchanged or sorting.beyond or notes):
            return self._which(context, key)
        count = len(listed) + len(sorting.changed)
        answer = self.presenter.added(context.locale, key, sorting, count=count, notes=notes)
        added = tuple(self._share(context, key, symbol) for symbol in sorting.changed)
        changes = (WatchListChange(key=key, added=added),) if added else ()
        after = (*(each.symbol for each in listed), *sorting.changed)
        answer, focus = _showing(answer, request, after), tuple(named) or None
        undo = (Unwatch(shares=NamedShares(symbols=sorting.changed), is_own=request.is_own),) if added else ()
        return TurnResult(answer=answer, watch_changes=changes, focus=focus).undone_by(*undo)

    async def _remove(self, context: TurnContext, request: Unwatch) -> TurnResult:
        request = await self._on_its_list(context, request)
        key, listed = await self._listed(context, is_own=request.is_own)
        if request.is_all and not listed:
            return TurnResult(answer=self.presenter.listed(context.locale, key, ()))
        whole = tuple(each.symbol for each in listed if each.symbol not in request.kept)
        named = whole if request.is_all else _named(context, request)
        unlisted = replace(request.shares, symbols=())  # what is taken off need not have data
        notes = () if request.is_all else self._notes(context, unlisted)
        if not named and not notes:
            return self._which(context, key)
        sorting = sort_removals(listed, named)
        count = len(listed) - len(sorting.changed)
        answer = self.presenter.removed(context.locale, key, sorting, count=count, notes=notes)
        changes = (WatchListChange(key=key, removed=sorting.changed),) if sorting.changed else ()
        after = (each.symbol for each in listed if each.symbol not in sorting.changed)
        undo = (Watch(shares=NamedShares(symbols=sorting.changed), is_own=request.is_own),) if changes else ()
        return TurnResult(answer=_showing(answer, request, after), watch_changes=changes).undone_by(*undo)

    async def _on_its_list(self, context: TurnContext, request: Unwatch) -> Unwatch:
        """Return the request of the other list if only that has shares that are to be taken off."""
        named = set(_named(context, request))
        _, listed = await self._listed(context, is_own=request.is_own)
        _, others = await self._listed(context, is_own=not request.is_own)
        is_here, is_there = (any(each.symbol in named for each in either) for either in (listed, others))
        return replace(request, is_own=not request.is_own) if is_there and not is_here else request

    async def _listed(self, context: TurnContext, *, is_own: bool) -> tuple[WatchListKey, Sequence[WatchedShare]]:
        key = _key(context, is_own=is_own)
        async with self.stores.read(context.turn.tenant_id) as tx:
            return key, listed_after(await tx.watch_lists.listed(key), key, context.watch_changes)

    def _which(self, context: TurnContext, key: WatchListKey) -> TurnResult:
        answer = self.presenter.said(context.locale, "watch-which", whose=key.kind)
        return TurnResult(answer=replace(answer, has_question=True))

    def _notes(self, context: TurnContext, shares: NamedShares) -> tuple[str, ...]:
        """Return what is said of names that are not understood or not covered; a misspelt one is none of them."""
        misspelt = {each.typed.upper() for each in shares.misspelt}
        unknown = tuple(each for each in shares.unknown if each.upper() not in misspelt)
        return self.resolver.unresolved_notes(context, shares=replace(shares, unknown=unknown))

    def _share(self, context: TurnContext, key: WatchListKey, symbol: str) -> WatchedShare:
        return WatchedShare(
            key=key,
            symbol=symbol,
            added_by=context.turn.person,
            added_at=context.turn.accepted_at,
            market=self.portfolio.market.name,
            market_time=context.market_time,
        )


def _key(context: TurnContext, *, is_own: bool) -> WatchListKey:
    return key_of_list(context.turn.thread, person_id=context.turn.person.id, is_own=is_own)


def _named(context: TurnContext, request: Watch | Unwatch) -> tuple[str, ...]:
    return request.shares.symbols or (context.conversation.focus[:1] if request.means_focus else ())


def _showing(answer: Answer, request: ShowWatchList | Watch | Unwatch, symbols: Iterable[str]) -> Answer:
    """Return an answer that the next message may go on from: "add IBM too"."""
    owner = OWN_LIST if request.is_own else ""
    return replace(answer, shows=(ShownObject(kind=ObjectKind.WATCH_LIST, id=owner, symbols=tuple(symbols)),))


_BRIEF: Final = ShownObject(kind=ObjectKind.BRIEF, id="")


@dataclass(frozen=True, slots=True)
class BriefHandlers:
    """Handlers of requests for briefs. Anyone in a channel may subscribe it, and end that."""

    stores: Stores
    briefs: BriefsOfSpan
    near_alerts: NearAlerts
    presenter: SubscriptionPresenter

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {
            ShowBrief: self._show_brief,
            ShowBriefSubscription: self._show,
            SubscribeBriefs: self._subscribe,
            UnsubscribeBriefs: self._end,
            AskBriefForm: self._explain,
        }

    async def _explain(self, context: TurnContext, _: AskBriefForm) -> TurnResult:
        return TurnResult(answer=self.presenter.how(context.locale, "briefs-not-read"))

    async def _show_brief(self, context: TurnContext, _: ShowBrief) -> TurnResult:
        key = key_of_list(context.turn.thread, person_id=context.turn.person.id, is_own=False)
        account, at, channel = context.account, context.market_time, context.turn.thread.channel
        near = await self.near_alerts.at(account, at, channel=channel)
        answer = await self.briefs.compose_now(account, key, at=at, locale=context.locale, near=near)
        return TurnResult(answer=replace(answer, shows=(_BRIEF,)))

    async def _show(self, context: TurnContext, _: ShowBriefSubscription) -> TurnResult:
        current, locale = await self._current(context), context.locale
        if current is None:
            return TurnResult(answer=self.presenter.how(locale, "briefs-not-subscribed"))
        return TurnResult(answer=replace(self.presenter.current(locale, current), shows=(_BRIEF,)))

    async def _end(self, context: TurnContext, request: UnsubscribeBriefs) -> TurnResult:
        """End the briefs, or the one named; the other stays."""
        if (current := await self._current(context)) is None:
            return TurnResult(answer=self.presenter.said(context.locale, "briefs-none"))
        if request.phases and (left := current.phases - request.phases):
            return await self._subscribe(context, SubscribeBriefs(phases=left, keeps_current=left == current.phases))
        change = BriefChange(channel=context.turn.thread.channel, subscription=None)
        result = TurnResult(answer=self.presenter.said(context.locale, "briefs-ended"), brief_change=change)
        return result.undone_by(SubscribeBriefs(phases=current.phases))

    async def _current(self, context: TurnContext) -> BriefSubscription | None:
        async with self.stores.read(context.turn.tenant_id) as tx:
            return await tx.briefs.find_subscription(context.turn.thread.channel)

    async def _subscribe(self, context: TurnContext, request: SubscribeBriefs) -> TurnResult:
        current = await self._current(context)
        if request.keeps_current and current is not None:
            return TurnResult(answer=replace(self.presenter.current(context.locale, current), shows=(_BRIEF,)))
        turn = context.turn
        is_private = is_private_place(turn.thread, person_id=turn.person.id)
        new = BriefSubscription(
            thread=turn.thread if is_private else replace(turn.thread, thread=""),
            turn_id=turn.id,
            person=turn.person,
            language=context.language,
            phases=request.phases,
            subscribed_at=turn.accepted_at,
        )
        answer = self.presenter.subscribed(
            context.locale, new, is_private=is_private, is_simulated=self.briefs.news.is_simulated
        )
        change = BriefChange(channel=turn.thread.channel, subscription=new)
        undo = UnsubscribeBriefs() if current is None else SubscribeBriefs(phases=current.phases)
        return TurnResult(answer=replace(answer, shows=(_BRIEF,)), brief_change=change).undone_by(undo)

"""/watch and /unwatch: the shares that a channel or a person watches, shown and changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.watching.watch_lists import (
    WatchedShare,
    WatchListChange,
    WatchListKey,
    key_of_list,
    sort_additions,
    sort_removals,
)
from bot.language.watching.watch_requests import UNWATCH, WatchArguments, read_watch_arguments
from bot.ports import Stores
from bot.presentation.watching.watch_lists import WatchListPresenter
from bot.trading.watched_prices import WatchedPrices
from bot.turns.instrument_resolver import InstrumentResolver


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchListCommand:
    """Handler of /watch and /unwatch. Anyone in a channel may change its list; a person's own is theirs alone."""

    stores: Stores
    portfolio: PortfolioService
    prices: WatchedPrices
    resolver: InstrumentResolver
    presenter: WatchListPresenter

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Show the list, or change it. Raises: StoreUnavailableError."""
        asked = read_watch_arguments(context.understanding.arguments)
        key = key_of_list(context.turn.thread, person_id=context.turn.person.id, is_own=asked.is_own)
        async with self.stores.read(context.turn.tenant_id) as tx:
            listed = await tx.watch_lists.listed(key)
        if asked.says_more:
            return TurnResult(answer=self.presenter.said(context.locale, "watch-only-names", key))
        if context.understanding.command == UNWATCH:
            return self._remove(context, key, listed, asked)
        if not (asked.names or asked.means_focus or asked.is_all):
            return TurnResult(answer=await self._shown(context, key, listed))
        return self._add(context, key, listed, asked)

    async def _shown(self, context: TurnContext, key: WatchListKey, listed: Sequence[WatchedShare]) -> Answer:
        view = await self.portfolio.market_view(context.account)
        return self.presenter.listed(context.locale, key, await self.prices.load(listed, view))

    def _add(
        self, context: TurnContext, key: WatchListKey, listed: Sequence[WatchedShare], asked: WatchArguments
    ) -> TurnResult:
        named, notes = self._named(context, asked), self._notes(context)
        covered = self.resolver.market.symbols()
        sorting = sort_additions(listed, (each for each in named if covered is None or each in covered))
        if not (sorting.changed or sorting.unchanged or sorting.beyond or notes):
            return self._which(context, key)
        count = len(listed) + len(sorting.changed)
        answer = self.presenter.added(context.locale, key, sorting, count=count, notes=notes)
        added = tuple(self._share(context, key, symbol) for symbol in sorting.changed)
        change = WatchListChange(key=key, added=added) if added else None
        return TurnResult(answer=answer, watch_change=change)

    def _remove(
        self, context: TurnContext, key: WatchListKey, listed: Sequence[WatchedShare], asked: WatchArguments
    ) -> TurnResult:
        if asked.is_all and not listed:
            return TurnResult(answer=self.presenter.listed(context.locale, key, ()))
        named = tuple(each.symbol for each in listed) if asked.is_all else self._named(context, asked)
        notes = () if asked.is_all else self._notes(context, is_removal=True)
        if not named and not notes:
            return self._which(context, key)
        sorting = sort_removals(listed, named)
        count = len(listed) - len(sorting.changed)
        answer = self.presenter.removed(context.locale, key, sorting, count=count, notes=notes)
        change = WatchListChange(key=key, removed=sorting.changed) if sorting.changed else None
        return TurnResult(answer=answer, watch_change=change)

    def _which(self, context: TurnContext, key: WatchListKey) -> TurnResult:
        answer = self.presenter.said(context.locale, "watch-which", key)
        return TurnResult(answer=replace(answer, has_question=True))

    def _named(self, context: TurnContext, asked: WatchArguments) -> tuple[str, ...]:
        return context.entities.symbols or (context.conversation.focus[:1] if asked.means_focus else ())

    def _notes(self, context: TurnContext, *, is_removal: bool = False) -> tuple[str, ...]:
        """Return what is said of names that are not understood or not covered; a misspelt one is none of them."""
        e = context.entities
        misspelt = {each.typed.upper() for each in e.misspelt}
        unknown = tuple(each for each in e.unknown_symbols if each.upper() not in misspelt)
        symbols = () if is_removal else e.symbols  # what is taken off need not have data
        entities = replace(e, unknown_symbols=unknown, symbols=symbols)
        understanding = replace(context.understanding, entities=entities)
        return self.resolver.unresolved_notes(replace(context, understanding=understanding))

    def _share(self, context: TurnContext, key: WatchListKey, symbol: str) -> WatchedShare:
        return WatchedShare(
            key=key,
            symbol=symbol,
            added_by=context.turn.person,
            added_at=context.turn.accepted_at,
            market=self.portfolio.market.name,
            market_time=context.market_time,
        )

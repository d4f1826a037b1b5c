"""Messages that refer to what was shown last: resolves the reference, and makes the request that it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import Act, Dialogue, ObjectKind, Reference, ShownObject
from bot.domain.conversation.referents import referents
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import ShowOrderStatus, UndoTrade
from bot.domain.conversation.requests.committee import ShowDiscussion
from bot.domain.conversation.requests.conversation import AskWhatToAddTo
from bot.domain.conversation.requests.limits import ShowLimits
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Cancel, Confirm
from bot.domain.conversation.requests.watching import AskBriefForm, ShowBrief, SubscribeBriefs, UnsubscribeBriefs
from bot.domain.figures.query import FigureQuery
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.mentions import without_mention
from bot.domain.text.normalise import normalise
from bot.ports import Stores
from bot.reading.references import read_reference
from bot.trading.limits.limit_book import LimitBook
from bot.turns.dialogue.alert_references import alert_at, alert_on, alert_request
from bot.turns.dialogue.asked_of_shown import AskedOfShown
from bot.turns.dialogue.card_references import with_cards_meant
from bot.turns.dialogue.fragments import Fragments
from bot.turns.dialogue.limit_references import limit_request, own_limits_meant
from bot.turns.dialogue.list_references import list_request, talked_of, with_share_listed
from bot.turns.dialogue.shown_objects import ShownObjects, load_shown_objects


@dataclass(frozen=True, slots=True)
class References:
    """Resolves what a message refers to."""

    stores: Stores
    instruments: InstrumentTable
    limits: LimitBook

    async def resolve(self, context: TurnContext) -> TurnContext:
        """Return the message as the request that it makes of what was shown; unchanged: it makes none.

        Raises: StoreUnavailableError.
        """
        text = without_mention(normalise(context.turn.text))
        reference = None if text.startswith("/") else read_reference(text, self.instruments)
        if reference is None:
            completed = await Fragments(self.stores, self.instruments).complete(context)
            return completed if completed.reading.is_whole else await self._with_figures(completed, text)
        if reference.act is Act.CANCEL and context.own_pending and not _names_one(reference):  # all that is pending
            return context
        shown = await load_shown_objects(self.stores, self.limits, context)
        if not reference.kinds:
            return _with_alert(context, reference, reference.symbols or talked_of(context, shown, reference))
        return await self._of_objects(context, reference, shown)

    async def _of_objects(self, context: TurnContext, reference: Reference, shown: ShownObjects) -> TurnContext:
        person_id = context.turn.person.id
        meant = _meant(reference, shown.dialogue, context) or own_limits_meant(
            reference, shown.limits, turn_id=context.turn.id, person_id=person_id
        )
        if reference.act is Act.CANCEL:
            reference = replace(reference, act=Act.REMOVE)
        if not meant:
            return _to_nothing(context, reference, shown)
        is_by_noun = reference.act is Act.REMOVE and not reference.is_pointed
        kinds = {each.kind for each in meant}
        if len(kinds) > 1 or (is_by_noun and kinds <= {ObjectKind.ALERT, ObjectKind.LIMIT}):  # the rules ask which
            return context
        if kinds <= {ObjectKind.CARD, ObjectKind.STOP} and reference.act not in {Act.UNDO, Act.ARM}:
            return with_cards_meant(context, reference, meant)
        request = await self._request(context, reference, meant, shown)
        return context.with_request(request) if request is not None else context

    async def _request(
        self, context: TurnContext, reference: Reference, meant: Sequence[ShownObject], shown: ShownObjects
    ) -> Request | None:
        """Return what is asked of objects of one kind; None: a decided card, or another person's, stays."""
        kind, has_card = meant[0].kind, bool(context.own_pending)
        if kind is ObjectKind.BRIEF:
            return await self._of_brief(context, reference)
        if kind is ObjectKind.FOUND:
            return await Fragments(self.stores, self.instruments).question_before(context)
        makers: Mapping[ObjectKind, Callable[[], Request | None]] = {
            ObjectKind.STOP: lambda: alert_at(meant[0]),
            ObjectKind.LEVEL: lambda: alert_at(meant[0]),
            ObjectKind.CARD: lambda: _of_order(reference, meant[0]),
            ObjectKind.ORDER: lambda: _of_order(reference, meant[0]),
            ObjectKind.ALERT: lambda: alert_request(reference, meant, shown.alerts, has_card=has_card),
            ObjectKind.LIMIT: lambda: limit_request(reference, meant, shown.limits),
            ObjectKind.WATCH_LIST: lambda: list_request(reference, meant[0], talked_of(context, shown, reference)),
            ObjectKind.DEBATE: ShowDiscussion,
        }
        return makers[kind]() if kind in makers else None

    async def _with_figures(self, context: TurnContext, text: str) -> TurnContext:
        """Return a question for figures of what was shown to the person; unchanged: it is none, or a verdict."""
        if isinstance(context.request, Confirm | Cancel):  # "do both"
            return context
        may_be_of_card = isinstance(context.request, FigureQuery | NotUnderstood)
        asked = AskedOfShown(text, context.message_facts, self.instruments, context.today, may_be_of_card)
        if not await read_beside(text, asked.may_ask):
            return context
        shown = await load_shown_objects(self.stores, self.limits, context)
        request = await read_beside(text, lambda: asked.request(shown.answers_to(context.turn.person.id)))
        return context if request is None else context.with_request(request)

    async def _of_brief(self, context: TurnContext, reference: Reference) -> Request:
        """Return the request about the channel's briefs; those it gets stay, where others are added."""
        if reference.act not in {Act.ADD, Act.KEEP}:
            makers: Mapping[Act, Request] = {Act.REMOVE: UnsubscribeBriefs(), Act.CHANGE: AskBriefForm()}
            return makers.get(reference.act, ShowBrief())
        async with self.stores.read(context.turn.tenant_id) as tx:
            current = await tx.briefs.find_subscription(context.turn.thread.channel)
        kept = current.phases if current is not None and reference.act is Act.ADD else frozenset()
        return SubscribeBriefs(phases=kept | reference.phases)


def _with_alert(context: TurnContext, reference: Reference, symbols: tuple[str, ...]) -> TurnContext:
    request = alert_on(reference, symbols) if symbols else None
    return context if request is None else context.with_request(request)


def _of_order(reference: Reference, shown: ShownObject) -> Request | None:
    shares = NamedShares(symbols=reference.symbols or shown.symbols)
    if reference.act is Act.UNDO:
        return UndoTrade(shares)
    return ShowOrderStatus(shares) if reference.act is Act.SHOW else None


def _to_nothing(context: TurnContext, reference: Reference, shown: ShownObjects) -> TurnContext:
    """Return what a message asks that refers to nothing that was shown.

    "Add GOOG" is asked back: it never makes an order of a size nobody named.
    """
    if reference.act is Act.CHANGE and reference.kinds == {ObjectKind.LIMIT}:
        return context.with_request(ShowLimits())
    if reference.act is not Act.ADD:
        return context
    if reference.kinds == {ObjectKind.WATCH_LIST}:
        return with_share_listed(context, reference, talked_of(context, shown, reference))
    if not reference.symbols or reference.is_sequel:
        return context
    return context.with_request(AskWhatToAddTo(reference.symbols))


def _meant(reference: Reference, dialogue: Dialogue, context: TurnContext) -> tuple[ShownObject, ...]:
    """Return what the reference means; "cancel" is said of a pending decision first."""
    person_id = context.turn.person.id
    if reference.act is Act.CANCEL and context.own_pending and ObjectKind.CARD in reference.kinds:
        of_card = replace(reference, kinds=frozenset({ObjectKind.CARD}))
        if cards := referents(of_card, dialogue, person_id=person_id):
            return cards
    return referents(reference, dialogue, person_id=person_id)


def _names_one(reference: Reference) -> bool:
    """Return whether it says which one is meant, by more than "it"."""
    return bool(reference.place or reference.symbols or reference.is_own or reference.aspect)

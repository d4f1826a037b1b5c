"""Messages that refer to what was shown last: resolves the reference, and makes the request that it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import OWN_LIST, Act, AskedSlot, Dialogue, ObjectKind, Reference, ShownObject
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.referents import referents
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.account import ShowOrderStatus, ShowTradeRecord, UndoTrade
from bot.domain.conversation.requests.analysis import Argue, ArgueView, Compare
from bot.domain.conversation.requests.conversation import AskWhatToAddTo
from bot.domain.conversation.requests.limits import ShowLimits, StateLimits
from bot.domain.conversation.requests.memory import CorrectNote, ForgetNote, RefuseMemoryRequest
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood, SmallTalk
from bot.domain.conversation.requests.trades import Cancel, Confirm, CorrectOrder, Order, TradeTerms, Wait
from bot.domain.conversation.requests.watching import (
    OF_STOP,
    AskAlertForm,
    AskBriefForm,
    ChangeAlert,
    RemoveAlerts,
    ShowBrief,
    UnsubscribeBriefs,
    Watch,
)
from bot.domain.figures.query import FigureQuery
from bot.domain.market.instruments import InstrumentTable
from bot.domain.trading.trading_limits import LimitProblem
from bot.domain.watching.alerts import PriceAlert
from bot.ports import Stores
from bot.reading.assembly.limit_words import names_team
from bot.reading.assembly.slots import holds
from bot.reading.assembly.watching import phases_of, subscribe_briefs
from bot.reading.clauses.sequels import shares_added
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.guard import find_objection
from bot.reading.one_request import RequestReader
from bot.reading.parses import Kind, SlotName
from bot.reading.pointers import pointers_in, pointing
from bot.reading.references import find_reference, reference_of_verdict
from bot.reading.shown_shares import place_pointer
from bot.reading.trained.parser import trained_parser
from bot.reading.verdicts.ended_limits import ends_one_shown
from bot.reading.word_tables import lists_in
from bot.trading.limits.limit_book import LimitBook
from bot.turns.dialogue.alert_references import alert_at, alert_request, may_be_of_alert_shown, of_alert_shown
from bot.turns.dialogue.card_references import asked_below_rule, is_size_confirmed, with_cards_meant
from bot.turns.dialogue.corrected_changes import CorrectedChanges
from bot.turns.dialogue.follow_ups import FollowUps
from bot.turns.dialogue.last_trade import with_last_trade, with_money_said
from bot.turns.dialogue.limit_references import (
    limit_of_channel_changed,
    limit_request,
    limit_to_end,
    limits_corrected,
    limits_of_team,
    own_limits_meant,
)
from bot.turns.dialogue.share_sets import WHICH_SHARES, ShareSets, is_change_of_talked, of_count_shown, of_share_picked
from bot.turns.dialogue.shown_objects import (
    DECISIONS,
    AskedOfShown,
    ShownObjects,
    all_or_shown,
    list_request,
    load_shown_objects,
    of_list_shown,
    talked_of,
)
from bot.turns.dialogue.taken_back import taken_back

_UNREAD: Final = (
    *(NotUnderstood, ArgueView, Argue, AskAlertForm, ChangeAlert, CorrectNote, CorrectOrder, RefuseMemoryRequest),
    SmallTalk,
)
_CHANGE_PROBLEMS: Final = frozenset({LimitProblem.UNCLEAR, LimitProblem.NUMBER})  # of a changed limit
_CARDS: Final = frozenset({ObjectKind.CARD, ObjectKind.ORDER, ObjectKind.STOP})
_MOST_CHARACTERS: Final = 30  # of a message that says no more than a value or a time
_LATEST: Final = 3  # answers back that may show a limit that is corrected
_UNCLEAR: Final = 0.3  # certainty: the person is asked which is meant


@dataclass(frozen=True, slots=True)
class References:
    """Resolves what a message refers to."""

    stores: Stores
    instruments: InstrumentTable
    limits: LimitBook
    covered: tuple[str, ...]  # all shares of a market that has a list of them

    async def resolve(self, context: TurnContext) -> TurnContext:
        """Return the message as the request that it makes of what was shown; unchanged: it makes none."""
        if is_size_confirmed(context):
            return context.with_request(Confirm())
        if _cancels_card(context):
            return context
        undoing = await taken_back(self.stores, context)
        if undoing is not context:
            return undoing
        changes = CorrectedChanges(self.stores, self.instruments)
        corrected = await changes.with_alert_moved(context)
        corrected = await changes.with_level(context) if corrected is context else corrected
        if corrected is not context:
            return corrected
        resolved = await self._of_limits(of_share_picked(of_list_shown(await self._of_words(context))))
        resolved = await with_last_trade(self.stores, of_count_shown(resolved))
        resolved = asked_below_rule(await with_money_said(self.stores, resolved))
        if resolved.reading.is_whole or not may_be_of_alert_shown(resolved):
            return resolved
        shown = await load_shown_objects(self.stores, self.limits, resolved)
        request = of_alert_shown(resolved, shown.alerts)
        return resolved if request is None else resolved.with_request(request)

    async def _of_limits(self, context: TurnContext) -> TurnContext:
        """Return a message that corrects a limit shown lately to the person as what it asks for; else unchanged."""
        own = [each for each in context.dialogue.answers if each.asked_by == context.turn.person.id][:_LATEST]
        is_shown = any(each.kind is ObjectKind.LIMIT for answer in own for each in answer.objects)
        request = context.request
        is_of_alert = isinstance(request, ChangeAlert) and bool(request.alerts.numbers or request.alerts.symbols)
        if is_shown and _ends_of_shown(context):
            end = limit_to_end(context.plain_text, await self.limits.in_force(context))
            if end is None:
                return context.with_request(ShowLimits())
            return _asked_which(context, (end,))
        is_unread = isinstance(request, _UNREAD) or (isinstance(request, Order) and bool(request.terms.problems))
        is_unread = is_unread or (isinstance(request, StateLimits) and request.problem in _CHANGE_PROBLEMS)
        text = context.plain_text
        points = is_shown and "one" in pointers_in(text) and "limit" in lists_in(text, "references", "nouns")
        may_be_of_all = is_unread or points or isinstance(request, StateLimits)  # "that limit is for the team"
        is_of_limits = may_be_of_all or isinstance(request, ShowLimits)
        of_channel = await limit_of_channel_changed(self.limits, context) if is_of_limits else None
        if of_channel is not None:
            return context.with_request(of_channel)
        of_all = await limits_of_team(self.limits, context) if may_be_of_all else None
        if of_all is not None and not context.own_pending:
            return context.with_request(of_all)
        if not is_shown or not is_unread or is_of_alert or context.own_pending:
            return context
        in_force = await self.limits.in_force(context)
        found = await read_beside(text, lambda: limits_corrected(text, context.surroundings, in_force, request))
        return context.with_requests(found) if found else context

    async def _of_words(self, context: TurnContext) -> TurnContext:
        text = context.plain_text
        reference = None if text.startswith("/") else await read_beside(text, lambda: _reference(context))
        if reference is None:
            added = self._added_to_list(context, text) or _added_to_nothing(context) or _of_brief(context)
            return added or await self._of_what_was_said(context, text)
        shown_last = context.surroundings.shown_last
        names_one = (reference.is_pick, reference.level, reference.symbols, reference.is_own, reference.aspect)
        is_of_other = "one" in pointers_in(text) and len(joined_clauses(text)) <= 1  # not "scrap it, too dear"
        is_of_other = is_of_other and bool(shown_last) and _CARDS.isdisjoint(shown_last)
        if reference.act is Act.CANCEL and context.own_pending and not (any(names_one) or is_of_other):
            return context  # all that is pending
        return await self._of_objects(context, reference)

    def _added_to_list(self, context: TurnContext, text: str) -> TurnContext | None:
        """Return "also the bank, and Facebook" below a watch list as what is put on it; None: it is something else."""
        shown = next((o for each in context.dialogue.answers[:1] for o in each.objects), None)
        if shown is None or shown.kind is not ObjectKind.WATCH_LIST or context.own_pending:
            return None
        shares = shares_added(text, context.surroundings)
        return None if shares is None else context.with_request(Watch(shares=shares, is_own=shown.id == OWN_LIST))

    async def _of_what_was_said(self, context: TurnContext, text: str) -> TurnContext:
        """Return a message that refers to no object, with what it takes from what was said or shown before."""
        named = await ShareSets(self.stores, self.instruments, self.covered).complete(
            context, text, self._of_question_before
        )
        if named is not None:
            return replace(named, turn=context.turn)
        completed = await self._of_question_before(context)
        is_done = completed.reading.is_whole or isinstance(completed.request, Confirm | Cancel)
        return completed if is_done else await self._of_shares(completed, text)

    async def _of_question_before(self, context: TurnContext) -> TurnContext:
        completed = await CorrectedChanges(self.stores, self.instruments).complete(context)
        if completed.reading.is_whole:
            return completed
        return await FollowUps(self.stores, self.instruments).complete(completed)

    async def _of_objects(self, context: TurnContext, reference: Reference) -> TurnContext:
        shown, person_id = await load_shown_objects(self.stores, self.limits, context), context.turn.person.id
        meant = _meant(reference, shown.dialogue, context) or own_limits_meant(
            reference, shown.limits, turn_id=context.turn.id, person_id=person_id
        )
        meant = _own_alert_first(reference, meant, shown.alerts, person_id)
        if reference.act is Act.CANCEL:
            reference = replace(reference, act=Act.REMOVE)
        if not meant:
            is_stated = isinstance(context.request, StateLimits | Order)  # a limit, or what bounds a card
            is_of_limit = reference.act is Act.CHANGE and reference.kinds == {ObjectKind.LIMIT} and not is_stated
            done = context.with_request(ShowLimits()) if is_of_limit else context
            return done if done is not context else await self._of_what_was_said(context, context.plain_text)
        is_by_noun = reference.act is Act.REMOVE and not reference.is_pointed
        kinds = {each.kind for each in meant}
        is_end = kinds == {ObjectKind.LIMIT} and reference.act is Act.REMOVE
        if is_end and not (isinstance(context.request, Cancel) or ends_one_shown(context.plain_text, self.instruments)):
            return context  # exact words alone end a limit
        if kinds == {ObjectKind.NOTE} and isinstance(context.request, Cancel) and not pointers_in(context.plain_text):
            return context  # "never mind" takes no note out
        if len(kinds) > 1 or (is_by_noun and kinds <= {ObjectKind.ALERT, ObjectKind.LIMIT}):  # the rules ask which
            return context
        if kinds <= {ObjectKind.CARD, ObjectKind.STOP} and reference.act not in {Act.UNDO, Act.ARM}:
            return _guarded(context, with_cards_meant(context, reference, meant))
        is_of_alerts = kinds == {ObjectKind.ALERT}
        either = all_or_shown(context, reference, meant, shown.alerts) if is_of_alerts else ()
        request = self._request(context, reference, meant, shown)
        made = context if request is None else _guarded(context, context.with_request(request))
        return _asked_which(context, either) if either and made is not context else made

    def _request(
        self, context: TurnContext, reference: Reference, meant: Sequence[ShownObject], shown: ShownObjects
    ) -> Request | None:
        """Return what is asked of objects of one kind; None: a decided card, or another person's, stays."""
        has_card = bool(context.own_pending)
        makers: Mapping[ObjectKind, Callable[[], Request | None]] = {
            ObjectKind.STOP: lambda: alert_at(meant[0]),
            ObjectKind.LEVEL: lambda: alert_at(meant[0]),
            ObjectKind.CARD: lambda: _of_order(reference, meant[0]),
            ObjectKind.ORDER: lambda: _of_order(reference, meant[0]),
            ObjectKind.ALERT: lambda: alert_request(reference, meant, shown.alerts, has_card=has_card),
            ObjectKind.LIMIT: lambda: limit_request(reference, meant, shown.limits),
            ObjectKind.WATCH_LIST: lambda: list_request(reference, meant[0], talked_of(context, shown, reference)),
            ObjectKind.BRIEF: lambda: _of_brief_shown(context, reference),
            ObjectKind.NOTE: lambda: (
                ForgetNote(int(meant[0].id)) if reference.act is Act.REMOVE and len(meant) == 1 else None
            ),
        }
        return makers[meant[0].kind]() if meant[0].kind in makers else None

    async def _of_shares(self, context: TurnContext, text: str) -> TurnContext:
        """Return what is asked of the shares that were shown to the person; unchanged: it is nothing.

        Where it is unclear which of them are meant, Parley asks.
        """
        shows_card = any(each.kind in DECISIONS for answer in context.dialogue.answers for each in answer.objects)
        may_be_of_card = shows_card and isinstance(context.request, FigureQuery | NotUnderstood)
        asked = AskedOfShown(text, context.message_facts, self.instruments, context.today, may_be_of_card)
        if not await read_beside(text, asked.may_ask):
            return context
        shown = await load_shown_objects(self.stores, self.limits, context)
        answers, said = shown.dialogue.answers_to(context.turn.person.id), context.conversation.focus
        requests = await read_beside(text, lambda: asked.requests(answers, said))
        if len(requests) > 1:
            return _asked_which(context, requests)
        if not requests and place_pointer(text) and is_change_of_talked(context.reading):
            return context.with_request(WHICH_SHARES)  # one of the share talked of would be of another
        return context.with_request(requests[0]) if requests else context


def _cancels_card(context: TurnContext) -> bool:
    """Return whether words that are not exact cancel the card on the share they name, and no alert."""
    symbols = {each.proposal.symbol for each in context.own_pending} & set(context.reading.shares.symbols)
    is_cancel = isinstance(context.request, Wait) and context.request.wants_cancel
    return is_cancel and bool(symbols) and "alert" not in lists_in(context.plain_text, "references", "nouns")


def _asked_which(context: TurnContext, requests: tuple[Request, ...]) -> TurnContext:
    """Return a message of which it is asked which of some requests it makes."""
    unclear = NotUnderstood(TradeTerms())
    reading = Reading(request=unclear, language=context.language, certainty=_UNCLEAR, others=requests)
    return replace(context, reading=reading)


def _reference(context: TurnContext) -> Reference | None:
    """Return what a message refers to, as it is read; None: to nothing, or the guard has not let it pass."""
    around, request = context.surroundings, context.request
    reader = RequestReader(around, context.message_facts, context.language)
    if isinstance(request, Confirm | Cancel) and request.meant.which:
        return reference_of_verdict(Act.CONFIRM if isinstance(request, Confirm) else Act.REMOVE, request.meant)
    is_kept = bool(context.reading.problems) or (isinstance(request, Cancel) and bool(request.meant.excepted))
    is_kept = is_kept or (isinstance(request, Order) and bool(request.terms.problems))  # "half of what's left"
    is_kept = is_kept or isinstance(request, ShowTradeRecord)  # of anybody
    is_kept = is_kept or (isinstance(request, RemoveAlerts) and request.alerts.which == OF_STOP)  # not the one shown
    asks = next((each.asks for each in context.dialogue.answers), None)  # of which order, the question before tells
    is_answer = isinstance(request, CorrectOrder | NotUnderstood) and not context.reading.shares.symbols
    is_kept = is_kept or (is_answer and asks in {AskedSlot.SIZE, AskedSlot.STOP})
    of_itself = {None, LimitProblem.EVERYBODY}
    is_kept = is_kept or (isinstance(request, StateLimits) and request.problem in of_itself)  # which is stated anew
    parse = None if is_kept else reader.parse(context.plain_text)
    of_team = parse is not None and isinstance(request, StateLimits) and names_team(parse)  # "house rule: at most 3"
    found = None if parse is None or of_team else find_reference(parse, around)
    if found is None and isinstance(request, NotUnderstood | CorrectNote) and not is_kept:
        found = _corrected_value(context)
    is_undone = found is not None and found.act is Act.UNDO
    if isinstance(request, Cancel) and not (is_kept or is_undone):
        return replace(pointing(Act.CANCEL, pointers_in(context.plain_text)), symbols=request.meant.symbols)
    return found


def _ends_of_shown(context: TurnContext) -> bool:
    """Return whether something is to go right below limits, and no alert was shown: "drop the 3 stocks one"."""
    shown, request = context.surroundings.shown_last, context.request
    if isinstance(request, NotUnderstood):
        reader = RequestReader(context.surroundings, context.message_facts, context.language)
        return reader.parse(context.plain_text).kind is Kind.LIMIT_END
    is_removal = isinstance(request, RemoveAlerts) and not request.alerts.symbols
    return is_removal and ObjectKind.LIMIT in shown and ObjectKind.ALERT not in shown


def _corrected_value(context: TurnContext) -> Reference | None:
    """Return a number that is said right below an alert, 不对，是430, as the one it is to have."""
    text, around = context.plain_text, context.surroundings
    if around.pending or ObjectKind.ALERT not in around.shown_last or len(text) > _MOST_CHARACTERS:
        return None
    parse = trained_parser().parse_as(text, Kind.ALERT_CHANGE, instruments=around.instruments, before=around.before)
    is_bare = len(parse.slots) == 1 and parse.has(SlotName.LEVEL, SlotName.MOVE)
    return find_reference(parse, around) if is_bare else None


def _of_brief(context: TurnContext) -> TurnContext | None:
    """Return a message right below a brief that names a time of day as when they come; None: it names none."""
    around, text = context.surroundings, context.plain_text
    is_open = isinstance(context.request, NotUnderstood) and len(text) <= _MOST_CHARACTERS
    if not is_open or ObjectKind.BRIEF not in around.shown_last:
        return None
    parse = trained_parser().parse_as(text, Kind.BRIEF_ON, instruments=around.instruments, before=around.before)
    names_time = parse.has(SlotName.TIME) or any(map(str.isdigit, text))
    request = AskBriefForm() if names_time else subscribe_briefs(parse, around, context.message_facts)
    is_further = bool(phases_of(text)) and holds(text, "briefs", "both")  # "and after the close too"
    return context.with_request(request) if names_time or is_further else None


def _guarded(before: TurnContext, made: TurnContext) -> TurnContext:
    """Return the message as the request that was made of it, unless its words forbid that."""
    text, around = before.plain_text, before.surroundings
    objection = find_objection(made.request, text, around, typed=before.turn.text, is_of_shown=True)
    return made if made is before or objection is None else before


def _of_order(reference: Reference, shown: ShownObject) -> Request | None:
    shares = NamedShares(symbols=reference.symbols or shown.symbols)
    if reference.act is Act.UNDO:
        return UndoTrade(shares)
    return ShowOrderStatus(shares) if reference.act is Act.SHOW else None


def _of_brief_shown(context: TurnContext, reference: Reference) -> Request:
    is_end = reference.act is Act.REMOVE
    return UnsubscribeBriefs(phases_of(context.plain_text)) if is_end else ShowBrief()


def _added_to_nothing(context: TurnContext) -> TurnContext | None:
    """Return "add GOOG" as what is asked back, or behind a comparison as a wider one; None: it is put on a list."""
    request, lists = context.request, {ObjectKind.WATCH_LIST}
    is_shown = any(each.kind in lists for answer in context.dialogue.answers for each in answer.objects)
    is_added = isinstance(request, Watch) and request.is_shown and bool(request.shares.symbols)
    text = context.plain_text
    says_where = "watch_list" in lists_in(text, "references", "nouns") or not holds(text, "watch_lists", "added")
    if says_where or not is_added:
        return None
    symbols = shares_named(request).symbols
    if ObjectKind.RANKED in context.surroundings.shown_last:
        compared = dict.fromkeys((*context.conversation.focus, *symbols))
        return context.with_request(Compare(shares=NamedShares(symbols=tuple(compared))))
    return None if is_shown else context.with_request(AskWhatToAddTo(symbols))


def _own_alert_first(
    reference: Reference, meant: tuple[ShownObject, ...], alerts: Sequence[PriceAlert], person_id: str
) -> tuple[ShownObject, ...]:
    """Return the person's newest alert in place of others' that a change without a name would mean: theirs stay."""
    is_named = reference.act is not Act.CHANGE or reference.symbols or reference.place or reference.is_other
    is_of_others = all(each.kind is ObjectKind.ALERT and each.owner != person_id for each in meant)
    own = [each for each in alerts if each.is_open and each.person.id == person_id]
    return (own[-1].as_shown(),) if own and meant and is_of_others and not is_named else meant


def _meant(reference: Reference, dialogue: Dialogue, context: TurnContext) -> tuple[ShownObject, ...]:
    """Return what the reference means; "cancel" is said of a pending decision first, if one was shown last."""
    person_id, shown_last = context.turn.person.id, context.surroundings.shown_last
    is_of_card = ObjectKind.CARD in reference.kinds and not reference.is_other
    if reference.act is Act.CANCEL and context.own_pending and is_of_card and not shown_last.isdisjoint(_CARDS):
        of_card = replace(reference, kinds=frozenset({ObjectKind.CARD}))
        if cards := referents(of_card, dialogue, person_id=person_id):
            return cards
    return referents(reference, dialogue, person_id=person_id)

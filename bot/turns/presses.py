"""Handles presses of buttons and forms at once: they never wait behind a running turn."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol, TypeVar

from bot.context.turn import TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import (
    AdjustRef,
    AlertRef,
    AnyButtonRef,
    ButtonAction,
    ButtonRef,
    DebateRef,
    DetailsRef,
    ErasureRef,
    GroupRef,
    GuessRef,
    HoldingRef,
    MemoryEditRef,
    MemoryFormRef,
    StopRef,
    VoteRef,
    is_look,
    parse_button,
)
from bot.domain.conversation.replies import ANSWER, Answer, decisions_in_group
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import InputStatus, Turn
from bot.domain.ids import derive_id
from bot.domain.text.locale import Language, Locale
from bot.errors import ConcurrentUpdateError, ParleyError, PressedElsewhereError, StoreUnavailableError
from bot.locales import Catalogue
from bot.ports import Clock, People, Stores, Transaction
from bot.presentation.presenter import DetailsPresenter
from bot.trading.decision_access import check_open
from bot.turns.asking_presses import AlertPresses, GuessPresses
from bot.turns.decisions.decision_actions import DecisionActions
from bot.turns.decisions.group_actions import DecidedOutcomes, GroupActions
from bot.turns.handlers.committee_rulings import DiscussionHandler
from bot.turns.other_presses import ErasureConfirmation, HoldingPresses, MemoryEdits
from bot.turns.persist_turn import FinishedTurn, PersistTurn
from bot.turns.person_slots import PersonSlots
from bot.turns.runner import retry_on_conflict

_ACTIONS_AT_ONCE: Final = 16  # of one person in this process: a broker that is slow holds up no Cancel
_LOOKS_AT_ONCE: Final = 2  # presses that change nothing

_log = logging.getLogger(__name__)


_Ref_contra = TypeVar("_Ref_contra", contravariant=True)


class RefHandler(Protocol[_Ref_contra]):
    """Carries out presses of buttons of one kind."""

    async def __call__(self, ref: _Ref_contra, /, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Return the result; None: there is no such button where it was pressed. Safe to run twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressHandler:
    """Handles the buttons of decisions, the votes under an answer, and Stop; of the others, their handlers do."""

    stores: Stores
    actions: DecisionActions
    group_actions: GroupActions
    decided: DecidedOutcomes
    alerts: AlertPresses
    holdings: HoldingPresses
    memory: MemoryEdits
    erasure: ErasureConfirmation
    discussion: DiscussionHandler
    guesses: GuessPresses
    people: People
    persist: PersistTurn
    texts: Catalogue
    clock: Clock
    _actions: PersonSlots = field(default_factory=lambda: PersonSlots(_ACTIONS_AT_ONCE))
    _looks: PersonSlots = field(default_factory=lambda: PersonSlots(_LOOKS_AT_ONCE))

    async def handle_press(self, turn: Turn) -> None:
        """Carry out one stored press in its turn: of one person, only so many at once.

        Raises: as `handle_press_at_once`.
        """
        slots = self._looks if is_look(parse_button(turn.text)) else self._actions
        async with slots.slot((turn.tenant_id, turn.person.id)):
            await self.handle_press_at_once(turn)

    async def handle_press_at_once(self, turn: Turn) -> None:
        """Carry out one stored press and store its answer. Safe to run again after a crash, and concurrently.

        Raises: StoreUnavailableError: the press stays unanswered; the sweeper retries it.
        """
        if turn.status is InputStatus.ANSWERED:
            return
        turn = replace(turn, person=await self.people.person(turn))

        async def answer_and_store() -> None:
            await self.persist(await self._answer_press(turn))

        try:
            await retry_on_conflict(answer_and_store)
        except ConcurrentUpdateError:
            _log.warning("press %s was overtaken again and again; the sweeper takes it up", turn.id)

    async def _answer_press(self, turn: Turn) -> FinishedTurn:
        ref = parse_button(turn.text)
        async with self.stores.read(turn.tenant_id) as tx:
            found = await tx.conversations.get_in_channel(turn.conversation_id)
            reply_language = await _language_of_reply(tx, ref)
        language = turn.person.language or reply_language or found.conversation.language
        locale = Locale(language, found.settings.zone)
        result = await self._result_or_error(ref, turn, locale)
        is_private_only = result.answer.is_private and not result.is_offer_doubted
        is_silent = result.answer.continued_by is not None
        is_aside = is_private_only or is_silent or isinstance(ref, VoteRef | StopRef | DetailsRef | DebateRef)
        answer = DetailsPresenter(self.texts).with_button(locale, result.answer, turn_id=turn.id)
        return FinishedTurn(
            turn=turn,
            claim=None,
            intent=_intent(ref),
            confidence=1.0,
            state_before=None,
            language=language,
            result=replace(result, answer=answer),
            is_in_history=not is_aside,
        )

    async def _result_or_error(self, ref: AnyButtonRef | None, turn: Turn, locale: Locale) -> TurnResult:
        try:
            return await self._dispatch(ref, turn, locale)
        except (StoreUnavailableError, ConcurrentUpdateError):
            raise
        except ParleyError as error:
            return _refusal(self.texts.render_error(locale, error), why=type(error).__name__)
        except Exception:  # noqa: BLE001  # a bug: the person gets a sentence, the log the traceback
            _log.exception("press %s failed", turn.id)
            if (found := await self.decided.find_result(turn, locale)) is not None:
                return found
            return _refusal(self.texts.render(locale, "error-internal"), why="InternalError")

    async def _dispatch(self, ref: AnyButtonRef | None, turn: Turn, locale: Locale) -> TurnResult:
        handle = self._handlers.get(type(ref))
        found = None if ref is None or handle is None else await handle(ref, turn=turn, locale=locale)
        return found or _refusal(self.texts.render(locale, "button-unknown"), why="UnknownButton")

    @property
    def _handlers(self) -> Mapping[type, RefHandler[Any]]:
        return {
            AlertRef: self.alerts,
            HoldingRef: self.holdings,
            **dict.fromkeys((MemoryFormRef, MemoryEditRef), self.memory),
            ErasureRef: self.erasure,
            DebateRef: self.discussion.press,
            GuessRef: self.guesses,
            ButtonRef: self._act_on_decision,
            GroupRef: self._act_on_group,
            AdjustRef: self._adjust,
            DetailsRef: self._show_details,
            VoteRef: self._store_vote,
            StopRef: self._request_stop,
        }

    async def _adjust(self, ref: AdjustRef, *, turn: Turn, locale: Locale) -> TurnResult:
        await self._require_shown_here(ref.button, turn)
        return await self.actions.adjust(ref, turn=turn, locale=locale)

    async def _act_on_decision(self, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
        if ref.action is not ButtonAction.WHY:  # which moves nothing
            await self._require_shown_here(ref, turn)
        match ref.action:
            case ButtonAction.CONFIRM | ButtonAction.CONFIRM_BEYOND_CAP:
                return await self.actions.confirm(ref, turn=turn, locale=locale)
            case ButtonAction.CANCEL:
                return await self.actions.cancel(ref, turn=turn, locale=locale)
            case ButtonAction.WHY:
                return await self.actions.why(ref, turn=turn, locale=locale)
            case ButtonAction.ADJUST:
                return await self.actions.how_to_adjust(ref, turn=turn, locale=locale)

    async def _require_shown_here(self, button: ButtonRef, turn: Turn) -> None:
        """Check that a button of a decision stands in the conversation in which it was pressed.

        Raises: UnknownDecisionError; StaleDecisionError, DecisionExpiredError: it decides nothing any more, wherever it
            is pressed; PressedElsewhereError: it stands elsewhere.
        """
        async with self.stores.read(turn.tenant_id) as tx:
            if await tx.replies.shows_button(turn.conversation_id, button):
                return
            decision = await tx.decisions.get(button.decision_id, version=button.version)
        check_open(decision, at=turn.accepted_at)
        raise PressedElsewhereError(id=button.decision_id)

    async def _act_on_group(self, ref: GroupRef, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Act on the decisions in the versions that the answer with this button showed; never on newer ones."""
        async with self.stores.read(turn.tenant_id) as tx:
            answer = await tx.replies.answer_to(ref.turn_id)
            asked = await tx.turns.get(ref.turn_id) if answer else None
        shown = decisions_in_group(answer, ref) if answer else ()
        if not shown or asked is None:
            return None
        if asked.conversation_id != turn.conversation_id:
            raise PressedElsewhereError(id=ref.turn_id)
        return await self.group_actions(ref.action.each, shown, turn=turn, locale=locale)

    async def _show_details(self, ref: DetailsRef, *, turn: Turn, locale: Locale) -> TurnResult:
        async with self.stores.read(turn.tenant_id) as tx:
            answer = await tx.replies.answer_to(ref.turn_id, occasion=ref.occasion or ANSWER)
            asked = await tx.turns.get(ref.turn_id) if answer else None
        is_brief = ref.occasion is not None
        is_here = asked is not None and (
            asked.thread.channel == turn.thread.channel if is_brief else asked.conversation_id == turn.conversation_id
        )
        is_own = asked is not None and asked.person.id == turn.person.id
        details = answer.details if answer and is_here and (is_own or not answer.is_private) else ()
        # Below a brief nobody has written yet: Slack shows in such a thread nothing that only one person sees.
        opens_thread = is_brief and is_here and bool(turn.thread.thread)
        return TurnResult(answer=DetailsPresenter(self.texts).shown(locale, details, is_private=not opens_thread))

    async def _store_vote(self, ref: VoteRef, *, turn: Turn, locale: Locale) -> TurnResult:
        async with self.stores.transaction(turn.tenant_id) as tx:
            is_known = await tx.replies.store_vote(ref.reply_id, ref.vote, turn=turn, at=self.clock.now())
        return _private_result(self.texts.render(locale, f"voted-{ref.vote}" if is_known else "button-unknown"))

    async def _request_stop(self, ref: StopRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Request the stop; the stopped turn reports it when it ends."""
        async with self.stores.transaction(turn.tenant_id) as tx:
            is_running = await tx.turns.request_stop(ref.turn_id, by=turn.person.id)
        return _private_result(self.texts.render(locale, "stopping" if is_running else "nothing-to-stop"))


async def _language_of_reply(tx: Transaction, ref: AnyButtonRef | None) -> Language | None:
    """Return the language of the answer that a button belongs to; None: no stored answer has that button."""
    match ref:
        case (ButtonRef() as button) | AdjustRef(button=button):
            place = await tx.replies.find_button(button)
            return place.language if place else None
        case DetailsRef(turn_id=turn_id, occasion=str(occasion)):
            return await tx.replies.reply_language(derive_id(turn_id, occasion))
        case GroupRef(turn_id=turn_id) | DetailsRef(turn_id=turn_id):
            return await tx.replies.reply_language(derive_id(turn_id, "reply"))
        case VoteRef(reply_id=reply_id):
            return await tx.replies.reply_language(reply_id)
        case _:
            return None


def _intent(ref: AnyButtonRef | None) -> Intent:
    match ref:
        case ButtonRef(action=action) | AdjustRef(button=ButtonRef(action=action)):
            return action.intent
        case GroupRef(action=group):
            return group.each.intent
        case _:
            return Intent.UNKNOWN


def _refusal(text: str, *, why: str) -> TurnResult:
    """Return the answer to a press that is not carried out; `why` is audited."""
    return replace(_private_result(text), refusals=(why,))


def _private_result(text: str) -> TurnResult:
    return TurnResult(answer=Answer(blocks=(Paragraph(text),), is_private=True))

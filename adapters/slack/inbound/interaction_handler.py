"""Stores presses and filled-in forms, before they are acknowledged, and has them carried out."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from adapters.slack.inbound.handler_services import STORE_SECONDS, HandlerServices
from adapters.slack.inbound.home import show_home
from adapters.slack.inbound.interaction_payload import ButtonEvent, FormEvent, read_form, read_presses, subject_of_form
from adapters.slack.outbound.adjust_modal import AMOUNT, AdjustLabels, adjust
from adapters.slack.payload import PLATFORM, JsonObject, text
from bot.domain.conversation.buttons import ButtonRef
from bot.domain.conversation.threads import IncomingPress, Thread
from bot.domain.conversation.turns import AcceptedInput, Turn
from bot.domain.text.locale import Language, Locale
from bot.errors import ParleyError, StoreUnavailableError, UnknownDecisionError
from bot.presentation.adjust_form import AdjustForm

_CLOSED: Final[Mapping[str, Any]] = {"response_action": "clear"}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SlackInteractionHandler:
    """Handles buttons and forms."""

    services: HandlerServices

    async def take(self, payload: JsonObject) -> Mapping[str, Any]:
        """Store what was pressed or submitted; return what goes with the acknowledgement, mostly nothing.

        What takes too long goes on all the same, and is carried out when it is stored.

        Raises: StoreUnavailableError: it is not known whether it will be stored; the person is told.
        """
        match text(payload, "type"):
            case "block_actions":
                await asyncio.gather(*(self._press(press) for press in read_presses(payload)))
                return {}
            case "view_submission":
                form = read_form(payload)
                return {} if form is None else await self._submit(form)
            case _:
                return {}

    # --- buttons ---

    async def _press(self, press: ButtonEvent) -> None:
        background = self.services.background
        if (ref := press.wants_form) is not None:
            background.begin("opening the Adjust form", self._open_form(press, ref))  # a trigger lives for 3 s
            return
        try:
            await background.in_time("storing a press", self._take_up(press), seconds=STORE_SECONDS)
        except StoreUnavailableError:  # stored or not: a connection may break after the database has stored
            background.begin("a private sentence", self._tell(press, "slack-in-doubt"))
            raise

    async def _take_up(self, press: ButtonEvent) -> None:
        background = self.services.background
        try:
            accepted = await self._store(press, press.button_id)
        except UnknownDecisionError:
            background.begin("a private sentence", self._tell(press, "error-unknown-decision"))
            return
        background.begin("a press", self._carry_out(accepted.turn, home_of=press if press.is_at_home else None))

    async def _open_form(self, press: ButtonEvent, ref: ButtonRef) -> None:
        services, language = self.services, await self._language(press)
        tenant = Thread(PLATFORM, press.workspace, "", "").tenant_id
        try:
            form = await services.gateway.adjust_forms.adjust_form(
                tenant, ref.decision_id, ref.version, Locale(language), person_id=press.person.id
            )
        except ParleyError as error:
            await self._tell_text(press, services.texts.render_error(Locale(language), error))
            return
        view = adjust(
            title=form.title,
            labels=_labels(form),
            private_metadata=subject_of_form(ref, press.thread),
            amount=f"{form.amount:f}",
        )
        try:
            await services.api.call(
                press.workspace,
                "views.open",
                lambda client: client.views_open(trigger_id=press.trigger_id, view=view),
            )
        except ParleyError as error:
            _log.warning("the Adjust form was not opened: %s", error)
            await self._tell(press, "slack-too-late")

    # --- forms ---

    async def _submit(self, form: FormEvent) -> Mapping[str, Any]:
        if form.button_id is None:
            return await self._objection(form, "slack-adjust-no-amount")
        try:
            await self.services.background.in_time(
                "storing a form", self._fill_in(form, form.button_id), seconds=STORE_SECONDS
            )
        except StoreUnavailableError as error:  # stored or not, as with a press
            _log.error("a form of %s may not have been stored: %s", form.person.id, error)
            self.services.meter.error(type(error).__name__)
            return await self._objection(form, "slack-in-doubt")
        except UnknownDecisionError:
            return await self._objection(form, "error-unknown-decision")
        return _CLOSED

    async def _fill_in(self, form: FormEvent, button_id: str) -> None:
        accepted = await self._store(form, button_id)
        home_of = form if form.thread is None else None
        self.services.background.begin("an adjustment", self._carry_out(accepted.turn, home_of=home_of))

    async def _objection(self, form: FormEvent, sentence: str) -> Mapping[str, Any]:
        said = self.services.texts.render(Locale(await self._language(form)), sentence)
        return {"response_action": "errors", "errors": {AMOUNT: said}}

    # --- both ---

    async def _store(self, what: ButtonEvent | FormEvent, button_id: str) -> AcceptedInput:
        thread = what.thread or await self._thread_of(what)
        return await self.services.intake.accept_press(IncomingPress(thread, what.press_id, what.person, button_id))

    async def _thread_of(self, what: ButtonEvent | FormEvent) -> Thread:
        if not isinstance(what.ref, ButtonRef):
            raise UnknownDecisionError(id=None)
        tenant = Thread(PLATFORM, what.workspace, "", "").tenant_id
        return await self.services.intake.decision_thread(tenant, what.ref.decision_id)

    async def _carry_out(self, turn: Turn, *, home_of: ButtonEvent | FormEvent | None) -> None:
        try:
            await self.services.gateway.presses.handle_press(turn)
        finally:
            if home_of is not None:
                await show_home(self.services, home_of.workspace, home_of.person.id)

    async def _language(self, what: ButtonEvent | FormEvent) -> Language:
        return await self.services.people.language(what.workspace, what.person.id)

    async def _tell(self, press: ButtonEvent, sentence: str) -> None:
        await self._tell_text(press, self.services.texts.render(Locale(await self._language(press)), sentence))

    async def _tell_text(self, press: ButtonEvent, said: str) -> None:
        if press.response_url:
            await self.services.api.respond(press.response_url, said)
        else:  # pressed at Home
            await self.services.api.call(
                press.workspace,
                "chat.postMessage",
                lambda client: client.chat_postMessage(channel=press.person.id, text=said),
            )


def _labels(form: AdjustForm) -> AdjustLabels:
    return AdjustLabels(
        amount=form.amount_label,
        amount_hint=form.amount_hint,
        note=form.note_label,
        note_hint=form.note_hint,
        submit=form.submit,
        close=form.cancel,
    )

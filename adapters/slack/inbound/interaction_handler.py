"""Handles button presses and submitted forms: stores them before they are acknowledged, then has them carried out."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from adapters.slack.inbound.handler_services import STORE_SECONDS, HandlerServices
from adapters.slack.inbound.home import publish_home
from adapters.slack.inbound.interaction_payload import (
    ButtonEvent,
    FormEvent,
    MemoryFormEvent,
    memory_metadata_of,
    private_metadata_of,
    read_buttons,
    read_form,
)
from adapters.slack.outbound.modals import AMOUNT, adjust_modal, memory_modal
from adapters.slack.payload import PLATFORM, JsonObject, text_at
from bot.domain.conversation.buttons import ButtonRef, MemoryFormRef
from bot.domain.conversation.threads import IncomingPress, Thread
from bot.domain.conversation.turns import AcceptedInput, Turn
from bot.domain.text.locale import Language, Locale
from bot.errors import ParleyError, StoreUnavailableError, UnknownDecisionError

_CLOSE_FORM: Final[Mapping[str, Any]] = {"response_action": "clear"}

AnyForm = FormEvent | MemoryFormEvent

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SlackInteractionHandler:
    """Handles Slack's interaction payloads."""

    services: HandlerServices

    async def handle_interaction(self, payload: JsonObject) -> Mapping[str, Any]:
        """Store a press or a form; return the body of the acknowledgement, mostly empty.

        After a timeout, storing goes on; the press is carried out once it is stored.

        Raises: StoreUnavailableError: it is unknown whether the press will be stored; the person is informed.
        """
        match text_at(payload, "type"):
            case "block_actions":
                await asyncio.gather(*(self._handle_button(press) for press in read_buttons(payload)))
                return {}
            case "view_submission":
                form = read_form(payload)
                return {} if form is None else await self._handle_form(form)
            case _:
                return {}

    # --- buttons ---

    async def _handle_button(self, press: ButtonEvent) -> None:
        background = self.services.background
        if self.services.intake.is_surplus_press((press.workspace, press.person.id), press.button_id):
            background.start("a private sentence", self._respond(press, "surplus-presses"))
            return
        if (ref := press.adjust_ref) is not None:
            background.start("opening the Adjust form", self._open_modal(press, ref))  # its trigger expires after 3 s
            return
        if isinstance(press.ref, MemoryFormRef) and press.thread is not None:
            background.start("opening the memory form", self._open_memory_modal(press, press.ref, press.thread))
            return
        try:
            await background.wait_at_most("storing a press", self._store_button(press), seconds=STORE_SECONDS)
        except StoreUnavailableError:  # it may be stored: a connection can break after the commit
            background.start("a private sentence", self._respond(press, "slack-in-doubt"))
            raise

    async def _store_button(self, press: ButtonEvent) -> None:
        background = self.services.background
        try:
            accepted = await self._store_press(press, press.button_id)
        except UnknownDecisionError:
            background.start("a private sentence", self._respond(press, "error-unknown-decision"))
            return
        background.start("a press", self._handle_press(accepted.turn, home_of=press if press.is_at_home else None))

    async def _open_modal(self, press: ButtonEvent, ref: ButtonRef) -> None:
        services, language = self.services, await self._language_of(press)
        tenant = Thread(PLATFORM, press.workspace, "", "").tenant_id
        try:
            form = await services.gateway.adjust_form_builder.build_form(
                tenant, ref.decision_id, ref.version, Locale(language), person_id=press.person.id
            )
        except ParleyError as error:
            await self._respond_text(press, services.texts.render_error(Locale(language), error))
            return
        metadata = private_metadata_of(ref, press.thread)
        await self._open_view(press, adjust_modal(form, private_metadata=metadata))

    async def _open_memory_modal(self, press: ButtonEvent, ref: MemoryFormRef, thread: Thread) -> None:
        services = self.services
        person = await services.people.with_profile(press.workspace, press.person)
        locale = Locale(person.language or Language.ENGLISH)
        try:
            form = await services.gateway.memory_form_builder.build_form(thread, locale, person=person)
        except ParleyError as error:
            await self._respond_text(press, services.texts.render_error(locale, error))
            return
        metadata = memory_metadata_of(ref, thread, opened_at=form.opened_at)
        await self._open_view(press, memory_modal(form, private_metadata=metadata))

    async def _open_view(self, press: ButtonEvent, view: dict[str, Any]) -> None:
        try:
            await self.services.api.call(
                press.workspace, "views.open", lambda client: client.views_open(trigger_id=press.trigger_id, view=view)
            )
        except ParleyError as error:
            _log.warning("a form was not opened: %s", error)
            await self._respond(press, "slack-too-late")

    # --- forms ---

    async def _handle_form(self, form: AnyForm) -> Mapping[str, Any]:
        if form.button_id is None:
            return await self._input_error(form, "slack-adjust-no-amount")
        try:
            await self.services.background.wait_at_most(
                "storing a form", self._store_form(form, form.button_id), seconds=STORE_SECONDS
            )
        except StoreUnavailableError as error:  # it may be stored, as with a press
            _log.error("a form of %s may not have been stored: %s", form.person.id, error)
            self.services.meter.error(type(error).__name__)
            return await self._input_error(form, "slack-in-doubt")
        except UnknownDecisionError:
            return await self._input_error(form, "error-unknown-decision")
        return _CLOSE_FORM

    async def _store_form(self, form: AnyForm, button_id: str) -> None:
        accepted = await self._store_press(form, button_id)
        home_of = form if form.thread is None else None
        self.services.background.start("an adjustment", self._handle_press(accepted.turn, home_of=home_of))

    async def _input_error(self, form: AnyForm, message_id: str) -> Mapping[str, Any]:
        text = self.services.texts.render(Locale(await self._language_of(form)), message_id)
        block = form.ref.fields[0][0] if isinstance(form, MemoryFormEvent) and form.ref.fields else AMOUNT
        return {"response_action": "errors", "errors": {block: text}}

    # --- both ---

    async def _store_press(self, event: ButtonEvent | AnyForm, button_id: str) -> AcceptedInput:
        thread = event.thread or await self._decision_thread(event)
        return await self.services.intake.accept_press(IncomingPress(thread, event.press_id, event.person, button_id))

    async def _decision_thread(self, event: ButtonEvent | AnyForm) -> Thread:
        if not isinstance(event.ref, ButtonRef):
            raise UnknownDecisionError(id=None)
        tenant = Thread(PLATFORM, event.workspace, "", "").tenant_id
        return await self.services.intake.decision_thread(tenant, event.ref.decision_id)

    async def _handle_press(self, turn: Turn, *, home_of: ButtonEvent | AnyForm | None) -> None:
        try:
            await self.services.gateway.press_handler.handle_press(turn)
        finally:
            if home_of is not None:
                await publish_home(self.services, home_of.workspace, home_of.person.id)

    async def _language_of(self, event: ButtonEvent | AnyForm) -> Language:
        return await self.services.people.language_of(event.workspace, event.person.id)

    async def _respond(self, press: ButtonEvent, message_id: str) -> None:
        await self._respond_text(press, self.services.texts.render(Locale(await self._language_of(press)), message_id))

    async def _respond_text(self, press: ButtonEvent, text: str) -> None:
        if press.response_url:
            await self.services.api.respond(press.response_url, text)
        else:  # pressed in the App Home
            await self.services.api.call(
                press.workspace,
                "chat.postMessage",
                lambda client: client.chat_postMessage(channel=press.person.id, text=text),
            )

"""Handles button presses and submitted forms: stores them before they are acknowledged, then has them carried out."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from adapters.slack.inbound.handler_services import STORE_SECONDS, HandlerServices
from adapters.slack.inbound.home import publish_home
from adapters.slack.inbound.interaction_payload import Press, form_metadata, read_buttons, read_form
from adapters.slack.outbound.modals import AMOUNT, adjust_modal, memory_modal
from adapters.slack.payload import JsonObject, text_at, workspace_thread
from bot.domain.conversation.buttons import AdjustRef, ButtonRef, MemoryEditRef, MemoryFormRef
from bot.domain.conversation.threads import IncomingPress, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language, Locale
from bot.errors import ParleyError, StoreUnavailableError, UnknownDecisionError

_CLOSE_FORM: Final[Mapping[str, Any]] = {"response_action": "clear"}

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
            case "view_submission" if (form := read_form(payload)) is not None:
                return await self._handle_form(form)
        return {}

    async def _handle_button(self, press: Press) -> None:
        background, button_id = self.services.background, press.button_id or ""
        if self.services.intake.is_surplus_press((press.workspace, press.person.id), button_id):
            background.start("a private sentence", self._respond(press, "surplus-presses"))
        elif press.opens_form:
            background.start("opening a form", self._open_form(press))  # its trigger expires after 3 s
        else:
            try:
                await background.wait_at_most("a press", self._store_press(press, button_id), seconds=STORE_SECONDS)
            except UnknownDecisionError:
                background.start("a private sentence", self._respond(press, "error-unknown-decision"))
            except StoreUnavailableError:  # it may be stored: a connection can break after the commit
                background.start("a private sentence", self._respond(press, "slack-in-doubt"))
                raise

    async def _handle_form(self, form: Press) -> Mapping[str, Any]:
        if form.button_id is None:
            return await self._input_error(form, "slack-adjust-no-amount")
        try:
            await self.services.background.wait_at_most(
                "a form", self._store_press(form, form.button_id), seconds=STORE_SECONDS
            )
        except StoreUnavailableError as error:  # it may be stored, as with a press
            _log.error("a form of %s may not have been stored: %s", form.person.id, error)
            self.services.meter.error(type(error).__name__)
            return await self._input_error(form, "slack-in-doubt")
        except UnknownDecisionError:
            return await self._input_error(form, "error-unknown-decision")
        return _CLOSE_FORM

    async def _input_error(self, form: Press, message_id: str) -> Mapping[str, Any]:
        text = self.services.texts.render(Locale(await self._language_of(form)), message_id)
        block = form.ref.fields[0][0] if isinstance(form.ref, MemoryEditRef) and form.ref.fields else AMOUNT
        return {"response_action": "errors", "errors": {block: text}}

    async def _store_press(self, press: Press, button_id: str) -> None:
        thread = press.thread or await self._decision_thread(press)
        incoming = IncomingPress(thread, press.press_id, press.person, button_id)
        accepted = await self.services.intake.accept_press(incoming)
        self.services.background.start("a press", self._carry_out(accepted.turn, press))

    async def _decision_thread(self, press: Press) -> Thread:
        ref = press.ref.button if isinstance(press.ref, AdjustRef) else press.ref
        if not isinstance(ref, ButtonRef):
            raise UnknownDecisionError(id=None)
        tenant = workspace_thread(press.workspace).tenant_id
        return await self.services.intake.decision_thread(tenant, ref.decision_id)

    async def _carry_out(self, turn: Turn, press: Press) -> None:
        try:
            await self.services.gateway.press_handler.handle_press(turn)
        finally:
            if press.is_at_home:
                await publish_home(self.services, press.workspace, press.person.id)

    async def _open_form(self, press: Press) -> None:
        try:
            view = await self._form_view(press)
        except ParleyError as error:
            text = self.services.texts.render_error(Locale(await self._language_of(press)), error)
            await self._respond_text(press, text)
            return
        try:
            await self.services.api.call(press.workspace, "views.open", trigger_id=press.trigger_id, view=view)
        except ParleyError as error:
            _log.warning("a form was not opened: %s", error)
            await self._respond(press, "slack-too-late")

    async def _form_view(self, press: Press) -> dict[str, Any]:
        gateway, ref = self.services.gateway, press.ref
        locale = Locale(await self._language_of(press))
        if isinstance(ref, ButtonRef):
            tenant, person_id = workspace_thread(press.workspace).tenant_id, press.person.id
            form = await gateway.adjust_form_builder.build_form(
                tenant, ref.decision_id, ref.version, locale, person_id=person_id
            )
            return adjust_modal(form, private_metadata=form_metadata(ref, press.thread))
        if press.thread is None or not isinstance(ref, MemoryFormRef):
            raise UnknownDecisionError(id=None)
        person = await self.services.people.with_profile(press.workspace, press.person)
        memory = await gateway.memory_form_builder.build_form(press.thread, locale, person=person)
        return memory_modal(memory, private_metadata=form_metadata(ref, press.thread, opened_at=memory.opened_at))

    async def _language_of(self, press: Press) -> Language:
        return await self.services.people.language_of(press.workspace, press.person.id)

    async def _respond(self, press: Press, message_id: str) -> None:
        await self._respond_text(press, self.services.texts.render(Locale(await self._language_of(press)), message_id))

    async def _respond_text(self, press: Press, text: str) -> None:
        if press.response_url:
            await self.services.api.respond(press.response_url, text)
        else:  # pressed in the App Home
            await self.services.api.call(press.workspace, "chat.postMessage", channel=press.person.id, text=text)

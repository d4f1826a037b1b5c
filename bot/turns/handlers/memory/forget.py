"""Erasure: asks whether a person is really to be erased. Nothing is erased before the button is pressed."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.memory import ForgetMe, ForgetPerson
from bot.domain.erasure import ErasureRequest
from bot.domain.ids import derive_id
from bot.ports import Admins, Stores
from bot.presentation.erasure import ErasurePresenter


@dataclass(frozen=True, slots=True)
class EraseHandler:
    """Handler of requests to erase a person. People may erase themselves; admins of the workspace anybody."""

    stores: Stores
    presenter: ErasurePresenter
    admins: Admins

    async def __call__(self, context: TurnContext, request: ForgetMe | ForgetPerson) -> TurnResult:
        """Show the card to confirm."""
        return context.aside(await self._answer(context, request))

    async def _answer(self, context: TurnContext, request: ForgetMe | ForgetPerson) -> Answer:
        person = context.turn.person
        name = person.id if isinstance(request, ForgetMe) else request.name
        if name and name in {person.id, person.name}:
            return await self._ask(context, person.id, person.name)
        if not name:
            return self.presenter.said(context.locale, "erasure-how")
        if not await self.admins.is_admin(context.turn):
            return self.presenter.said(context.locale, "erasure-not-allowed")
        async with self.stores.read(context.turn.tenant_id) as tx:
            people = await tx.erasures.people_called(name)
        ids = {person_id for person_id, _ in people}
        if not ids:
            return self.presenter.said(context.locale, "erasure-nobody")
        if len(ids) > 1:
            return self.presenter.which(context.locale, list(dict(people).items()))
        return await self._ask(context, *people[0])

    async def _ask(self, context: TurnContext, person_id: str, name: str) -> Answer:
        turn = context.turn
        is_own = person_id == turn.person.id
        request = ErasureRequest(
            id=derive_id(turn.id, "erasure"),
            asked_turn=turn.id,
            is_own=is_own,
            person_id=person_id,
            names=(name,) if name else (),
            asked_at=turn.accepted_at,
        )
        async with self.stores.transaction(turn.tenant_id) as tx:
            await tx.erasures.add_request(request)
        return self.presenter.card(context.locale, request.id, is_own=is_own, name=name or person_id)

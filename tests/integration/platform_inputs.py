"""What the in-memory cores behind the platforms' adapters take in and answer."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Final
from uuid import UUID, uuid4

from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.conversation.turns import InputKind, InputStatus, Turn
from bot.domain.ids import DecisionId, TurnId, derive_id
from bot.domain.memory.core_memory import CoreMemory, MemoryFact, MemoryPlace, MemoryScope, MemorySection, StoredSection
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import MemoryFormBuilder
from bot.presentation.forms import AdjustForm, MemoryForm, MemoryFormPresenter

DECISION: Final = DecisionId(UUID("0192f7a0-0000-7000-8000-00000000000a"))
FORM: Final = AdjustForm(
    title="Adjust: buy 3 AAPL",
    amount=Decimal("2500.00"),
    amount_label="Amount to spend (USD)",
    amount_hint="For example 2500",
    note_label="Note",
    note_hint="Why",
    submit="Adjust",
    cancel="Leave it",
)


def stored_turn(incoming: IncomingMessage | IncomingPress, *, number: int) -> Turn:
    match incoming:
        case IncomingMessage(message_id=platform_id, text=text):
            kind = InputKind.MESSAGE
        case IncomingPress(press_id=platform_id, button_id=text):
            kind = InputKind.PRESS
    return Turn(
        id=TurnId(uuid4()),
        tenant_id=incoming.thread.tenant_id,
        conversation_id=incoming.thread.conversation_id,
        thread=incoming.thread,
        number=number,
        kind=kind,
        platform_id=platform_id,
        person=incoming.person,
        text=text,
        status=InputStatus.ACCEPTED,
        accepted_at=datetime.now(UTC),
    )


def proposal_reply(
    turn_id: TurnId, thread: Thread, person: Person, answer: Answer, *, language: Language = Language.ENGLISH
) -> Reply:
    """A reply to a request for a decision."""
    return Reply(
        id=derive_id(turn_id, "reply"),
        thread=thread,
        turn_number=1,
        turn_id=turn_id,
        person=person,
        intent=Intent.DECIDE,
        confidence=Decimal(1),
        state=State.AWAITING_CONFIRM,
        language=language,
        answer=answer,
        created_at=datetime.now(UTC),
    )


class PrefilledMemoryForm(MemoryFormBuilder):
    """Builds a form of core memory without a store."""

    def __init__(self) -> None:
        pass

    async def build_form(self, thread: Thread, locale: Locale, *, person: Person) -> MemoryForm:
        assert person.id
        place = MemoryPlace(thread.channel, person.id)
        key = place.key(MemoryScope.PERSON, MemorySection.HORIZON)
        ann = Person(person.id, "Ann")
        fact = MemoryFact(id=DECISION, text="5 years", by=ann, since=datetime(2026, 3, 2, tzinfo=UTC))
        memory = CoreMemory((StoredSection(key, 1, (fact,)),))
        return MemoryFormPresenter(Catalogue()).form(locale, memory, place, opened_at=1_770_000_000)

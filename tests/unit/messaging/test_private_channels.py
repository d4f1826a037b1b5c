"""A private channel is noted once a minute, and at once where a message called it public in between."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import cast

import pytest

from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import AcceptedInput
from bot.domain.ids import TenantId
from bot.domain.memory.episodes import Visibility
from bot.errors import StoreUnavailableError
from bot.locales import Catalogue
from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.listener import Listener
from bot.ports import Inbox, NoMeter, Progress
from tests.integration.platform_inputs import stored_turn

HERE = Thread("slack", "T1", "C1", "1.1")


@dataclass
class CountingInbox:
    noted: list[list[str]] = field(default_factory=list)
    is_down: bool = False

    async def note_private(self, tenant_id: TenantId, channels: Collection[str]) -> None:
        assert tenant_id == HERE.tenant_id
        if self.is_down:
            raise StoreUnavailableError
        self.noted.append(sorted(channels))

    async def accept_message(self, message: IncomingMessage, *, limits: object = None) -> AcceptedInput:
        del limits
        return AcceptedInput(stored_turn(message, number=1), is_new=True, turns_ahead=0)


def intake_of(inbox: CountingInbox) -> Intake:
    return Intake(cast("Inbox", inbox), cast("Listener", None), cast("Progress", None), Catalogue(), NoMeter())


async def test_channel_that_was_noted_is_not_written_again() -> None:
    intake = intake_of(inbox := CountingInbox())
    for channels in (["C1"], ["C1"], ["C1", "C2"], []):
        await intake.note_private(HERE.tenant_id, channels)
    assert inbox.noted == [["C1"], ["C2"]]


async def test_channel_that_a_message_calls_public_is_written_again() -> None:
    intake = intake_of(inbox := CountingInbox())
    await intake.note_private(HERE.tenant_id, ["C1"])
    public = IncomingMessage(HERE, "m1", Person("U1", "Ann"), "hi", visibility=Visibility.PUBLIC, is_limited=False)
    await intake.accept_message(public)
    await intake.note_private(HERE.tenant_id, ["C1"])
    assert inbox.noted == [["C1"], ["C1"]]


async def test_store_is_down_then_it_is_written_when_it_is_up() -> None:
    intake = intake_of(inbox := CountingInbox(is_down=True))
    with pytest.raises(StoreUnavailableError):
        await intake.note_private(HERE.tenant_id, ["C1"])
    inbox.is_down = False
    await intake.note_private(HERE.tenant_id, ["C1"])
    assert inbox.noted == [["C1"]]

"""Events that discord.py cannot read: each is left out and counted, and what can be read is answered."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import cycle, islice
from typing import Any, Final

import pytest

from adapters.discord.inbound import connection
from tests.fakes.discord import DiscordPerson, FakeDiscord, FakeDiscordMessage, Interaction, gateway
from tests.fakes.discord.events import GatewayEvent
from tests.fakes.discord.model import Json
from tests.fakes.discord.session import ready_json as real_ready_json
from tests.integration.discord.harness import (
    CONFIRM,
    BotProcess,
    RecordingMeter,
    answered,
    opening_of,
    started,
    thread_of,
)
from tests.rounds import full_rounds

SAID: Final = "analyze the secret"
Path = tuple[str | int, ...]
Change = Callable[[Any, Any], None]  # changes the field of a container

CHANGES: Final[dict[str, Change]] = {
    "removed": lambda container, key: container.pop(key),
    "null": lambda container, key: container.__setitem__(key, None),
    "text": lambda container, key: container.__setitem__(key, SAID),
    "object": lambda container, key: container.__setitem__(key, {"id": SAID}),
    "list": lambda container, key: container.__setitem__(key, [SAID]),
    "number": lambda container, key: container.__setitem__(key, -1),
}
CHANGES_OF_A_FIELD: Final = full_rounds(few=1, all_of_them=len(CHANGES))
NO_EVENTS: Final[tuple[Any, ...]] = (None, [], SAID, 1, {})


class ErrorMeter(RecordingMeter):
    def __init__(self) -> None:
        super().__init__()
        self.errors: Counter[str] = Counter()

    def error(self, kind: str) -> None:
        self.errors[kind] += 1


def paths_of(data: object, so_far: Path = ()) -> Iterator[Path]:
    """Yield the path of every field in `data`; of a list, those of its first element."""
    fields = data.items() if isinstance(data, dict) else enumerate(data[:1]) if isinstance(data, list) else ()
    for key, value in fields:
        yield (*so_far, key)
        yield from paths_of(value, (*so_far, key))


def changed(data: Json, path: Path, change: Change) -> Json:
    copied: Any = deepcopy(data)
    container = copied
    for key in path[:-1]:
        container = container[key]
    change(container, path[-1])
    return copied  # type: ignore[no-any-return]  # as `data`


def every_change(data: Json) -> Iterator[Json]:
    yield from (changed(data, path, change) for path in paths_of(data) for change in CHANGES.values())


async def assert_goes_on(fake: FakeDiscord, ann: DiscordPerson, bot: BotProcess) -> None:
    """Check that a mention, a press and a command are answered."""
    bot.memory.turns.clear()
    card = await answered(fake, await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} go on")), "go on")
    pressed = ann.presses(card, "Confirm")
    await fake.until(lambda: pressed.acked, what="the press")
    root = await opening_of(fake, ann.uses_command(fake.channel, "analyze", symbol="AAPL"))
    await answered(fake, await thread_of(fake, root), "said /analyze AAPL")
    assert bot.discord.is_connected


def assert_no_contents(caplog: pytest.LogCaptureFixture) -> None:
    assert SAID not in caplog.text
    assert not [each for each in caplog.records if each.exc_info]


async def sample_events(fake: FakeDiscord, ann: DiscordPerson) -> dict[str, Json]:
    """Bring about events of every kind; return one of each, by name."""
    said = ann.says(fake.channel, f"{fake.bot.mention} {SAID}")
    thread = await thread_of(fake, said)
    card = await answered(fake, thread, SAID)
    ann.says(thread, "a reply", reply_to=card)
    ann.edits(said, f"{fake.bot.mention} {SAID} again")
    ann.reacts(card, "👍")
    ann.unreacts(card, "👍")
    ann.deletes(ann.says(fake.channel, "nothing"))
    fake.add_channel("another")
    (session,) = fake.gateway.sessions.values()
    return {packet["t"]: packet["d"] for packet in session.sent}


async def test_every_event_with_every_field_changed_then_the_same_session_goes_on(
    fake: FakeDiscord, ann: DiscordPerson, caplog: pytest.LogCaptureFixture
) -> None:
    meter = ErrorMeter()
    async with started(fake, meter=meter) as bot:
        events = await sample_events(fake, ann)
        assert len(events) >= 7
        bot.is_answering = False
        (session,) = fake.gateway.sessions.values()
        for name in sorted(events.keys() - {"READY"}):
            for data in every_change(events[name]):
                session.tell(name, data)
            await asyncio.sleep(0)
        assert bot.client is not None
        for name in sorted(bot.client._connection.parsers.keys() - {"READY", "RESUMED"}):  # noqa: SLF001  # all there are
            for whole in NO_EVENTS:
                session.tell(name, whole)
        session.tell("READ_MY_MIND", {"new": True})
        ann.says(ann.direct, "the last")
        await fake.until(lambda: "the last" in bot.memory.texts)
        bot.is_answering = True
        await assert_goes_on(fake, ann, bot)

        assert fake.gateway.connected == 1
        assert meter.errors["UnreadableEventError"] > 200
        assert set(meter.errors) == {"UnreadableEventError"}
    fake.state.recorded.clear()
    assert_no_contents(caplog)


@pytest.mark.parametrize("act", ["press", "command"])
async def test_interaction_with_every_field_changed_then_the_next_one_is_answered(
    fake: FakeDiscord, ann: DiscordPerson, caplog: pytest.LogCaptureFixture, act: str
) -> None:
    async with started(fake, meter=ErrorMeter()) as bot:
        thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} {SAID}"))
        card = await answered(fake, thread, SAID)
        sample = taken(fake, lambda: acts(act, ann, card))
        bot.is_answering = False
        changes = cycle(CHANGES.values())
        for path in paths_of(sample):
            for change in islice(changes, CHANGES_OF_A_FIELD):
                with_change(fake, path, change, lambda: acts(act, ann, card))
            await asyncio.sleep(0)
        bot.is_answering = True
        await assert_goes_on(fake, ann, bot)

        assert fake.gateway.connected == 1
    fake.state.recorded.clear()
    assert_no_contents(caplog)


def acts(act: str, ann: DiscordPerson, card: FakeDiscordMessage) -> Interaction:
    return ann.presses(card, CONFIRM) if act == "press" else ann.uses_command(card.channel, "analyze", symbol="AAPL")


def taken(fake: FakeDiscord, action: Callable[[], object]) -> Json:
    """Return the event that `action` brings about, without sending it."""
    events: list[GatewayEvent] = []

    def keep(event: GatewayEvent) -> int:
        events.append(event)
        return 0

    with_events(fake, keep, action)
    return events[0].data


def with_change(fake: FakeDiscord, path: Path, change: Change, action: Callable[[], object]) -> None:
    def send(event: GatewayEvent) -> int:
        data = changed(event.data, path, change)
        return fake.gateway.dispatch(GatewayEvent(name=event.name, data=data, guild_id=event.guild_id))

    with_events(fake, send, action)


def with_events(fake: FakeDiscord, on_event: Callable[[GatewayEvent], int], action: Callable[[], object]) -> None:
    fake.state.on_event = on_event
    try:
        action()
    finally:
        fake.state.on_event = fake.gateway.dispatch


async def test_ready_with_every_field_changed_then_a_session_begins_and_answers(
    fake: FakeDiscord, ann: DiscordPerson, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connection, "reconnect_pause", lambda _: 0.0)
    planned = list[tuple[Path, Change]]()

    def ready_json(*args: Any) -> Json:  # noqa: ANN401 - as the real one
        ready = real_ready_json(*args)
        return changed(ready, *planned.pop()) if planned else ready

    monkeypatch.setattr(gateway, "ready_json", ready_json)
    meter = ErrorMeter()
    caplog.set_level(logging.WARNING)
    async with started(fake, meter=meter) as bot:
        (session,) = fake.gateway.sessions.values()
        ready = session.sent[0]["d"]
        ann.says(ann.direct, "first")
        await answered(fake, ann.direct, "first")
        bot.is_answering = False  # the adapter is not connected all the time
        fake.limits.off()
        for path in paths_of(ready):
            for name in ("removed", "null"):
                planned.append((path, CHANGES[name]))
                fake.gateway.invalidate()
                text = f"after {path} was {name}"
                ann.says(ann.direct, text)
                await fake.until(lambda wanted=text: wanted in bot.memory.texts, what=text)  # type: ignore[misc]
                assert not planned
        bot.memory.turns.clear()
        bot.is_answering = True
        await assert_goes_on(fake, ann, bot)

        assert meter.errors["UnreadableEventError"] >= 5
    fake.state.recorded.clear()  # sessions begin faster here than Discord allows
    assert_no_contents(caplog)


@pytest.mark.parametrize(
    "packet",
    [{"op": 10, "d": None}, {"op": 10, "d": {}}, {"op": 0, "t": [], "d": {}}, {"op": 0, "t": "RESUMED", "d": None}, []],
    ids=str,
)
async def test_packet_makes_no_sense_then_it_connects_again(
    fake: FakeDiscord,
    ann: DiscordPerson,
    monkeypatch: pytest.MonkeyPatch,
    packet: Any,  # noqa: ANN401
) -> None:
    monkeypatch.setattr(connection, "reconnect_pause", lambda _: 0.0)
    async with started(fake, meter=ErrorMeter()) as bot:
        fake.gateway.connections[-1].push(packet)
        await fake.until(lambda: fake.gateway.connected == 2, what="another connection")
        await fake.until(lambda: bot.discord.is_connected)
        await assert_goes_on(fake, ann, bot)
    assert len(fake.called("PUT /applications/{}/commands")) == 1  # Discord allows 200 a day
    fake.state.recorded.clear()

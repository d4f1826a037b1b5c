"""Commands, buttons and forms, as people use them in Discord."""

import pytest

from bot.domain.conversation.buttons import MemoryEditRef, parse_button
from bot.domain.conversation.threads import Surplus
from bot.domain.conversation.turns import InputKind
from bot.messaging.inbound.intake import PressPace
from tests.fakes.core import sentence
from tests.fakes.discord import DiscordPerson, FakeDiscord, FakeDiscordMessage
from tests.integration.discord.harness import (
    ADJUST,
    CONFIRM,
    answered,
    ephemeral_message,
    opening_of,
    started,
    thread_of,
)
from tests.integration.discord.recorded_core import SharedRecords, stale
from tests.integration.platform_inputs import DECISION

TYPED: tuple[tuple[str, dict[str, str], str], ...] = (
    ("explain", {}, "/explain"),
    ("explain", {"symbol": "NVDA"}, "/explain NVDA"),
    ("review", {"period": "30"}, "/review 30"),
    ("pending", {}, "/pending"),
    ("orders", {}, "/orders"),
    ("settings view", {}, "/settings"),
    ("settings language", {"value": "zh"}, "/settings language zh"),
    ("settings timezone", {"value": "Asia/Shanghai"}, "/settings timezone Asia/Shanghai"),
    ("settings engine", {"value": "rules"}, "/settings engine rules"),
    ("parley", {}, "/help"),
    ("parley", {"command": "advance", "rest": "5"}, "/advance 5"),
    ("parley", {"command": "/recall ", "rest": "AAPL"}, "/recall AAPL"),
)


class TestCommands:
    async def test_command_in_a_channel_becomes_a_thread_under_who_asked_what(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            asked = ann.uses_command(fake.channel, "analyze", symbol="AAPL")
            root = await opening_of(fake, asked)
            thread = await thread_of(fake, root)
            await answered(fake, thread, "Ann said /analyze AAPL")

        assert "/analyze AAPL" in root.content
        assert thread.name == "analyze AAPL · Ann"
        assert bot.memory.openings[0].is_opened
        assert fake.channel.messages == [root]

    async def test_command_in_a_thread_belongs_to_it_and_leaves_nothing_behind(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL"))
            await answered(fake, thread, "analyze AAPL")
            asked = ann.uses_command(thread, "decide", symbol="GOOG", amount="$3,000")
            await answered(fake, thread, "said /decide GOOG $3,000")
            await fake.until(lambda: asked.original and asked.original.deleted)

        assert len({turn.thread for turn in bot.memory.turns}) == 1
        assert ann.ephemerals == []

    async def test_command_in_a_direct_message_belongs_to_it(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            ann.uses_command(ann.direct, "portfolio")
            await answered(fake, ann.direct, "said /portfolio")

        assert bot.memory.turns[0].thread.thread == ""

    async def test_command_says_what_a_person_would_type(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            for number, (name, options, _) in enumerate(TYPED, start=1):
                ann.uses_command(ann.direct, name, **options)
                await fake.until(lambda: len(bot.memory.texts) == number)  # noqa: B023 - awaited within the round

        assert bot.memory.texts == [text for _, _, text in TYPED]

    async def test_language_follows_the_persons_client(self, fake: FakeDiscord) -> None:
        mei = fake.add_person("mei", locale="zh-TW")
        async with started(fake):
            asked = mei.uses_command(fake.channel, "analyze", symbol="AAPL")
            root = await opening_of(fake, asked)
            mei.says(mei.direct, "hello")
            await answered(fake, mei.direct, "(zh)")

        assert "提问" in root.content

    async def test_suggestions_are_few_and_never_fail(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake):
            some = ann.autocompletes(fake.channel, "analyze", "symbol", "appl")
            many = ann.autocompletes(fake.channel, "decide", "symbol", "a")
            none = ann.autocompletes(fake.channel, "analyze", "symbol", "boom")
            commands = ann.autocompletes(fake.channel, "parley", "command", "AL")
            await fake.until(lambda: None not in (some.choices, many.choices, none.choices, commands.choices))

        assert some.choices == [{"name": "AAPL · Apple Inc.", "value": "AAPL"}]
        assert len(many.choices or ()) == 25
        assert none.choices == []
        assert [each["name"] for each in commands.choices or ()] == ["alert", "alerts", "analyze", "recall"]

    async def test_command_above_the_limit_opens_no_thread_and_only_its_person_is_told(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        memory = SharedRecords()
        memory.surplus = Surplus.PACE
        async with started(fake, memory):
            ann.uses_command(fake.channel, "analyze", symbol="AAPL")
            told = await ephemeral_message(fake, ann)

        assert "messages a minute" in told
        assert fake.channel.messages == []
        assert memory.texts == []

    async def test_each_process_registers_the_same_commands_in_both_languages(self, fake: FakeDiscord) -> None:
        for _ in range(2):
            async with started(fake):
                pass

        first, again = fake.called("PUT /applications/{}/commands")
        assert first.items == again.items
        descriptions = {each["name"]: each["description_localizations"] for each in first.items}
        assert set(descriptions["analyze"]) == {"zh-CN", "zh-TW"}

    async def test_commands_of_one_server_are_registered_there(self, fake: FakeDiscord) -> None:
        async with started(fake, guild_id=fake.guild.id):
            pass

        assert len(fake.called("PUT /applications/{}/guilds/{}/commands")) == 1
        assert fake.called("PUT /applications/{}/commands") == []


class TestPresses:
    async def proposed(self, fake: FakeDiscord, ann: DiscordPerson) -> FakeDiscordMessage:
        thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} decide AAPL"))
        return await answered(fake, thread, "decide AAPL")

    async def test_press_is_stored_then_acknowledged_then_answered_in_private(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            card = await self.proposed(fake, ann)
            press = ann.presses(card, "Confirm")
            told = await ephemeral_message(fake, ann)

        assert bot.memory.pressed == bot.memory.handled == [CONFIRM]
        assert press.ack == 6
        assert "Ann said confirm·" in told
        (turn,) = [turn for turn in bot.memory.turns if turn.kind is InputKind.PRESS]
        assert turn.thread.thread == str(card.channel.id)

    async def test_press_while_the_database_is_away_is_refused_in_private(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            card = await self.proposed(fake, ann)
            bot.memory.away = True
            ann.presses(card, "Confirm")
            told = await ephemeral_message(fake, ann)

        assert "try again" in told
        assert bot.memory.handled == []

    async def test_presses_above_the_limit_are_refused_in_private(
        self, fake: FakeDiscord, ann: DiscordPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(PressPace, "exceeds", lambda *_: True)
        async with started(fake):
            card = await self.proposed(fake, ann)
            ann.presses(card, f"up:{_reply_id(card)}")
            told = await ephemeral_message(fake, ann)

        assert told == sentence("surplus-presses")

    async def test_button_of_another_time_is_answered_in_private(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            card = await self.proposed(fake, ann)
            next(each for each in card.buttons if each["custom_id"] == CONFIRM)["custom_id"] = "sell:1"
            ann.presses(card, "sell:1")
            told = await ephemeral_message(fake, ann)

        assert told == sentence("button-unknown")
        assert bot.memory.pressed == []

    async def test_memory_shows_a_form_and_what_is_filled_in_is_a_press(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        button = f"memory:{DECISION}"
        async with started(fake) as bot:
            card = await self.proposed(fake, ann)
            next(each for each in card.buttons if each["custom_id"] == CONFIRM)["custom_id"] = button
            shown = ann.presses(card, button)
            form = await fake.until(lambda: shown.modal)
            ann.submits(shown, {"person.horizon": "10 years"})
            (pressed,) = await fake.until(lambda: bot.memory.handled)

        assert (form["title"], form["custom_id"]) == ("What I remember", f"{button}:1770000000")
        assert [each["component"]["custom_id"] for each in form["components"]][1] == "person.horizon"
        ref = parse_button(pressed)
        assert isinstance(ref, MemoryEditRef)
        assert dict(ref.fields)["person.horizon"] == "10 years"

    async def test_adjust_shows_a_form_and_what_is_filled_in_is_a_press(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            card = await self.proposed(fake, ann)
            shown = ann.presses(card, "Adjust…")
            form = await fake.until(lambda: shown.modal)
            ann.submits(shown, {"amount": "$3,000", "note": "not more"})
            await fake.until(lambda: bot.memory.handled)

        assert (form["title"], form["custom_id"]) == ("Adjust: buy 3 AAPL", ADJUST)
        assert form["components"][0]["component"]["value"] == "2500.00"
        assert bot.memory.handled == [f"{ADJUST}:$3,000:not more"]

    async def test_form_submitted_to_another_process_than_showed_it_works(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        memory = SharedRecords()
        async with started(fake, memory):
            shown = ann.presses(await self.proposed(fake, ann), "Adjust…")
            await fake.until(lambda: shown.modal)
        async with started(fake, memory):
            ann.submits(shown, {"amount": "3000"})
            await fake.until(lambda: memory.handled)

        assert memory.handled == [f"{ADJUST}:3000:"]

    async def test_amount_that_is_none_is_refused_in_private(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            shown = ann.presses(await self.proposed(fake, ann), "Adjust…")
            await fake.until(lambda: shown.modal)
            ann.submits(shown, {"amount": "a lot"})
            told = await ephemeral_message(fake, ann)

        assert "no amount" in told
        assert bot.memory.pressed == []

    async def test_form_for_a_stale_decision_is_a_private_sentence(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake, forms=stale()) as bot:
            shown = ann.presses(await self.proposed(fake, ann), "Adjust…")
            told = await ephemeral_message(fake, ann)

        assert told
        assert shown.modal is None
        assert bot.memory.pressed == []


def _reply_id(card: FakeDiscordMessage) -> str:
    return next(str(each["custom_id"]) for each in card.buttons if each["custom_id"].startswith("up:")).partition(":")[
        2
    ]

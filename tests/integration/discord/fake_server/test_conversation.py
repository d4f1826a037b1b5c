"""The fake Discord, driven by the unmodified client library: what a bot and people do."""

import asyncio
from typing import Any

import discord
import pytest

from tests.fakes.discord import FakeDiscord, FakeDiscordMessage, running_discord
from tests.fakes.discord.sample_bot import ConfirmItem, SampleDiscordBot, connected


def _card(asked: FakeDiscordMessage) -> FakeDiscordMessage | None:
    """The first answer in the thread of a message."""
    return next(iter(asked.thread.messages), None) if asked.thread else None


class TestConversation:
    async def test_mention_is_answered_in_a_thread_with_a_button_and_pings_nobody(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann = discord_.add_person("ann")
        asked = ann.says(discord_.channel, f"{discord_.bot.mention} AAPL?")
        thread = await discord_.until(lambda: asked.thread)
        card = await discord_.until(lambda: _card(asked))
        assert (thread.id, thread.parent, card.embeds[0]["title"]) == (asked.id, discord_.channel, "AAPL")
        assert card.pings == set()
        assert card.allowed_mentions == {"parse": []}
        assert bot.heard == [f"<@{bot.application_id}> AAPL?"]

        ann.presses(card, "Confirm")
        await discord_.until(lambda: card.content == "confirmed 7 by Ann")
        assert card.buttons == []
        assert discord_.violations == []

    async def test_button_works_after_a_restart(self, discord_: FakeDiscord) -> None:
        ann = discord_.add_person("ann")
        async with connected(discord_, SampleDiscordBot()):
            asked = ann.says(discord_.channel, f"{discord_.bot.mention} AAPL?")
            card = await discord_.until(lambda: _card(asked))
        async with connected(discord_, SampleDiscordBot()):
            ann.presses(card, "confirm:7")
            await discord_.until(lambda: card.edited)

    async def test_command_is_deferred_answered_and_followed_up(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann, bob = discord_.add_person("ann", locale="zh-CN"), discord_.add_person("bob")
        used = ann.uses_command(discord_.channel, "analyze", symbol="AAPL")
        private = await discord_.until(lambda: ann.ephemerals)
        assert [message.content for message in discord_.channel.messages] == ["AAPL in zh-CN"]
        assert [message.content for message in private] == ["for you alone"]
        assert (bob.ephemerals, used.ack, discord_.violations) == ([], 5, [])
        assert bot.tree.get_command("analyze") is not None

    @pytest.mark.usefixtures("bot")
    async def test_autocomplete_suggests(self, discord_: FakeDiscord) -> None:
        ann = discord_.add_person("ann")
        typed = ann.autocompletes(discord_.channel, "analyze", "symbol", "A")
        assert await discord_.until(lambda: typed.suggested) == ["AAPL", "AMD"]

    @pytest.mark.usefixtures("bot")
    async def test_modal_is_shown_and_submitted(self, discord_: FakeDiscord) -> None:
        ann = discord_.add_person("ann")
        shown = ann.uses_command(ann.direct, "adjust")
        await discord_.until(lambda: shown.modal)
        with pytest.raises(AssertionError, match="takes no more than 10"):
            ann.submits(shown, {"amount": "1" * 11})
        ann.submits(shown, {"Amount": "3000"})
        assert (await discord_.until(lambda: ann.ephemerals))[0].content == "3000 it is"

    async def test_direct_message_is_echoed(self, discord_: FakeDiscord, bot: SampleDiscordBot) -> None:
        ann = discord_.add_person("ann")
        ann.says(ann.direct, "hello")
        await discord_.until(lambda: len(ann.direct.messages) == 2)
        assert ann.direct.messages[-1].content == "echo hello"
        user = await bot.fetch_user(ann.id)
        await user.send("by id", file=discord.File(__file__, "chart.png"))
        assert ann.direct.messages[-1].attachments[0].filename == "chart.png"

    async def test_without_the_intent_only_mentions_replies_and_direct_messages_are_read(
        self, discord_: FakeDiscord
    ) -> None:
        discord_.application.message_content = False
        ann = discord_.add_person("ann")
        async with connected(discord_, SampleDiscordBot(content=False)) as bot:
            ann.says(discord_.channel, "secret")
            asked = ann.says(discord_.channel, f"{discord_.bot.mention} open")
            card = await discord_.until(lambda: _card(asked))
            ann.says(card.channel, "a reply", reply_to=card)
            ann.says(card.channel, "a quiet reply", reply_to=card, ping=False)
            ann.says(ann.direct, "direct")
            await discord_.until(lambda: len(bot.heard) == 5)
            assert bot.heard == ["", f"{discord_.bot.mention} open", "a reply", "", "direct"]

    async def test_library_sends_layouts_and_reads_history_members_and_commands(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann = discord_.add_person("ann")
        asked = ann.says(discord_.channel, f"{discord_.bot.mention} AAPL?")
        card = await discord_.until(lambda: _card(asked))
        thread = await bot.fetch_channel(card.channel.id)
        assert isinstance(thread, discord.Thread)
        view = discord.ui.LayoutView()
        view.add_item(
            discord.ui.Container(discord.ui.TextDisplay("in a box"), discord.ui.ActionRow(ConfirmItem(8).item))
        )
        await thread.send(view=view)
        await thread.edit(archived=True)
        kinds = [message.type.value async for message in thread.history(oldest_first=True)]
        assert kinds == [21, 0, 0]
        guild = thread.guild
        assert (await guild.fetch_member(ann.id)).display_name == "Ann"
        assert [each.id for each in await guild.active_threads()] == []
        assert {each.name for each in await bot.tree.fetch_commands()} == {"analyze", "adjust", "slow", "never"}
        assert [button["custom_id"] for button in card.channel.messages[-1].buttons] == ["confirm:8"]
        assert discord_.violations == []

    async def test_edits_deletions_and_reactions_are_told(self, discord_: FakeDiscord, bot: SampleDiscordBot) -> None:
        ann, told = discord_.add_person("ann"), list[str]()
        for name in ("raw_message_edit", "raw_message_delete", "raw_reaction_add", "raw_reaction_remove"):
            setattr(bot, f"on_{name}", _noting(told, name))
        said = ann.says(discord_.channel, "one")
        ann.edits(said, "two")
        ann.reacts(said, "👍")
        ann.unreacts(said, "👍")
        ann.deletes(said)
        await discord_.until(lambda: len(told) == 4)
        assert told == ["raw_message_edit", "raw_reaction_add", "raw_reaction_remove", "raw_message_delete"]
        assert discord_.channel.messages == []


def _noting(told: list[str], name: str) -> Any:  # noqa: ANN401 - an event handler, as the library takes it
    async def note(_payload: object) -> None:
        told.append(name)

    return note


def test_runs_on_a_thread_beside_something_else() -> None:
    with running_discord() as discord_:
        ann = discord_.add_person("ann")

        async def converse() -> None:
            async with connected(discord_, SampleDiscordBot()):
                asked = ann.says(discord_.channel, f"{discord_.bot.mention} AAPL?")
                await discord_.until(lambda: asked.thread and asked.thread.messages)

        asyncio.run(converse())
        assert discord_.wait_until(lambda: discord_.connected == 0)
        assert discord_.violations == []

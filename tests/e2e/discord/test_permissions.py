"""Missing permissions are named to everybody who meets them: in the channel, or where that is not allowed, directly."""

from collections.abc import Callable

from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import DiscordSystem, discord_system
from tests.fakes.discord import FakeDiscordChannel, FakeDiscordMessage, Permission, deny

GIVEN_UP = "SELECT count(*) FROM reply WHERE is_undeliverable"
LACKS = "I need **{}** in this channel to answer. An admin can allow it"


async def test_permission_lacking_then_told_to_everybody_and_the_rest_goes_on(deployment: Deployment) -> None:
    async with discord_system(deployment) as system:
        threadless = closed_channel(system, "threadless", Permission.CREATE_PUBLIC_THREADS)
        silent = closed_channel(system, "silent", Permission.SEND_MESSAGES_IN_THREADS)
        mute = closed_channel(system, "mute", Permission.SEND_MESSAGES, Permission.CREATE_PUBLIC_THREADS)
        parley = await system.start()

        asked = [
            mention(system, threadless),
            mention(system, threadless),
            mention(system, silent),
            mention(system, mute),
        ]
        in_chinese = system.discord.add_person("li", locale="zh-CN").says(
            silent, f"{system.discord.bot.mention} 分析 AAPL"
        )
        told = await system.answer(threadless, LACKS.format("Create Public Threads"))
        told_too = await system.answer(silent, "Send Messages in Threads")
        told_directly = await system.answer(system.ann.direct, "Send Messages")
        await system.until(given_up(deployment, len(asked) + 1), "given-up replies")

        def told_about(channel: FakeDiscordChannel) -> set[FakeDiscordMessage | None]:
            return {message.reference for message in system.app_messages(channel)}

        await system.until(lambda: told_about(threadless) == set(asked[:2]), "a reply to each")
        await system.until(lambda: told_about(silent) == {asked[2], in_chinese}, "a reply to each")
        assert told.reference in asked[:2]
        assert told_too.reference in (asked[2], in_chinese)
        assert [len(system.app_messages(each)) for each in (threadless, silent, mute)] == [2, 2, 0]
        assert f"<#{mute.id}>" in told_directly.content
        assert "Send Messages" in parley.log.read_text()
        command = system.ann.uses_command(threadless, "analyze", symbol="AAPL")
        await system.ephemeral_message(system.ann, "Create Public Threads")
        assert command.messages[0].seen_by is system.ann.user
        await system.answer(system.asks("analyze AAPL"), "AAPL $455.49")  # where it may
        await system.settled()
        assert {each.kind for each in system.discord.violations} == {"invalid_request"}  # the refusals


def closed_channel(system: DiscordSystem, name: str, *lacking: Permission) -> FakeDiscordChannel:
    channel = system.discord.add_channel(name)
    deny(system.discord.bot, channel, *lacking)
    return channel


def mention(system: DiscordSystem, channel: FakeDiscordChannel) -> FakeDiscordMessage:
    return system.ann.says(channel, f"{system.discord.bot.mention} analyze AAPL")


def given_up(deployment: Deployment, count: int) -> Callable[[], bool]:
    return lambda: bool(deployment.value(GIVEN_UP) == count)

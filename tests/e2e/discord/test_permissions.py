"""Where Parley lacks permissions: whoever asked is told which, in the channel, as long as it may speak there."""

from collections.abc import Callable

from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import DiscordSystem, discord_system
from tests.fakes.discord import FakeDiscordChannel, FakeDiscordMessage, Permission, deny

GIVEN_UP = "SELECT count(*) FROM reply WHERE is_undeliverable"
LACKS = "An admin can give my role these permissions: {}."


async def test_permission_lacking_then_told_in_the_channel_once_and_the_rest_goes_on(place: Deployment) -> None:
    async with discord_system(place) as at:
        threadless = closed_channel(at, "threadless", Permission.CREATE_PUBLIC_THREADS)
        silent = closed_channel(at, "silent", Permission.SEND_MESSAGES_IN_THREADS)
        mute = closed_channel(at, "mute", Permission.SEND_MESSAGES, Permission.CREATE_PUBLIC_THREADS)
        parley = await at.start()

        asked = [mention(at, threadless), mention(at, threadless), mention(at, silent), mention(at, mute)]
        in_chinese = at.discord.add_person("li", locale="zh-CN").says(silent, f"{at.discord.bot.mention} 分析 AAPL")
        told = await at.answer(threadless, LACKS.format("Create Public Threads"))
        told_too = await at.answer(silent, "Send Messages in Threads")
        await at.until(given_up(place, len(asked) + 1), "given-up replies")

        assert told.reference in asked[:2]
        assert told_too.reference in (asked[2], in_chinese)
        assert [len(at.ours(each)) for each in (threadless, silent, mute)] == [1, 1, 0]
        assert "Send Messages" in parley.log.read_text()
        command = at.ann.uses_command(threadless, "analyze", symbol="AAPL")
        await at.whispered(at.ann, "Create Public Threads")
        assert command.messages[0].seen_by is at.ann.user
        await at.answer(at.asks("analyze AAPL"), "50-day average")  # where it may
        await at.settled()
        assert {each.kind for each in at.discord.violations} == {"invalid_request"}  # the refusals


def closed_channel(at: DiscordSystem, name: str, *lacking: Permission) -> FakeDiscordChannel:
    channel = at.discord.add_channel(name)
    deny(at.discord.bot, channel, *lacking)
    return channel


def mention(at: DiscordSystem, channel: FakeDiscordChannel) -> FakeDiscordMessage:
    return at.ann.says(channel, f"{at.discord.bot.mention} analyze AAPL")


def given_up(place: Deployment, count: int) -> Callable[[], bool]:
    return lambda: bool(place.value(GIVEN_UP) == count)

from typing import Any, cast

from adapters.console.channel import ConsoleLinks
from bot.domain.conversation.threads import Thread
from bot.messaging.outbound.platform_router import Platform, PlatformRouter
from bot.ports import MessageLinks
from tests.fakes.core_ports import ComputedLinks


def platform(links: MessageLinks | None) -> Platform:
    unused = cast("Any", None)
    return Platform(unused, unused, unused, links=links)


async def test_link_is_made_by_the_platform_of_the_thread() -> None:
    router = PlatformRouter({"console": platform(ConsoleLinks()), "slack": platform(ComputedLinks())})
    assert await router.link_to(Thread("console", "ann", "c", "t1"), "7") == "parley:t1#7"
    assert await router.link_to(Thread("slack", "T1", "C1", "1.1"), "2.2") == "https://chat.example/C1/1.1/2.2"


async def test_no_link_on_a_platform_without_addresses_or_not_served_here() -> None:
    router = PlatformRouter({"console": platform(None)})
    assert await router.link_to(Thread("console", "ann", "c", "t1"), "7") is None
    assert await router.link_to(Thread("slack", "T1", "C1", "1.1"), "2.2") is None

"""A fake Discord on loopback: REST v10 and the gateway, for the unmodified client library."""

from tests.fakes.discord.interaction import Interaction as Interaction
from tests.fakes.discord.model import FakeDiscordChannel as FakeDiscordChannel
from tests.fakes.discord.model import FakeDiscordMessage as FakeDiscordMessage
from tests.fakes.discord.permissions import Permission as Permission
from tests.fakes.discord.permissions import deny as deny
from tests.fakes.discord.person import DiscordPerson as DiscordPerson
from tests.fakes.discord.server import FakeDiscord as FakeDiscord
from tests.fakes.discord.server import running_discord as running_discord

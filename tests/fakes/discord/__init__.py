"""A Discord on loopback: REST v10 and the gateway, for the unmodified client library."""

from tests.fakes.discord.interaction import Interaction as Interaction
from tests.fakes.discord.model import Channel as Channel
from tests.fakes.discord.model import Message as Message
from tests.fakes.discord.permissions import Permission as Permission
from tests.fakes.discord.permissions import deny as deny
from tests.fakes.discord.person import Person as Person
from tests.fakes.discord.records import Upload as Upload
from tests.fakes.discord.server import FakeDiscord as FakeDiscord
from tests.fakes.discord.server import running_discord as running_discord

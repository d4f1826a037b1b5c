"""Where the app is installed, and installations that have been begun."""

from datetime import datetime
from typing import Protocol

from bot.domain.installations import Installation


class Installations(Protocol):
    """The Slack workspaces we are installed in, one installation each. Everything raises StoreUnavailableError."""

    async def save(self, installation: Installation) -> None:
        """Store an installation, in place of the workspace's earlier one."""
        ...

    async def find(self, workspace: str) -> Installation | None:
        """Return a workspace's installation; None: there is none.

        Raises: SettingsError: its token is encrypted, with a key that is not set.
        """
        ...

    async def remove(self, workspace: str, *, unless_after: datetime | None = None) -> bool:
        """Forget a workspace's installation, unless it was made after that instant; return whether it was forgotten."""
        ...


class OAuthStates(Protocol):
    """Tells answers to installations that were begun here from forged ones. Everything raises StoreUnavailableError."""

    async def issue(self) -> str:
        """Return a new secret, which is safe in a URL and good for ten minutes."""
        ...

    async def consume(self, state: str) -> bool:
        """Return whether `state` is still good; of any number of calls with it only the first is told so."""
        ...

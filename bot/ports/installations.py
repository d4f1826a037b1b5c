"""Ports for the Slack app's installations and the OAuth states of installations in progress."""

from datetime import datetime
from typing import Protocol

from bot.domain.installations import Installation


class Installations(Protocol):
    """The app's installations, one per Slack workspace. Every method raises StoreUnavailableError."""

    async def save(self, installation: Installation) -> None:
        """Store an installation; it replaces the workspace's earlier one."""

    async def find_installation(self, workspace: str) -> Installation | None:
        """Return the workspace's installation, or None.

        Raises: SettingsError: its token is encrypted with a key that is not set.
        """

    async def remove(self, workspace: str, *, unless_after: datetime | None = None) -> bool:
        """Delete the installation unless it was made after `unless_after`; return whether it was deleted."""


class OAuthStates(Protocol):
    """OAuth `state` values, which prove that an installation began here. Every method raises StoreUnavailableError."""

    async def issue(self) -> str:
        """Return a new secret, URL-safe and valid for ten minutes."""

    async def consume(self, state: str) -> bool:
        """Invalidate `state`; return whether it was valid. At most one call per state returns True."""

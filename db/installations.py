"""The Slack app's installations, and the OAuth states of those that have been begun."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final

from bot.domain.ids import TenantId
from bot.domain.installations import Installation, slack_workspace_thread
from bot.ports import Clock
from db.messaging.inbox import ENROL
from db.pool import Database
from db.rows import THREAD, RowType
from db.stores.base import insert, replacing
from db.token_cipher import EncryptedToken, TokenCipher, missing_key_error

_COLUMNS = "enterprise_id, app_id, bot_token, sealed_with, bot_id, bot_user_id, scopes, installer_id, installed_at"
SAVE = insert("slack_installation", f"tenant_id, {_COLUMNS}", replacing("tenant_id", _COLUMNS))
FIND = "SELECT * FROM slack_installation WHERE tenant_id = %(tenant_id)s"
REMOVE = """
DELETE FROM slack_installation
 WHERE tenant_id = %(tenant_id)s AND installed_at <= coalesce(%(unless_after)s, 'infinity'::timestamptz)
RETURNING tenant_id
"""
ALL = "SELECT tenant_id, sealed_with FROM slack_installation"
# An installation that has been repeated in the meantime keeps its new token.
RESEAL = """
UPDATE slack_installation SET bot_token = %(token)s, sealed_with = %(key)s
 WHERE tenant_id = %(tenant_id)s AND bot_token = %(was)s
RETURNING tenant_id
"""

# Each new state also deletes some that have expired; SKIP LOCKED: two that do so at once do not wait for each other.
ISSUE = """
WITH cleared AS (
    DELETE FROM slack_oauth_state
     WHERE digest IN (SELECT digest FROM slack_oauth_state WHERE expires_at <= %(at)s
                       ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED)
)
INSERT INTO slack_oauth_state (digest, expires_at) VALUES (%(digest)s, %(expires_at)s)
"""
CONSUME = "DELETE FROM slack_oauth_state WHERE digest = %(digest)s AND expires_at > %(at)s RETURNING digest"

STATE_LIFETIME: Final = timedelta(minutes=10)
_STATE_BYTES: Final = 32
_INSTALLATION: Final = RowType(Installation)


class PostgresInstallations:
    """Implements `bot.ports.Installations`; each workspace is a tenant."""

    def __init__(self, database: Database, *, clock: Clock, cipher: TokenCipher) -> None:
        self._database = database
        self._clock = clock
        self._cipher = cipher

    async def save(self, installation: Installation) -> None:
        place = slack_workspace_thread(installation.workspace)
        token = self._cipher.encrypt(installation.bot_token)
        tenant = {"tenant_id": place.tenant_id, **THREAD.columns(place)}
        sealed = {"bot_token": token.text, "sealed_with": token.key_name}
        async with self._database.transaction(place.tenant_id) as conn:
            await conn.execute(ENROL, {**tenant, "at": self._clock.now()})
            await conn.execute(SAVE, {**tenant, **_INSTALLATION.columns(installation), **sealed})

    async def find_installation(self, workspace: str) -> Installation | None:
        row = await self._database.read_row(slack_workspace_thread(workspace).tenant_id, FIND, {})
        if row is None:
            return None
        token = self._cipher.decrypt(EncryptedToken(row["bot_token"], row["sealed_with"]))
        return _INSTALLATION({**row, "workspace": workspace, "bot_token": token})

    async def remove(self, workspace: str, *, unless_after: datetime | None = None) -> bool:
        tenant_id = slack_workspace_thread(workspace).tenant_id
        async with self._database.transaction(tenant_id) as conn:
            cursor = await conn.execute(REMOVE, {"tenant_id": tenant_id, "unless_after": unless_after})
            return await cursor.fetchone() is not None

    async def check_stored_tokens(self) -> int:
        """Return the number of installations. Raises: SettingsError: some tokens' key is not set."""
        keys = [row["sealed_with"] for row in await self._database.system_rows(ALL)]
        unreadable = sum(key is not None and key not in self._cipher.key_names for key in keys)
        if unreadable:
            raise missing_key_error(unreadable)
        return len(keys)

    async def reencrypt_tokens(self) -> int:
        """Encrypt every readable token that is not encrypted with the newest key; return the number of tokens changed.

        After a run with a new key in front of the old one, the old one is no longer needed.
        """
        if self._cipher.newest_key is None:
            return 0
        old = {None, *self._cipher.key_names} - {self._cipher.newest_key}
        rows = await self._database.system_rows(ALL)
        stale = [TenantId(row["tenant_id"]) for row in rows if row["sealed_with"] in old]
        return sum([await self._reencrypt_token(tenant_id) for tenant_id in stale])

    async def _reencrypt_token(self, tenant_id: TenantId) -> bool:
        row = await self._database.read_row(tenant_id, FIND, {})
        if row is None:
            return False
        new = self._cipher.encrypt(self._cipher.decrypt(EncryptedToken(row["bot_token"], row["sealed_with"])))
        parameters = {"tenant_id": tenant_id, "token": new.text, "key": new.key_name, "was": row["bot_token"]}
        async with self._database.transaction(tenant_id) as conn:
            return await (await conn.execute(RESEAL, parameters)).fetchone() is not None


class PostgresOAuthStates:
    """Implements `bot.ports.OAuthStates`; shared by all processes. Only a digest of each state is stored."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def issue(self) -> str:
        state, now = secrets.token_urlsafe(_STATE_BYTES), self._clock.now()
        row = {"digest": _digest(state), "at": now, "expires_at": now + STATE_LIFETIME}
        await self._database.system_rows(ISSUE, row)
        return state

    async def consume(self, state: str) -> bool:
        row = {"digest": _digest(state), "at": self._clock.now()}
        return await self._database.system_row(CONSUME, row) is not None


def _digest(state: str) -> bytes:
    return hashlib.sha256(state.encode(errors="surrogatepass")).digest()

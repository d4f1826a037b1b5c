from datetime import datetime

from bot.domain.conversation.channels import ChannelSettings
from db.rows import RowType
from db.stores.base import Store

GET = """
SELECT s.language, s.time_zone, s.engine, s.listen, s.overhear, n.learns
  FROM tenant n LEFT JOIN channel_settings s ON s.tenant_id = n.tenant_id AND s.channel = %(channel)s
 WHERE n.tenant_id = %(tenant_id)s
"""
SET = """
INSERT INTO channel_settings
       (tenant_id, channel, language, time_zone, engine, listen, overhear, changed_by, changed_at)
VALUES (%(tenant_id)s, %(channel)s, %(language)s, %(time_zone)s, %(engine)s, %(listen)s, %(overhear)s, %(by)s, %(at)s)
ON CONFLICT (tenant_id, channel) DO UPDATE
   SET language = excluded.language, time_zone = excluded.time_zone, engine = excluded.engine,
       listen = excluded.listen, overhear = excluded.overhear,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at
"""
SET_LEARNING = "UPDATE tenant SET learns = %(is_on)s WHERE tenant_id = %(tenant_id)s"
CHANNEL_SETTINGS = RowType(ChannelSettings, learn="learns")


class PostgresChannels(Store):
    """Implements `bot.ports.Channels`."""

    async def get_settings(self, channel: str) -> ChannelSettings:
        return await self._find(CHANNEL_SETTINGS, GET, channel=channel) or ChannelSettings()

    async def store_settings(self, channel: str, settings: ChannelSettings, *, by: str, at: datetime) -> None:
        await self._execute(SET, channel=channel, by=by, at=at, **CHANNEL_SETTINGS.columns(settings))

    async def set_learning(self, *, is_on: bool | None) -> None:
        await self._execute(SET_LEARNING, is_on=is_on)

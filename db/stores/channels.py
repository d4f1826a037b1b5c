from dataclasses import fields
from datetime import datetime

from bot.domain.conversation.channels import ChannelSettings, ListenMode
from bot.domain.text.locale import Language
from db.pool import Row
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


class PostgresChannels(Store):
    """Implements `bot.ports.Channels`."""

    async def get_settings(self, channel: str) -> ChannelSettings:
        row = await self._fetch_one(GET, channel=channel)
        return settings_from_row(row) if row else ChannelSettings()

    async def store_settings(self, channel: str, settings: ChannelSettings, *, by: str, at: datetime) -> None:
        columns = {field.name: getattr(settings, field.name) for field in fields(ChannelSettings)}
        await self._execute(SET, channel=channel, by=by, at=at, **columns)

    async def set_learning(self, *, is_on: bool | None) -> None:
        await self._execute(SET_LEARNING, is_on=is_on)


def settings_from_row(row: Row) -> ChannelSettings:
    """Return the settings of a row."""
    language, listen = row["language"], row["listen"]
    return ChannelSettings(
        language=Language(language) if language else None,
        time_zone=row["time_zone"],
        engine=row["engine"],
        listen=ListenMode(listen) if listen else None,
        overhear=row["overhear"],
        learn=row["learns"],
    )

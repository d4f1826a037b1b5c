from datetime import datetime

from bot.domain.conversation.channels import ChannelSettings
from bot.domain.text.locale import Language
from db.pool import Row
from db.stores.base import Store

GET = """
SELECT language, time_zone, engine FROM channel_settings WHERE tenant_id = %(tenant_id)s AND channel = %(channel)s
"""
SET = """
INSERT INTO channel_settings (tenant_id, channel, language, time_zone, engine, changed_by, changed_at)
VALUES (%(tenant_id)s, %(channel)s, %(language)s, %(time_zone)s, %(engine)s, %(by)s, %(at)s)
ON CONFLICT (tenant_id, channel) DO UPDATE
   SET language = excluded.language, time_zone = excluded.time_zone, engine = excluded.engine,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at
"""


class PostgresChannels(Store):
    """Implements `bot.ports.Channels`."""

    async def get_settings(self, channel: str) -> ChannelSettings:
        row = await self._fetch_one(GET, channel=channel)
        return settings_from_row(row) if row else ChannelSettings()

    async def store_settings(self, channel: str, settings: ChannelSettings, *, by: str, at: datetime) -> None:
        columns = {"language": settings.language, "time_zone": settings.time_zone, "engine": settings.engine}
        await self._execute(SET, channel=channel, by=by, at=at, **columns)


def settings_from_row(row: Row) -> ChannelSettings:
    """Return the settings of a row."""
    language = row["language"]
    return ChannelSettings(Language(language) if language else None, row["time_zone"], row["engine"])

"""Port for sources of news beside the market's own."""

from datetime import datetime
from typing import Protocol

from bot.domain.market.snapshot import NewsItem


class NewsSource(Protocol):
    """Dated news of shares, as known at an instant. Titles and descriptions are untrusted text, on one line each."""

    @property
    def name(self) -> str:
        """The source's name in logs and in `Snapshot.missing`: "folder", "alpaca"."""

    async def news(self, symbol: str, *, as_of: datetime, limit: int) -> tuple[NewsItem, ...]:
        """Return at most `limit` items on `symbol` that were public at `as_of`, newest first; their tone is 0.

        Raises: MarketSourceError: the source cannot be read, which is not the same as having no news.
        """

"""What of a message its request is made of, besides what the rules understood."""

from dataclasses import dataclass
from datetime import datetime, tzinfo


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageFacts:
    """A message, as it was said."""

    text: str  # as typed
    at: datetime
    zone: tzinfo  # of the channel: where days begin and end
    market_time: datetime
    asker: str  # the name of its author
    paths: tuple[str, ...] = ()  # words of it that name files
    has_files: bool = False

"""Files of Slack messages."""

from typing import Final

from adapters.shared.download import download, host_of
from adapters.slack import payload as read
from adapters.slack.api import SlackApi
from adapters.slack.payload import JsonObject, text_at
from bot.domain.conversation.threads import SharedFile
from bot.domain.conversation.turns import Turn
from bot.errors import DeliveryError, UnusableFileError

_HOSTS: Final = frozenset({"files.slack.com"})


def files_of_event(event: JsonObject) -> tuple[SharedFile, ...]:
    """Return the files of a message, as the event tells of them."""
    return tuple(
        SharedFile(
            name=text_at(each, "name"),
            url=text_at(each, "url_private_download") or text_at(each, "url_private"),
            size=each["size"] if isinstance(each.get("size"), int) else None,
        )
        for each in read.objects_at(event, "files")
        if text_at(each, "name")
    )


class SlackFiles:
    """Implements `bot.ports.SharedFiles`, with the bot's token and its scope files:read."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api
        host = host_of(api.base_url)  # that of SLACK_API_URL
        self._hosts = _HOSTS if host.endswith("slack.com") else _HOSTS | {host}

    async def fetch(self, turn: Turn, file: SharedFile, *, limit: int) -> bytes:
        """Return a file of a message. The token goes to Slack's hosts only. Raises: UnusableFileError."""
        if file.size is not None and file.size > limit:
            raise UnusableFileError(reason="too_large")
        try:
            bot = await self._api.get_bot(turn.thread.workspace)
        except DeliveryError as error:
            raise UnusableFileError(reason="not_fetched") from error
        headers = {"Authorization": f"Bearer {bot.token}"}
        return await download(self._api.session, file.url, hosts=self._hosts, headers=headers, limit=limit)

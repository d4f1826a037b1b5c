"""Files of Slack messages."""

from typing import Any, Final

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
    return tuple(_file(each) for each in read.objects_at(event, "files") if text_at(each, "name"))


def _file(told: Any) -> SharedFile:  # noqa: ANN401 - a part of Slack's event
    url = text_at(told, "url_private_download") or text_at(told, "url_private")
    size = told.get("size")
    return SharedFile(name=text_at(told, "name"), url=url, size=size if isinstance(size, int) else None)


class SlackFiles:
    """Implements `bot.ports.SharedFiles`, with the bot's token and its scope files:read."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api

    async def fetch(self, turn: Turn, file: SharedFile, *, limit: int) -> bytes:
        """Return a file of a message. The token goes to Slack's hosts only. Raises: UnusableFileError."""
        if file.size is not None and file.size > limit:
            raise UnusableFileError(reason="too_large")
        try:
            bot = await self._api.get_bot(turn.thread.workspace)
        except DeliveryError as error:
            raise UnusableFileError(reason="not_fetched") from error
        headers = {"Authorization": f"Bearer {bot.token}"}
        return await download(self._api.session, file.url, hosts=self._hosts(), headers=headers, limit=limit)

    def _hosts(self) -> frozenset[str]:
        """Return the hosts of files: Slack's, and the one of SLACK_API_URL where that is another."""
        host = host_of(self._api.base_url)
        return _HOSTS if host.endswith("slack.com") else _HOSTS | {host}

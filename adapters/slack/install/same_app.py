"""The check that the two tokens are of one app: with another app's, Socket Mode connects, and nothing arrives."""

from pydantic import SecretStr

from adapters.slack.install.doctor import NoAnswerError, find_difference
from bot.errors import SettingsError


class SameAppCheck:
    """A readiness check. Slack is asked until it has answered: a token never changes its app."""

    def __init__(self, bot_token: SecretStr, app_token: SecretStr, *, base_url: str) -> None:
        self._tokens = (bot_token, app_token)
        self._base_url = base_url
        self._difference: str | None = None  # None: not known yet

    async def __call__(self) -> None:
        """Raises: SettingsError: the tokens are of two apps."""
        if self._difference is None:
            bot_token, app_token = (each.get_secret_value() for each in self._tokens)
            try:
                self._difference = await find_difference(bot_token, app_token, base_url=self._base_url)
            except NoAnswerError:
                return
        if self._difference:
            raise SettingsError(faults=self._difference)

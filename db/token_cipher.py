"""Tokens are encrypted before they are stored, if there is a key."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from bot.errors import SettingsError

_SETTING: Final = "SLACK_TOKEN_KEY"


@dataclass(frozen=True, slots=True)
class EncryptedToken:
    """A token as it is stored."""

    text: str
    key_name: str | None  # the name of the key it is encrypted with; None: the text is the token


class TokenCipher:
    """Encrypts with the first of its keys, opens with any of them (Fernet: AES-128-CBC with HMAC-SHA256).

    Args:
        keys: Each 32 bytes in URL-safe base64, as `Fernet.generate_key()` makes them, the newest first. None at all:
            tokens are stored as they are.

    Raises: SettingsError: one of them is no such key.
    """

    def __init__(self, keys: Sequence[str] = ()) -> None:
        self._fernet = _create_fernet(keys) if keys else None
        self.key_names = tuple(_key_name(key) for key in keys)

    @property
    def newest_key(self) -> str | None:
        """Return the name of the key that new tokens are encrypted with."""
        return next(iter(self.key_names), None)

    def encrypt(self, token: str) -> EncryptedToken:
        """Return `token` as it is to be stored."""
        if self._fernet is None:
            return EncryptedToken(token, None)
        return EncryptedToken(self._fernet.encrypt(token.encode()).decode(), self.newest_key)

    def decrypt(self, sealed: EncryptedToken) -> str:
        """Return a stored token. Raises: SettingsError: the key for it is not set."""
        if sealed.key_name is None:
            return sealed.text
        if self._fernet is None or sealed.key_name not in self.key_names:
            raise missing_key_error(1)
        try:
            return self._fernet.decrypt(sealed.text).decode()
        except InvalidToken:
            raise SettingsError(setting=_SETTING, problem="a stored token was not encrypted by us") from None


def split_keys(setting: str) -> tuple[str, ...]:
    """Return the keys in a setting that holds several, with commas between them, the newest first."""
    return tuple(key for each in setting.split(",") if (key := each.strip()))


def missing_key_error(count: int) -> SettingsError:
    """Return what is wrong when `count` stored tokens cannot be opened."""
    return SettingsError(
        setting=_SETTING,
        problem=f"{count} stored tokens are encrypted with a key that is not set",
        advice="set the earlier key again, behind the new one, or install the app anew",
    )


def _create_fernet(keys: Sequence[str]) -> MultiFernet:
    try:
        return MultiFernet([Fernet(key) for key in keys])
    except ValueError:  # said in our words, which quote nothing
        raise SettingsError(setting=_SETTING, problem="a key is not 32 bytes in URL-safe base64") from None


def _key_name(key: str) -> str:
    """Return a name for a key that tells nothing of it."""
    return hashlib.sha256(b"name of " + key.encode()).hexdigest()[:12]

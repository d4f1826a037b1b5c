"""Encrypts tokens before they are stored, if there is a key."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from bot.errors import SettingsError

_SETTING: Final = "SLACK_TOKEN_KEY"
_NO_KEY: Final = "a key is not 32 bytes in URL-safe base64"
_ADVICE: Final = "docs/slack.md says how to make one"


@dataclass(frozen=True, slots=True)
class EncryptedToken:
    """A token as it is stored."""

    text: str
    key_name: str | None  # of the key it is encrypted with; None: not encrypted, `text` is the token


class TokenCipher:
    """Encrypts with the first of its keys, decrypts with any of them (Fernet: AES-128-CBC with HMAC-SHA256).

    Args:
        keys: Each 32 bytes in URL-safe base64, as from `Fernet.generate_key()`, the newest first. Empty: tokens are
            stored in plain text.

    Raises: SettingsError: one of them is no such key.
    """

    def __init__(self, keys: Sequence[str] = ()) -> None:
        try:
            self._fernet = MultiFernet([Fernet(key) for key in keys]) if keys else None
        except ValueError:  # its message may quote the key
            raise SettingsError(setting=_SETTING, problem=_NO_KEY, advice=_ADVICE) from None
        self.key_names = tuple(_key_name(key) for key in keys)

    @property
    def newest_key(self) -> str | None:
        """The name of the key that new tokens are encrypted with; None: there is no key."""
        return next(iter(self.key_names), None)

    def encrypt(self, token: str) -> EncryptedToken:
        """Return `token` in the form in which it is stored."""
        if self._fernet is None:
            return EncryptedToken(token, None)
        return EncryptedToken(self._fernet.encrypt(token.encode()).decode(), self.newest_key)

    def decrypt(self, encrypted: EncryptedToken) -> str:
        """Return the plain token. Raises: SettingsError: its key is not set, or its text was not encrypted by us."""
        if encrypted.key_name is None:
            return encrypted.text
        if self._fernet is None or encrypted.key_name not in self.key_names:
            raise missing_key_error(1)
        try:
            return self._fernet.decrypt(encrypted.text).decode()
        except InvalidToken:
            raise SettingsError(setting=_SETTING, problem="a stored token was not encrypted by us") from None


def split_keys(setting: str) -> tuple[str, ...]:
    """Return the keys in a setting that lists them separated by commas, the newest first."""
    return tuple(key for each in setting.split(",") if (key := each.strip()))


def missing_key_error(count: int) -> SettingsError:
    """Return the error for `count` stored tokens that cannot be decrypted."""
    return SettingsError(
        setting=_SETTING,
        problem=f"{count} stored tokens are encrypted with a key that is not set",
        advice="set the earlier key again, behind the new one, or install the app anew",
    )


def _key_name(key: str) -> str:
    """Return a name for a key from which the key cannot be derived."""
    return hashlib.sha256(b"name of " + key.encode()).hexdigest()[:12]

"""Find secrets that people paste: keys, tokens, passwords and card numbers. What has one is never kept in memory."""

import re
from itertools import pairwise
from typing import Final

_TOKENS: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:sk|pk|rk|ghp|gho|ghu|ghs|glpat|xox[abprs]|xapp|hf|npm|pypi|AKIA|ASIA|AIza|ya29|eyJ|whsec|dop_v1)"
    r"[-_.]?[A-Za-z0-9_\-.]{12,}|github_pat_\w{20,}|-----BEGIN [A-Z ]*PRIVATE KEY"
)
_NAMED: Final = re.compile(
    r"(?:(?<![a-z])(?:password|passwd|passphrase|passcode|pwd|api[ _-]?key|secret key|client secret|api secret|"
    r"access token|auth token|bearer|private key|pin code|pin|cvv|cvc|seed phrase|recovery phrase)(?![a-z])|"
    r"密码|口令|密钥|私钥|验证码|助记词|卡号|令牌)"
    r"(?:\s*(?:is|are|=|:|：|是|为|->)+\s*|\s+)[\"'“]?(?P<value>\S{4,})",
    re.IGNORECASE,
)
_ASSIGNS: Final = re.compile(r"(?:\bis|\bare|=|:|：|是|为)\s*[\"'“]?$", re.IGNORECASE)
_DIGITS: Final = re.compile(r"(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])")
_LONG: Final = re.compile(r"(?<![A-Za-z0-9/])[A-Za-z0-9+/_\-]{28,}={0,2}(?![A-Za-z0-9])")
_SHORTEST_WORD: Final = 6
_SWITCHES_OF_CASE: Final = 8
_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def has_secret(text: str) -> bool:
    """Return whether a text holds what looks like a key, a password or the number of a payment card."""
    return (
        _TOKENS.search(text) is not None
        or any(map(_is_value, _NAMED.finditer(text)))
        or any(_is_card_number(match[0]) for match in _DIGITS.finditer(text))
        or any(_is_random(match[0]) for match in _LONG.finditer(text))
    )


def _is_value(named: re.Match[str]) -> bool:
    """Return whether what stands behind "password" is one: "is hunter2", and not "the password policy changes"."""
    value = named["value"].strip("\"'”.,;:")
    is_mixed = any(char.isdigit() for char in value) or not value.isalnum()
    is_assigned = _ASSIGNS.search(named[0][: named.start("value") - named.start()]) is not None
    return value.isascii() and (is_mixed or (is_assigned and len(value) >= _SHORTEST_WORD))


def _is_card_number(digits: str) -> bool:
    """Return whether the check digit is right. Source: ISO/IEC 7812-1, annex B (Luhn)."""
    numbers = [int(char) for char in reversed(digits) if char.isdigit()]
    doubled = sum(sum(divmod(2 * number, 10)) for number in numbers[1::2])
    return len(set(numbers)) > 1 and (sum(numbers[::2]) + doubled) % 10 == 0


def _is_random(text: str) -> bool:
    """Return whether a long word mixes digits with letters as keys do; ids of ours, links and words do not count."""
    digits, letters = sum(map(str.isdigit, text)), sum(map(str.isalpha, text))
    switches = sum(one.isupper() is not two.isupper() for one, two in pairwise(filter(str.isalpha, text)))
    is_mixed = digits >= len(text) // 8 or (digits > 0 and switches >= _SWITCHES_OF_CASE)
    return is_mixed and letters >= len(text) // 4 and _ID.fullmatch(text) is None

"""Secrets that people paste, and what only looks like one."""

import pytest

from bot.domain.text.secrets import has_secret


@pytest.mark.parametrize(
    "text",
    [
        "our key is sk-" + "a1B2c3D4e5F6g7H8i9",
        "password: tr0ub4dor",
        "my password is correcthorse",
        "the pin is 4821",
        "card 4242 4242 4242 4242",
        "xoxp-" + "1234567890-abcdefghij",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "密码是abc12345",
        "-----BEGIN RSA PRIVATE KEY-----",
        "use wJalrXUtnFEMIzK7MDENGzbPxRfiCYEXAMPLEKEY",
    ],
)
def test_secret(text: str) -> None:
    assert has_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "the password policy changes in June",
        "our secret is patience",
        "we sold 12345678901234 of them",
        "card number 4242 4242 4242 4243 was a typo",
        "pin the message please",
        "see https://example.com/reports/the-long-report-of-the-year-2024",
        "we paid $3,000 on 2026-03-02",
        "decision 0d4bfb2e-51d6-5c40-9e1e-3f1b7f0a2c77",
        "我们不做期权",
    ],
)
def test_no_secret(text: str) -> None:
    assert not has_secret(text)

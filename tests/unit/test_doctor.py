"""`parley doctor` about platforms: one fault for what is half set up, and never a traceback."""

from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from adapters.market.news.alpaca import AlpacaNews
from bot import doctor
from bot.doctor import CheckStatus
from bot.errors import DeliveryError, MarketSourceError
from bot.settings import Settings


async def faults(monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> list[str]:
    check = doctor._check_platforms  # noqa: SLF001 - the checks before it need stores
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return [str(each) async for each in check(Settings()) if each.status is CheckStatus.FAULT]


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"SLACK_CLIENT_ID": "1.2"}, "SLACK_CLIENT_SECRET"),
        ({"SLACK_CLIENT_SECRET": "x"}, "SLACK_CLIENT_ID"),
        ({"SLACK_CLIENT_ID": "1.2", "SLACK_CLIENT_SECRET": "x"}, "SLACK_APP_TOKEN or SLACK_SIGNING_SECRET"),
        ({"SLACK_CLIENT_ID": "1.2", "SLACK_SIGNING_SECRET": "0" * 32}, "SLACK_CLIENT_SECRET"),
        ({"SLACK_SIGNING_SECRET": "0" * 32}, "SLACK_BOT_TOKEN"),
    ],
)
async def test_half_a_slack_is_one_fault(monkeypatch: pytest.MonkeyPatch, given: dict[str, str], missing: str) -> None:
    (fault,) = await faults(monkeypatch, given)
    assert f"{missing}" in fault
    assert "missing" in fault


@pytest.mark.parametrize("error", [RuntimeError("xoxb-secret"), DeliveryError(method="auth.test")])
async def test_check_that_breaks_off_is_a_fault(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    monkeypatch.setattr(doctor, "slack_checks", AsyncMock(side_effect=error))
    (fault,) = await faults(monkeypatch, {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"})
    assert "Slack" in fault
    assert "secret" not in fault


@pytest.mark.parametrize(("is_encrypted", "status"), [(True, CheckStatus.GOOD), (False, CheckStatus.NOTE)])
async def test_tokens_that_are_not_encrypted_are_no_good_sign(
    monkeypatch: pytest.MonkeyPatch, is_encrypted: object, status: CheckStatus
) -> None:
    async def counted(_: object) -> tuple[int, object]:
        return 3, is_encrypted

    monkeypatch.setattr(doctor, "installations_check", counted)
    result = await doctor._check_installations(AsyncMock())  # noqa: SLF001 - the checks before it need stores
    assert result.status is status
    assert ("set SLACK_TOKEN_KEY" in result.detail) is not is_encrypted


async def news_results(monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> list[str]:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return [str(each) async for each in doctor._check_news(Settings())]  # noqa: SLF001 - the checks before it need stores


async def test_news_that_are_not_set_up_are_not_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await news_results(monkeypatch, {}) == []


async def test_news_folder_then_what_it_holds_and_what_is_skipped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    good = '{"date": "2013-01-31", "symbol": "AAPL", "title": "x"}'
    (tmp_path / "a.jsonl").write_text(f"{good}\n\nsecret\n")
    held, skipped = await news_results(monkeypatch, {"NEWS_DIR": str(tmp_path)})
    assert held == f"[   ok] news folder: {tmp_path}; files: 1, items: 1, shares: 1"
    assert skipped.startswith("[ note] news folder: a.jsonl: lines skipped: 1, the first is line 3: not JSON; ")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"NEWS_DIR": "/nowhere/at/all"}, "news folder: /nowhere/at/all cannot be read (FileNotFoundError)"),
        ({"ALPACA_API_KEY_ID": "AK"}, "Alpaca's news: half set up: ALPACA_API_SECRET_KEY is missing"),
        ({"ALPACA_API_SECRET_KEY": "AK"}, "Alpaca's news: half set up: ALPACA_API_KEY_ID is missing"),
        ({"ALPACA_API_KEY_ID": "AK", "ALPACA_API_SECRET_KEY": "s"}, "Alpaca's news: no usable answer (status 403)"),
    ],
)
async def test_news_that_cannot_be_read_are_one_fault(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], told: str
) -> None:
    refused = MarketSourceError(source="alpaca", cause="status 403")
    monkeypatch.setattr(AlpacaNews, "news", AsyncMock(side_effect=refused))
    (fault,) = await news_results(monkeypatch, given)
    assert fault.startswith(f"[FAULT] {told}")

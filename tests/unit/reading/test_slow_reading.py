import threading

import pytest

from bot.context.slow_reading import MAX_QUICK_CHARACTERS, read_beside


@pytest.mark.parametrize(
    ("characters", "is_loaded", "is_beside"),
    [(MAX_QUICK_CHARACTERS, True, False), (MAX_QUICK_CHARACTERS + 1, True, True), (1, False, True)],
)
async def test_what_takes_long_is_read_in_another_thread(
    *, characters: int, is_loaded: bool, is_beside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.context.slow_reading.is_parser_loaded", lambda: is_loaded)

    reader = await read_beside("x" * characters, threading.get_ident)

    assert (reader != threading.get_ident()) is is_beside

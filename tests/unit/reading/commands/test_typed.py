"""Which command a message is, and what stands behind its name."""

import pytest

from bot.domain.text.normalise import without_mention
from bot.reading.commands.arguments import TypedCommand, find_command, nearest_command


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("/analyze AAPL", "analyze", "AAPL"),
        ("/PORTFOLIO", "portfolio", ""),
        ("/nonsense x", "nonsense", "x"),
        ("/parley analyze AAPL", "analyze", "AAPL"),
        ("/parley /status", "status", ""),
        ("/parley", "help", ""),
        ("/分析 苹果", "analyze", "苹果"),
        ("/why", "explain", ""),
        ("/kb add mandate", "knowledge", "add mandate"),
        ("/remember we trade on Mondays", "memory", "we trade on Mondays"),
        ("/review score GOOG", "score", "GOOG"),
        ("Pending decisions please!", "pending", ""),
        ("what's the hit rate?", "score", ""),
        ("订单", "orders", ""),
        ("settings language zh", "settings", "language zh"),
        ("设置时区上海", "settings", "时区上海"),
    ],
)
def test_a_command_is_found(text: str, name: str, rest: str) -> None:
    assert find_command(text) == TypedCommand(name, rest)


@pytest.mark.parametrize(
    "text", ["what is a portfolio theory", "help me buy apple", "analyze AAPL", "/", "// x", "a/b"]
)
def test_other_messages_are_none(text: str) -> None:
    assert find_command(text) is None


@pytest.mark.parametrize(("typed", "meant"), [("histroy", "history"), ("portfoilo", "portfolio"), ("foo", None)])
def test_a_misspelt_name_is_near_one_command_only(typed: str, meant: str | None) -> None:
    assert nearest_command(typed) == meant


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("@parley analyze AAPL", "analyze AAPL"),
        ("parley, help", "help"),
        ("<@U1> yes", "yes"),
        ("hey parley: hi", "hi"),
        ("parleying", "parleying"),
    ],
)
def test_a_mention_at_the_beginning_is_left_out(text: str, rest: str) -> None:
    assert without_mention(text) == rest

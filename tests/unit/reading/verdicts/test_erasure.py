"""What asks to erase a person, and what only resembles it."""

import pytest

from bot.reading.verdicts.erasure import NamedPerson, asks_for_erasure, read_forget_command

ASKS = (
    "delete everything you know about me",
    "please erase all my data",
    "Can you delete all my personal data please",
    "wipe everything I've ever said",
    "forget me",
    "can you delete all my data?",
    "能不能删除我的所有数据？",
    "I want to be forgotten.",
    "purge all my messages, permanently",
    "删除我的所有数据",
    "请帮我清除关于我的所有信息",
    "彻底忘掉我",
    "把我的数据全部删除",
    "我要行使被遗忘权",
)
ASKS_NOT = (
    "forget it",
    "forget what I said about banks",
    "forget everything about me",  # core memory
    "delete my notes",
    "delete the alert on IBM",
    "what happens if I delete all my data",
    "do not delete my data",
    "don't erase all my messages",
    "delete my limit on AAPL",
    "erase the loss and sell IBM",
    "sell everything",
    "忘了吧",
    "忘记我说的银行股",
    "删除我的提醒",
    "不要删除我的数据",
    "怎么删除我的数据",
    "清空我的仓位",
)


@pytest.mark.parametrize("text", ASKS)
def test_asks_for_erasure(text: str) -> None:
    assert asks_for_erasure(text)


@pytest.mark.parametrize("text", ASKS_NOT)
def test_something_else(text: str) -> None:
    assert not asks_for_erasure(text)


@pytest.mark.parametrize(
    ("rest", "named"),
    [
        ("me", NamedPerson(is_own=True)),
        ("myself, please", NamedPerson(is_own=True)),
        ("我的所有数据", NamedPerson(is_own=True)),
        ("自己", NamedPerson(is_own=True)),
        ("@Dora Quill", NamedPerson(name="Dora Quill")),
        ("<@U77|dora>", NamedPerson(name="U77")),
        ("<@!1234567>", NamedPerson(name="1234567")),
        ("U77", NamedPerson(name="U77")),
        ("王小明", NamedPerson(name="王小明")),
        ("", NamedPerson()),
    ],
)
def test_whom_the_command_names(rest: str, named: NamedPerson) -> None:
    assert read_forget_command(rest) == named

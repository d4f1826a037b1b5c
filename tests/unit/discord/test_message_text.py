"""What a person said on Discord, as plain words, and the names of threads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.message_text import MentionNames, ThreadTitles, thread_title, typed_text

NAMES = MentionNames(own=frozenset({"1", "9"}), users={"2": "Ann"}, roles={"3": "traders"}, channels={"4": "trading"})


def test_codes_are_told_in_words(subtests: pytest.Subtests) -> None:
    for content, said in [
        ("<@1> analyze AAPL", "analyze AAPL"),
        ("<@!1>, analyze AAPL", "analyze AAPL"),
        ("<@&9> analyze AAPL", "analyze AAPL"),
        ("analyze AAPL <@1>", "analyze AAPL"),
        ("hey <@1> what about AAPL", "hey what about AAPL"),
        ("<@1>", ""),
        ("<@1>：", ""),
        ("<@1> /analyze AAPL", "/analyze AAPL"),
        ("ask <@2> and <@5>", "ask @Ann and @someone"),
        ("<@&3> in <#4>, <#6>", "@traders in #trading, #a channel"),
        ("to the <:moon:123> <a:up:5>", "to the :moon: :up:"),
        ("at <t:1793638800:F>", "at 2026-11-02 17:00 UTC"),
        ("at <t:999999999999>", "at 999999999999"),
        ("use </analyze:77>", "use /analyze"),
        ("a < b > c", "a < b > c"),
        ("<@1> first line\nsecond", "first line\nsecond"),
        ("  plain  text ", "plain text"),
    ]:
        with subtests.test(f"{content!r}, {said!r}"):
            assert typed_text(content, NAMES) == said


@given(st.text())
def test_any_text_is_told_without_a_mention_of_us(content: str) -> None:
    assert "<@1>" not in typed_text(f"{content} <@1>", NAMES)


@pytest.mark.parametrize(
    ("text", "name", "made"),
    [
        ("/analyze AAPL", "Ann", "analyze AAPL · Ann"),
        ("", "Ann", "Ann"),
        ("", "", "Parley"),
        ("**AAPL** `x`\n~~y~~", "Ann", "AAPL x y · Ann"),
    ],
)
def test_title_says_what_and_who(text: str, name: str, made: str) -> None:
    assert thread_title(text, name) == made


@given(st.text(), st.text())
def test_title_is_what_discord_takes(text: str, name: str) -> None:
    made = thread_title(text, name)

    assert 1 <= len(made) <= 100
    assert made.strip() == made


def test_titles_are_kept_by_message() -> None:
    titles = ThreadTitles()
    titles.keep("1", text="analyze AAPL", name="Ann")

    assert titles.title_of("1") == "analyze AAPL · Ann"
    assert titles.title_of("2") is None

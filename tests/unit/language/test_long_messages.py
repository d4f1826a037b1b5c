"""Long messages cost the rules a bounded amount of work, and no part of one is taken for the whole."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

import bot.language
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.memory.core_memory import MAX_FACT
from bot.domain.text.normalise import collapse_repeated_signs, normalise
from bot.domain.text.tokens import has_more_tokens
from bot.language.intents.intent_examples import example_counts
from bot.language.message_reading import MAX_READ_CHARACTERS, MAX_READ_TOKENS
from bot.language.phrase_loading import load_phrase_files
from bot.language.understand import understand
from bot.language.understanding import Entities
from tests.labelled_utterances import MARKET, TODAY
from tests.long_texts import long_texts

CONTEXT = Surroundings(instruments=MARKET, today=TODAY, focus=("GOOG",), pending=1)
ROOM = str(Path(bot.language.__file__).parent)
# What looks at a whole text: at its beginning, its number of tokens, or for a Chinese character.
OF_ANY_LENGTH = {"understand", "_understand_long_message", "without_mention", "understand_long_statement"} | {
    "find_memory_request",
    "has_chinese",
    "_pattern",  # is given phrases
}
CALLS_IF_LONG = 500
CALLS_AT_MOST = 100_000  # before, a message of 200 characters took more


class Work:
    """How many functions of the rules were called, and which of them were given a text of more than may be read."""

    def __init__(self) -> None:
        self.calls = 0
        self.given_long_texts: set[str] = set()

    def count(self, frame: FrameType, event: str, _argument: object) -> None:
        """Count one event of the profiler."""
        if event != "call" or not frame.f_code.co_filename.startswith(ROOM):
            return
        self.calls += 1
        arguments = (frame.f_locals.get(name) for name in frame.f_code.co_varnames[: frame.f_code.co_argcount])
        if any(isinstance(each, str) and len(each) > MAX_READ_CHARACTERS for each in arguments):
            self.given_long_texts.add(frame.f_code.co_name)


@contextmanager
def counted() -> Iterator[Work]:
    work = Work()
    sys.setprofile(work.count)
    try:
        yield work
    finally:
        sys.setprofile(None)


@pytest.fixture(autouse=True, scope="module")
def loaded() -> None:
    load_phrase_files()
    example_counts()
    understand("remember that we buy 5 AAPL", CONTEXT)


def readable(text: str) -> str:
    """Return as much of the beginning of a text as is read."""
    text = text[:MAX_READ_CHARACTERS]
    while has_more_tokens(normalise(text), MAX_READ_TOKENS):
        text = text[:-20]
    return text


def test_when_a_text_has_8000_characters_then_no_rule_is_given_more_than_may_be_read() -> None:
    for text in long_texts():
        with counted() as work:
            found = understand(text, CONTEXT)
        assert work.given_long_texts <= OF_ANY_LENGTH, text[:20]
        is_cut = "message_cut" in found.entities.problems
        assert work.calls <= (CALLS_IF_LONG if is_cut else CALLS_AT_MOST), text[:20]


def test_when_a_text_is_as_long_as_may_be_read_then_few_functions_are_called() -> None:
    for text in map(readable, long_texts()[::15]):
        with counted() as work:
            understand(text, CONTEXT)
        assert work.calls <= CALLS_AT_MOST, text[:20]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("、" * 8_000, "、、、"),
        ("?!" * 4_000, "?!?!?!"),
        ("buy 5 AAPL" + "!" * 8_000, "buy 5 AAPL!!!"),
        ("buy 5 AAPL" + "\n" * 20, "buy 5 AAPL\n\n\n"),
        ("👍" * 8_000, "👍👍👍"),
        ("100,000,000,000,000,000", "100,000,000,000,000,000"),  # figures stay as typed
        ("$0.00001", "$0.00001"),
        ("-1 -1 -1 -1 -1", "-1 -1 -1 -1 -1"),
        ("wait... -- no!!!", "wait... -- no!!!"),
    ],
)
def test_when_signs_are_repeated_then_three_are_left_and_figures_stay(text: str, expected: str) -> None:
    assert collapse_repeated_signs(text) == expected


@pytest.mark.parametrize("signs", [",", "、", "!", "?! ", ". ", "\n"])
def test_when_signs_follow_an_order_then_it_is_read_as_without_them(signs: str) -> None:
    plain, found = understand("buy 5 AAPL" + signs, CONTEXT), understand("buy 5 AAPL" + signs * 2_000, CONTEXT)
    assert plain.entities.shares == found.entities.shares == 5
    assert (plain.intent, plain.entities) == (found.intent, found.entities)


@pytest.mark.parametrize(
    ("order", "rest"),
    [
        ("buy 5 AAPL. ", "I was only joking about that, please do not. "),
        ("买5股AAPL。", "刚才只是开玩笑，请不要买。"),
        ("yes, do it. ", "Our bank says that the market is going to fall. "),
        ("confirm all ", "and cancel all "),
    ],
)
def test_when_an_order_begins_a_long_text_then_no_part_of_it_is_done(order: str, rest: str) -> None:
    found = understand(order + rest * (MAX_READ_CHARACTERS // len(rest) + 1), CONTEXT)
    assert found.intent is Intent.UNKNOWN
    assert found.confidence < 0.6
    assert found.entities == Entities(problems=(Problem.MESSAGE_CUT,))


def test_when_a_long_text_is_to_be_remembered_then_it_is_refused_as_such() -> None:
    found = understand("remember that " + "we hold no banks, and " * 40, CONTEXT)
    assert found.command == "memory"
    assert found.memory is not None
    assert len(found.memory.text) > MAX_FACT

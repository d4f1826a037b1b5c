from typing import Final
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.ids import TenantId
from bot.domain.models.requests import (
    AnswerSchema,
    Caller,
    ModelMessage,
    ModelOptions,
    ModelRequest,
    ModelRole,
    PromptRole,
)
from bot.domain.models.token_estimate import estimate_prompt_tokens, estimate_tokens
from bot.domain.text.locale import Language

# Published counts of o200k_base, the encoding of gpt-4o and gpt-4.1: from OpenAI's announcement, and from tests of
# other implementations (knuddelsgmbh/jtokkit, skimtoken).
KNOWN: Final = {
    Language.ENGLISH: {
        "Hello, my name is GPT-4o. I'm a new type of language model, it's nice to meet you!": 24,
        "The quick brown fox jumps over the lazy dog.": 10,
        "Hello! How are you? I hope you're doing well!": 12,
        "I thought I was ready, but now I'm not so sure....": 13,
        "How about numbers? 123 45.6 -78.9": 14,
        "What about URLs? https://www.google.com": 9,
        "print('Hello, world!')": 7,
        "const numbers = [1, 2, 3, 4, 5].map(n => n * 2)": 26,
    },
    Language.CHINESE: {
        "你好，我的名字是GPT-4o。我是一种新型的语言模型，很高兴见到你！": 24,
        "让我们看看分词器如何处理它！": 10,
        "它包括空格、标点符号和多个句子。": 14,
        "你最喜欢的汉字是什么？请用汉字回答。": 14,
    },
}


@pytest.mark.parametrize("language", list(KNOWN))
def test_the_estimate_of_known_sentences_is_within_ten_percent(language: Language) -> None:
    known = KNOWN[language]
    counted, estimated = sum(known.values()), sum(map(estimate_tokens, known))
    assert abs(estimated / counted - 1) <= 0.1


# Each word below is one token, as the published counts show; what stands between words is certain by the encoding's
# rule: up to three digits are one, a space before a digit is one of its own, a sign beside a word may be one with it.
@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("I have a feeling you need more time", 8),
        ("I can see you are ready to come in", 9),
        ("I'm not so sure", 4),
        ("1,234,567", 5),
        ("numbers 12", 3),
        ("hip-hop.com", 3),
        ("   ", 1),
        ("what\n\nwhat", 3),
        ("🚀🚀", 4),
    ],
)
def test_text_is_estimated(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text(max_size=300), st.text(max_size=300))
def test_two_texts_have_the_tokens_of_both(first: str, second: str) -> None:
    together = estimate_tokens(f"{first}\n{second}")
    assert abs(together - estimate_tokens(first) - estimate_tokens(second)) <= 4


def prompt(*messages: ModelMessage, schema: AnswerSchema | None = None) -> int:
    options = ModelOptions(role=ModelRole.MAIN, model="m")
    caller = Caller(tenant_id=TenantId(UUID(int=1)))
    request = ModelRequest(
        purpose="p", prompt_version="p@1", options=options, messages=messages, caller=caller, schema=schema
    )
    return estimate_prompt_tokens(request)


def test_prompt_is_its_messages_and_its_schema() -> None:
    hello, schema = ModelMessage(PromptRole.USER, "four"), AnswerSchema("form", {"type": "object"}, str)
    assert prompt() == 0
    assert prompt(hello, hello) == 2 * prompt(hello) > 2 * estimate_tokens("four")
    assert prompt(hello, schema=schema) > prompt(hello)

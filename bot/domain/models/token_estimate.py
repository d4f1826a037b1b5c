"""Estimates token counts without a tokenizer: pieces as o200k_base splits, at their average cost (docs/models.md)."""

import json
import re
from collections import Counter
from decimal import Decimal
from typing import Final

from bot.domain.models.requests import ModelOptions, ModelRequest, TokenUsage
from bot.model_errors import (
    ModelBudgetError,
    ModelError,
    ModelPausedError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTooLongError,
    ModelUnreachableError,
)


def prompt_json(value: object) -> str:
    """Return a value as JSON without spaces between its parts: each would cost a token."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_TOKENS_PER_MESSAGE: Final = 4  # besides its text: its role and delimiters
# Hangul, kana and Chinese characters with their extensions, without punctuation.
_WIDE: Final = (
    "\u1100-\u11ff\u2e80-\u2fff\u3040-\u318f\u31a0-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_PIECE: Final = re.compile(
    rf"""
      (?:(?<=[A-Za-z0-9])[^\w\s])?  # one sign between two words belongs to the second: ".com", "-hop"
      (?:[A-Z]*[a-z]+|[A-Z]+)(?:'(?:s|t|re|ve|m|ll|d)(?![A-Za-z]))?
    | [0-9]{{1,3}}
    | [{_WIDE}]+
    | [^\W\d_{_WIDE}]+  # other letters
    | [^\w\s]+ | _+
    | \s*\n
    | \s+(?=\s\S) | \s+$ | \s+(?=\d)  # a single space before a word or a sign belongs to it
    | \d  # other digits
    """,
    re.VERBOSE,
)
_WIDE_START: Final = re.compile(f"[{_WIDE}]")
_PER_WIDE_CHARACTER: Final = 0.72
_PER_RARE_CHARACTER: Final = 2.2  # beyond the Basic Multilingual Plane: emoji, rare Chinese characters
_PER_OTHER_LETTER: Final = 0.4
_USUAL_WORD: Final = 8  # characters up to which a word is one token
_PER_FURTHER_CHARACTER: Final = 0.13
_LONGEST_WORD: Final = 20  # what is longer is no word: a key, an encoded file
_PER_RANDOM_CHARACTER: Final = 0.35
_USUAL_ACRONYM: Final = 3
_PER_FURTHER_CAPITAL: Final = 0.4
_USUAL_SIGNS: Final = 4
_PER_FURTHER_SIGN: Final = 0.4


def estimate_tokens(text: str) -> int:
    """Return the approximate number of tokens of `text`; 0 only if it is empty."""
    if not text:
        return 0
    pieces = Counter(_PIECE.findall(text))
    return max(1, round(sum(_piece_tokens(piece) * count for piece, count in pieces.items())))


def _piece_tokens(piece: str) -> float:
    length = len(piece)
    if piece.isascii():
        if piece[-1].islower():
            further, random = max(0, min(length, _LONGEST_WORD) - _USUAL_WORD), max(0, length - _LONGEST_WORD)
            return 1 + further * _PER_FURTHER_CHARACTER + random * _PER_RANDOM_CHARACTER
        if piece[-1].isupper():
            return 1 + max(0, length - _USUAL_ACRONYM) * _PER_FURTHER_CAPITAL
        return 1 if piece[-1].isalnum() or piece.isspace() else 1 + max(0, length - _USUAL_SIGNS) * _PER_FURTHER_SIGN
    rare = sum(character > "\uffff" for character in piece)
    if _WIDE_START.match(piece):
        return max(1, (length - rare) * _PER_WIDE_CHARACTER + rare * _PER_RARE_CHARACTER)
    if piece.isalpha():
        return max(1, length * _PER_OTHER_LETTER)
    return (length - rare) + rare * _PER_RARE_CHARACTER


def estimate_prompt_tokens(request: ModelRequest) -> int:
    """Return the approximate number of prompt tokens of a request, including its schema."""
    schema_tokens = estimate_tokens(prompt_json([dict(request.schema.schema)])) if request.schema is not None else 0
    return schema_tokens + sum(_TOKENS_PER_MESSAGE + estimate_tokens(message.text) for message in request.messages)


_ELLIPSIS: Final = " … "
_LATIN: Final = re.compile("[!-~]")
_LATIN_BEGIN: Final = re.compile("^[!-~]+")
_LATIN_END: Final = re.compile("[!-~]+$")


def shorten(text: str, *, limit_tokens: int) -> str:
    """Return `text`, without its middle if it is longer than `limit_tokens`; empty if nothing fits.

    No word in Latin letters and no figure is cut: the rest of "$137 billion" would be another figure.
    """
    if limit_tokens <= 0:
        return ""
    shortened, keep = text, len(text)
    while (tokens := estimate_tokens(shortened)) > limit_tokens:
        keep = min(keep - 1, keep * limit_tokens // tokens)
        tail = (keep - len(_ELLIPSIS)) // 3
        if tail <= 0:
            return ""
        head, end = keep - len(_ELLIPSIS) - tail, len(text) - tail
        begin = (_LATIN_END.sub("", text[:head]) if _joined(text, head) else text[:head]).rstrip()
        rest = (_LATIN_BEGIN.sub("", text[end:]) if _joined(text, end) else text[end:]).lstrip()
        if not begin and not rest:  # one long word
            begin, rest = text[:head], text[end:]
        shortened = f"{begin}{_ELLIPSIS}{rest}"
    return shortened


def _joined(text: str, at: int) -> bool:
    return len(_LATIN.findall(text[at - 1 : at + 1])) == len("ab")


# The request reached no model or was rejected unread: nothing is billed.
_UNBILLED_ERRORS = (
    ModelBudgetError,
    ModelPausedError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTooLongError,  # of the prompt; the error of a too long answer carries its usage
    ModelUnreachableError,
)


def max_usage(request: ModelRequest) -> TokenUsage:
    """Return the maximum that one request can use: its estimated prompt and an answer of maximum length."""
    return TokenUsage(estimate_prompt_tokens(request), request.options.max_tokens)


def cost_of(tokens: TokenUsage, options: ModelOptions) -> Decimal:
    """Return the exact price in US dollars; 0 if no price is known."""
    if options.price_per_million is None:
        return Decimal(0)
    prompt, completion = options.price_per_million
    return (prompt * tokens.prompt + completion * tokens.completion).scaleb(-6)


def usage_of_failure(request: ModelRequest, error: BaseException, *, streamed_text: str) -> TokenUsage:
    """Return the usage of a failed request, as the error tells, else the prompt, if read, and what was received."""
    facts = error.facts if isinstance(error, ModelError) else {}
    if isinstance(tokens := facts.get("tokens"), TokenUsage):
        return tokens
    received_text = max(error.partial if isinstance(error, ModelError) else "", streamed_text, key=len)
    if not received_text and (isinstance(error, _UNBILLED_ERRORS) or facts.get("attempts") == 0):
        return TokenUsage()
    return TokenUsage(estimate_prompt_tokens(request), min(estimate_tokens(received_text), request.options.max_tokens))


def attempts_in(error: BaseException) -> int:
    """Return the number of attempts that ended in `error`: its `facts["attempts"]`, else 0 if none was sent, else 1."""
    attempts = error.facts.get("attempts") if isinstance(error, ModelError) else None
    if isinstance(attempts, int):
        return attempts
    return 0 if isinstance(error, ModelBudgetError | ModelPausedError) else 1

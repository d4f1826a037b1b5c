"""Whether a message is a plain confirmation: the one place where a misreading costs money.

Not a search for a word but a closed grammar: every token must belong to it. One word that is not in it, a question
mark, a number, a side, a negation or a condition, and the message is no confirmation, whatever else it says.
"""

from collections.abc import Collection, Sequence
from enum import Enum, auto
from itertools import pairwise

from bot.domain.text.tokens import Phrase, PhraseTable, Token, spellings


class Strength(Enum):
    """How plainly a message confirms."""

    EXPLICIT = auto()  # "do it", 确认
    ASSENT = auto()  # "yes", 是的: to whatever was asked last
    WEAK = auto()  # "ok", 好的: may be no more than politeness


_MAX_TOKENS = 16
_EXPLICIT = """
    do it | do that | let's do it | just do it | please do | go ahead | go for it | confirm | confirm it
    | confirm this | confirm that | i confirm | confirmed | confirm the trade | confirm the order
    | confirm the decision | execute | execute it | execute this | execute that | execute the trade
    | execute the order | execute the decision | proceed | please proceed | approve | approve it | approved
    | i approve | place it | place the order | place the trade | place that order | submit it | submit the order
    | make the trade | do the trade | carry it out | pull the trigger | make it happen | make it so
    | go through with it | 执行 | 执行吧 | 执行一下 | 确认 | 确认吧 | 确认了 | 确认执行 | 确认下单 | 确认交易
    | 确定执行 | 确定下单 | 确认无误 | 我确认 | 下单 | 下单吧 | 成交 | 成交吧 | 动手吧 | 动手 | 提交 | 提交吧
    | 提交订单 | 批准 | 同意 | 我同意 | 照办 | 照办吧 | 就这么办 | 就这么办吧 | 就这样办 | 就这么做 | 就这么做吧
    | 干吧 | 办吧 | 执行交易 | 执行这笔交易 | 确认这笔交易 | 确认订单 | ship it | send it | let's go ahead
    | let's go for it | place this order | submit this order | submit that order | 按你说的来 | 按你说的办
    | 按你说的做 | 照你说的办 | 照你说的做 | 就按你说的来 | 就按你说的办 | 就按你说的做 | 就这么来 | 就这么定了
    | 就这么定 | 执行掉 | 走起 | 准了 | 批了 | 去执行 | 去办吧 | 就按这个执行 | 按这个执行 | 就这么执行
"""
_ASSENT = """
    yes | y | yep | yeah | yup | yea | ya | yes please | affirmative | agreed
    | 确定 | 是 | 是的 | 可以 | 可以的 | 行 | 行的 | 听你的
"""
_WEAK = """
    ok | okay | sure | alright | all right | fine | good | great | right | sounds good | please confirm | perfect | cool
    | lgtm | looks good | looks good to me | sounds great | works for me
    | 好 | 好的 | 好吧 | 好啊 | 嗯 | 对 | 成 | 行吧 | 没问题 | 当然 | 请确认 | 👍 | ✅ | 👌
"""
_POLITE = "🚀 | 🙏 | 💪 | 🎉 | 🔥 | 💯 | please | thanks | thank you | 请 | 谢谢 | 啊 | 呀 | , | . | ! | ~"
# Only beside an explicit confirmation: with a mere assent they say something else (那是, 就是, 是我).
_BESIDE_EXPLICIT = """
    now | right now | then | just | well | let's | i | and | so | the order | for me | the | trade | order | deal
    | 就 | 那 | 那就 | 帮我 | 给我 | 我 | 现在 | 马上 | 立即 | 立刻 | 这笔 | 这笔交易 | 这个 | 这个决策 | 它 | 按这个
    | 照这个   | 直接
"""


def _phrases(text: str) -> frozenset[Phrase]:
    return frozenset(spelling for phrase in text.split("|") for spelling in spellings(phrase))


class _Filler(Enum):
    """Words that confirm nothing themselves."""

    POLITE = auto()
    BESIDE_EXPLICIT = auto()


_GRAMMAR: PhraseTable[Strength | _Filler] = PhraseTable(
    dict.fromkeys(_phrases(_BESIDE_EXPLICIT), _Filler.BESIDE_EXPLICIT)
    | dict.fromkeys(_phrases(_POLITE), _Filler.POLITE)
    | dict.fromkeys(_phrases(_WEAK), Strength.WEAK)
    | dict.fromkeys(_phrases(_ASSENT), Strength.ASSENT)
    | dict.fromkeys(_phrases(_EXPLICIT), Strength.EXPLICIT)
)


def confirmation_strength(tokens: Sequence[Token], *, named: Collection[int] = ()) -> Strength | None:
    """Return how plainly `tokens` confirm, or None when they are no confirmation.

    Args:
        tokens: The whole message.
        named: Indices of tokens that name an instrument: "confirm AAPL". The caller compares it with what is pending.
    """
    words = [token.text for token in tokens]
    if len(words) > _MAX_TOKENS or _is_marked(words):
        return None
    found: set[Strength | _Filler] = set()
    at = 0
    while at < len(words):
        if at in named:
            at += 1
            continue
        match = _GRAMMAR.longest_match(words, at)
        if match is None:
            return None
        found.add(match[0])
        at += match[1]
    plainest = next((grade for grade in Strength if grade in found), None)
    needs_explicit = bool(named) or _Filler.BESIDE_EXPLICIT in found
    return None if needs_explicit and plainest is not Strength.EXPLICIT else plainest


def _is_marked(words: Sequence[str]) -> bool:
    """Whether the signs take back what the words say: "~yes~" is struck through, "yes…" hesitates."""
    return words[:1] == ["~"] or any(pair == (".", ".") for pair in pairwise(words))

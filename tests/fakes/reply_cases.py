"""Replies of the core for rendering tests."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from bot.domain.conversation.blocks import Bullets, Button, Card, Markdown, Paragraph, Quotation, Quotations, Table
from bot.domain.conversation.buttons import ButtonAction
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.text.locale import Language
from tests.fakes.console import DECISION_ID, make_reply
from tests.fakes.core import Talk, button

EN, ZH = Language.ENGLISH, Language.CHINESE
_SAID = {
    "analysis": ("analyze google", "分析谷歌"),
    "decide": ("should I buy google? at most $3,000", "谷歌要不要买？最多3000美元"),
    "hold": ("should I buy AAPL?", "苹果要不要买？"),
    "explain": ("why not just wait?", "为什么不再等等？"),
    "what_if": ("what if it falls tomorrow?", "如果明天下跌怎么办？"),
    "review": ("review our decisions", "回顾我们的决策"),
    "portfolio": ("/portfolio", "/portfolio"),
    "pending": ("/pending", "/pending"),
    "orders": ("/orders", "/orders"),
    "help": ("/help", "/help"),
    "hello": ("hello", "你好"),
    "batch": ("should I buy GOOG and IBM?", "谷歌和IBM要不要买？"),
    "error": ("analyze TSLA", "分析特斯拉"),
}


@dataclass(frozen=True, slots=True)
class ReplyCase:
    """One reply and how to produce it."""

    name: str
    made: Callable[[Talk, Language], Awaitable[Reply]]


_made: dict[tuple[str, Language], Reply] = {}


async def reply_of(case: ReplyCase, language: Language) -> Reply:
    """Return the reply of a case, made once per process."""
    if (case.name, language) not in _made:
        _made[case.name, language] = await case.made(Talk(), language)
    return _made[case.name, language]


def said(kind: str, language: Language) -> str:
    return _SAID[kind][0 if language is EN else 1]


def _asking(kind: str, *before: str) -> ReplyCase:
    async def made(talk: Talk, language: Language) -> Reply:
        for each in ("hello", *before):
            await talk.say("ann", said(each, language))
        return await talk.say("ann", said(kind, language))

    return ReplyCase(kind, made)


async def _proposed(talk: Talk, language: Language) -> Reply:
    await talk.say("ann", said("hello", language))
    return await talk.proposed(text=said("decide", language))


async def _refused(talk: Talk, language: Language) -> Reply:
    return await talk.press("bob", button(await _proposed(talk, language), "confirm"))


async def _confirmed(talk: Talk, language: Language) -> Reply:
    return await talk.press("ann", button(await _proposed(talk, language), "confirm"))


def _redrawn(name: str, press: ButtonAction) -> ReplyCase:
    """Return the card after a press."""

    async def made(talk: Talk, language: Language) -> Reply:
        reply = await _proposed(talk, language)
        await talk.press("ann", button(reply, press))
        return await talk.core.refresh_reply(reply)

    return ReplyCase(name, made)


async def _review(talk: Talk, language: Language) -> Reply:
    await _confirmed(talk, language)
    await talk.say("ann", "/advance 5")
    talk.pass_time(timedelta(days=3))
    return await talk.say("ann", said("review", language))


async def _after_trade(talk: Talk, language: Language, kind: str) -> Reply:
    await _confirmed(talk, language)
    return await talk.say("ann", said(kind, language))


async def _portfolio(talk: Talk, language: Language) -> Reply:
    return await _after_trade(talk, language, "portfolio")


async def _orders(talk: Talk, language: Language) -> Reply:
    return await _after_trade(talk, language, "orders")


CASES = (
    _asking("analysis"),
    _asking("decide"),
    _asking("hold"),
    ReplyCase("confirmed", _confirmed),
    _redrawn("decided", ButtonAction.CONFIRM),
    _redrawn("cancelled", ButtonAction.CANCEL),
    ReplyCase("refused", _refused),
    _asking("explain", "decide"),
    _asking("what_if", "decide"),
    ReplyCase("review", _review),
    ReplyCase("portfolio", _portfolio),
    _asking("pending", "batch"),
    ReplyCase("orders", _orders),
    _asking("help"),
    _asking("batch"),
    _asking("error"),
)


def _reply(answer: Answer) -> Reply:
    return replace(make_reply(answer), id=UUID("01890a5d-ac96-774b-bcce-b302099a8058"))


_CARD = Card(
    title="Buy 3 GOOG for $2,267.07",
    lines=("For: up 18 %", "Against: near its high"),
    footer="ann may confirm until 16:30 · by rules, not advice",
    decision_id=str(DECISION_ID),
    final_status="Cancelled",
)
_BUTTONS = tuple(
    Button(f"{kind}:{DECISION_ID}:1", kind.capitalize()) for kind in ("confirm", "cancel", "why", "adjust")
)
EVERY_BLOCK = _reply(
    Answer(
        blocks=(
            Paragraph("Paper account"),
            Table(("Symbol", "Shares"), (("GOOG", "3"), ("现金", "10"))),
            Bullets("Noted", ("one", "two")),
            Quotations((Quotation("Bob", "12 Mar", "Banks look *weak*"),)),
            Markdown("The price is **above**; see [this](https://x.example)."),
            _CARD,
        ),
        buttons=_BUTTONS,
    )
)
OVERLONG = _reply(
    Answer(
        blocks=(
            Card(
                title="A title of many words " * 15,
                lines=(*(f"Line {n}" for n in range(26)), "A line of many words. " * 400),
                footer="A footer of many words. " * 100,
                decision_id=str(DECISION_ID),
                final_status="A status of many words. " * 200,
            ),
            Table(("Symbol", "Value"), tuple((f"S{n:03}", str(n)) for n in range(220))),
        ),
        buttons=(
            *(replace(each, label=f"{each.label} with a label of many words " * 3) for each in _BUTTONS),
            *(Button(f"why:{n}:1", f"Why? · {n}") for n in range(5)),
        ),
    )
)

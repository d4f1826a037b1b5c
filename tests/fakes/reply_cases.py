"""Replies of the core for rendering tests, and the text that must be visible of each block."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

from hypothesis import strategies as st

from adapters.markup.flow import TextLine
from adapters.markup.markdown_parser import parse_markdown
from adapters.markup.text import clean_text
from adapters.markup.text_runs import plain_text_of
from bot.domain.conversation.blocks import Bullets, Button, Card, Markdown, Paragraph, Table
from bot.domain.conversation.buttons import ButtonAction
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent
from bot.domain.text.locale import Language
from tests.fakes.console import make_reply
from tests.fakes.core import Talk, button

EN, ZH = Language.ENGLISH, Language.CHINESE
_REPLY_ID = UUID("01890a5d-ac96-774b-bcce-b302099a8057")
_LONG = {
    EN: "## What moved the share\n\nThe price rose **{n} %** above its *200-day average*; margins held.\n\n"
    "1. Demand for `search` stayed strong.\n   - in the US\n   - abroad\n"
    "2. Costs fell; see [the filing](https://www.sec.gov/x).\n\n"
    "| Quarter | Revenue | Growth |\n|---|---:|---:|\n| Q3 2012 | 14.1 | +45 % |\n| Q4 2012 | 14.4 | +36 % |\n\n"
    "> “We ended 2012 with a strong quarter.”\n\n",
    ZH: "## 股价为什么变动\n\n价格高出 *200 日均线* **{n} %**；收入增长，利润率稳定。\n\n"
    "1. 对 `search` 的需求依然强劲。\n   - 美国\n   - 海外\n2. 成本下降，见[公告](https://www.sec.gov/x)。\n\n"
    "| 季度 | 收入 | 增长 |\n|---|---:|---:|\n| 2012 年三季度 | 14.1 | +45 % |\n| 2012 年四季度 | 14.4 | +36 % |\n\n"
    "> “我们以强劲的季度结束了 2012 年。”\n\n",
}
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


async def _long(_: Talk, language: Language) -> Reply:
    """A model's analysis that takes more than one message."""
    prose = Markdown("".join(_LONG[language].replace("{n}", str(n)) for n in range(1, 31 if language is EN else 61)))
    answer = Answer(blocks=(Paragraph("GOOG"), prose), symbols=("GOOG",))
    return replace(make_reply(answer, language=language), id=_REPLY_ID)


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
    ReplyCase("long", _long),
)

FRAGMENTS = (
    "<!channel>", "<@U12345>", "<#C123|x>", "<https://evil.example|click>", "@here", "@everyone", "<@&123456789>",
    "<@!123456789>", ":smile:", "<:e:123456>", "<a:e:1>", "</cmd:123>", "<t:0:R>", "<id:home>",
    "[x](https://evil.example)", "https://evil.example", "discord.gg/abc", "||spoiler||", "```", "``", "`x`", "~~x~~",
    "*b*", "**b**", "_i_", "__u__", "***", "NOK_X", "2*3", "&amp;", "&lt;", "\\", "\\*", "<script>",
    "👩\u200d💻", "🇩🇪", "e\u0301", "苹果", "，", "。", "العربية", "12:30:45", "![i](u)", "# heading",
    "-# small", "> quote", ">>> all", "- item", "1. item", "* item", "2 * 3", "\n", "\r\n", "\t", " ", "\u202e",
    "\u2066", "\u0000", "\u001b[31m", "\u200b", "\u200d", "\ud800", "| a | b |\n|---|---|\n| 1 | 2 |\n",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=12)), max_size=12).map("".join)
_REPEATED = st.tuples(TEXTS, st.integers(1, 600)).map(lambda pair: (pair[0] * pair[1])[:9_000])
_ANY = st.one_of(TEXTS, TEXTS, _REPEATED)
_DECISION = "01890a5d-ac96-774b-bcce-b302099a8057"
_ROWS = st.integers(1, 4).flatmap(
    lambda n: st.tuples(
        st.lists(TEXTS, min_size=n, max_size=n).map(tuple),
        st.lists(st.lists(_ANY, min_size=n, max_size=n).map(tuple), max_size=40).map(tuple),
    )
)
_BULLETS = st.builds(Bullets, TEXTS, st.lists(_ANY, max_size=8).map(tuple))
_CARDS = st.builds(
    Card,
    title=_ANY,
    fields=st.lists(st.tuples(_ANY, _ANY), max_size=30).map(tuple),
    sections=st.lists(_BULLETS, max_size=4).map(tuple),
    footer=_ANY,
    decision_id=st.sampled_from(["", _DECISION]),
    final_status=_ANY,
)
BLOCKS = st.one_of(
    st.builds(Paragraph, _ANY),
    st.builds(Markdown, _ANY),
    _BULLETS,
    _ROWS.map(lambda pair: Table(*pair)),
    _CARDS,
)
_IDS = st.one_of(
    st.text(max_size=300),
    st.builds(
        "{}:{}:1".format, st.sampled_from(["confirm", "cancel", "why", "adjust"]), st.sampled_from([_DECISION, "x"])
    ),
    st.integers(0, 40).map("why:{}:1".format),
)
REPLIES = st.builds(
    lambda blocks, buttons, intent, language: replace(
        make_reply(Answer(blocks=blocks, buttons=buttons), language=language),
        intent=intent,
        id=_REPLY_ID,
        confidence=Decimal(1),
    ),
    st.lists(BLOCKS, max_size=5).map(tuple),
    st.lists(st.builds(Button, _IDS, TEXTS), max_size=40).map(tuple),
    st.sampled_from(Intent),
    st.sampled_from(Language),
)


def shown_by(block: object, *, status_first: bool) -> str | None:
    """The letters and digits that must be seen of a block, in order; None where a table may be drawn in other ways."""
    match block:
        case Paragraph(text):
            found = [text]
        case Bullets(heading, items):
            found = [heading, *items]
        case Markdown(text):
            flow = parse_markdown(text)
            if any(isinstance(item, Table) for item in flow):
                return None
            found = [
                i.mark + plain_text_of(i.runs) if isinstance(i, TextLine) else i.text
                for i in flow
                if not isinstance(i, Table)
            ]
        case Card(title, fields, sections, footer, final_status=final_status):
            parts = [text for pair in fields for text in pair]
            parts += [text for section in sections for text in (section.heading, *section.items)]
            found = [title, final_status, *parts, footer] if status_first else [title, *parts, final_status, footer]
        case _:
            return None
    return "".join(character for character in clean_text("\n".join(found)) if character.isalnum())

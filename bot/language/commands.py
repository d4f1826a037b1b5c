"""Commands: "/analyze AAPL", "/parley analyze AAPL", and words that are a whole message ("portfolio", 持仓)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.conversation.states import Intent
from bot.domain.text.tokens import key, spellings
from bot.language.settings_commands import behind_command

_MENTION = re.compile(r"^(?:<@[!&]?\w+>|(?:hey |hi |ok )?@?parley(?:[,:]|(?= )|$))[\s,:]*", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_SLASH = re.compile(r"^/(?P<name>\w+)(?:\s+(?P<rest>.*))?$", re.DOTALL)

INTENTS: Mapping[str, Intent] = {
    "analyze": Intent.ANALYZE,
    "decide": Intent.DECIDE,
    "explain": Intent.EXPLAIN,
    "review": Intent.REVIEW,
    "confirm": Intent.CONFIRM,
    "cancel": Intent.CANCEL,
}
OTHERS = frozenset(
    {
        "portfolio",
        "pending",
        "orders",
        "status",
        "help",
        "advance",
        "reset",
        "settings",
        "usage",
        "debug",
        "discussion",
    }
)
_ALIASES: Mapping[str, str] = {
    "analyse": "analyze",
    "why": "explain",
    "分析": "analyze",
    "决策": "decide",
    "解释": "explain",
    "回顾": "review",
    "确认": "confirm",
    "取消": "cancel",
    "持仓": "portfolio",
    "待确认": "pending",
    "订单": "orders",
    "状态": "status",
    "帮助": "help",
    "推进": "advance",
    "重置": "reset",
    "设置": "settings",
    "用量": "usage",
    "调试": "debug",
    "讨论": "discussion",
}
_WHOLE_MESSAGES: Mapping[str, str] = {
    "portfolio": """
        portfolio | my portfolio | show portfolio | show my portfolio | show me my portfolio | positions
        | my positions | show my positions | holdings | my holdings | our portfolio | show our portfolio
        | what do i own | how much cash do i have left | how much cash do we have left
        | how much money do i have left | what's my cash position | show my account | show me my account
        | my cash balance | show my balance | what am i holding | what are we holding | how much cash do i have
        | how much cash do we have | how much cash is left | how much money do i have
        | how much money do we have | how much money is left | how much cash have i got | how much have i got
        | what's my cash | what's my balance | my balance | my cash | my account
        | how much is my portfolio worth | how much is our portfolio worth | what's my portfolio worth
        | what is my portfolio worth | how is my portfolio doing | how's my portfolio | how is my portfolio
        | how much have i gained | how much have we gained | how much am i up | how much am i down
        | am i up or down | what's my p&l | what is my p&l | my p&l | p&l | total p&l | what's our p&l
        | what's my total p&l | what is my cash balance | what's my buying power | show me my positions
        | show me my holdings | show me our positions | what stocks do i have | what stocks do i own
        | what shares do i have | what do we hold | what do i hold | what do we own | account | balance | cash
        | what's in my portfolio | what's in our portfolio | our positions | 持仓 | 我的持仓 | 看看持仓
        | 查看持仓 | 仓位 | 账户 | 余额 | 现金 | 看看我的持仓 | 查看我的持仓 | 我们持有什么 | 我的账户
        | 我有多少现金 | 账户余额 | 我的余额 | 我的账户还有多少钱 | 我账户里有多少钱 | 我有多少钱 | 还有多少现金
        | 还有多少钱 | 还剩多少钱 | 还剩多少现金 | 我还有多少钱 | 我还有多少现金 | 我还剩多少钱 | 我还剩多少现金
        | 账户里有多少钱 | 账户还剩多少钱 | 现金余额 | 我持有什么 | 我持有哪些股票 | 我有哪些股票 | 我有什么股票
        | 我手里有什么 | 我都持有什么 | 总盈亏 | 我的盈亏 | 我的总盈亏 | 盈亏 | 盈亏多少 | 总共盈亏多少
        | 账户盈亏 | 总资产 | 我的总资产 | 总资产多少 | 组合值多少钱 | 我的组合值多少钱 | 我的持仓值多少钱
        | 可用资金 | 购买力 | 投资组合 | 组合 | 显示持仓
    """,
    "pending": """
        pending | what's pending | what is pending | pending decisions | show pending | anything pending
        | show pending decisions | open decisions | 待确认 | 待处理 | 待确认的决策 | 有什么待确认 | 查看待确认
        | 待办
    """,
    "orders": """
        orders | my orders | show orders | show my orders | our orders | list orders | open orders | 订单
        | 我的订单 | 查看订单 | 看看订单 | 委托
    """,
    "status": """
        status | show status | what's the status | state | 状态 | 当前状态 | 查看状态 | 现在什么状态
    """,
    "help": """
        help | help me | commands | manual | what can i do here | how does this work | what can you do
        | what can you do for me | what do you do | what are you able to do | how do i use this | how do i use you
        | 你能做什么 | 你会什么 | 你会做什么 | 你能干什么 | 你可以做什么 | 你有什么功能 | 有什么功能 | 帮助 | 帮帮我
        | 怎么用 | 使用说明 | 指令 | 命令 | 说明 | 求助
    """,
    "reset": """
        reset | start over | restart | 重置 | 重来 | 重新开始
    """,
    "settings": """
        settings | preferences | options menu | 设置 | 偏好 | 配置项
    """,
    "usage": """
        usage | show usage | show the usage | token usage | show token usage | model usage | our usage
        | how many tokens did we use | how many tokens have we used | 用量 | 查看用量 | 看看用量 | 模型用量
        | 用了多少词元 | 用了多少 token
    """,
    "discussion": """
        discussion | the discussion | show discussion | show the discussion | show me the discussion
        | what did the agents say | what did the agents discuss | 讨论 | 看讨论 | 看看讨论 | 显示讨论 | 查看讨论
    """,
}
_BY_MESSAGE = {
    words: name
    for name, phrases in _WHOLE_MESSAGES.items()
    for phrase in phrases.split("|")
    for words in spellings(phrase)
}
_LONGEST_MESSAGE = 40  # characters
_SILENT = frozenset({".", "!", "?", "please", "请", "吧", "~"})


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A command and what stood behind it."""

    name: str
    rest: str = ""
    is_typed: bool = True  # with a slash; else it was a word that is a command

    @property
    def intent(self) -> Intent | None:
        """The intent it stands for, if it is one."""
        return INTENTS.get(self.name)

    @property
    def subject(self) -> str:
        """What followed, as a person would say it: the 30 of "/review 30" are days."""
        if self.name != "review" or not self.rest.isdecimal():
            return self.rest
        return f"in {self.rest}" if _YEAR.fullmatch(self.rest) else f"last {self.rest} days"

    @property
    def arguments(self) -> tuple[str, ...]:
        """What followed, split at white space."""
        return tuple(self.rest.split())


def without_mention(text: str) -> str:
    """Drop a mention of the bot at the beginning: "@parley analyze …", "parley, …", "<@U1> …"."""
    return _MENTION.sub("", text, count=1)


def find_command(text: str) -> ParsedCommand | None:
    """Return the command that a normalised message without mention is, known or not; None for other messages."""
    if match := _SLASH.match(text):
        name, rest = match["name"].lower(), (match["rest"] or "").strip()
        if name == "parley":
            sub, _, rest = rest.partition(" ")
            name = sub.lower().lstrip("/") or "help"
        return ParsedCommand(_ALIASES.get(name, name), rest)
    if (rest := behind_command(text)) is not None:
        return ParsedCommand("settings", rest, is_typed=False)
    if len(text) > _LONGEST_MESSAGE:
        return None
    words = tuple(word for word in key(text) if word not in _SILENT)
    name = _BY_MESSAGE.get(words, "")
    return ParsedCommand(name, is_typed=False) if name else None

"""Replies of the core with an engine that asks a model, for rendering tests."""

from decimal import Decimal

from bot.domain.conversation.replies import Reply
from bot.domain.market.features import Features
from bot.domain.models.facts import FactUnit, ModelFact
from bot.domain.text.locale import Language
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Proposal, Reason
from bot.engines.rules.engine import RulesEngine
from tests.fakes.core import Talk
from tests.fakes.engine import TALK, Script, ScriptedEngine, fallback_proposal, read_reason, trade_proposal
from tests.fakes.reply_cases import CASES, EN, ZH, ReplyCase, said

_ABOVE = ModelFact(id="share.vs_sma200", value="12.9", unit=FactUnit.PERCENT, source="sample")
_ARGUMENTS = {
    EN: (
        read_reason("The price stands {share.vs_sma200} above its 200-day average, and earnings grew.", _ABOVE),
        read_reason("Analysts expect a gain of 27 % within a year; see [this](https://evil.example) <@U1>."),
    ),
    ZH: (
        read_reason("股价比200日均线高 {share.vs_sma200}，盈利也在增长。", _ABOVE),
        read_reason("分析师预计一年内上涨 27%，见[这里](https://evil.example) <@U1>。"),
    ),
}


def argued(features: Features, question: DecisionRequest) -> Proposal:
    limit = {"shares": Decimal(3), "max_cash": Decimal(3_000), "price": features.price, "commission": Decimal(0)}
    return trade_proposal(features, 3, *_ARGUMENTS[question.language], Reason("sized_by_max_cash", 0.0, limit))


def failing(features: Features, question: DecisionRequest) -> Proposal:
    return fallback_proposal(features) if features.symbol == "GOOG" else argued(features, question)


def _case(name: str, *asked: str, script: Script = argued) -> ReplyCase:
    """Return the reply to the last message of `asked`."""

    async def made(_: Talk, language: Language) -> Reply:
        talk = Talk(engines=(ScriptedEngine(script, discussion=TALK, invented=("NVDA", "TSLA")), RulesEngine()))
        reply = await talk.say("ann", said("hello", language))
        for each in asked:
            reply = await talk.say("ann", said(each, language))
        return reply

    return ReplyCase(name, made)


async def _discussion(_: Talk, language: Language) -> Reply:
    talk = Talk(engines=(ScriptedEngine(argued, discussion=TALK),))
    await talk.say("ann", said("hello", language))
    await talk.say("ann", said("decide", language))
    return await talk.say("ann", "/讨论" if language is Language.CHINESE else "/discussion")


BY_MODEL = (
    _case("dual", "decide"),
    _case("dual_explain", "decide", "explain"),
    _case("dual_batch", "batch"),
    _case("fallback", "decide", script=failing),
    _case("fallback_batch", "batch", script=failing),
    ReplyCase("discussion", _discussion),
)
EVERY_CASE = {case.name: case for case in (*CASES, *BY_MODEL)}

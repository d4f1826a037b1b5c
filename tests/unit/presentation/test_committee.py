"""What a committee concluded, as it is read: few lines first, the reports and rulings behind them."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache

import pytest
from wcwidth import wrap

from adapters.market.sample import SampleMarket
from bot.domain.accounting.results import AccountDrawdown
from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import Speaker, SpentBudget
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.research import Stance, StanceChange
from bot.domain.committee.risk import RiskSummary, RiskVoice, SizeCase, WorstDay
from bot.domain.conversation.blocks import plain_text
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import Snapshot
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.engines.committee.engine import CommitteeEngine
from bot.presentation.decisions.arguments import LINE
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.decisions.committee import CommitteePresenter
from bot.presentation.decisions.committee_details import CommitteeDetails
from tests.fakes.clock import FixedClock, new_ids
from tests.fakes.core import SAY
from tests.fakes.decision_requests import decision_request
from tests.fakes.market import portfolio, proposal

D = Decimal
EN, ZH = Locale(Language.ENGLISH), Locale(Language.CHINESE)
MOST_LINES = 12
SYMBOLS = ("AAPL", "FB", "GOOG", "IBM", "MSFT")
PRESENTER = CommitteePresenter(SAY)


@cache
def concluded() -> tuple[tuple[FusionState, Proposal], ...]:
    """What the committee concludes on each share of the sample, for an account that holds it and one that does not."""

    async def conclude() -> list[tuple[FusionState, Proposal]]:
        snapshots = [await SampleMarket().snapshot(symbol) for symbol in SYMBOLS]
        return [await decide(each, held) for each in snapshots for held in (portfolio(), holding(each))]

    async def decide(snapshot: Snapshot, held: Portfolio) -> tuple[FusionState, Proposal]:
        clock = FixedClock()
        request = decision_request(features=(compute_features(snapshot),), snapshots=(snapshot,), portfolio=held)
        decided = await CommitteeEngine(client=None, clock=clock, new_id=new_ids(clock)).decide(request)
        return decided.fusion[0], decided.proposals[0]

    return tuple(asyncio.run(conclude()))


def holding(snapshot: Snapshot) -> Portfolio:
    return portfolio(shares=41, symbol=snapshot.quote.symbol, price=snapshot.quote.price)


def lines(locale: Locale, fusion: FusionState, made: Proposal) -> list[str]:
    return list(PRESENTER.lines(locale, fusion, made))


def of(symbol: str) -> tuple[FusionState, Proposal]:
    """Return what was concluded on a share that is not held."""
    return next(each for each in concluded() if each[1].symbol == symbol)


def with_risk(risk: RiskSummary, action: Action) -> list[str]:
    """Return the lines in both languages that only a ruling on the size makes."""
    fusion, _ = of("AAPL")
    plain = lines(EN, fusion, proposal(Action.HOLD)) + lines(ZH, fusion, proposal(Action.HOLD))
    ruled = replace(fusion, risk_summary=risk)
    made = proposal(action, shares=5, held=10)
    return [line for locale in (EN, ZH) for line in lines(locale, ruled, made) if line not in plain]


CASE = SizeCase(
    voice=RiskVoice.NEUTRAL,
    shares=D(5),
    amount=D(500),
    cash_after=D(99_500),
    position_after=D(15),
    share_of_assets=D("0.015"),
    loss_at_stop=D("50.00"),
    loss_on_worst_day=D("120.5"),
)
WORST = WorstDay(date(2012, 11, 13), D("-0.08"))


class TestLines:
    @pytest.mark.parametrize("locale", [EN, ZH], ids=["en", "zh"])
    def test_on_a_phone_they_are_few(self, locale: Locale) -> None:
        for fusion, made in concluded():
            shown = [part for line in lines(locale, fusion, made) for part in wrap(line, LINE) or [""]]
            assert len(shown) <= MOST_LINES, shown

    def test_they_name_the_share_the_verdict_and_both_sides(self) -> None:
        for fusion, made in concluded():
            for locale in (EN, ZH):
                shown = lines(locale, fusion, made)
                assert shown[0].startswith(fusion.company_of_interest)
                assert any(line.startswith("+ ") for line in shown)
                assert any(line.startswith("− ") for line in shown)
            assert len(lines(EN, fusion, made)) == len(lines(ZH, fusion, made))

    def test_who_dissents_who_has_no_data_and_what_would_change_it(self) -> None:
        fusion, made = of("AAPL")
        assert fusion.research_summary is not None
        changed = replace(
            fusion.research_summary,
            stance=Stance.BULLISH,
            dissent=(Analyst.MARKET,),
            without_data=(Analyst.NEWS, Analyst.SENTIMENT),
            stance_changes=(
                StanceChange(-9, D("414.50"), Stance.BEARISH),
                StanceChange(4, D("473.71"), Stance.UNDECIDED),
            ),
        )
        shown = lines(EN, replace(fusion, research_summary=changed), made)
        assert shown[-3:] == ["Dissent: market", "No data: news, sentiment", "A rise to $473.71 in a day: undecided."]

    @pytest.mark.parametrize(
        ("budget", "english", "chinese"),
        [
            (SpentBudget.ANALYSIS, "The model budget of this analysis ran out; by rules", "本次分析的模型额度已用完"),
            (SpentBudget.DAY, "Today’s model budget ran out; by rules", "今天的模型额度已用完"),
            (None, "By rules, for want of the model’s answer", "模型没有答复"),
        ],
    )
    def test_who_worked_by_rules_and_why(self, budget: SpentBudget | None, english: str, chinese: str) -> None:
        fusion, made = of("AAPL")
        silent = replace(fusion, without_answer=(Speaker.BEAR, Speaker.RISK_JUDGE), spent_budget=budget)
        said = [f"{english}: Bear, Risk judge", f"{chinese}，依据规则：空方、风险裁判"]
        assert [lines(locale, silent, made)[-1] for locale in (EN, ZH)] == said

    def test_many_who_worked_by_rules_are_counted(self) -> None:
        fusion, made = of("AAPL")
        silent = replace(fusion, without_answer=tuple(Speaker))
        for locale, others in ((EN, "and 4 more"), (ZH, "及另外 4 位")):
            assert lines(locale, silent, made)[-1].endswith(others)

    @pytest.mark.parametrize(
        ("case", "action", "english", "chinese"),
        [
            (
                CASE,
                Action.INCREASE,
                "Risk: a half-size trade; at the stop −$50.00; on a day like 2012-11-13 −$120.50.",
                "风险：按一半规模；触及止损亏 $50.00；再遇 2012-11-13 那样的一天亏 $120.50。",
            ),
            (
                replace(CASE, loss_at_stop=None, loss_on_worst_day=None, voice=RiskVoice.SAFE),
                Action.INCREASE,
                "Risk: the smallest trade.",
                "风险：按最小规模。",
            ),
            (
                CASE,
                Action.DECREASE,
                "Risk: 15 shares are kept; on a day like 2012-11-13 −$120.50.",
                "风险：保留 15 股；再遇 2012-11-13 那样的一天亏 $120.50。",
            ),
            (
                replace(CASE, position_after=D(0), loss_on_worst_day=D("0.00")),
                Action.CLOSE,
                "Risk: nothing is kept.",
                "风险：全部卖出。",
            ),
        ],
    )
    def test_the_risk_in_money(self, case: SizeCase, action: Action, english: str, chinese: str) -> None:
        worst = WORST if case.loss_on_worst_day is not None else None
        assert with_risk(RiskSummary(chosen=case.voice, cases=(case,), worst_day=worst), action) == [english, chinese]

    def test_nothing_ruled_then_nothing_said_of_risk(self) -> None:
        assert with_risk(RiskSummary(), Action.INCREASE) == []

    def test_why_nothing_can_be_traded_stands_beside_the_verdict(self) -> None:
        held = replace(proposal(Action.HOLD), reasons=(Reason("no_position", 0.0), Reason("committee_would_sell", 0.0)))
        for locale in (EN, ZH):
            (shown,) = DecisionCards(SAY).notes_beside_verdict(locale, held)
            assert shown == SAY.render(locale, "brief-note", argument=SAY.render(locale, "short-no-position"))


class TestDetails:
    def test_each_analyst_both_rulings_and_the_three_sizes(self) -> None:
        for locale, followed in ((EN, "(followed)"), (ZH, "（采纳）")):
            fusion, _ = of("GOOG")
            texts = list(plain_texts(locale, fusion))
            for report, text in zip(fusion.reports, texts, strict=False):
                assert text.startswith("GOOG")
                assert text.count("\n") == len(report.points) + len(report.notes) - missing(report)
            assert sum(followed in text for text in texts) == 1
            assert any("$337.74" in text and "$675.48" in text for text in texts)

    def test_what_was_missing_stands_under_a_heading_of_its_own(self) -> None:
        fusion, _ = of("GOOG")
        assert fusion.fundamentals_analyst_summary is not None
        gap = Reason("missing_earnings_growth", 0.0, words={"why": "source_has_none"})
        lacking = replace(fusion.fundamentals_analyst_summary, lean=None, points=(), notes=(gap,))
        texts = list(plain_texts(EN, replace(fusion, fundamentals_analyst_summary=lacking, without_answer=("bull",))))
        assert texts[3] == "GOOG, fundamentals analyst: no data"
        heading, *lines = texts[-1].splitlines()
        assert heading == "GOOG, what was missing"
        assert len(lines) == 3
        assert lines[-1].endswith("Bull")
        assert not any(text.startswith("GOOG, what was missing") for text in plain_texts(EN, fusion))

    def test_both_debates_have_a_section_with_their_ruling(self) -> None:
        texts = list(plain_texts(EN, of("GOOG")[0]))
        (research,) = [text for text in texts if text.startswith("GOOG, research debate: for buying, conviction")]
        (risk,) = [text for text in texts if text.startswith("GOOG, risk debate: the neutral size is followed")]
        assert research.index("• + ") < research.index("the mean is")
        assert "The evidence is fairly clear" in risk

    def test_debate_that_was_closed_early_then_said_so(self) -> None:
        fusion, _ = of("GOOG")
        assert fusion.research_summary is not None
        for is_early in (True, False):
            ruled = replace(fusion.research_summary, by_model=True, is_early=is_early)
            for locale in (EN, ZH):
                text = "\n".join(plain_texts(locale, replace(fusion, research_summary=ruled)))
                assert (SAY.render(locale, "committee-early") in text) == is_early

    @pytest.mark.parametrize(
        ("values", "english", "chinese"),
        [
            ((110_000, 88_000), "its deepest fall was 20.0 %, from which $12,000.00 are left.", "还有 $12,000.00。"),
            (
                (110_000, 88_000),
                "The account is 9.1 % below its highest value;",
                "回撤 9.1%；历来最深回撤 20.0%",
            ),
            ((90_000,), "The account is at its highest value.", "账户处于最高值。"),
            (
                (125_000,),
                "is 20.0 % below its highest value, further than ever.",
                "回撤 20.0%，为历来最深。",
            ),
        ],
    )
    def test_how_far_the_account_has_fallen(self, values: tuple[int, ...], english: str, chinese: str) -> None:
        fusion, _ = of("GOOG")
        assert fusion.risk_summary is not None
        fallen = AccountDrawdown.of_values(map(D, values), total=D(100_000))
        cases = tuple(replace(case, drawdown_at_stop=D("0.123")) for case in fusion.risk_summary.cases)
        told = replace(fusion, risk_summary=replace(fusion.risk_summary, drawdown=fallen, cases=cases))
        for locale, sentence, figure in ((EN, english, "12.3 %"), (ZH, chinese, "12.3%")):
            text = "\n".join(plain_texts(locale, told))
            assert sentence in text
            assert SAY.render(locale, "committee-row-drawdown") in text
            assert figure in text


def missing(report: AnalystReport) -> int:
    """Return how many of a report's notes say what its source did not have: they are told apart."""
    return sum(note.code.startswith(("missing_", "news_unread")) for note in report.notes)


def plain_texts(locale: Locale, fusion: FusionState) -> Iterator[str]:
    return (plain_text((block,)) for block in CommitteeDetails(SAY).blocks(locale, fusion))

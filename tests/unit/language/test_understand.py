"""The whole of understanding: the labelled sets, commands, languages, and any text at all."""

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.market.instruments import load_instruments
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import Instrument, InstrumentTable
from bot.domain.text.locale import Language
from bot.domain.text.normalise import MAX_TEXT_LENGTH, normalise
from bot.domain.text.tokens import tokenise
from bot.language.commands import find_command, without_mention
from bot.language.understand import understand
from bot.language.understanding import Understanding
from tests.labelled_utterances import MARKET, SOURCES, TODAY, TUNED, Utterance, entity_errors, load_utterances

ACCURACY = 0.95


def read(text: str, *, pending: int = 0, profile: Language | None = None) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, pending=pending, profile=profile))


@cache
def read_set(source: str) -> tuple[tuple[Utterance, Understanding], ...]:
    return tuple((each, each.read()) for each in load_utterances()[source])


class TestLabelled:
    @pytest.mark.parametrize("source", TUNED)
    def test_when_a_set_is_read_then_accuracy_holds(self, source: str) -> None:
        pairs = read_set(source)
        wrong = [each.text for each, found in pairs if found.intent != each.intent]
        assert len(wrong) / len(pairs) <= 1 - ACCURACY, wrong

    @pytest.mark.parametrize("source", SOURCES)
    def test_when_a_set_is_read_then_none_is_wrongly_a_confirmation(self, source: str) -> None:
        wrong = [
            each.text for each, found in read_set(source) if each.intent != "CONFIRM" and found.intent is Intent.CONFIRM
        ]
        assert wrong == []

    @pytest.mark.parametrize("source", TUNED)
    def test_when_a_set_is_read_then_entities_hold(self, source: str) -> None:
        pairs = read_set(source)
        wrong = [each.text for each, found in pairs if entity_errors(each, found)]
        assert len(wrong) / len(pairs) <= 1 - ACCURACY, wrong

    def test_sets_when_counted_then_as_large_as_promised(self) -> None:
        assert tuple(load_utterances()) == SOURCES
        first, fresh, _third, blind, blind2, _reviews, blind3, blind4, blind5, blind6 = load_utterances().values()
        assert len(first) >= 340
        assert len(fresh) >= 120
        assert sum(utterance.kind == "hard" for utterance in first) >= 70
        assert not {u.text for u in first} & {u.text for u in fresh}
        assert len(blind) >= 200
        assert sum(utterance.kind == "hard" for utterance in blind) >= 40
        assert len(blind2) >= 120
        assert len(blind3) >= 200
        assert len(blind4) >= 200
        assert len(blind5) >= 120
        assert len(blind6) >= 100

    @pytest.mark.parametrize("source", ["blind4", "blind5", "blind6"])
    def test_set_of_others_when_read_then_mostly_right_and_right_where_sure(self, source: str) -> None:
        pairs = read_set(source)
        sure = [each.intent == found.intent for each, found in pairs if found.confidence >= 0.6]
        assert sum(each.intent == found.intent for each, found in pairs) / len(pairs) >= 0.91
        assert sum(sure) / len(sure) >= 0.97


class TestCommands:
    def test_when_a_command_then_certain(self, subtests: pytest.Subtests) -> None:
        for text, intent, command, arguments in (
            ("/analyze AAPL", Intent.ANALYZE, "analyze", ("AAPL",)),
            ("/decide AAPL MSFT", Intent.DECIDE, "decide", ("AAPL", "MSFT")),
            ("/explain", Intent.EXPLAIN, "explain", ()),
            ("/review AAPL", Intent.REVIEW, "review", ("AAPL",)),
            ("/advance 20", Intent.UNKNOWN, "advance", ("20",)),
            ("/portfolio", Intent.UNKNOWN, "portfolio", ()),
            ("/PORTFOLIO", Intent.UNKNOWN, "portfolio", ()),
            ("/nonsense x", Intent.UNKNOWN, "nonsense", ("x",)),
            ("/parley analyze AAPL", Intent.ANALYZE, "analyze", ("AAPL",)),
            ("/parley", Intent.UNKNOWN, "help", ()),
            ("@parley /status", Intent.UNKNOWN, "status", ()),
            ("/分析 苹果", Intent.ANALYZE, "analyze", ("苹果",)),
            ("／ａｎａｌｙｚｅ ＡＡＰＬ", Intent.ANALYZE, "analyze", ("AAPL",)),
            ("portfolio", Intent.UNKNOWN, "portfolio", ()),
            ("Help!", Intent.UNKNOWN, "help", ()),
            ("持仓", Intent.UNKNOWN, "portfolio", ()),
            ("待确认", Intent.UNKNOWN, "pending", ()),
        ):
            with subtests.test(text):
                found = read(text)
                assert (found.intent, found.command, found.arguments, found.confidence) == (
                    intent,
                    command,
                    arguments,
                    1.0,
                )

    @pytest.mark.parametrize("text", ["what is a portfolio theory", "help me buy apple", "analyze AAPL", "/", "// x"])
    def test_when_ordinary_text_then_no_command(self, text: str) -> None:
        assert find_command(text) is None

    @pytest.mark.parametrize(
        "text", ["@parley yes", "parley, yes", "Parley: yes", "<@U1> yes", "<@!9> yes", "hey parley yes"]
    )
    def test_when_it_begins_with_a_mention_then_that_is_dropped(self, text: str) -> None:
        assert without_mention(text) == "yes"


class TestLanguage:
    @pytest.mark.parametrize(
        ("text", "language"),
        [
            ("analyze 苹果", Language.ENGLISH),
            ("分析 AAPL", Language.CHINESE),
            ("帮我 analyze 一下 AAPL", Language.CHINESE),
            ("苹果", Language.CHINESE),
            ("分析 ABX ABY ABZ", Language.CHINESE),
            ("看看QQA、QQB、QQC、QQD", Language.CHINESE),
            ("each of ABX ABY ABZ 好", Language.ENGLISH),
            ("should I buy 微软 now", Language.ENGLISH),
        ],
    )
    def test_when_mixed_then_the_words_around_the_names_decide(self, text: str, language: Language) -> None:
        assert read(text).language is language

    @pytest.mark.parametrize("text", ["AAPL", "?", "", "😀", "$aapl", "/analyze AAPL"])
    def test_when_it_shows_none_then_the_profile_decides(self, text: str) -> None:
        assert read(text, profile=Language.CHINESE).language is Language.CHINESE
        assert read(text).language is Language.ENGLISH


class TestConfidence:
    @pytest.mark.parametrize("text", ["blue green seven", "嘟嘟囔囔", "ok", "dunno"])
    def test_when_the_rules_do_not_know_then_below_the_threshold(self, text: str) -> None:
        assert read(text, pending=1).confidence < 0.6

    @pytest.mark.parametrize("text", ["", "   ", "\u200b\u200d", "\x00\x07"])
    def test_when_empty_then_unknown_without_confidence(self, text: str) -> None:
        found = read(text)
        assert (found.intent, found.confidence) == (Intent.UNKNOWN, 0.0)

    @pytest.mark.parametrize(
        ("text", "asks"), [("should I sell half?", True), ("要不要卖", True), ("sell half", False), ("卖一半", False)]
    )
    def test_when_asked_rather_than_ordered_then_a_question(self, text: str, *, asks: bool) -> None:
        assert read(text).is_question is asks

    @pytest.mark.parametrize("text", ["canecl it", "cancle", "dont confirm", "do not go through with it", "pass", "停"])
    def test_when_called_off_in_any_shape_then_cancels(self, text: str) -> None:
        found = read(text, pending=1)
        assert found.intent is Intent.CANCEL
        assert found.confidence >= 0.6

    @pytest.mark.parametrize(
        "text", ["pass?", "the stop at 700", "cancel the meeting", "取消会议", "no more than 2k", "不客气"]
    )
    def test_when_such_a_word_says_something_else_then_does_not_cancel(self, text: str) -> None:
        assert read(text, pending=1).intent is not Intent.CANCEL

    def test_when_a_no_is_about_something_else_then_it_cancels_nothing_for_sure(
        self, subtests: pytest.Subtests
    ) -> None:
        for text in (
            *("no hurry", "no wonder", "no one knows", "no stop please", "skip the stop", "pass me the salt", "别急"),
            *("no, I meant apple", "back out of the driveway", "不懂", "不贵", "不着急", "撤回消息", "我不同意老王"),
        ):
            with subtests.test(text):
                found = read(text, pending=1)
                assert found.intent is not Intent.CANCEL or found.confidence < 0.6

    @pytest.mark.parametrize("text", ["I don't buy that argument", "not buying your argument", "don't buy that logic"])
    def test_when_an_argument_is_not_bought_then_it_is_argued_about(self, text: str) -> None:
        assert read(text, pending=1).intent is Intent.EXPLAIN

    def test_when_supposed_half_heartedly_then_no_hypothesis(self) -> None:
        assert read("yes go ahead then I suppose, maybe", pending=1).intent is Intent.UNKNOWN

    def test_when_it_may_confirm_or_say_anything_then_unsure(self) -> None:
        assert read("the meeting is at 3, right", pending=1).confidence < 0.6

    def test_when_it_is_not_ours_to_trade_now_then_no_sure_decision(self, subtests: pytest.Subtests) -> None:
        for text in (
            *(
                "my friend wants to sell 100 shares of IBM",
                "someone told me to sell all my apple",
                "add 2 people to it",
            ),
            *(
                "analysts cut the price target on IBM by 20 dollars",
                "buy 10 shares of GOOG tomorrow",
                "buy me a coffee for $5",
            ),
            *("老王说要买5000块的谷歌", "听说苹果要跌，卖一半", "花3000买手机", "明天买10股谷歌", "他卖了一半"),
        ):
            with subtests.test(text):
                found = understand(text, Surroundings(instruments=MARKET, today=TODAY, pending=1, focus=("GOOG",)))
                assert found.intent is not Intent.DECIDE or found.confidence < 0.6

    @pytest.mark.parametrize(
        ("text", "intent"),
        [
            ("把微软卖了", Intent.DECIDE),
            ("微软卖了吧", Intent.DECIDE),
            ("微软卖了吗", Intent.REVIEW),
            ("买完还剩多少现金", Intent.FOLLOWUP),
        ],
    )
    def test_when_a_chinese_verb_is_complete_then_its_frame_decides(self, text: str, intent: Intent) -> None:
        assert read(text, pending=1).intent is intent

    def test_when_nothing_is_wrong_with_a_no_then_it_cancels_only_surely_when_pending(self) -> None:
        assert read("no", pending=1).confidence > read("no").confidence


class TestNegatedTrades:
    @pytest.mark.parametrize("text", ["don't buy", "别买", "不要卖", "do not sell AAPL"])
    def test_when_a_trade_is_negated_then_neither_side_nor_decision(self, text: str) -> None:
        found = read(text)
        assert found.entities.side is None
        assert found.intent is not Intent.DECIDE

    def test_when_selling_short_then_said_to_be_unusable(self) -> None:
        assert "short_sale" in read("short AAPL").entities.problems


class _CountingInstrumentTable(InstrumentTable):
    """Counts how often it is asked, to see that reading is linear without a clock."""

    asked = 0

    def match(self, words: Sequence[str], at: int) -> tuple[Instrument, int] | None:
        self.asked += 1
        return super().match(words, at)


class TestAnyText:
    @given(st.text(max_size=300))
    def test_when_any_text_then_an_answer_and_no_exception(self, text: str) -> None:
        found = read(text, pending=1)
        assert 0.0 <= found.confidence <= 1.0
        assert set(found.entities.symbols) <= {row.symbol for row in MARKET}

    @given(
        st.lists(
            st.sampled_from(
                [*"$,.%-/?!~@ ", "buy", "sell", "AAPL", "yes", "不", "3", "万", "stop", "now", "jan", "/analyze"]
            )
        )
    )
    def test_when_fragments_are_mixed_then_an_answer_and_no_exception(self, parts: list[str]) -> None:
        read("".join(parts), pending=1)

    @given(st.text(max_size=300))
    def test_when_normalised_twice_then_as_once(self, text: str) -> None:
        once = normalise(text)
        assert normalise(once) == once
        assert len(once.lower()) == len(once)

    @given(st.text(max_size=300))
    def test_when_tokenised_then_tokens_are_the_text_at_their_places(self, text: str) -> None:
        for token in tokenise(text):
            assert text[token.start : token.end] == token.raw

    def test_when_a_text_is_huge_then_a_bounded_part_is_read_and_said_so(self, subtests: pytest.Subtests) -> None:
        table = _CountingInstrumentTable(load_instruments())
        for unit in ("AAPL ", "1,", "stop at ", "买", " ", "最近一个月"):
            with subtests.test(unit):
                table.asked = 0
                found = understand(unit * (100_000 // len(unit)), Surroundings(instruments=table, today=TODAY))
                assert "message_cut" in found.entities.problems
                assert table.asked <= 2 * MAX_TEXT_LENGTH

    def test_when_markup_or_sql_then_data(self) -> None:
        for text in ("<script>alert(1)</script>", "'; DROP TABLE decision; --", "{{7*7}}", "%s%n", "../../etc/passwd"):
            assert read(text).intent is Intent.UNKNOWN


def test_a_correction_of_the_share_alone_asks_for_no_decision() -> None:
    read = understand("不对，应该是谷歌", Surroundings(instruments=MARKET, today=TODAY, focus=("MSFT",), pending=0))
    assert read.intent is not Intent.DECIDE

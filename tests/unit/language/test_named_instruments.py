"""What is a ticker, what is a name, and what only looks like one."""

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import Instrument, InstrumentTable
from bot.reading.recognisers.similar_names import similar_instruments
from bot.language.understand import understand
from bot.language.understanding import Entities
from tests.labelled_utterances import MARKET, TODAY

LIVE = load_instruments()


def entities(text: str, instruments: InstrumentTable = MARKET) -> Entities:
    return understand(text, Surroundings(instruments=instruments, today=TODAY)).entities


class TestKnown:
    def test_when_apple_is_named_in_any_way_then_aapl(self, subtests: pytest.Subtests) -> None:
        for text in (
            *(
                "AAPL",
                "aapl",
                "$AAPL",
                "$aapl",
                "apple",
                "Apple",
                "苹果",
                "蘋果",
                "ＡＡＰＬ",
                "is apple's margin ok",
                "buy AAPL.",
            ),
            *("分析苹果公司", "/analyze aapl", "(AAPL)", "AAPL's chart", "tell me about Apple Inc"),
        ):
            with subtests.test(text):
                assert entities(text).symbols == ("AAPL",)

    def test_when_several_are_named_then_in_order_and_once(self) -> None:
        assert entities("IBM, apple and google, then apple again").symbols == ("IBM", "AAPL", "GOOG")

    def test_when_a_ticker_holds_a_dot_then_whole(self) -> None:
        assert entities("analyze BRK.B").symbols == ("BRK.B",)

    @pytest.mark.parametrize("text", ["BF.B pe?", "price of BF.B", "BF.B 市盈率", "buy 5 BF.B"])
    def test_when_it_is_a_class_of_shares_then_that_class(self, text: str) -> None:
        assert entities(text).symbols == ("BF.B",)

    @pytest.mark.parametrize("text", ["MOG.B pe?", "buy 5 MOG.B", "PBR.C or not", "is LEN.C cheap"])
    def test_when_a_class_is_in_no_table_then_unknown_and_no_other_class(self, text: str) -> None:
        found = entities(text)
        assert (found.symbols, len(found.unknown_symbols)) == ((), 1)

    @pytest.mark.parametrize("text", ["how is the S&P doing", "analyze the s&p", "S&P today?", "buy 3 of the S&P"])
    def test_when_an_index_is_named_then_its_fund(self, text: str) -> None:
        assert entities(text).symbols == ("SPY",)

    def test_when_known_without_data_here_then_returned_all_the_same(self) -> None:
        assert entities("analyze tesla").symbols == ("TSLA",)
        assert not MARKET.covers("TSLA")

    @pytest.mark.parametrize("text", ["facebook", "脸书", "meta", "FB"])
    def test_when_a_name_is_shared_then_the_covered_one(self, text: str) -> None:
        assert entities(text, MARKET).symbols == ("FB",)
        assert entities(text, LIVE).symbols == ("META",)

    def test_when_a_plain_word_stands_where_a_ticker_does_then_a_name(self) -> None:
        assert entities("analyze target").symbols == ("TGT",)
        assert entities("I like Target a lot").symbols == ("TGT",)


class TestLookAlikes:
    def test_when_words_only_look_like_tickers_then_nothing_is_named(self, subtests: pytest.Subtests) -> None:
        for text in (
            "The CEO said AI is the future of IT in the USA",
            "I want it NOW",
            "ALL HANDS ON DECK, SO GO",
            "what is the price target",
            "is this a good match for us",
            "the gap between them",
            "A stop is needed",
            "buy NOW",
            "sell ALL",
            "ETF or stocks?",
            "不错",
            "that is a real work of love",
            "so it goes on",
            "fast and low cost",
        ):
            with subtests.test(text):
                found = entities(text)
                assert (*found.symbols, *found.unknown_symbols, *found.unsupported) == ()

    def test_when_unmistakable_then_the_ticker(self, subtests: pytest.Subtests) -> None:
        for text, symbols in (
            ("$AI", ("AI",)),
            ("/analyze NOW", ("NOW",)),
            ("/decide on AAPL", ("AAPL",)),
            ("/review all", ()),
            ("/review AAPL since yesterday", ("AAPL",)),
            ("/decide ON ALL", ("ON", "ALL")),
            ("shares of IT", ("IT",)),
            ("ticker SO", ("SO",)),
            ("$A", ("A",)),
        ):
            with subtests.test(text):
                assert entities(text).symbols == symbols


class TestUnknown:
    def test_when_meant_as_a_ticker_then_unknown(self, subtests: pytest.Subtests) -> None:
        for text, unknown in (
            ("$ABCD", "ABCD"),
            ("analyze XQZW", "XQZW"),
            ("/analyze fooo", "FOOO"),
            ("buy XQZW", "XQZW"),
            ("分析XQZW", "XQZW"),
            ("XQZW?", "XQZW"),
            ("analyze AAPL and XQZW", "XQZW"),
        ):
            with subtests.test(text):
                assert entities(text).unknown_symbols == (unknown,)

    def test_when_a_command_goes_on_in_words_then_only_the_tickers(self) -> None:
        found = entities("/decide GOOG at most $3k")
        assert (found.symbols, found.unknown_symbols) == (("GOOG",), ())
        assert found.amount == 3000


class TestUncovered:
    def test_when_another_market_is_named_then_unsupported_and_nothing_else(self, subtests: pytest.Subtests) -> None:
        for text, code in (
            ("0700.HK", "0700.HK"),
            ("analyze 00700", "00700"),
            ("港股腾讯怎么样", "港股腾讯"),
            ("港股阿里巴巴怎么样", "港股阿里巴巴"),
            ("600519", "600519"),
            ("买600519", "600519"),
            ("600519.SS", "600519.SS"),
            ("000001.SZ", "000001.SZ"),
            ("贵州茅台", "贵州茅台"),
            ("BTC", "BTC"),
            ("bitcoin?", "bitcoin"),
            ("ETH-USD", "ETH-USD"),
            ("btcusdt", "BTCUSDT"),
            ("$BTC", "BTC"),
            ("比特币", "比特币"),
            ("VOD.L", "VOD.L"),
            ("/analyze 0700.HK", "0700.HK"),
            ("/analyze BTC", "BTC"),
        ):
            with subtests.test(text):
                found = entities(text)
                assert (found.symbols, found.unknown_symbols, found.unsupported) == ((), (), (code,))
                assert found.amount is None

    @pytest.mark.parametrize("text", ["buy $600519 of AAPL", "buy AAPL, at most 600519", "买600519美元苹果"])
    def test_when_six_digits_are_money_then_an_amount(self, text: str) -> None:
        found = entities(text)
        assert found.unsupported == ()
        assert found.amount == 600_519


class TestTable:
    def test_get_when_lower_case_then_found(self) -> None:
        assert MARKET.get("brk.b") is not None
        assert MARKET.get("NOPE") is None

    @pytest.mark.parametrize("name", ["google", "谷歌", "GOOG"])
    def test_find_when_a_name_in_either_language_then_found(self, name: str) -> None:
        found = MARKET.find_instrument(name)
        assert found is not None
        assert found.symbol == "GOOG"

    def test_nearest_when_misspelt_then_the_meant_one_first(self) -> None:
        assert similar_instruments(MARKET, "appel")[0].symbol == "AAPL"
        assert similar_instruments(MARKET, "AAPLE")[0].symbol == "AAPL"

    def test_nearest_when_nothing_is_near_or_the_word_is_huge_then_empty(self) -> None:
        assert similar_instruments(MARKET, "qqqqzzzzxxxx") == ()
        assert similar_instruments(MARKET, "x" * 100_000) == ()

    def test_nearest_when_limited_then_at_most_that_many(self) -> None:
        assert len(similar_instruments(MARKET, "APL", limit=2)) <= 2

    def test_covers_when_unrestricted_then_all_that_are_listed(self) -> None:
        assert LIVE.covers("META")
        assert not LIVE.covers("FB")

    def test_table_when_empty_then_finds_nothing(self) -> None:
        empty = InstrumentTable([])
        assert empty.get("AAPL") is None
        assert understand("analyze AAPL", Surroundings(instruments=empty, today=TODAY)).entities.unknown_symbols == (
            "AAPL",
        )

    def test_data_when_loaded_then_large_clean_and_bilingual(self) -> None:
        rows = list(LIVE)
        assert len(rows) >= 400
        assert all(row.symbol == row.symbol.upper() and row.name for row in rows)
        assert sum(any(char >= "\u4e00" for alias in row.aliases for char in alias) for row in rows) >= 150

    def test_instrument_names_when_asked_then_symbol_first(self) -> None:
        assert Instrument("X", "Ex", ("ex",)).names == ("X", "Ex", "ex")

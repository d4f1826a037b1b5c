from datetime import date

import pytest

from bot.domain.memory.search_terms import date_terms, query_terms, search_terms


def _terms(text: str) -> set[str]:
    return set(search_terms(text))


class TestSearchTerms:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("we bought copper", "buying copper"),
            ("She sold her shares", "sell the share"),
            ("the children's hospitals", "a child in hospital"),
            ("DIVIDENDS", "dividend"),
            ("Zoë wrote it", "zoe writes"),
            ("a café", "cafes"),
            ("2,500 tonnes", "2500 tonne"),
            ("on 07 June", "on June 7"),
            ("我們看好銀行", "我们看好银行"),
            ("ＴＳＬＡ", "tsla"),
        ],
    )
    def test_when_forms_of_the_same_words_then_the_same_terms(self, one: str, other: str) -> None:
        assert _terms(one) == _terms(other)

    @pytest.mark.parametrize("text", ["", "?!…", "and then it was", "I don't, she can't, we won't, they've", "的了吗"])
    def test_when_nothing_but_stop_words_then_no_single_term(self, text: str) -> None:
        assert not [term for term in search_terms(text) if len(term) != 2]

    def test_repeated_words_are_counted_and_those_of_chinese_and_of_lists_found_apart(self) -> None:
        assert search_terms("oil, more oil: oils") == {"oil": 3}
        assert _terms("看空原油") == {"看空", "空原", "原油", "看", "空", "原", "油"}
        assert {"nvda", "估值", "40"} <= _terms("NVDA的估值40倍")
        assert _terms("12,14") == {"12", "14"}

    @pytest.mark.parametrize("text", ["x" * 100_000, "\ud800 gold", "1" * 5_000, "'s" * 500, "鑫" * 10_000])
    def test_when_the_text_is_odd_then_terms_are_short(self, text: str) -> None:
        assert all(0 < len(term) <= 80 for term in search_terms(text))


class TestQueryTerms:
    def test_words_that_ask_are_left_out(self) -> None:
        assert query_terms("What did Hanna tell us about lithium?") == {"hanna": 1.0, "lithium": 1.0}
        terms = query_terms("汉娜为什么看好锂矿？")
        assert {"汉娜", "看好", "锂矿"} <= terms.keys()
        assert not {"为什", "什么", "么看"} & terms.keys()

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("她多大", "她三十岁"),
            ("谁卖出了锡", "锡我清仓了"),
            ("他的老家", "他是苏州人，籍贯苏州"),
            ("你们看空吗", "我们都看跌"),
        ],
    )
    def test_when_chinese_words_mean_the_same_then_they_share_a_term(self, question: str, text: str) -> None:
        shared = query_terms(question).keys() & _terms(text)
        assert any(len(term) > 1 for term in shared - _terms("她他们"))

    @pytest.mark.parametrize(
        ("text", "asked", "beside"),
        [
            ("It rained all week. What about nickel?", "nickel", "rain"),
            ("What about nickel? It rained.", "nickel", "rain"),
            ("今天下雨。镍怎么样？", "镍", "雨"),
            ("锂矿", "锂矿", "锂"),  # a single character weighs less than a pair
        ],
    )
    def test_what_stands_beside_the_question_weighs_less(self, text: str, asked: str, beside: str) -> None:
        terms = query_terms(text)
        assert terms[beside] < terms[asked]

    @pytest.mark.parametrize("text", ["nickel", "the nickel. the rain", "nickel? rain?"])
    def test_when_nothing_or_everything_asks_then_all_weighs_the_same(self, text: str) -> None:
        assert set(query_terms(text).values()) == {1.0}

    @pytest.mark.parametrize("question", ["what did we say?", "Who was it?", "什么时候？", ""])
    def test_when_the_question_names_nothing_then_no_terms(self, question: str) -> None:
        assert query_terms(question) == {}

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("Why did we sell the steel maker?", "sold that steelmaker? no, the steel maker"),
            ("who was thinking of leaving", "he left"),
            ("为什么卖掉钢铁股", "钢铁股我卖掉了"),
        ],
    )
    def test_every_term_is_one_of_a_text_that_answers(self, question: str, text: str) -> None:
        assert query_terms(question).keys() & _terms(text)


@pytest.mark.parametrize("asked", ["on 8 May 2023", "May 8, 2023", "08 May 2023", "2023年5月8日"])
def test_a_day_is_found_however_it_is_written(asked: str) -> None:
    assert {"8", "2023"} <= query_terms(asked).keys() & set(date_terms(date(2023, 5, 8)))

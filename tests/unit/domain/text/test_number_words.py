import pytest

from bot.domain.text.number_words import parse_chinese_number, parse_english_number


def test_english_numbers(subtests: pytest.Subtests) -> None:
    for words, value in [
        ("zero", 0),
        ("seventeen", 17),
        ("twenty-five", 25),
        ("Thirty  Five", 35),
        ("a hundred", 100),
        ("two hundred and fifty", 250),
        ("fifteen hundred", 1_500),
        ("two dozen", 24),
        ("three grand", 3_000),
        ("three thousand two hundred", 3_200),
        ("four hundred twenty-eight billion", 428_000_000_000),
        ("one trillion two hundred million", 1_000_200_000_000),
    ]:
        with subtests.test(f"{words!r}, {value!r}"):
            assert parse_english_number(words) == value


def test_chinese_numbers(subtests: pytest.Subtests) -> None:
    for characters, value in [
        ("零", 0),
        ("〇", 0),
        ("两", 2),
        ("十", 10),
        ("十五", 15),
        ("一百零五", 105),
        ("一百一十", 110),
        ("三千五百", 3_500),
        ("一千零五十", 1_050),
        ("百万", 1_000_000),
        ("十二万三千四百五十六", 123_456),
        ("八亿四千三百六十六万六千二百零七", 843_666_207),
        ("一亿两千万", 120_000_000),
        ("一万五千亿", 1_500_000_000_000),
        ("三万亿", 3_000_000_000_000),
        # a last digit without a scale counts tenths of the one before
        *(("两万五", 25_000), ("两千三", 2_300), ("一百五", 150), ("万五", 15_000), ("一万零五", 10_005)),
        ("两百〇三", 203),
        *(("二〇一三", 2013), ("三五", 35), ("零五", 5), ("二〇", 20)),  # no scale at all: digit by digit
    ]:
        with subtests.test(f"{characters!r}, {value!r}"):
            assert parse_chinese_number(characters) == value


@pytest.mark.parametrize("characters", ["半", "三点五", "1万5"])
def test_what_is_no_chinese_numeral_raises(characters: str) -> None:
    with pytest.raises(KeyError):
        parse_chinese_number(characters)

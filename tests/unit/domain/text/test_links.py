"""Addresses in a model's text: whatever trick, nothing of it can be clicked, and what is no address stays."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.text.links import is_below, neutralize_links

ALLOWED = frozenset({"sec.gov", "example.org"})
CLICKABLE = re.compile(
    r"https?:/|www\.\w|(?:javascript|vbscript|data|mailto|slack|discord|file|tel):\S|\w\.(?:com|gg|ru|xyz)\b|//\w+\.",
    re.IGNORECASE,
)
# An address; a scheme within a word needs its slashes.
LIVE = re.compile(r"(?:https?:[\\/]{2,}|(?<![^\W_])https?:[\\/]?)([^\s/?#:]*)", re.IGNORECASE)

TRICKS = {
    "plain": ("see https://x.y/z.", "see x[.]y/z."),
    "path_with_dots": ("https://evil.com/a.b/c.html", "evil[.]com/a[.]b/c[.]html"),
    "www": ("go to www.evil.com now", "go to www[.]evil[.]com now"),
    "www_unusual_end": ("www.evil.xyzzy", "www[.]evil[.]xyzzy"),
    "bare_with_port": ("evil.com:8080/x", "evil[.]com[:]8080/x"),
    "protocol_relative": ("//evil.com/x", "//evil[.]com/x"),
    "markdown_link": ("[click](https://evil.com/x)", "click (evil[.]com/x)"),
    "markdown_title": ('[click](https://evil.com/x "Your bank")', "click (evil[.]com/x)"),
    "markdown_angles": ("[click](<https://evil.com/x>)", "click (evil[.]com/x)"),
    "markdown_image": ("![chart](https://evil.com/a.png?q=secret)", "chart (evil[.]com/a[.]png?q=secret)"),
    "markdown_same_label": ("[https://evil.com](https://evil.com)", "evil[.]com"),
    "markdown_false_label": ("[https://sec.gov](https://evil.com)", "https://sec.gov (evil[.]com)"),
    "markdown_nested": ("[[a](https://x.com)](https://e.com)", "[a (x[.]com)](e[.]com)"),
    "markdown_script": ("[a](javascript:alert(1))", "a (javascript[:]alert(1))"),
    "markdown_reference": ("[a][1]\n\n[1]: https://evil.com", "[a][1]\n\n[1]: evil[.]com"),
    "autolink": ("<https://evil.com>", "<evil[.]com>"),
    "slack_link": ("<https://evil.com|your bank>", "<evil[.]com|your bank>"),
    "script": ("javascript:alert(1)", "javascript[:]alert(1)"),
    "script_before_a_bracket": ("javascript:()http", "javascript[:]()http"),
    "label_of_an_empty_link": ("https[:]()//evil.com", "https[:]()//evil[.]com"),
    "text_of_an_image": ("https![:](x)//evil.com", "https![:](x)//evil[.]com"),
    "autolink_of_a_scheme": ("<https:>http", "<https[:]>http"),
    "autolink_of_a_dotted_scheme": ("<a.javascript:>x", "<a[.]javascript[:]>x"),
    "end_of_a_clause": ("see https://evil.com: mailto:a@evil.com: it", "see evil[.]com: mailto[:]a@evil[.]com: it"),
    "mail_address": ("write to a@evil.com", "write to a@evil[.]com"),
    "slack_scheme": ("slack://channel?id=1", "slack[:]//channel?id=1"),
    "file": ("file:///etc/passwd", "file[:]///etc/passwd"),
    "discord_invitation": ("discord.gg/abc", "discord[.]gg/abc"),
    "userinfo": ("https://sec.gov@evil.com/a", "sec[.]gov@evil[.]com/a"),
    "userinfo_backslash": ("https://sec.gov\\@evil.com", "sec[.]gov@evil[.]com"),
    "allowed_as_a_part": ("https://sec.gov.evil.com", "sec[.]gov[.]evil[.]com"),
    "allowed_as_an_end": ("https://notsec.gov/x", "notsec[.]gov/x"),
    "nested_in_allowed": ("https://sec.gov/https://evil.com", "sec[.]gov/https[:]//evil[.]com"),
    "ideographic_dot": ("https://sec.gov。evil.com/x", "sec[.]gov[.]evil[.]com/x"),
    "cyrillic": ("https://www.ѕec.gov/x", "www[.]ѕec[.]gov/x"),
    "punycode": ("xn--80ak6aa92e.example", "xn--80ak6aa92e[.]example"),
    "address_of_numbers_bare": ("1.2.3.4/x", "1[.]2[.]3[.]4/x"),
    "trailing_dot": ("https://evil.com./x", "evil[.]com[.]/x"),
    "zero_width": ("ht\u200btps:\u2060//ev\u200dil.com", "evil[.]com"),
    "soft_hyphen": ("https:/\u00ad/evil.com", "evil[.]com"),
    "terminal_hyperlink": (
        "\x1b]8;;https://evil.com\x1b\\click\x1b]8;;\x1b\\",
        "]8;;https[:]//evil[.]com\\click]8;;\\",
    ),
    "emphasis_in_scheme": ("ht**tps**://evil.com", "ht**tps[:]//evil[.]com"),
    "escape": ("https\\://evil\\.com", "evil[.]com"),
    "entity": ("https&colon;//evil.com", "https&amp;colon;//evil[.]com"),
    "no_slash": ("https:evil.com", "https[:]evil[.]com"),
    "backslashes": ("https:\\\\evil.com", "https[:]\\\\evil[.]com"),
    "within": ("hthttp://tps://evil.com", "hthttp[:]//tps[:]//evil[.]com"),
    "in_a_path_that_is_none": ("3.5/https://evil.com", "3.5/https[:]//evil[.]com"),
    "chinese_around": ("参见https://evil.com。今天上涨", "参见evil[.]com。今天上涨"),
    "country": ("evil.me, evil.co.uk, evil.de", "evil[.]me, evil[.]co[.]uk, evil[.]de"),
    "cyrillic_end": ("see evil.рф, or ЕВИЛ.РФ", "see evil[.]рф, or ЕВИЛ[.]РФ"),
    "chinese_end": ("见evil.中国、坏.公司", "见evil[.]中国、坏[.]公司"),
    "other_script_with_path": ("evil.рф/x", "evil[.]рф/x"),
    "local_without_path": ("LOCALHOST:80", "LOCALHOST[:]80"),
    "numbers_with_port": ("1.2.3.4:8080", "1[.]2[.]3[.]4[:]8080"),
    "www_behind_a_word": ("看www.evil.zzz", "看www[.]evil[.]zzz"),
    "emphasis_in_host": ("www.**evil**.zzz", "www[.]**evil**[.]zzz"),
    "emphasis_before_the_end": ("**evil**.com", "**evil**[.]com"),
    "code_in_host": ("www.`evil`", "www[.]`evil`"),
}


@pytest.mark.parametrize("name", TRICKS)
def test_what_leads_elsewhere_is_made_inert(name: str) -> None:
    text, shown = TRICKS[name]
    assert neutralize_links(text, ALLOWED) == shown
    assert neutralize_links(shown, ALLOWED) == shown
    assert not CLICKABLE.search(shown.replace("https://sec.gov (", ""))


@pytest.mark.parametrize(
    "text",
    [
        "https://sec.gov",
        "see https://www.sec.gov/cgi-bin/browse?a=1&b=2#c.",
        "http://SEC.gov:443/x",
        "[filing](https://sec.gov/x)",
        "**https://data.sec.gov/x**",
        "sec.gov/x and example.org",
        "(https://example.org/a)",
    ],
)
def test_what_is_allowed_stays(text: str) -> None:
    assert neutralize_links(text, ALLOWED) == text


def test_an_allowed_address_ends_where_chinese_begins() -> None:
    assert neutralize_links("见https://sec.gov/x。今天", ALLOWED) == "见https://sec.gov/x 。今天"


@pytest.mark.parametrize(
    "text",
    [
        "P/E 23.2, up 14.4 % to $755.69; 3.5/5, 1.2x/3.4x",
        "e.g. the U.S. and U.K./EU, i.e. S&P 500, AT&T, R&D; P&amp;L",
        "Amazon.com, Booking.com and C3.ai",
        "0700.HK/9988.HK, AAPL.US, BRK.B, SHOP.TO",
        "今天上涨。市盈率/市净率偏高。SPY/QQQ 也是",
        "report.pdf, data.csv, v2.10.3, 300.400.500.600 and 1.2.3.4.5",
        "D05.SI, ERIC-B.ST, 600519.SS, 0700.hk, 7203.T, GGAL.BA, WALMEX.MX",
        "it went up.Today it fell, and so it is.It may rise.In time",
        "localhost, localhost: none",
        "at 12:30, ratio 3:1, note: data: P/E 15",
        "Node.js v1.2.3, and/or",
        "**Risk**.It, **0700**.HK, _so_. `AAPL`.Then",
        "- a list\n- **bold** and _italic_ `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |",
        "👨‍👩‍👧 ⚠️ 📈 ok",
        "[1] and [a](b) and x[0](y)",
        "xhttp:80",  # a scheme within a word and without slashes
        "",
    ],
)
def test_what_is_no_address_stays(text: str) -> None:
    assert neutralize_links(text, frozenset()) == text


PIECES = st.sampled_from(
    (
        *("http", "https", "://", ":", "/", "//", ".", "com", "evil", "sec.gov", "@"),
        *("[", "]", "(", ")", "<", ">", "*"),
        *("**", "_", "\\", "&", "&#58;", "amp;", "。", "，", "\u200b", "\u200d", "😀", "\ufe0f", " ", "\n", "data:"),
        *("javascript:", "text/", "看", "www", "x", "1", "-", "?", "#", "%2E", "!", "'", '"', "`", "~", "mailto:"),
        *("：", "．", "\x00", "\x1b]8;;", ":80", "é", "[.]", "[:]", "a。b/", "3.5/"),
    )
)
TEXTS = st.lists(PIECES, max_size=20).map("".join) | st.text(max_size=60)


@settings(max_examples=200)
@given(text=TEXTS)
def test_twice_is_no_more_than_once_and_nothing_else_can_be_clicked(text: str) -> None:
    shown = neutralize_links(text, ALLOWED)
    assert neutralize_links(shown, ALLOWED) == shown
    assert all(is_below(found.rstrip("._*~`'\")]}!,;"), ALLOWED) for found in LIVE.findall(shown) if "." in found)
    none_allowed = neutralize_links(text, frozenset())
    assert not any(re.match(r"\w", host) for host in LIVE.findall(none_allowed))


@pytest.mark.parametrize(
    "piece",
    ["[x](", "a.a", "a", "*", "https://", ":", "<", "&", "\\", "a_", "[", "[a](b", "😀\u200d", "a.b/", "a。b/", "3.5/"],
)
@pytest.mark.timeout(30)  # seconds: a square of the length would take longer on any machine
def test_a_long_text_of_beginnings_is_no_trap(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    assert neutralize_links(text, ALLOWED)

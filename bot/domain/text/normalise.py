"""Normalisation of typed text without changing its meaning."""

import re
import unicodedata

MAX_TEXT_LENGTH = 8_000  # characters; more than any request needs, and a bound on the time of all later steps

_FULL_WIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_LOOK_ALIKES = dict(zip(map(ord, "￥￡‘’ʼ“”−–—‑、。İ"), "¥£'''\"\"----,.I", strict=True))
# Only the characters of our own vocabulary and of instruments' names; a full converter would be a dependency.
_TRADITIONAL = dict(
    zip(
        map(
            ord,
            "買賣確認執單錢萬億個嗎麼為這對錯點幹進讓該應還沒別現價損減倉補漲當時間裡邊實際後來幾週張兩蘋穀軟達偉亞馬遜輝臉書電車網飛銀國報險關閉銷",
        ),
        "买卖确认执单钱万亿个吗么为这对错点干进让该应还没别现价损减仓补涨当时间里边实际后来几周张两苹谷软达伟亚马逊辉脸书电车网飞银国报险关闭销",
        strict=True,
    )
) | dict(
    zip(
        map(
            ord,
            "決議並顧歷復盤總結過東長線賺虧風動勢體麥當勞樂寶臺積聯華爾發財務額數據幫請謝問題說話見覺評級論觀開設態設記錄標術餘",
        ),
        "决议并顾历复盘总结过东长线赚亏风动势体麦当劳乐宝台积联华尔发财务额数据帮请谢问题说话见觉评级论观开设态设记录标术余",
        strict=True,
    )
)
_TRANSLATION = _FULL_WIDTH | _LOOK_ALIKES | _TRADITIONAL
_FRACTIONS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅛": "1/8"}
_ONE_SIGN_FRACTION = re.compile(rf"(\d?)([{''.join(_FRACTIONS)}])")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_VARIATION_SELECTOR = "\ufe0f"


def normalise(text: str) -> str:
    """Return at most `MAX_TEXT_LENGTH` characters: half width, simplified Chinese, visible, single spaces.

    Does not use NFKC, which turns "3²" into "32": an amount must never change silently.
    """
    shaped = unicodedata.normalize("NFC", text[:MAX_TEXT_LENGTH]).translate(_TRANSLATION)
    return " ".join("".join(map(_visible_character, _expand_fractions(shaped)[:MAX_TEXT_LENGTH])).split())


def _expand_fractions(text: str) -> str:
    """Write "½" as 1/2, and "1½" as 1 1/2."""
    return _ONE_SIGN_FRACTION.sub(lambda match: match[1] + (" " if match[1] else "") + _FRACTIONS[match[2]], text)


def _visible_character(char: str) -> str:
    if char.isspace():
        return " "
    return "" if char == _VARIATION_SELECTOR or unicodedata.category(char) in _INVISIBLE else char

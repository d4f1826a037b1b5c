"""Write numbers and names that people shorten as other rules read them: 俩 as 两股, 1w as 1万, "I.B.M." as "IBM"."""

import re
from typing import Final

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import HAN

_NUMERALS: Final = "零一二两三四五六七八九十百千"
_HAN: Final = re.compile(rf"[{HAN}]")
_SCALES: Final = {"k": "千", "w": "万"}
_SCALED: Final = re.compile(rf"(?<![a-z0-9.])([0-9]+(?:\.[0-9]+)?|[{_NUMERALS}]+) ?([kw])(?![a-z0-9])", re.IGNORECASE)
_COUNTS: Final = {"俩": "两股", "仨": "三股"}
_COUNTED: Final = re.compile(r"(?<=[买卖入出仓持抛掉减加要来点再只])([俩仨])(?=$|[,.;!?吧 ]|股|个)")
_COUNTED_BEFORE_NAME: Final = re.compile(r"(?<=[买卖入出仓持抛掉减加要来点再只])([俩仨])(?![都各人])")
_DOTTED: Final = re.compile(r"(?<![a-z.])(?:[a-z]\.){2,4}[a-z]?(?![a-z])", re.IGNORECASE)
_AFFORDED: Final = (
    r"(?:possible|(?:i|we|you) can(?: (?:afford|get|buy))?|(?:i|we) (?:are|am) able to afford"
    r"|(?:my|our|the) (?:cash|money) (?:buys|allows))"
)
_AS_MANY: Final = re.compile(
    rf"\b(buy|get|purchase)(?: me| us)? as (?:many|much) (?:shares )?(?:of )?"
    rf"(?!as\b)([\w.&' -]{{1,24}}?) as {_AFFORDED}(?! with)",
    re.IGNORECASE,
)
_AS_MANY_FIRST: Final = re.compile(
    rf"^as (?:many|much) (?:shares )?(?:of )?([\w.&' -]{{1,24}}?) as {_AFFORDED}(?:[ ,]*please)?[ ,]*buy\W*$",
    re.IGNORECASE,
)
_ALL_CASH: Final = re.compile(
    r"(?:(?<!把)(?:满仓|全仓|梭哈))(?!买)(?=[a-z㐀-鿿]{2})(?!.*[0-9?吗])(?!位|的)", re.IGNORECASE
)


_RISK_LABEL: Final = re.compile(
    r"^(?:risk (?:note|here|rule|rules|reminder|policy|control|management)"
    r"|(?:reduce|lower|cut|limit|less) (?:the |our |my )?risk|风控(?:要求|规则|提醒)?|风险控制|控制风险|降低风险) ?: ?",
    re.IGNORECASE,
)


def reword(text: str, instruments: InstrumentTable) -> str:
    """Return a normalised text with its shortened numbers, names and sizes written out; the rest stays as it is."""
    text = _RISK_LABEL.sub("", text)
    text = _DOTTED.sub(lambda match: _undotted(match.group(), instruments), text)
    text = _AS_MANY.sub(r"\1 \2 with all my cash", text)
    text = _AS_MANY_FIRST.sub(r"buy \1 with all my cash", text)
    if _HAN.search(text) is None:
        return text
    text = _SCALED.sub(lambda match: match[1] + _SCALES[match[2].lower()], text)
    text = _ALL_CASH.sub("用全部现金买", text)
    text = _COUNTED.sub(lambda match: _COUNTS[match[1]], text).replace("股股", "股").replace("股个", "股")
    return _COUNTED_BEFORE_NAME.sub(lambda match: _COUNTS[match[1]], text)


def _undotted(name: str, instruments: InstrumentTable) -> str:
    """Return "IBM" for "I.B.M." if that is the name of an instrument, with the stop that ends a sentence."""
    letters = name.replace(".", "")
    return letters if instruments.match([letters.lower()], 0) is not None else name

"""Recognise what trades on markets we do not cover: Hong Kong, mainland China, other exchanges, crypto."""

import re

from bot.domain.text.tokens import PhraseTable, key

_HONG_KONG = r"\d{1,5}\.hk|hk[:.]?\d{4,5}|(?<![\d.,$€£¥])0\d{4}"
_MAINLAND = (
    r"\d{6}\.(?:ss|sh|sz|bj)|(?:sh|sz)[:.]?\d{6}|(?<![\d.,$€£¥])(?:60[0135]|68[89]|00[0123]|30[01]|159|51[0-8])\d{3}"
)
_ELSEWHERE = r"[a-z0-9]{1,6}\.(?:l|to|t|de|pa|tw|ks|ax|ns|bo|si|mi|as|sw)"
_PAIR = r"(?:btc|eth|sol|xrp|doge|ada|bnb|ltc|dot|shib)[-/]?(?:usdt?|usdc|eur|btc)"
_NOT_A_CODE = r"(?![\w,]|\.\d| ?(?:shares?|dollars?|usd|bucks|%|percent)|[股美元块万千])"
_CODE = re.compile(rf"(?<![a-z0-9_])(?:{_HONG_KONG}|{_MAINLAND}|{_ELSEWHERE}|{_PAIR}){_NOT_A_CODE}", re.IGNORECASE)
_LIMIT_BEFORE = re.compile(
    r"(?:at most|no more than|up to|max|maximum|under|within|amount|stop|stop at|最多|不超过|上限|金额|止损)"
    r"\W{0,2}(?:of )?$"
)

_NAMES = """
    btc | bitcoin | bitcoins | eth | ethereum | ether | xrp | ripple coin | doge | dogecoin | litecoin | ltc
    | solana | cardano | usdt | tether | bnb | shiba inu | polkadot | stablecoin | stablecoins | crypto
    | cryptos | cryptocurrency | 比特币 | 以太坊 | 以太币 | 狗狗币 | 莱特币 | 瑞波币 | 泰达币 | 加密货币
    | 虚拟货币 | 数字货币 | 币安币 | tencent | meituan | xiaomi | kuaishou | hang seng | moutai
    | kweichow moutai | catl | icbc | 腾讯 | 腾讯控股 | 美团 | 小米 | 小米集团 | 快手 | 恒生指数 | 恒指 | 港股
    | 港交所 | 中国移动 | 农夫山泉 | 泡泡玛特 | 贵州茅台 | 茅台 | 五粮液 | 宁德时代 | 招商银行 | 工商银行
    | 中国平安 | 比亚迪 | 格力电器 | 美的集团 | 万科 | 中芯国际 | 上证指数 | 沪深300 | 创业板 | 科创板 | a股
    | 大a
"""
NAMES = PhraseTable({key(name): name.strip() for name in _NAMES.split("|")})


def find_codes(text: str) -> tuple[tuple[tuple[int, str], ...], str]:
    """Return (offset, code as written) of foreign codes in a normalised text, and the text with them blanked out.

    Six digits after a currency sign, a limit or "stop" are an amount, however much they look like a Shanghai share.
    """
    found: list[tuple[int, str]] = []

    def blank(match: re.Match[str]) -> str:
        before = text[max(0, match.start() - 16) : match.start()].lower()
        if match.group().isdigit() and _LIMIT_BEFORE.search(before):
            return match.group()
        found.append((match.start(), match.group().upper()))
        return " " * len(match.group())

    rest = _CODE.sub(blank, text)
    return tuple(found), rest


def blank_out(text: str, codes: tuple[tuple[int, str], ...]) -> str:
    """Return `text` with the codes found in it blanked out, every other character in its place."""
    for start, code in codes:
        text = text[:start] + " " * len(code) + text[start + len(code) :]
    return text

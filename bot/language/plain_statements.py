"""Recognise messages that state something, and ask and order nothing: "I'd add below 420", 听说苹果要裁订单.

Most show by a frame that they order nothing, whatever words of trades are in them: a view, hearsay, a plan, a report of
what others do. A plain one is a sentence with a subject and a finite verb. Whose view a remark tells is read by
bot/language/remarks.py.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from bot.language.language_detection import has_chinese
from bot.language.lexicon.chinese_names import PERSON
from bot.language.phrase_files import LANGUAGE_FOLDERS, either, read_phrases

_LISTS: Final = (
    *("leads", "asks", "requests", "trades", "views", "hearsay", "tags", "finite", "past", "no_noun", "deeds", "times"),
    "actors",
)
_MAX_LENGTH: Final = 400  # characters
_QUESTION: Final = re.compile(
    r"[?？]|[吗么呢没][\s。.!~]*$|(?!(?<=银)行)([\u4e00-\u9fff])[不没]\1|"  # 银行不行 asks nothing
    r"(?<![我们])还是|, right\W*$"
)
_ADVERBS: Final = (
    r"(?: (?:still|also|really|just|now|always|never|no longer|already|quite|even|only|rather|probably|honestly|not|do|"
    r"certainly|definitely|don't|personally|actually|both|too|generally|tend to|once|almost|do not|much|would))*"
)
_WORD: Final = r"[\w.$%&'’/-]+"
_NOUN: Final = rf"(?:(?!(?:i|we|you|i'd|we'd)\b){_WORD} ){{1,7}}?"
_PRICE: Final = r"\b(?:below|under|above|over|at|around|near|until|if|once|when|after|before|only|than|not|never)\b"
_SIZE: Final = r"\d|\b(?:half|third|quarter|all|everything|some|more|less|fewer|shares?|one|two|three|five|ten)\b"
_LIKES: Final = re.compile(r"(?:i|we)\b.{0,12}\b(?:like|love|hate|enjoy|prefer|hold|own)\b")
_FEW: Final = 5  # words: "I like IBM" may ask for an analysis
_DATED: Final = (
    r"(?:昨天|昨晚|前天|上周|上个月|上季度|上半年|去年|前年|今年|今早|刚刚|刚才|本周|年初|最近|"
    r"[一二三四五六七八九十\d]+月)"
)
_NOT_OF_RECORDS: Final = r"(?!.*(?:决策|交易|记录|决定|表现|业绩|战绩|买卖))"
_OWN_LIMIT: Final = re.compile(
    r"\b(?:i|we)(?:'d| would| will|'ll)? never\b.*\b(?:more than|over|above|beyond)\b|我们?(?:从不|绝不|永不|最多)"
)
_BOUND: Final = re.compile(
    r"\b(?:at most|no more|more than|max|maximum|limit|cap|budget|never|only|total)\b|"
    r"最多|超过|不能|过财报|上限|不碰|限额|预算|至少|以内"
)
_OTHERS_WANTING: Final = re.compile(
    r"我们?(?:觉得|认为|感觉)(?!这|那|它|还|价格|仓位|数量|现在|今天)[\u4e00-\u9fff]{2,8}不(?:行|好)$"
)
_OBJECTION: Final = re.compile(
    r"(?:i |we )?(?:don't |do not )?(?:disagree|agree|buy that)\b(?! ?,)|我?不(?:太)?同意(?=.*你)"
)


class StatementForm(StrEnum):
    """How a message shows that it only states something."""

    REPORT = "report"  # what others do, what was, hearsay, what somebody would do
    VIEW = "view"  # what its sender thinks or plans
    PLAIN = "plain"  # a subject and a finite verb


@dataclass(frozen=True, slots=True)
class StatementPatterns:
    """Patterns of one language."""

    asks: re.Pattern[str]
    forms: Mapping[StatementForm, re.Pattern[str]]
    trades: re.Pattern[str]


@cache
def plain_statement_patterns() -> tuple[StatementPatterns, StatementPatterns]:
    """Return the patterns of statements in English and Chinese (`data/*/plain_statements.toml`)."""
    tables = {"plain_statements": _LISTS}
    lists = read_phrases("plain_statements", tables, folders=LANGUAGE_FOLDERS)["plain_statements"]
    english = {name: either(each for each in lists[name] if each.isascii()) for name in _LISTS}
    chinese = {name: either(each for each in lists[name] if not each.isascii()) for name in _LISTS}
    views = [each for each in lists["views"] if each.isascii()]
    english["states"] = either(each for each in views if each.startswith("'"))
    return _english(english), _chinese(chinese)


def find_statement_form(text: str) -> StatementForm | None:
    """Return the form of a message that only states something; None: it asks, orders, or is no sentence.

    Args:
        text: Normalised, without a mention of the bot.
    """
    lowered = text.lower().replace("’", "'").strip()
    english, chinese = plain_statement_patterns()
    patterns = chinese if has_chinese(lowered) else english
    if len(lowered) > _MAX_LENGTH or lowered.startswith("/") or _QUESTION.search(lowered):
        return None
    if patterns.asks.search(lowered) or (_LIKES.match(lowered) and len(lowered.split()) < _FEW and " " in lowered):
        return None
    return next((form for form, pattern in patterns.forms.items() if pattern.match(lowered)), None)


def states_no_limit(text: str, form: StatementForm, *, has_terms: bool) -> bool:
    """Return whether what sounds like a limit is no limit of its sender's: what others do, a view of prices."""
    lowered = text.lower()
    if form is StatementForm.REPORT:
        return _OWN_LIMIT.search(lowered) is None
    return form is StatementForm.PLAIN and not has_terms and _BOUND.search(lowered) is None


def finds_others_wanting(text: str) -> bool:
    """Return whether a message says of something else than what is pending that it is no good: 我觉得银行不行."""
    return _OTHERS_WANTING.match(text) is not None


def objects(text: str) -> bool:
    """Return whether a message begins with an objection: "I disagree about IBM"."""
    return _OBJECTION.match(text.lower()) is not None


def names_trade(text: str) -> bool:
    """Return whether a verb of trades is in a text."""
    return any(each.trades.search(text.lower()) for each in plain_statement_patterns())


def _english(w: Mapping[str, str]) -> StatementPatterns:
    headed = r"(?:my (?:view|take|read|opinion|two cents|thesis)(?: (?:on|of) [^:]{1,30})?: ?)?"
    lead = rf"(?>(?:{w['leads']})(?:[,;:.!…]+|\b) ?)*{headed}"
    noun = rf"(?!(?:{w['no_noun']}|{w['requests']}|{w['trades']})(?![\w'])){_NOUN}"
    verb = rf"(?:{w['finite']}|{w['past']}|[a-z]{{3,}}ed)(?![\w'])"
    own = rf"(?:i|we)(?:{_ADVERBS} (?:{w['views']})|(?:{w['states']}))\b"
    plan = (
        rf"(?:{w['times']}),? (?:i|we)(?:'m| am|'re| are)? ?"
        r"(?:plan|intend|thinking|considering|might|may|could|hope|will probably)"
    )
    report = (
        rf"{lead}(?:{_supposition(w)}|(?:{w['hearsay']})(?![\w']) ?\S|"
        rf"(?:i|we){_ADVERBS} (?:used to|sold|bought|passed|owned|held|met|spoke|talked|heard|read that|lost|missed|"
        rf"[a-z]{{2,}}[a-df-z]ed)\b|"
        rf"{noun}(?:{w['deeds']})\b|(?:he|she|they) (?:{w['deeds']}|{w['past']})\b)"
    )
    view = rf"{lead}(?:{own}|{plan}|let's plan\b)|.+\b(?:imo|imho|if you ask me)\b|.+[\s,](?:{w['tags']})[\s.!]*$"
    plain = rf"(?!.*\b(?:these|those)\b){lead}{noun}(?:\w+ly )?{verb}\s+\S"
    return _patterns(_english_request(w, lead), report, view, plain, rf"\b(?:{w['trades']})\b")


def _english_request(w: Mapping[str, str], lead: str) -> str:
    """Return the pattern of what asks or orders something in a message."""
    words = rf"\b(?:{w['asks']}|you(?! ask me)|your|parley)(?![\w'])"
    question = r"[,:;-]\s*(?:so |and |but )?(?:what|how|where|who)\b"
    order = (
        rf"(?:^|[,;.:!–—]\s*|\b(?:so|and|then|but|or)\s+)(?:please |just |now |let's |then )*(?:{w['trades']})\b(?!-)|"
        rf"\b(?:says?|said|told (?:me|us) to):? (?:{w['trades']})\b|"
        r"\b(?:want to|wanna|need to|like to|'ll|i will|we will|let's|lets|should|must|gonna|"
        rf"(?<!was )(?<!were )going to|have to|ready to|gotta)\s+(?:now |just |also )*(?:{w['trades']})\b"
    )
    request = (
        rf"^(?:{lead})(?:{w['requests']}|let'?s(?! plan))(?![\w'])|"
        rf"[.!;]\s+(?:{w['requests']})(?![\w'])(?! (?:was|is|matter))"
    )
    return rf"{words}|{question}|{order}|{request}"


def _supposition(w: Mapping[str, str]) -> str:
    """Return the pattern of what somebody would do: "I'd add below 420", "if Apple breaks 430 I'm out"."""
    out = r"(?:i'm|i am|we're|we are) (?:out|in|gone|done|toast)\b"
    return (
        rf"(?:i|we)(?:'d| would)(?! (?:like|love) to (?!own|see|hold|have)){_ADVERBS} (?:(?:{w['trades']})\b|"
        r"own|hold|stay|wait|be|cap|keep|love to|like to see|pay|let|avoid|look)"
        rf"(?=[^:;,]*{_PRICE}|(?![^:;,]*(?:{_SIZE})))|"
        rf"if [^,]+,? (?:then )?(?:{out}|(?:i|we)(?:'d| would| might)\b)|"
        rf"{out} (?:if|once|when|unless|below|above)\b"
    )


def _chinese(w: Mapping[str, str]) -> StatementPatterns:
    lead = rf"(?>(?:{w['leads']})[，,、。:：\s]*)*"
    noun = rf"(?!{w['no_noun']}|{w['requests']})[^，,。；;]"
    trade = rf"(?:就|那|所以|现在|都|全部|直接|先|再|拿去|马上)*(?:{w['trades']})(?!得|方|点|盘)"
    order = rf"[，,。；;]\s*{trade}(?!.{{0,3}}的)|^{trade}"
    mine = r"(?:我们|我|咱们|咱|本人)"
    conditional = (
        rf"(?:跌到|涨到|跌破|突破|低于|高于|等到?)?[^，,。]{{0,8}}\d[\d.]*(?:块|元|美元|刀)?(?:以下|以上|左右|附近|的时候)?"
        rf"[，,]?{mine}(?:才|会|就会|可能|大概|才会|应该会)"
    )
    report = (
        rf"{lead}(?:(?:听说|据说|传闻|有消息说|坊间说|市场传|媒体说|新闻说|有传言).{{2,}}|"
        rf"{_NOT_OF_RECORDS}(?:{w['hearsay']}).*(?:了|说|过|在|饭|见)|"
        rf"{noun}{{0,10}}(?:{w['actors']}|{_DATED})[^，,。；;]{{0,12}}(?:{w['deeds']})|"
        rf"{noun}{{0,8}}(?:目标价|评级)[^，,。]{{0,4}}(?:是|为|在|\d)|(?:{PERSON})(?:们)?{_DATED}(?:{w['deeds']})|"
        rf"{mine}(?:以前|之前|当时|去年|前年|上周|昨天|年初|爸|妈|老婆|老公|老板)[^，,。]{{0,14}}(?:了|过|的|是|不|让|在)|{conditional})"
    )
    view = (
        rf"{lead}(?:{mine}[^，,。买卖]{{0,6}}?(?:{w['views']})|(?:{w['times']}){mine}?(?:打算|计划|准备|考虑|可能|再看)|"
        rf"{mine}(?:宁愿|宁可|更愿意|会考虑|不会|才会))|.+[，,](?:{w['tags']})"
    )
    plain = rf"{lead}{noun}{{1,14}}?(?:{w['finite']}|{w['past']})"
    return _patterns(rf"{w['asks']}|你|您|{order}|^{lead}(?:{w['requests']})", report, view, plain, w["trades"])


def _patterns(asks: str, report: str, view: str, plain: str, trades: str) -> StatementPatterns:
    forms = {StatementForm.REPORT: report, StatementForm.VIEW: view, StatementForm.PLAIN: plain}
    compiled = {form: re.compile(rf"^(?:{pattern})") for form, pattern in forms.items()}
    return StatementPatterns(re.compile(asks), compiled, re.compile(trades))

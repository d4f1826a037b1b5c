"""The frames of questions about what was said, made of the phrases of `data/*/recall_questions.toml`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.language.lexicon.chinese_names import PERSON
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = (
    *("say", "said", "remember", "opening", "last", "others", "ourselves", "matter", "aside"),
    *("asks", "documents", "rule", "opines", "stance", "rules", "practice", "no_names", "passes"),
)
_SUMMARISE: Final = (
    r"(?:(?:can|could) you )?(?:summari[sz]e|sum up|recap|give (?:me|us) an? (?:summary|recap|overview) of)"
    r"(?: for (?:me|us))?"
)
_WHOSE_DAY: Final = r"(?:(?:today|yesterday|this (?:morning|week|month)|last (?:night|week|month)|[a-z]+day)(?:'s)?)"
_TALK: Final = r"(?:conversations?|discussions?|talks?|chats?|threads?|debates?)"
_ENGLISH_VIEWS: Final = 6  # frames, the last ones, that ask what people think
_CHINESE_VIEWS: Final = 2  # the first ones
# As few words as fit, three at most; an 's belongs to no name: whose boss says something, does not say it.
_NAME_WORD: Final = r"[^\W\d_](?:[\w.-]|'(?!s\b))*"
_NAME: Final = rf"(?:<@!?\w+>|@?{_NAME_WORD}(?: {_NAME_WORD}){{0,2}}?)"
_WHO: Final = rf"(?!been\b)(?P<who>the team|{_NAME})"
_WHO_TOO: Final = rf"(?: (?:and|or|&) (?P<second>{_NAME}))?"
_PREAMBLE: Final = (
    r"^(?:(?:so|and|hey|hi|ok|okay|well|but|please|pls|remind me|remind us|tell me|i forgot|i wonder),? ?)*"
)
_CROWD: Final = r"(?:people|folks|others|colleagues|the others|my colleagues|our colleagues|the team|you all|you guys)"
_NOT_US: Final = r"(?!(?:you|i|we|it|they|this|that)\b)"  # whose view is asked for as Parley's, or is nobody's
_US: Final = r"(?:our|my|the team's|the desk's|the fund's|the house|house|team)"
_ON: Final = r"(?:on|about|for|regarding|when|before|after|around|with|concerning|over|against|during|if)"
_BY: Final = r"(?:in|by|under|per|according to|against)"
_ABOUT: Final = r"[^，,。？?]{0,24}?"
_CHINESE_WHO: Final = rf"(?P<who><@!?\w+>|@?{PERSON}|@?[a-z][\w.'-]*(?: [a-z][\w.'-]*){{1,2}}?|他|她) ?"
_CHINESE_START: Final = (
    r"^\s*(?:(?:等等|等一下|等下|那么|那|对了|请问|所以|话说|不对|另外|还有|我想问|我忘了)[，,、\s]*)*"
    r"(?:[到至~\s，,的里在-]|之间|期间|以来|以后|之后)*(?:(?:关于|对于)[^，,。？?]{1,12}?[，,])?\s*"
)
_BEFORE: Final = "(?:刚才|刚刚|刚|之前|以前|上次|昨天|前天|上周|当时|那天|原来|先前|早上)"
_CHINESE_ASIDE: Final = rf"(?:{_BEFORE}|又|都|也|还|到底|究竟|有没有|是不是|是|不是|在|\s)*"
_CHINESE_WHEN: Final = "(?:哪天|哪一天|什么时候|几号|何时|几时|哪次)"
_SPEAKS: Final = (
    r"(?:说(?!明|实话|真|白|不定|来|说|一下|一说)|讲(?!解|讲|一下)|提(?!高|升|醒|前|供|示|一下)|聊(?!聊|一下)|问(?!题|一下)|"
    r"回(?:答|复|应|的|了|什么))"
)
_CHINESE_SUMMARISE: Final = r"(?:帮我|请)?(?:总结|概括|回顾|归纳|梳理|小结|summari[sz]e|recap|sum up)\s*(?:一下|下)?"
_CHINESE_TALK: Final = r"(?:讨论|聊天|对话|谈话|会话|聊|说|谈|讲|发言)的?(?:内容|东西|话|记录|要点|重点)?"
_CHINESE_VIEW: Final = r"(?:观点|看法|意见|说法|建议|发言|想法)"
_CHINESE_ENDS: Final = r"[了吧呢吗么\s。.!！?？]*$"
# Days and times in a Chinese question: they stand before or behind a name, and are part of none.
_OPEN: Final = (
    r"(?:what|which questions) (?:did we leave|have we left|(?:is|are) still|(?:was|were) left) "
    r"(?:open|unanswered|unresolved)"
    r"|what (?:are|were) (?:the|our) open (?:questions|points|issues)|where did we leave off"
)
_CHINESE_OPEN: Final = (
    r"(?:还?有)(?:什么|哪些|啥)(?:问题|事)?(?:还?没有?|尚未)(?:解决|回答|定下?来?|答案|结论)"
    r"|(?:遗留|悬而未决|没回答|未解决)的?问题"
)
_DAY_PART: Final = "(?:一大早|清早|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|凌晨)"
_CHINESE_COUNT: Final = r"(?:\d{1,3}|[一二两三四五六七八九十几半]{1,3})\s?个?"
_CHINESE_UNIT: Final = "(?:天|日|周|星期|礼拜|月|季度|年|小时|钟头|分钟)"
_CHINESE_TIME: Final = (
    rf"(?:(?:19|20)?\d\d年)?\d{{1,2}}月(?:份|\d{{1,2}}[日号])?|\d{{1,2}}[日号]|(?:19|20)\d\d年|"
    rf"[一二三四五六七八九十]{{1,2}}月(?:份|[一二三四五六七八九十]{{1,3}}[日号])?|"
    rf"[上这本]{{1,2}}个?(?:周|星期|礼拜)(?:[一二三四五六日天末]|[初中底])?|(?:周|星期|礼拜)[一二三四五六日天末]|"
    rf"[上这本]个?(?:月|季度)[初中底末]?|(?:去年|今年|前年)(?:[春夏秋冬]天?|[上下]半年|年[初底末])?|[今昨前][天日儿晚早]|"
    rf"(?:最近|过去|近|前|这){_CHINESE_COUNT}{_CHINESE_UNIT}|{_CHINESE_COUNT}{_CHINESE_UNIT}[之以]?前"
)
_CHINESE_ASKS: Final = "(?:什么|啥|怎么|几月|几号|几点|多少|哪)"


@dataclass(frozen=True, slots=True)
class _Frames:
    """The frames of questions about what was said; the group `who` is whoever said it."""

    english: tuple[re.Pattern[str], ...]
    chinese: tuple[re.Pattern[str], ...]
    rule_words: re.Pattern[str]  # the Chinese words that ask for a rule, and are none of its topic
    rules: tuple[re.Pattern[str], ...]  # of questions about what the team has agreed on
    views: tuple[re.Pattern[str], ...]  # those of both that ask what people think
    open_questions: re.Pattern[str]  # of requests for what nobody has answered
    passes: re.Pattern[str]  # of questions why a trade was not made
    documents: tuple[re.Pattern[str], ...]  # of English questions about what is written down
    chinese_documents: tuple[re.Pattern[str], ...]
    document_words: tuple[re.Pattern[str], ...]
    asks: re.Pattern[str]  # what makes a Chinese sentence a question
    chinese_summaries: tuple[re.Pattern[str], ...]  # of requests for a summary, which are no questions
    chinese_time: re.Pattern[str]
    others: frozenset[str]
    ourselves: frozenset[str]


@cache
def recall_frames() -> _Frames:
    """Return the frames, made of the phrases of `data/*/recall_questions.toml`."""
    lists = read_phrases("recall_questions", {"recall_questions": _LISTS}, folders=LANGUAGE_FOLDERS)["recall_questions"]
    english, chinese = (tuple(map(re.compile, frames(lists))) for frames in (_english_frames, _chinese_frames))
    return _Frames(
        english=english,
        chinese=chinese,
        views=(*english[-_ENGLISH_VIEWS:], *chinese[:_CHINESE_VIEWS]),
        rule_words=re.compile(
            rf"{_either(each for each in lists['rules'] if not each.isascii())}"
            r"|有什么|是什么|有没有|什么|是?关于|的[?？]?$"
        ),
        rules=tuple(map(re.compile, _rule_frames(lists))),
        open_questions=re.compile(f"{_OPEN}|{_CHINESE_OPEN}"),
        passes=re.compile(_pass_frame(lists["passes"])),
        documents=tuple(map(re.compile, _english_document_frames(lists))),
        chinese_documents=tuple(map(re.compile, _chinese_document_frames(lists))),
        document_words=tuple(map(re.compile, _document_words(lists))),
        asks=re.compile(rf"{_either(each for each in lists['asks'])}|[过了][^，,。]*没有?$"),
        chinese_summaries=tuple(map(re.compile, _chinese_summary_frames())),
        chinese_time=re.compile(rf"(?:{_CHINESE_TIME})(?:{_DAY_PART})?|{_DAY_PART}"),
        others=frozenset(lists["others"]),
        ourselves=frozenset(lists["ourselves"]),
    )


def _english_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    words = {name: _either(each for each in phrases if each.isascii()) for name, phrases in lists.items()}
    say, said, matter = words["say"], words["said"], words["matter"]
    stance = words["stance"]
    aside = rf"(?: (?:{words['aside']}))*"
    told = rf"(?: (?:have|has|had))?{aside} (?:{said})\b"
    tag = r", ?(?:right|correct|no|yes|did|didn't|have|haven't|hasn't)\b[^,]*\?$"
    talk = rf"(?:(?:our|the|this|{_WHOSE_DAY}) )+{_TALK}|what (?:was said|{_WHO}{_WHO_TOO}{told})"
    latest = r"what(?:'s| is| was) the (?:last|latest) (?:thing|message|question|point)(?: that)?"
    whose = rf"(?P<who>my|our|{_NAME}(?='s))(?:'s)?"
    newest = rf"what(?:'s| is| was) {whose} (?:very )?(?:last|latest|previous|most recent) (?:{matter})"
    return (
        rf"{_PREAMBLE}(?:no,? |wait,? )?{_WHO}{told}.*{tag}",
        rf"{_PREAMBLE}(?P<summary>{latest}) {_WHO}{told}",
        rf"{_PREAMBLE}(?P<summary>{newest})\s*[?.!]*$",
        rf"^(?:please )?remind (?:me|us) (?:what|who|why|when|how|whether|if) {_WHO}{told}",
        r"\baccording to (?P<who>me|us)\b.*\?$",
        rf"{_PREAMBLE}(?P<summary>{_SUMMARISE}) (?:{talk})",
        rf"{_PREAMBLE}(?P<summary>(?:recap|catch (?:me|us) up)(?:,? please)?|what did (?:i|we) miss)\s*[?.!]*$",
        rf"{_PREAMBLE}(?P<summary>{_OPEN})\s*[?.!]*$",
        rf"{_PREAMBLE}(?P<summary>what (?:were|are|have) we (?:been )?(?:discussing|talking about))\s*[?.!]*$",
        rf"\b(?:did|didn't) {_WHO}{_WHO_TOO}{aside} (?:{say})\b",
        rf"\b(?:did|didn't) (?:they|{_CROWD}){aside} (?:{say})\b",
        rf"{_PREAMBLE}(?:when|where) did (?:the )?[\w' -]{{2,40}}? (?:first |last )?(?:come|crop) up\b",
        rf"{_PREAMBLE}(?:did|has|have) (?:the )?[\w' -]{{2,40}}? (?:ever |already )?(?:come|came|crop) up\b",
        rf"{_PREAMBLE}what (?:(?:has|have|else) )*(?:came|come) up\b",
        rf"\b(?:{words['last']}) (?:that )?[\w' -]{{2,40}}? came up\b",
        rf"\b(?:have|has|had|haven't|hasn't) {_WHO}{aside} (?:been )?(?:{said}|talking|discussing)\b",
        rf"{_PREAMBLE}(?:who|which of (?:us|you))(?: else)?(?: (?:here|has|had|was))*{aside} (?:{said})\b",
        rf"{_PREAMBLE}(?:what|anything)(?:'s| was| were| has been| had been|){aside} (?:{said})\b",
        rf"{_PREAMBLE}what(?:'s| was| were| is) {whose}{aside} (?P<matter>{matter})\b",
        rf"\b(?:do|does|did|can|don't) (?:you|we|anyone|anybody)(?: still)? (?:{words['remember']})\b",
        rf"{_PREAMBLE}(?:{words['opening']}) (?:when|what|who|which|how|why|where|whether|that time|the time|our|my)\b",
        rf"\b(?:{words['last']}) (?:that )?{_WHO}{aside} (?:{said})\b",
        rf"{_PREAMBLE}(?:(?:what|why|how|where) )?does {_NOT_US}{_WHO}{aside} (?:{say}|stand(?! for))\b",
        rf"{_PREAMBLE}(?:(?:what|why|how|where) )?do {_CROWD}{aside} (?:{say}|stand(?! for))\b",
        rf"{_PREAMBLE}who(?: else)?(?: (?:here|really|still|also))* (?:{words['opines']})\b",
        rf"{_PREAMBLE}who(?: else)?(?:'s| is| was| were| are)(?: else)?{aside} (?:{stance})\b",
        rf"{_PREAMBLE}(?:is|was|are|were|isn't|wasn't) {_NOT_US}{_WHO}(?: still)?{aside} (?:{stance})\b",
        rf"\bhas {_NOT_US}{_WHO}{aside} changed (?:his|her|their|my|our) (?:mind|view|opinion|stance)\b",
    )


def _rule_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return the frames of questions for a team's rules; what stands behind is the topic."""
    words = {name: _either(each for each in lists[name] if each.isascii()) for name in ("rules", "practice")}
    chinese = ("rules", "practice", "documents")
    signs = {name: _either(each for each in lists[name] if not each.isascii()) for name in chinese}
    what = "what|what's|what is|what are|what was|what were|do we have|is there|have we"
    often = r"(?: (?:ever|usually|normally|generally|still|always|typically))*"
    return (
        rf"{_PREAMBLE}(?:{what}) (?:{_US}|an?|any) (?:[\w-]+ )?(?:{words['rules']}) {_ON}\b",
        rf"{_PREAMBLE}what(?:'s| is| are) {_US} (?:[\w-]+ )?(?:{words['rules']})\s*\??$",
        rf"{_PREAMBLE}(?:are|were) we{often} (?:allowed|permitted|supposed) to\b",
        rf"{_PREAMBLE}(?:do|don't) we{often} (?:{words['practice']})\b",
        rf"{_PREAMBLE}what do we{often} do (?:before|after|around|during|when|if)\b",
        rf"{_PREAMBLE}how do we{often} (?:handle|treat|deal with|approach|go about)\b",
        rf"^(?=.*(?:我们|咱们|团队|公司))(?!.*(?:{signs['documents']}))[^，,。]{{0,24}}?(?:{signs['rules']})",
        rf"^(?:我们|咱们|团队)[^，,。?？]{{0,12}}?(?:{signs['practice']})[^，,。?？]{{0,6}}(?:吗|么|不)?[?？]?$",
    )


def _pass_frame(phrases: Iterable[str]) -> str:
    english, chinese = (
        _either(each for each in phrases if each.isascii() is is_english) for is_english in (True, False)
    )
    return rf"(?:\bwhy\b.*?\b|为什么|为何|怎么)[^,.?，。？]*?(?:(?:{english})(?![a-z])|{chinese})"


def _chinese_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    signs = {name: _either(each for each in phrases if not each.isascii()) for name, phrases in lists.items()}
    told = rf"(?:{signs['said']})"
    what, speaks, recently = "(?:什么|啥)", f"(?:{_SPEAKS}|建议|反对)", "上一句|上句|最后一句|最后|刚才|刚刚"
    anyone = rf"(?P<who>{PERSON}|他|她|我们|咱们|我)"
    views, no_names, start = rf"(?:{signs['opines']})", rf"(?!{signs['no_names']})", _CHINESE_START
    return (
        rf"{start}{no_names}{_CHINESE_WHO}(?:(?:对|关于)[^，,。？?]{{1,12}}?)?(?:现在|还|也|是|的|有|都|\s)*{views}",
        rf"{start}(?:谁|有人|有没有人|哪位)(?:最|也|还|都|比较|曾经|是|在|会|\s|对[^，,。？?]{{1,12}}?)*(?:{signs['stance']}|{views})",
        rf"{start}(?P<summary>(?:帮我|请)?(?:总结|概括|回顾)(?:一下)?)[^，,。？?]{{0,8}}?{_SPEAKS}",
        rf"{start}(?P<who>{PERSON}|他|她|我) ?(?P<summary>{recently})话?是?{_SPEAKS}[了的是]*{what}",
        rf"{start}{no_names}{_CHINESE_WHO}(?:不是|是不是|有没有|刚才|之前|\s)+(?:{told}|{views}|{signs['stance']})",
        rf"{start}{no_names}{_CHINESE_WHO}{_CHINESE_ASIDE}{_SPEAKS}[^，,。？?]{{0,20}}?{_CHINESE_ASKS}",
        rf"{start}(?P<who>我们|咱们|我|你){_BEFORE}+{_CHINESE_ASIDE}{_SPEAKS}[^，,。？?]{{0,20}}?{_CHINESE_ASKS}",
        rf"{start}(?P<who>我们|咱们|我|你){_BEFORE}+[^，,。？?]{{0,10}}?(?:怎么看|怎么想|怎么评价|怎么说|觉得|认为)",
        rf"{start}{no_names}{anyone} ?{_CHINESE_ASIDE}{_CHINESE_WHEN}{_CHINESE_ASIDE}{speaks}",
        rf"{start}{no_names}{_CHINESE_WHO}{_CHINESE_ASIDE}怎么(?:{_SPEAKS}|反驳|答)",
        rf"{start}是?谁{_CHINESE_ASIDE}(?:{_SPEAKS}|预测|提出)(?!我|不|了算|一定|都|可以|要|能|行|好|没)",
        rf"是谁{_CHINESE_ASIDE}(?:{_SPEAKS}|告诉|建议|规定|提出|定)[^，,。？?]{{0,24}}的[?？]?$",
        rf"{start}[^，,。？?]{{1,20}}?(?:{_CHINESE_WHEN})(?:说|提|聊|谈|讨论|讲)(?:过|到|起)?的[?？]?$",
        rf"{start}(?P<who>[^\s，,。？?]{{1,8}}?)\s*(?:{told}|(?:{signs['aside']}){_ABOUT}{told})",
        rf"(?:{signs['remember']}|{signs['last']})",
    )


def _chinese_summary_frames() -> tuple[str, ...]:
    who, everybody = rf"(?P<who>{PERSON}|他|她|我)(?<!的)", "(?:大家|我们|咱们|团队)"
    begins, ends = rf"{_CHINESE_START}(?P<summary>{_CHINESE_SUMMARISE})\s*", _CHINESE_ENDS
    object_first = rf"{_CHINESE_START}(?:请|帮我)?把"
    summarised = rf"(?P<summary>{_CHINESE_SUMMARISE}){ends}"
    return (
        rf"{_CHINESE_START}(?:我们|咱们)?(?P<summary>(?:有(?:什么|哪些|啥))?{_CHINESE_OPEN})[^，,。？?]{{0,6}}[?？]?$",
        rf"{begins}{who}的{_CHINESE_VIEW}{ends}",
        rf"{begins}{everybody}(?:对|关于|就)?[^，,。？?]{{0,12}}?的{_CHINESE_VIEW}{ends}",
        rf"{begins}[^，,。？?]{{0,12}}?{_CHINESE_TALK}{ends}",
        rf"{object_first}{who}的?(?:{_CHINESE_VIEW}|{_CHINESE_TALK}){summarised}",
        rf"{object_first}[^，,。？?]{{0,12}}?{_CHINESE_TALK}{summarised}",
    )


def _english_document_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    english, rule = (_either(each for each in lists[name] if each.isascii()) for name in ("documents", "rule"))
    document = rf"(?:our|the|my|your|this|that) (?:[\w-]+ )?(?:{english})"
    return (
        rf"\b(?:do|does|did) {document} (?:{rule})\b",
        rf"\b{_BY} {document}\b.*\?",
        rf"\bwhat(?:'s| is| are| does) {document}(?: say)? (?:on|about|regarding|for)\b",
        rf"\b(?:is|are|what|which|how|may|can|does|do) [^?]{{1,80}} {_BY} {document}\b",
    )


def _document_words(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    english, chinese = (
        _either(each for each in lists["documents"] if each.isascii() is is_english) for is_english in (True, False)
    )
    return (
        rf"\b(?:our|the|my|your|this|that) (?:{english})\b",
        rf"(?:^|(?<=[，,。]))(?:按照?|根据|依照?|照)?[\u4e00-\u9fff]{{0,4}}?(?:{chinese})(?:里面?|中|上)?(?:的|对|关于)*",
        rf"(?:我们|咱们|团队|公司)?的?(?:{chinese})(?:里|中|上)?对?",
        r"(?:是|有)?(?:怎么|如何)(?:说|写|规定|要求)的?",
    )


def _chinese_document_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    chinese = _either(each for each in lists["documents"] if not each.isascii())
    return (
        rf"(?:{chinese})[^，,。]{{0,16}}?(?:说|写|规定|允许|禁止|要求|提|怎么|如何|能不能|可不可以)",
        rf"(?:按照?|根据|依照?|照)[^，,。]{{0,8}}?(?:{chinese})",
    )


def _either(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(phrases, key=len, reverse=True)) or r"(?!)"

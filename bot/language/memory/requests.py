"""Recognise requests to core memory: "remember that …", "forget what I said about banks", 记住我们不做期权.

"Remember when we bought IBM?" asks for the past and is none; "don't forget to buy IBM" wants a reminder.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.domain.memory.core_memory import MemoryScope, MemorySection
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.language.lexicon.chinese_names import PERSON
from bot.language.memory.words import memory_words, says_anything
from bot.language.message_reading import MAX_READ_CHARACTERS
from bot.reading.recognisers.note_places import scope_of, section_of

_QUESTION: Final = re.compile(r"[?？][\s!.]*$|[吗么呢][\s.。!]*$")
_WONDERS: Final = re.compile(r"\b(?:what|how|which|who|why|should|could|might|maybe)\b|[怎什哪谁几吗]|多少|为何|要不要")
_POLITE: Final = re.compile(r"\b(?:can|could|would|will) (?:you|we)\b|能不能|可不可以|可以")
_SIGNS: Final = r"[\s,，.:：!！、~-]*"
_ABOUT: Final = r"(?:about|on|regarding|concerning|of|that|with|as to)"
_WHEN_SAID: Final = r"(?:\s+(?:earlier|before|just now|yesterday|today|last (?:week|month|time)|in \w+|the other day))?"
_EVERYBODY: Final = {"me": MemoryScope.PERSON, "myself": MemoryScope.PERSON, "us": MemoryScope.CHANNEL}
_EVERYBODY_ELSE: Final = {"channel": MemoryScope.CHANNEL, "team": MemoryScope.TEAM, "workspace": MemoryScope.TEAM}
_PRESENT: Final = re.compile(
    r"(?<![a-z])(?:is|are|has|have|never|always|don't|no|not|must|should|'s|reports?)(?![a-z])"
)
_NOUN: Final = re.compile(r"(?:the|that|those|our|my|last|this|all)\s")
_PAST_ENDING: Final = r"[a-z]{3,}ed"
_OF_PAST: Final = ("为什么", "什么", "上次")
_SAYS_WHAT: Final = re.compile(r"\w\s?[:：]\s*\S")
_ASKS_WHAT: Final = re.compile(r"^(?:what|do you|tell|show)|是什么|是多久|是多少|你|告诉")
_EVERYTHING_ON: Final = re.compile(r"(?:all|everything)\s+(?:about|on)\s+", re.IGNORECASE)
_WHOLE_MEMORY: Final = re.compile(
    r"\s*(?:(?:your|my|our|the|core)\s+)?(?:memory|memories|notes)[\s.!]*|(?:记忆|笔记)[。!！]*"
)
_ALL: Final = re.compile(r"(?:everything|all|anything|whatever)(?![a-z])|所有|一切|全部")
_REMEMBERS: Final = re.compile(r"remember|(?<!忘)记")
_ASKER: Final = re.compile(r"\b(?:me|my|mine|myself)\b(?! (?:memory|memories))|我(?!们|的记忆)")
_TELLS: Final = re.compile(r"\b(?:show|tell|give) me\b|告诉我|给我")
_FEW_WORDS: Final = 2
_TASK_SIGNS: Final = "要去得我们帮给"
_TASK_TIME: Final = "(?:今|明|后)(?:天|晚|早)|下?(?:周|星期|礼拜)[一二三四五六日天]|下个?(?:周|月)|月底|年底"
_TOPIC_END: Final = re.compile(
    r"(?:的)?(?:事情|事儿|事|话题|话|内容|那些|部分|东西|记忆|备注|笔记|记录)?(?:了|吧|都|全)*$"
)
_OF_PERSON: Final = re.compile(
    rf"^(?:what (?!(?:i|we|you)\b)[a-z][\w'-]* (?:said|told (?:you|us|me)|mentioned|noted|stated)"
    r"(?: (?:about|on|regarding|of|that))?\s+|"
    rf"{PERSON}(?:说|提|讲|告诉你|记)(?:过|到|了|下)?的(?:关于)?)",
    re.IGNORECASE,
)
_FORGETS_BEHIND: Final = re.compile("忘")  # 把…忘了
_TRADE: Final = re.compile("(?:单|单子|笔|交易|卡片|建议|提议)(?:给|都)?$")
_ONE_OF_THEM: Final = re.compile(r"(?:的)?(?:那|这)(?:一)?(?:条|个|点|句|件)(?:规定|规矩|规则|事)?$")
_ALL_OF_ME: Final = re.compile(
    r"关于(我们|我|团队|频道)的?(?:一切|所有|全部|记忆|信息|事)*$|(我们|我)的(?:一切|所有|全部)(?:记忆|信息|事)?$"
)


@dataclass(frozen=True, slots=True)
class _Patterns:
    opening: re.Pattern[str]
    marked: re.Pattern[str]
    previous: re.Pattern[str]
    bare: re.Pattern[str]
    resolution: re.Pattern[str]
    afterwards: re.Pattern[str]
    asks: re.Pattern[str]
    recalls: re.Pattern[str]
    past: re.Pattern[str]
    to_do: re.Pattern[str]
    manner: re.Pattern[str]
    forget: re.Pattern[str]
    erase: re.Pattern[str]
    cancels: re.Pattern[str]
    said: re.Pattern[str]
    kept: re.Pattern[str]
    kept_of: re.Pattern[str]
    whole: re.Pattern[str]
    from_kept: re.Pattern[str]
    remind: re.Pattern[str]
    show: re.Pattern[str]
    section: re.Pattern[str]
    kept_by: re.Pattern[str]
    dropped: re.Pattern[str]
    undo: re.Pattern[str]
    unquoted: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    w: Mapping[str, str] = memory_words().requests
    addressee = rf"{w['team']}|{w['channel']}|{w['person']}"
    lead = rf"(?P<lead>(?>(?:{w['lead']}|{addressee}){_SIGNS})*)"
    link = rf"(?P<link>(?>[\s,]*(?:{addressee}|{w['later']}))*)"
    end = r"[\s.!~。！]*"
    topic = rf"(?:\s*(?:{_ABOUT}|关于)?\s*(?P<topic>.+?))?"
    whole = {
        "opening": rf"{lead}(?P<verb>{w['store']}){link}(?:(?<=\S),)?"
        rf"\s*(?P<mark>that(?![a-z'])|[:：,，.!！–—-])?\s*(?P<content>.+)",
        "marked": rf"{lead}(?P<verb>{w['store_marked']}){link}\s*(?P<mark>that(?![a-z'])|[:：])\s*(?P<content>.+)",
        "previous": rf"{lead}(?:{w['store']}\s*[,:：，]?\s*{w['previous']}|(?P<after>{w['afterwards']}))"
        rf"(?>[\s,，]*{w['later']})*{end}",
        "bare": rf"{lead}(?:{w['store']}{link}(?:\s*that)?|{w['store_marked']}\s*(?:that|[:：]))[^\w?？]*",
        "afterwards": rf"(?P<content>.+?)\s*+[,，.。;；:!！–—-]++\s*+(?:and\s+|so\s+|but\s+)?{lead}{w['afterwards']}"
        rf"(?P<link>(?>[\s,]*(?:{addressee}|{w['later']}|ok|okay|thanks))*){end}",
        "forget": rf"{lead}{w['forget']}(?:了|掉|一下)?{_SIGNS}(?P<rest>.+)",
        "erase": rf"{lead}{w['erase']}(?:了|掉|一下)?{_SIGNS}(?P<rest>.+)",
        "cancels": rf"{w['cancels']}{_SIGNS}(?:please|then|now|吧|了)?{end}",
        "said": rf"(?:关于)?(?:{w['whole']}\s*)?(?:that\s+)?{w['said']}(?:过|的)*{_WHEN_SAID}{topic}{end}",
        "kept_of": rf"(?:关于)?(?P<topic>.+?)(?:的)?(?:记忆|备注|笔记|记录){end}",
        "kept": rf"(?:the|that|my|our|this|any)?\s*{w['kept']}\s*{topic}{end}",
        "whole": rf"{w['whole']}\s*(?:about|关于)?\s*(?P<topic>.+?){end}",
        "from_kept": rf"(?P<topic>.+?)\s+(?:from|in)\s+(?:your|the|my|our|core)?\s*{w['kept']}{end}",
        "show": rf"{lead}{w['show']}(?:\s*(?:about\s+)?{w['show_about']})?[\s?？.!。！]*",
        "section": rf"{lead}(?:{w['asked']}\s*)?(?P<section>{w['asked_section']})"
        rf"(?:是什么|是多久|是多少|吗|呢)?[\s?？.!。]*",
        "kept_by": rf"{lead}把(?P<what>.*?)(?:{w['store']})(?:吧|了)?[:：，,\s]+(?P<content>.+)",
        "dropped": rf"{lead}把(?P<rest>.+?)(?:都|全)*(?:{w['forget']}|{w['erase']})(?:吧|了|啊)*{end}",
        "undo": rf"{lead}{w['undo']}[\s.!。！]*",
        "resolution": rf"(?:{w['resolution']})[\s,，:：]*(?P<content>(?:i|we|my|our)(?![a-z]).+|(?:我|我们|咱们).+)",
        "unquoted": rf"{lead}{w['unquoted']}.*",
    }
    starts = {
        "asks": rf"{lead}{w['asks']}\s*(?:still\s+|even\s+|remember|recall|not\s+)*(?:remember|recall|记得|记住)",
        "recalls": w["recalls"],
        "to_do": rf"to\s|(?:{_TASK_TIME})?[{_TASK_SIGNS}]*{w['task']}(?!了)",
        "manner": rf"to\s+{w['manner']}|{w['manner']}",
        "remind": rf"{lead}.{{0,16}}?{w['remind']}(?P<rest>.*)",
    }
    patterns = {name: re.compile(rf"^(?:{pattern})$", re.DOTALL) for name, pattern in whole.items()}
    patterns |= {name: re.compile(rf"^(?:{pattern})", re.DOTALL) for name, pattern in starts.items()}
    patterns["past"] = re.compile(rf"(?<![a-z])(?:{w['past']}|{_PAST_ENDING})(?![a-z])|过(?!财报|夜|户)")
    return _Patterns(**patterns)


def find_memory_request(text: str) -> MemoryRequest | None:
    """Return what a whole message asks of core memory; None: it asks something else.

    Args:
        text: Normalised, without a mention of the bot.
    """
    text = text.strip()
    lowered = text.lower()
    if len(text) > MAX_READ_CHARACTERS or len(lowered) != len(text):
        return _find_long_statement(text[:MAX_READ_CHARACTERS])
    p = _patterns()
    whole = {MemoryAct.SHOW: p.show, MemoryAct.UNDO: p.undo}
    if (act := next((act for act, pattern in whole.items() if pattern.match(lowered)), None)) is not None:
        return MemoryRequest(act)
    if (asked := p.section.match(lowered)) is not None and (_QUESTION.search(lowered) or _ASKS_WHAT.search(lowered)):
        scope = scope_of(asked["section"])
        return MemoryRequest(MemoryAct.SHOW, scope=scope, section=section_of(asked["section"], scope))
    if p.asks.match(lowered):
        return None
    if p.unquoted.match(lowered) and not _QUESTION.search(lowered):
        return MemoryRequest(MemoryAct.QUOTED)
    return _find_forgetting(text, lowered) or _find_storing(text, lowered) or _find_reminder(lowered)


def asks_about_self(text: str) -> bool:
    """Return whether a request to show what is remembered is for what is remembered of its author."""
    return _ASKER.search(_TELLS.sub("", text.lower())) is not None


def _find_long_statement(head: str) -> MemoryRequest | None:
    """Return that a text too long to be read is to be kept, if it begins so plainly: then it is refused as such."""
    lowered = head.lower()
    opening = _patterns().opening.match(lowered) if len(lowered) == len(head) else None
    return _read_opening(head, opening) if opening is not None and opening["mark"] in {"that", ":", "："} else None


def _find_storing(text: str, lowered: str) -> MemoryRequest | None:
    p = _patterns()
    if p.previous.match(lowered) or p.bare.match(lowered):
        return MemoryRequest(MemoryAct.STORE)
    opening = p.opening.match(lowered) or p.marked.match(lowered)
    if opening is not None:
        return _read_opening(text, opening)
    if (kept := p.kept_by.match(lowered)) is not None and not _QUESTION.search(kept["content"]):
        return _store(text[kept.start("content") : kept.end("content")], "")
    behind = p.afterwards.match(lowered)
    if behind is None or _QUESTION.search(behind["content"]):
        return None
    return _store(text[behind.start("content") : behind.end("content")], behind["link"])


def _read_opening(text: str, opening: re.Match[str]) -> MemoryRequest | None:
    p, content = _patterns(), opening["content"]
    mark, link = opening["mark"] or "", opening["link"].strip()
    addressees = memory_words().addressees.values()
    link += opening["lead"] if any(each.search(opening["lead"]) for each in addressees) else ""
    is_polite = _POLITE.search(opening["lead"]) is not None
    if _QUESTION.search(content) and not is_polite:
        return None
    if not mark and p.to_do.match(content):
        if not p.manner.match(content):
            return MemoryRequest(MemoryAct.REMINDER)
        manner = text[opening.start("content") : opening.end("content")].removeprefix("to ")
        asked = _store(manner, link)
        is_own = asked is not None and asked.scope is not MemoryScope.TEAM
        return replace(asked, section=MemorySection.PREFERENCES) if asked is not None and is_own else asked
    if mark in {"", "that"} and _asks_for_past(content, has_mark=bool(mark)):
        return None
    if not (mark or link) and _is_name(content):
        return None
    return _store(text[opening.start("content") : opening.end("content")], link, is_clause=mark == "that")


def _asks_for_past(content: str, *, has_mark: bool) -> bool:
    """Return whether what stands behind "remember" is to be recalled: "what Bob said", "when we bought IBM"."""
    p = _patterns()
    is_past = p.past.search(content) is not None
    if content.startswith("when "):
        return is_past
    if p.recalls.match(content):
        if _SAYS_WHAT.search(content):
            return False  # "what I like: dividends"
        return not has_mark or is_past
    return not has_mark and _NOUN.match(content) is not None and is_past and _PRESENT.search(content) is None


def _is_name(content: str) -> bool:
    """Return whether it names something and says nothing of it: "remember Bob"."""
    return content.isascii() and len(content.split()) <= _FEW_WORDS


def _store(text: str, link: str, *, is_clause: bool = False) -> MemoryRequest | None:
    text, words = _cleaned(text), memory_words()
    if not says_anything(text):
        return MemoryRequest(MemoryAct.STORE)
    named = next((scope for scope, pattern in words.addressees.items() if pattern.search(link)), None)
    begins = any(words.subjects[name].match(text.lower()) for name in ("ours", "mine", "team"))
    scope = named or scope_of(text)
    is_statement = is_clause or begins or named is not None
    return MemoryRequest(
        MemoryAct.STORE,
        text,
        scope,
        section_of(text, scope),
        is_statement=is_statement,
        is_scope_named=named is not None,
    )


def find_resolution(text: str) -> MemoryRequest | None:
    """Return that what a person says of the future is to be kept: "from now on I prefer short answers"; None: no such.

    Limits and orders are said in the same words: whoever asks this has read the message otherwise before.
    """
    lowered = text.strip().lower()
    found = _patterns().resolution.match(lowered) if len(lowered) <= MAX_READ_CHARACTERS else None
    if found is None or _QUESTION.search(lowered) or _WONDERS.search(lowered) or len(lowered) != len(text.strip()):
        return None
    return _store(text.strip()[found.start("content") : found.end("content")], "", is_clause=True)


def _cleaned(text: str) -> str:
    text = re.sub(
        r"[\s,]+(?:please|pls|ok|okay|thanks|thank you|will you)[\s.!?]*$", "", text.strip(), flags=re.IGNORECASE
    )
    text = text.strip(" \t\n,;:，；：?？")
    pairs = {('"', '"'), ("'", "'"), ("“", "”"), ("「", "」")}
    return text[1:-1].strip() if len(text) > 1 and (text[0], text[-1]) in pairs else text


def _find_reminder(lowered: str) -> MemoryRequest | None:
    p = _patterns()
    found = p.remind.match(lowered)
    if found is None:
        return None
    rest = found["rest"].strip(" ,:，：")
    is_recall = p.recalls.match(rest) or rest.startswith("of ") or any(word in rest for word in _OF_PAST)
    return None if is_recall else MemoryRequest(MemoryAct.REMINDER)


def _find_forgetting(text: str, lowered: str) -> MemoryRequest | None:
    p = _patterns()
    forget, erase = p.forget.match(lowered), p.erase.match(lowered) or p.dropped.match(lowered)
    found = forget or erase
    if found is None or _QUESTION.search(lowered):
        return None
    rest, start = found["rest"], found.start("rest")
    if p.cancels.match(rest):
        is_of_memory = _REMEMBERS.search(lowered[:start]) is not None
        return MemoryRequest(MemoryAct.FORGET) if is_of_memory else None
    named = next((each for pattern in (p.said, p.kept, p.from_kept, p.kept_of) if (each := pattern.match(rest))), None)
    whole = _whole_memory(rest)
    if whole is not None or named is not None:
        return whole or (_forget(text, start, named) if named is not None else None)
    is_dropped = forget is None and _FORGETS_BEHIND.search(lowered[found.end("rest") :]) is not None
    if forget is None and (not is_dropped or _TRADE.search(rest)):
        return None
    return _forget_anything(text[start : found.end("rest")] if is_dropped else text[start:])


def _forget_anything(rest: str) -> MemoryRequest:
    """Return what "forget …" names if it says nothing of memory: surely a fact only as a clause, or as "my …"."""
    if re.fullmatch(memory_words().requests["whole"], rest.lower().strip(" .!")):
        return MemoryRequest(MemoryAct.SHOW, is_explicit=False)
    query = _EVERYTHING_ON.sub("", rest.removeprefix("that ").removeprefix("about ").removeprefix("关于"))
    query = _ONE_OF_THEM.sub("", _OF_PERSON.sub("", query)) or query
    is_explicit = any(each.lower().startswith(("that ", "my ", "our ", "我")) for each in (rest, query))
    return MemoryRequest(MemoryAct.FORGET, _topic(query), is_explicit=is_explicit)


def _forget(text: str, start: int, named: re.Match[str]) -> MemoryRequest:
    topic = named["topic"] or ""
    if _WHOLE_MEMORY.fullmatch(named[0]):
        return MemoryRequest(MemoryAct.SHOW, is_explicit=False)
    is_all = _ALL.match(named[0]) is not None
    if not topic or re.fullmatch(memory_words().requests["whole"], topic):
        act = MemoryAct.FORGET_ALL if is_all or topic else MemoryAct.FORGET
        return MemoryRequest(act, scope=MemoryScope.PERSON if act is MemoryAct.FORGET_ALL else None)
    query = text[start + named.start("topic") : start + named.end("topic")]
    about = _everybody(query.lower())
    return MemoryRequest(MemoryAct.FORGET_ALL, scope=about) if about else MemoryRequest(MemoryAct.FORGET, _topic(query))


def _whole_memory(rest: str) -> MemoryRequest | None:
    """Return that everything about somebody is to be forgotten; None: it names something else."""
    if (chinese := _ALL_OF_ME.search(rest)) is not None:
        who = chinese[1] or chinese[2]
        scopes = {"我": MemoryScope.PERSON, "我们": MemoryScope.CHANNEL, "频道": MemoryScope.CHANNEL}
        return MemoryRequest(MemoryAct.FORGET_ALL, scope=scopes.get(who, MemoryScope.TEAM))
    named = _patterns().whole.match(rest)
    about = _everybody(named["topic"]) if named is not None else None
    return MemoryRequest(MemoryAct.FORGET_ALL, scope=about) if about else None


def _everybody(topic: str) -> MemoryScope | None:
    words = topic.strip(" .!").removeprefix("about ").split()
    if len(words) == 1 and words[0] in _EVERYBODY:
        return _EVERYBODY[words[0]]
    is_place = len(words) == _FEW_WORDS and words[0] in {"this", "the", "our"}
    return _EVERYBODY_ELSE.get(words[1]) if is_place else None


def _topic(query: str) -> str:
    return _TOPIC_END.sub("", _cleaned(query).strip(" .!。！")).removeprefix("关于").strip()

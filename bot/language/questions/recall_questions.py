"""Recognise questions about what was said before: "what did Bob say about banks?", "do you remember …?", 谁提过杠杆.

The topic of such a question can be anything: the question is known by its frame, and its other words are not read.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.text.normalise import normalise
from bot.language.commands import ParsedCommand
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.questions.chinese_names import PERSON

RECALL: Final = "what_was_said"  # the command that answers such questions

_LISTS: Final = (
    *("say", "said", "remember", "opening", "last", "others", "ourselves", "matter", "aside"),
    *("asks", "documents", "rule", "opines", "stance", "rules", "practice", "no_names", "passes"),
)
_MAX_READINGS: Final = 8
_ENGLISH_VIEWS: Final = 6  # frames, the last ones, that ask what people think
_CHINESE_VIEWS: Final = 2  # the first ones
_MAX_LENGTH: Final = 300  # characters: a longer message tells something, and so does one of several lines
_WHO: Final = r"(?P<who>the team|<@\w+>|@?[^\W\d_][\w.-]*)"
_PREAMBLE: Final = (
    r"^(?:(?:so|and|hey|hi|ok|okay|well|but|please|pls|remind me|remind us|tell me|i forgot|i wonder),? ?)*"
)
_CROWD: Final = r"(?:people|folks|others|colleagues|the others|my colleagues|our colleagues|the team|you all|you guys)"
_NOT_US: Final = r"(?!(?:you|i|we|it|they|this|that)\b)"  # whose view is asked for as Parley's, or is nobody's
_US: Final = r"(?:our|my|the team's|the desk's|the fund's|the house|house|team)"
_ON: Final = r"(?:on|about|for|regarding|when|before|after|around|with|concerning|over|against|during|if)"
_PRONOUNS: Final = frozenset({"he", "she", "him", "her", "他", "她"})
_SELF: Final = frozenset({"i", "me", "myself", "我", "我自己", "本人"})
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_PRACTICE: Final = re.compile(r"^.*\bwe (?!.*\b(?:do|handle|treat|deal|approach|go about|rules?|polic)\b)(.+)$")
_ASKS_WHEN: Final = re.compile(
    r"\bwhen (?:did|was|were|have|has)\b|\b(?:what|which) (?:day|date)\b|什么时候|几时|何时|哪天|哪一天|几号"
)
_BY: Final = r"(?:in|by|under|per|according to|against)"
_STANDS_FOR: Final = (" mandate ", "章程")  # any named document, in English and in Chinese
_ABOUT: Final = r"[^，,。？?]{0,24}?"


@dataclass(frozen=True, slots=True)
class _Frames:
    """The frames of questions about what was said; the group `who` is whoever said it."""

    english: tuple[re.Pattern[str], ...]
    chinese: tuple[re.Pattern[str], ...]
    rule_words: re.Pattern[str]  # the Chinese words that ask for a rule, and are none of its topic
    rules: tuple[re.Pattern[str], ...]  # of questions about what the team has agreed on
    views: tuple[re.Pattern[str], ...]  # those of both that ask what people think
    passes: re.Pattern[str]  # of questions why a trade was not made
    documents: tuple[re.Pattern[str], ...]  # of English questions about what is written down
    chinese_documents: tuple[re.Pattern[str], ...]
    asks: re.Pattern[str]  # what makes a Chinese sentence a question
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
            rf"{_either(each for each in lists['rules'] if not each.isascii())}|有什么|是什么|有没有|什么"
        ),
        rules=tuple(map(re.compile, _rule_frames(lists))),
        passes=re.compile(rf"(?:\bwhy\b.*?\b|为什么|为何|怎么)[^,.?，。？]*?(?:{_either(lists['passes'])})(?![a-z])"),
        documents=tuple(map(re.compile, _english_document_frames(lists))),
        chinese_documents=tuple(map(re.compile, _chinese_document_frames(lists))),
        asks=re.compile(_either(each for each in lists["asks"])),
        others=frozenset(lists["others"]),
        ourselves=frozenset(lists["ourselves"]),
    )


def _english_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    words = {name: _either(each for each in phrases if each.isascii()) for name, phrases in lists.items()}
    say, said, matter = words["say"], words["said"], words["matter"]
    stance = words["stance"]
    aside = rf"(?: (?:{words['aside']}))*"
    return (
        rf"\b(?:did|didn't) {_WHO}(?: and [\w.-]+)?{aside} (?:{say})\b",
        rf"\b(?:have|has|had|haven't|hasn't) {_WHO}{aside} (?:been )?(?:{said}|talking|discussing)\b",
        rf"{_PREAMBLE}(?:who|which of (?:us|you))(?: else)?(?: (?:here|has|had|was))*{aside} (?:{said})\b",
        rf"{_PREAMBLE}(?:what|anything)(?:'s| was| were| has been| had been|){aside} (?:{said})\b",
        rf"{_PREAMBLE}what(?:'s| was| were| is) (?:my|our|(?P<who>[^\W\d_][\w.-]*)'s){aside} (?:{matter})\b",
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


def asks_for_rule(text: str) -> bool:
    """Return whether a question is for what the team, or the speaker, has agreed on: "do we hold over earnings?"."""
    return _rule_match("".join(map(_lower, text))) is not None


def asks_for_view(text: str) -> bool:
    """Return whether a question is who is for or against something, or what somebody thinks of it."""
    match = _match(text)
    return match is not None and any(match.re is frame for frame in recall_frames().views)


def asks_why_passed(text: str) -> bool:
    """Return whether a question is why a trade was not made: "why did we pass on IBM?"; `text` as typed."""
    return recall_frames().passes.search(normalise(text).lower()) is not None


def rule_topic(text: str) -> str:
    """Return what a question for a rule is about, without the words that ask for the rule; it may be empty."""
    match = _rule_match("".join(map(_lower, text)))
    if match is not None and _HAN.search(text):
        return recall_frames().rule_words.sub(" ", text)
    if match is None:
        return text
    behind = text[match.end() :].strip(" ?.!")
    practice = _PRACTICE.search(match.group())
    return f"{practice[1]} {behind}" if practice is not None else behind


def _rule_match(plain: str) -> re.Match[str] | None:
    frames = recall_frames()
    if len(plain) > _MAX_LENGTH or not (plain.isascii() or frames.asks.search(plain) or not _HAN.search(plain)):
        return None
    return next((match for frame in frames.rules if (match := frame.search(plain))), None)


def asks_for_time(text: str) -> bool:
    """Return whether a question is for when something was talked about last."""
    return _ASKS_WHEN.search(text.lower()) is not None


def names_pronoun(text: str) -> bool:
    """Return whether the speaker asked about is only "he" or "she"."""
    match = _match(text)
    return match is not None and (match.groupdict().get("who") or "") in _PRONOUNS


def _chinese_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    signs = {name: _either(each for each in phrases if not each.isascii()) for name, phrases in lists.items()}
    told = rf"(?:{signs['said']})"
    views, no_names = rf"(?:{signs['opines']})", rf"(?!{signs['no_names']})"
    return (
        rf"^{no_names}(?P<who>{PERSON}|他|她)(?:(?:对|关于)[^，,。？?]{{1,12}}?)?(?:现在|还|也|是|的|有|都)*{views}",
        rf"^(?:谁|有人|有没有人|哪位)(?:最|也|还|都|比较|曾经|是|在|会|对[^，,。？?]{{1,12}}?)*(?:{signs['stance']}|{views})",
        rf"^(?P<who>[^\s，,。？?]{{1,8}}?)(?:{told}|(?:{signs['aside']}){_ABOUT}{told})",
        rf"(?:{signs['remember']}|{signs['last']})",
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


def _chinese_document_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    chinese = _either(each for each in lists["documents"] if not each.isascii())
    return (
        rf"(?:{chinese})[^，,。]{{0,16}}?(?:说|写|规定|允许|禁止|要求|提|怎么|如何|能不能|可不可以)",
        rf"(?:按照?|根据|依照?|照)[^，,。]{{0,8}}?(?:{chinese})",
    )


def find_recall_question(text: str) -> ParsedCommand | None:
    """Return the command that answers a question about what was said; None: the message is no such question.

    Args:
        text: Normalised, without a mention of the bot.
    """
    return ParsedCommand(RECALL, text, is_typed=False) if _match(text) is not None else None


def asks_documents(text: str, *, names: Iterable[str] = ()) -> bool:
    """Return whether a message asks what a team has written down.

    Args:
        text: As typed.
        names: Of the team's documents, as far as they are known; other words for documents are known anyway.
    """
    plain = "".join(map(_lower, normalise(text)))
    if len(plain) > _MAX_LENGTH:
        return False
    readings = {plain}
    for name in sorted({normalise(each).lower() for each in names} - {""}, key=len, reverse=True):
        is_english = name.isascii()
        whole = rf"(?<!\w){re.escape(name)}(?!\w)" if is_english else re.escape(name)
        readings |= {" ".join(re.sub(whole, _STANDS_FOR[not is_english], each).split()) for each in readings}
        if len(readings) > _MAX_READINGS:
            break
    return any(_match_document(each) is not None for each in readings)


def find_speaker(text: str, *, asker: str) -> str:
    """Return the name of whoever said it, as typed: "Bob"; empty: the question names nobody, "we" or "anyone".

    Args:
        text: The question.
        asker: The name of who asks: whom "I" means.
    """
    match = _match(text)
    if match is None or not match.groupdict().get("who"):
        return ""
    name = text[slice(*match.span("who"))].lstrip("@")
    if name.lower() in _SELF:
        return asker
    is_nobody = any(name.lower() == each or (not each.isascii() and each in name) for each in recall_frames().ourselves)
    return "" if is_nobody else name


def _match(text: str) -> re.Match[str] | None:
    plain, frames = "".join(map(_lower, text)), recall_frames()
    if len(plain) > _MAX_LENGTH or "\n" in plain.strip():
        return None
    for frame in frames.english:
        match = frame.search(plain)
        if match is not None and match.groupdict().get("who") not in frames.others:
            return match
    if (rule := _rule_match(plain)) is not None:
        return rule
    if (written := _match_document(plain)) is not None:
        return written
    if not frames.asks.search(plain):
        return None
    found = (frame.search(plain) for frame in frames.chinese)
    return next((each for each in found if each is not None and not _is_of_others(each)), None)


def _match_document(plain: str) -> re.Match[str] | None:
    frames = recall_frames()
    tried = frames.documents + (frames.chinese_documents if frames.asks.search(plain) else ())
    return next((found for frame in tried if (found := frame.search(plain)) is not None), None)


def _lower(character: str) -> str:
    """Return a character in lower case, if that is one character too: names are cut out at the same place."""
    lower = character.lower()
    return lower if len(lower) == 1 else character


def _is_of_others(match: re.Match[str]) -> bool:
    who = match.groupdict().get("who") or ""
    return any(other in who for other in recall_frames().others if not other.isascii())


def _either(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(phrases, key=len, reverse=True)) or r"(?!)"

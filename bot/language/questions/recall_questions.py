"""Recognise questions about what was said before: "what did Bob say about banks?", "do you remember …?", 谁提过杠杆.

The topic of such a question can be anything: the question is known by its frame, and its other words are not read.
"""

import re
from collections.abc import Iterable
from typing import Final

from bot.domain.text.normalise import normalise
from bot.language.commands import ParsedCommand
from bot.language.memory.asked_topics import asked_topic
from bot.language.memory.recall_frames import recall_frames

RECALL: Final = "what_was_said"  # the command that answers such questions

_MAX_READINGS: Final = 8
_MAX_LENGTH: Final = 300  # characters: a longer message tells something, and so does one of several lines
_TEAM: Final = "the team"
_MENTION: Final = re.compile(r"<@!?(?P<id>\w+)>")
_PRONOUNS: Final = frozenset({"he", "she", "him", "her", "他", "她"})
_SELF: Final = frozenset({"i", "me", "my", "myself", "我", "我自己", "本人"})
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_SPEAKERS: Final = ("who", "second")  # groups of the frames
_ASKS_ANYTHING: Final = re.compile(r"\b(?:what|who|anything|anybody|anyone|did|has|have)\b|什么|啥|谁|哪些|有人")
_OF_QUESTIONS: Final = re.compile(
    r"\bquestions?\b|\b(?:did|have) (?:i|we|[a-z]+) (?:\w+ )?ask(?:ed)?\b|"
    r"\bwho(?: else)? (?:\w+ )?asked\b|\bwanted to know\b|问"
)
_PRACTICE: Final = re.compile(r"^.*\bwe (?!.*\b(?:do|handle|treat|deal|approach|go about|rules?|polic)\b)(.+)$")
_ASKS_WHEN: Final = re.compile(
    r"\bwhen (?:did|was|were|have|has)\b|\b(?:what|which) (?:day|date)\b|什么时候|几时|何时|哪天|哪一天|几号"
)
_TOPIC: Final = re.compile(
    r"\b(?:about|on|regarding) ([^?]+?)[ ?.!]*$"
    r"|(?:关于|对)([^,，。?？]{1,12}?)(?:都|的)*(?:说|聊|讲|谈|讨论|看法|观点|意见)"
    r"|(?<=一下|总结|小结|概括|回顾|归纳|梳理)(?!我们|咱们|大家|这|本|刚才|的|他|她)"
    r"([^,，。?？\s]{1,10}?)的(?:讨论|聊天|对话|内容)",
    re.IGNORECASE,
)
_DECIDED: Final = re.compile(
    r"\b(?:decid\w+|decisions?|conclu\w+) (?:\w+ ){0,2}?(?:about|on|regarding|concerning|around) (?P<topic>[^?]{2,60})"
    r"|^(?:关于|对)(?P<about>[^,，。?？]{1,12}?)[,，]?(?:我们|咱们|团队)?(?:都|最后|到底)?(?:做了|有)?(?:什么|哪些|怎么)的?决定"
    r"|^(?P<on>[^,，。?？我咱]{1,12}?)(?:的事|那边|方面|问题)?(?:我们|咱们)(?:都|最后|到底)?(?:是)?怎么决定",
    re.IGNORECASE,
)
_GOES_ON: Final = re.compile(
    r"^and (?:what )?(?:about|on|regarding) ([^,.?]{1,40}?)[ ?]*$|^(?:那么?)(?:关于)?([^,，。?？]{1,12}?)呢[?？]?$",
    re.IGNORECASE,
)
_STANDS_FOR: Final = (" mandate ", "章程")  # any named document, in English and in Chinese


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


def summary_topic(text: str) -> str | None:
    """Return what "summarise what we said about banks" is about, empty: everything; None: it is no such request."""
    match = _match(text)
    if match is None or not match.groupdict().get("summary"):
        return None
    topic = _TOPIC.search(text, match.end("summary"))
    return next((each for each in topic.groups() if each), "") if topic is not None else ""


def decided_topic(text: str) -> str:
    """Return what "what did we decide about the Fed?" is about; empty: it names nothing.

    Args:
        text: Normalised; without the time that it names: "on Monday" is no topic.
    """
    match = _DECIDED.search(text)
    return next((each for each in match.groups() if each), "").strip() if match is not None else ""


def asks_for_thread(text: str) -> bool:
    """Return whether a summary of the thread itself is asked for: "recap", "what were we discussing?"."""
    return summary_topic(text) == "" and not find_speaker(text, asker="I")


def asks_for_open_questions(text: str) -> bool:
    """Return whether what nobody has answered is asked for: "what did we leave open?"."""
    return asks_for_thread(text) and recall_frames().open_questions.search(text.lower()) is not None


def question_topic(text: str) -> str:
    """Return the words of a question that say what it is about, without those that ask; empty: it asks for anything.

    Args:
        text: Normalised; without the time that it names, in which "the other day" would be words of a topic.
    """
    match = _match(text)
    if match is None or _is_document(match):
        return text
    if match.re in recall_frames().rules:
        return rule_topic(text) if _HAN.search(text) else text
    return asked_topic(text, match, _SPEAKERS)


def asks_for_anything(text: str) -> bool:
    """Return whether a question without a topic asks for whatever was said: "what did we talk about?"."""
    return _match(text) is not None and _ASKS_ANYTHING.search(text.lower()) is not None


def asks_for_questions(text: str) -> bool:
    """Return whether what was asked is looked for, and not only what was said: "what was my last question?"."""
    return _OF_QUESTIONS.search(text.lower()) is not None


def speakers_apart(text: str) -> tuple[str, ...]:
    """Return a question about two people as one about each: "did Lars mention tin", "did Elin mention tin"."""
    match = _match(text)
    if match is None or not match.groupdict().get("second"):
        return (text,)
    first, last = match.start("who"), match.end("second")
    return tuple(f"{text[:first]}{text[slice(*match.span(name))]}{text[last:]}" for name in _SPEAKERS)


def goes_on(text: str) -> bool:
    """Return whether a message is "and about banks?", which asks what the message before has asked."""
    return _GOES_ON.match(text) is not None


def continued_question(text: str, before: str) -> str | None:
    """Return the question that "and about banks?" is behind another about what was said; None: it is none.

    Args:
        text: Normalised, without a mention of the bot.
        before: The message before, in the same form.
    """
    found = _GOES_ON.match(text)
    if found is None or _match(before) is None:
        return None
    topic = next(each for each in found.groups() if each)
    speaker = find_speaker(before, asker="")
    if _HAN.search(text):
        return f"{speaker or ('他' if names_pronoun(before) else '大家')}对{topic}怎么说?"
    return f"what did {speaker or ('he' if names_pronoun(before) else 'we')} say about {topic}?"


def names_pronoun(text: str) -> bool:
    """Return whether the speaker asked about is only "he" or "she"."""
    match = _match(text)
    return match is not None and (match.groupdict().get("who") or "") in _PRONOUNS


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


def topic_of_document_question(text: str) -> str:
    """Return a question about what is written down without its words for documents, and for what these do in Chinese.

    "what does our policy say about gold?" is about gold, 我们的章程对黄金怎么规定的？ about 黄金.
    """
    plain = "".join(map(_lower, normalise(text)))
    for pattern in recall_frames().document_words:
        plain = pattern.sub(" ", plain)
    return plain


def find_speaker(text: str, *, asker: str) -> str:
    """Return the name of whoever said it, as typed: "Bob"; empty: the question names nobody, "we" or "anyone".

    Args:
        text: The question.
        asker: The name of who asks: whom "I" means.
    """
    match = _match(text)
    if match is None or not match.groupdict().get("who"):
        return ""
    name = _named(text[slice(*match.span("who"))])
    if name.lower() in _SELF:
        return asker
    is_nobody = any(name.lower() == each or (not each.isascii() and each in name) for each in recall_frames().ourselves)
    return "" if is_nobody else name


def _named(who: str) -> str:
    """Return a name without the sign of a mention, or the id of one."""
    mention = _MENTION.fullmatch(who)
    return mention["id"] if mention else who.lstrip("@")


def _is_elsewhere(who: str) -> bool:
    """Return whether it was not said here: by "analysts", or by several words that are no name: "our risk desk"."""
    words, frames = set(who.split()), recall_frames()
    no_names = frames.others | frames.ourselves
    return who in frames.others or (len(words) > 1 and who != _TEAM and not words.isdisjoint(no_names))


def _match(text: str) -> re.Match[str] | None:
    plain = "".join(map(_lower, text))
    if len(plain) > _MAX_LENGTH or "\n" in plain.strip():
        return None
    return _english_match(plain) or _rule_match(plain) or _match_document(plain) or _chinese_match(plain)


def _english_match(plain: str) -> re.Match[str] | None:
    frames = recall_frames()
    found = (frame.search(plain) for frame in frames.english)
    return next(
        (each for each in found if each is not None and not _is_elsewhere(each.groupdict().get("who") or "")), None
    )


def _chinese_match(plain: str) -> re.Match[str] | None:
    """Return what is found in a text whose days and times are blanked out: no name begins with 五天前."""
    frames = recall_frames()
    undated = frames.chinese_time.sub(lambda match: " " * len(match.group()), plain)
    tried = frames.chinese_summaries + (frames.chinese if frames.asks.search(plain) else ())
    found = (frame.search(undated) for frame in tried)
    return next((each for each in found if each is not None and not _is_of_others(each)), None)


def _is_document(match: re.Match[str]) -> bool:
    frames = recall_frames()
    return match.re in {*frames.documents, *frames.chinese_documents}


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

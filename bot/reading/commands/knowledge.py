"""Reads requests to the knowledge bases: "/knowledge add mandate as Mandate 2026", 把这个文件加入投资指引知识库."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from bot.domain.conversation.requests import memory
from bot.domain.text.normalise import normalise
from bot.reading.commands.arguments import Arguments
from bot.reading.word_tables import either, read_lists

_MAX_LENGTH: Final = 300  # characters of a request in words
_QUOTES: Final = "\"'“”「」《》"
_PATH: Final = r"\S+\.(?:pdf|md|markdown|txt|text)"
_AROUND_NAME: Final = f"{_QUOTES} .。,，:："
_SPACES: Final = r"[\s,，.!?。！？]*"


def knowledge(command: Arguments) -> memory.KnowledgeRequest:
    """Return what is asked of the knowledge bases; a file without words is to be added."""
    asked = read_knowledge_request(command.text, paths=command.message.paths)
    return memory.AddKnowledge() if isinstance(asked, memory.ShowKnowledge) and command.message.has_files else asked


@cache
def knowledge_words() -> Mapping[str, str]:
    """Return each list of words as a pattern, for text in any case."""
    return {name: either(phrases, stands_alone=True) for name, phrases in read_lists("knowledge", "knowledge").items()}


def is_knowledge_request(text: str) -> bool:
    """Return whether a whole message, normalised and without a mention, is a request to the knowledge bases."""
    is_short = len(text) <= _MAX_LENGTH and "?" not in text[:-1]
    return is_short and any(pattern.fullmatch(text) for pattern in _requests())


def read_knowledge_request(text: str, *, paths: Iterable[str] = ()) -> memory.KnowledgeRequest:
    """Return what a message, or what stands behind "/knowledge", asks."""
    in_words = plain = normalise(text)
    for path in sorted(filter(None, paths), key=len, reverse=True):
        in_words, plain = in_words.replace(path, " file "), plain.replace(path, " ")
    in_words, plain = (" ".join(each.split()).strip(" .。!！") for each in (in_words, plain))
    words = knowledge_words()
    plain, of_team = re.subn(rf"{_SPACES}(?:{words['team']}){_SPACES}$", "", plain, flags=re.IGNORECASE)
    if not plain or re.fullmatch(words["listing"], plain, re.IGNORECASE):
        return memory.ShowKnowledge()
    matches = [*(each.fullmatch(in_words) for each in _requests()), *(each.fullmatch(plain) for each in _typed())]
    match = next(filter(None, matches), None)
    return memory.ShowKnowledgeHelp() if match is None else _asked(match.groupdict(""), is_for_team=of_team > 0)


def _asked(found: Mapping[str, str], *, is_for_team: bool) -> memory.KnowledgeRequest:
    base, title = (" ".join(found.get(each, "").strip(_AROUND_NAME).split()) for each in ("base", "title"))
    base = "" if re.fullmatch(knowledge_words()["own"], base, re.IGNORECASE) else base
    if found.get("show"):
        return memory.ShowKnowledge()
    if found.get("remove"):
        return memory.RemoveKnowledge(base=base, title=title)
    return memory.AddKnowledge(base=base, title=title, is_for_team=is_for_team)


@cache
def _typed() -> tuple[re.Pattern[str], ...]:
    w, behind = knowledge_words(), r"(?:\s+|$|(?<=[^\x00-\x7f]))"
    patterns = (
        rf"(?P<add>{w['add']}){behind}(?P<base>.*?)(?:(?:^|(?<=\s))(?:{w['titled']})\s*(?P<title>.+))?",
        rf"(?P<remove>{w['remove']}){behind}[{_QUOTES}](?P<base>[^{_QUOTES}]+)[{_QUOTES}]\s*(?P<title>.*)",
        rf"(?P<remove>{w['remove']}){behind}(?P<base>\S*)(?: (?P<title>.*))?",
    )
    return tuple(re.compile(each, re.IGNORECASE) for each in patterns)


@cache
def _requests() -> tuple[re.Pattern[str], ...]:
    w = knowledge_words()
    lead, own = rf"(?:(?:{w['lead']}){_SPACES})*", rf"(?:(?:{w['own']})\s*)*"
    that = r"(?:this|that|these|those|the|my|attached|it)"
    ending = rf"(?:\s*(?:{w['titled']})\s*(?P<title>.+?))?(?:{_SPACES}(?:{w['team']}))?{_SPACES}"
    file, base, add, remove, show = (rf"(?:{w[name]})" for name in ("file", "base", "add", "remove", "show"))
    this_file = rf"{that}?\s*(?:[\w-]+\s+)?(?:{file}|{_PATH})"
    english = (
        rf"(?P<add>{add})\s+{this_file}\s+(?:to|in|into)\s+{own}(?P<base>.*?)\s*{base}?{ending}",
        rf"(?P<add>{add})\s+{that}?\s*(?:[\w-]+\s+)?(?:to|in|into)\s+{own}(?P<base>[\w-]*?(?:\s[\w-]+)??)\s*{base}{ending}",
        rf"(?P<remove>{remove})\s+{own}(?P<title>.+?)\s+(?:from|in|of)\s+{own}(?P<base>.*?)\s*{base}{_SPACES}",
        rf"(?P<remove>{remove})\s+{own}(?P<base>.+?)\s+{base}{_SPACES}",
        rf"(?P<show>{show})\s+{own}{base}{_SPACES}",
    )
    inside = "(?:里|中|里面)?"
    ending = rf"{inside}(?:吧|了)*{ending}"
    chinese = (
        rf"(?:把|将)?(?:这|那|我的|附)?[个份些篇]?\s*(?:{file}|{_PATH})\s*(?P<add>{add}){own}(?P<base>.*?)的?{base}?{ending}",
        rf"(?:把|将)?(?:它|这个|这)?\s*(?P<add>{add}){own}(?P<base>.*?)的?{base}{ending}",
        rf"从{own}(?P<base>.*?)的?{base}{inside}(?P<remove>{remove})(?P<title>.+?){_SPACES}",
        rf"(?P<remove>{remove}){own}(?P<base>.+?)的?{base}{_SPACES}",
        rf"{own}{base}{inside}都?(?P<show>{show}){file}?(?:吗|呢)?{_SPACES}",
        rf"(?P<show>{show})(?:一下)?{own}{base}{_SPACES}",
    )
    return tuple(re.compile(f"{lead}(?:{pattern})", re.IGNORECASE) for pattern in (*english, *chinese))

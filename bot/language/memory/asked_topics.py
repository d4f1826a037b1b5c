"""Find what a question about what was said is about: its words without those that ask, and without the speakers' names.

"what did the team say abt copper" is about copper, 谁说铜了 about 铜. Chinese is searched by pairs of characters:
beside a verb, a topic of one character would only be found in pairs that nobody has said.
"""

import re
from collections.abc import Iterable
from typing import Final

_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
# Nouns for whatever somebody said; others ("horizon", "concerns") are what is looked for.
_ANY_MATTER: Final = frozenset(
    {
        *("question", "questions", "point", "points", "view", "views", "opinion", "idea", "suggestion", "take"),
        *("comment", "comments", "argument", "arguments", "position on", "stance"),
    }
)
_NOISE: Final = re.compile(
    r"\b(?:so far|wat|wut|wht|whats|abt|bout|pls|plz|exactly|things?|stuff|topics?|matters?|since|till|back|sometime|"
    r"even|the team|everybody|everyone|people|folks|colleagues|others|they|you all|you guys|(?:come|came|crop) up)\b"
)
_ASIDE: Final = r"(?:又|都|也|还|到底|究竟|有没有|是不是|不是|是|曾经|曾|最近|刚才|刚刚|之前|以前|在|\s)*"
_SPEAKS: Final = (
    r"(?:说(?!明|服)|讲(?!解)|提(?![高升醒前供示价成款取交案拔速名出])|聊|谈(?!判)|讨论(?!会)|问(?!题)"
    r"|回(?=[答复应的了过什啥]))"
)
_SPOKEN: Final = re.compile(
    rf"(?:谁|哪位|有没有人|有人|大家|我们|咱们|咱|团队|他们|她们|你们)?{_ASIDE}{_SPEAKS}[过了到起及]*(?:的是)?"
    r"(?:些|一些)?(?:什么话|什么|啥|哪些话|哪些)?(?:话(?!题))?"
)
_SHELL: Final = re.compile(
    r"(?:谁|哪位|有没有人|有人|大家|咱们|咱)|关于|对于|怎么看|怎么想|如何看|怎么评价|怎么说|是?什么(?:看法|意见|观点|态度|想法)"
    r"|[那这]句?话是?|的?(?:事儿|事情|话题|那件事|这件事)是?|的事(?!件)|是?(?:什么时候|哪天|何时|几时)|啥"
    r"|对(?![冲手比账外内日美等标抗象策])"
)
_LAST: Final = re.compile(r"(?:是|了|的|过|来着|没有|没|吗|呢|么|吧|啊|\s|[?？。.!！])+$")


def without_noise(text: str) -> str:
    """Return a question without words that name nothing: "what was it exactly" has none left to look for."""
    return _NOISE.sub(" ", text.lower())


def asked_topic(text: str, match: re.Match[str], names: Iterable[str]) -> str:
    """Return the words of a question that say what it is about; empty: it asks for anything.

    Args:
        text: The question, normalised.
        match: What the frames of such questions found in it, or in a text of the same characters.
        names: The groups of `match` that hold speakers.
    """
    found = match.groupdict()
    spans = [match.span(name) for name in names if found.get(name)]
    spans += [match.span("matter")] if found.get("matter") in _ANY_MATTER else []
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    text = _NOISE.sub(" ", text)
    if _HAN.search(text):
        text = _LAST.sub("", _SHELL.sub(" ", _SPOKEN.sub(" ", text, count=1)))
    return " ".join(re.sub(r"(?<=\s)'s\b", " ", text).split())

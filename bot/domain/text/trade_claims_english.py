"""Claims of deeds in English sentences: who acts (the model, or an order in the passive), what is done, and when."""

import re
from collections.abc import Iterable
from typing import Final

_B: Final = r"(?<![A-Za-z])"
_E: Final = r"(?![A-Za-z])"
_END: Final = r"(?=\s?(?:$|[.,!;:]))"

# Roles
_ACTOR: Final = rf"{_B}(?:I|we|parley|the\s(?:bot|system|assistant|app|platform|engine|desk))"
_DETERMINER: Final = r"(?:an?|the|your|my|our|this|that|these|those|both|all|another|[0-9]+|\{[^{}]*\})"
_THING: Final = (
    r"(?:(?:buy|sell|market|stop|limit|stop[-\s]loss)\s)?(?:orders?|trades?|purchases?|sales?|transactions?|shares|positions?"
    r"|holdings?|stakes?|stops?|stop[-\s]loss(?:es)?|limits?|alerts?|reminders?|notifications?|alarms?|cards?|decisions?|portfolio"
    r"|account|money|cash|dividends?|target)"
)
_OBJECT: Final = rf"(?:{_DETERMINER}\s(?:[\w'.-]+\s){{0,2}})?{_THING}{_E}"
_PRONOUN: Final = (
    r"(?:it|them|that|this)(?=\s?(?:$|[.,!;])|\s(?:for|at|to|now|today|when|off|right|away|tomorrow|on|in)\b)"
)
_WATCHED: Final = (
    r"(?:it|this|that|them|closely|continuously|for|out\sfor|your|(?-i:[A-Z]{2,5})"
    r"|the\s(?:\w+\s)?(?:price|stock|shares?|position|order|stop|levels?|limit|market|situation|holding))" + _E
)

# Deeds, past and passive
_TRADED: Final = (
    r"(?:bought(?!\sinto)|sold(?!\s(?:off|on|out|myself|ourselves)\b)|purchased|shorted|rebalanced|liquidated|reinvested|withdrawn|withdrew|swapped"
    r"|transferred|gone\sahead|went\sahead|taken\s(?:care\sof|profits?)|took\scare\sof|carried\s(?:it\s)?out|made\sa\snote|remembered"
    r"|traded(?!\soff))"
)
_DONE_TO: Final = (
    r"(?:bought|sold(?!\soff)|purchased|placed|submitted|sent|executed|filled|confirmed|cancell?ed|queued|scheduled|closed"
    r"|opened|trimmed|reduced|increased|doubled|moved|raised|lowered|removed|lifted|adjusted|changed|activated|recorded|done"
    r"|completed?|debited|credited|booked|processed|transferred|settled|voided|hedged|approved|noted|saved|made|set|done)"
)
_THINKING: Final = (  # verbs of which an order or a limit may be the object without a deed
    r"(?:consider|review|weigh|check|compar|analy[sz]|assess|look|discuss|mention|describ|explain|calculat|valu|assum|us|bas"
    r"|examin|notic|suggest|recommend|propos|want|treat|call|ignor|question|preferr|judg|rat|expect|respect|follow|appli|count"
    r"|includ|measur|list|summari[sz]|answer|ask|need|quot|argu|favou?r|rank|observ|interpret|stat|outlin|highlight|flagg|advis"
    r"|plann|offer|match|relat|refus)ed"
)

# Deeds, ahead
_TRADE: Final = (
    r"(?:(?:buy|sell|submit|execute|cancel|queue|schedule|liquidate|rebalance|hedge)(?!\s(?:off|the\sidea))"
    r"|place(?!\s(?:more|less|much|any|it\sin))|confirm(?!\s(?:that|whether|if|the\strend))"
    r"|remember|record|save|store|log|go\sahead|take\scare\sof|(?:do|handle|process|arrange|post)\s(?:so|it|that|this|the|your))"
)
_SET: Final = (
    r"(?:set|move|raise|lower|lift|remove|change|adjust|update|tighten|open|close|send|create|add|cut|trim|reduce|increase|exit"
    r"|put|book)(?:\s(?:up|down|in|out|to|you))?"
)
_TELL: Final = (
    rf"(?:(?:alert|notify|remind|ping){_E}|(?:tell|inform|warn|text|ring|call|message|update|e?mail|nudge)\s(?:you|everyone|the"
    r"\s(?:team|channel))(?!\s(?:why|what|how|that|which|this|about|more)\b)|flag\s(?:it|this|that|any)|let\syou\sknow"
    r"|give\syou\s(?:an?\s)?(?:heads|shout|call|ring|ping|nudge|update|alert|notice)|report\sback|get\sback\sto|follow\sup"
    r"|keep\s(?:you\s(?:posted|updated|informed)|an?\s(?:close\s)?eye|watch|watching|monitoring|tracking|tabs)|revisit"
    rf"|check\s(?:back|in|on|it|again)|look\s(?:at\sit\sagain|again)|(?:watch|monitor|track|follow)\s{_WATCHED}"
    r"|be\s(?:watching|monitoring|tracking|keeping|following|alerting|notifying))"
)

# Tenses
_ADVERB: Final = (
    r"(?:\s(?:just|now|already|successfully|also|then|today|gladly|certainly|hereby|duly|so|therefore|even|immediately"
    r"|automatically|promptly|currently|still|gone\sahead\sand|went\sahead\sand))*"
)
_ASIDE: Final = r"(?:,[^,.]{1,30},)?"
_PERFECT: Final = rf"{_ACTOR}(?:\s?'ve|\shave|\shas|'s|'d|\shad)?{_ASIDE}{_ADVERB}"
_WILL: Final = (
    rf"{_ACTOR}(?:\s?'ll|\swill|\sshall|\s?(?:'m|am|'re|are|'s|is)\s(?:going\sto|gonna|about\sto)){_ADVERB}"
    r"(?:\s(?:make\ssure|be\ssure|remember)\sto)?"
)
_IS_DOING: Final = rf"{_ACTOR}\s?(?:'m|am|'re|are|'s|is){_ADVERB}"
_HAS_BEEN: Final = (
    rf"(?:'s(?:\sbeen)?|\s(?:was|were)(?:\sbeing)?|\s(?:has|have|had){_ADVERB}\sbeen|\swill{_ADVERB}\sbe)"
    rf"(?!\snot){_ADVERB}"
)
_IS: Final = (  # and not a plan told in the present: "the position is reduced"
    rf"\s(?:is|are)(?!\snot){_ADVERB}\s"
    r"(?!opened|trimmed|reduced|increased|raised|lowered|moved|adjusted|changed|made|noted)"
)

_PAST: Final = (  # not even a condition excuses it
    rf"{_PERFECT}\s{_TRADED}{_E}",
    rf"{_PERFECT}\s(?:executed|confirmed|placed|submitted){_END}",
    rf"(?!\w+'d\s(?:set|put|cut)){_PERFECT}\s(?!{_THINKING})(?:\w+ed|set|sent|put|cut|made)(?:\s(?:up|down|out|in|to))?\s{_OBJECT}",
    rf"{_PERFECT}\s{_DONE_TO}\s{_PRONOUN}",
    rf"{_ACTOR}\sdid\s(?:it|so|that|buy|sell|place|execute|submit|confirm){_E}",
    rf"{_ACTOR}\s(?:have|has)\s{_DETERMINER}\s(?:\w+\s){{0,2}}(?:alert|reminder|order|stop)\s(?:set|placed|queued|ready|open){_E}",
)
_NOTICES: Final = (
    rf"{_WILL}\s{_TELL}",
    rf"(?:{_B}and|,)\swill{_ADVERB}\s{_TELL}",
    rf"{_IS_DOING}\s(?:(?:watching|monitoring|tracking|following)\s{_WATCHED}|keeping\s(?:an?\s(?:\w+\s)?eye|watch|track|tabs))",
    rf"{_B}(?:I|parley)\s(?:monitor|watch|track|keep\san\seye\son)\s{_WATCHED}",
    rf"{_B}(?:alert|reminder|notification|alarm)s?\swill\s(?:fire|trigger|go\soff|be\ssent|come|reach|pop)",
    rf"{_B}expect\s(?:an?|my)\s(?:ping|message|alert|notification|call|update)",
)
_DEEDS: Final = (
    rf"{_WILL}\s(?:{_TRADE}{_E}|{_SET}\s(?:{_OBJECT}|{_PRONOUN})|be\s(?:buying|selling|placing))",
    (
        rf"{_IS_DOING}\s(?:(?:buying|selling|placing|executing|submitting|confirming|cancell?ing|sending|setting\sup|trimming"
        rf"|queue?ing|rebalancing|closing\s(?:your|the)){_E}|on\sit{_END})"
    ),
    (
        r"^(?:now\s)?(?:buying|selling|placing|executing|confirming|submitting|sending|cancell?ing|closing)"
        rf"(?:\s(?:it|this|now|right\saway|for\syou|{_OBJECT}))+[.!]*$"
    ),
    rf"{_ACTOR}(?:\shereby)?\sconfirm(?={_END}|\s(?:it|this|your|the\s(?:purchase|order|trade|sale|decision)){_E})",
    rf"{_B}let\sme\s(?:(?:buy|sell|execute|submit|cancel){_E}|(?:place|confirm|set\sup|queue)\s(?:{_OBJECT}|{_PRONOUN}))",
    rf"{_B}(?:consider\sit\sdone|all\sset{_END})",
    rf"{_B}you(?:'re|\sare)?\s(?:now\s(?:own|hold|the\sowner){_E}|own\s[^.]{{1,30}}\snow{_E})",
    (
        rf"{_B}you(?:'ll|\swill)(?:\salso|\sthen)?\s(?:be\s(?:alerted|notified|told|informed|reminded|pinged|warned|updated){_E}"
        r"|(?:get|receive)\s(?:an?|the|my|your)\s(?:\w+\s){0,2}(?:alert|notification|reminder|message|ping|update)|hear\sfrom\s(?:me|us))"
    ),
    (
        r"^\W*(?:(?:yes|ok|okay|sure|right|great|perfect)\W+)?(?:done(?=[.!,:]|$|\s-\s)"
        r"|(?:confirmed|bought|sold|executed)(?=[.!,]|$|\s-\s|:?\s[0-9{]))"
    ),
    r"^fills?:\s",
)
_SUBJECT: Final = (
    rf"(?:{_B}{_DETERMINER}\s(?:[\w-]+\s){{0,2}}?|^\W*)(?!dividend|target|sales){_THING}(?:\s(?:of|on|for|in)\s\w+)?"
)
_PASSIVES: Final = (
    rf"{_SUBJECT}(?:{_HAS_BEEN}\s|{_IS})(?!set){_DONE_TO}{_E}",
    (
        rf"{_SUBJECT}(?:{_HAS_BEEN}\s|{_IS})"
        rf"(?:set(?={_END}|\s(?:now|for\syou|up)\b)|in(?={_END}|\s(?:place|the\squeue))|live|active|on\s(?:its|the)\sway)"
    ),
    rf"{_SUBJECT}\s(?:has|have)\sbeen\sset{_E}",
    rf"(?:{_SUBJECT}|{_B}the\s(?:buy|sell))\s(?:went|has\sgone|have\sgone|is)\s(?:through|in){_END}",
    rf"{_HAS_BEEN}\sadded\sto\syour\s(?:portfolio|account|positions?|holdings?){_E}",
    (
        rf"{_B}(?:it|this|that|everything)(?:{_HAS_BEEN}|\sis)\s(?:bought|sold|executed|placed|submitted|cancell?ed|filled"
        rf"|confirmed|done)(?={_END}|\s(?:this|today|now|for\syou|already|at\sthe)\b)"
    ),
    (
        rf"(?:^\W*|[:,-]\s){_THING}\s(?!made|opened|raised|increased|reduced|lowered|moved|doubled){_DONE_TO}"
        rf"(?={_END}|\s(?:at|for|to)\b)"
    ),
)

# What is no claim
_CONDITION: Final = re.compile(
    r"\b(?:if|once|when|whenever|after|unless|until|before|as\ssoon\sas|should)\s(?:\w+\s)?you\b(?!'ll)", re.IGNORECASE
)
_BY_OTHERS: Final = re.compile(
    r"\sby\s(?!(?:me|us|parley|now|then|half|hand|the\s(?:bot|system))\b|[0-9{$])", re.IGNORECASE
)
_HISTORY: Final = re.compile(
    r"\b(?:on|in|since)\s(?:[0-9{]|(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)"
    r"|\b(?:yesterday|earlier|previously|ago|before|history|last\s(?:week|month|quarter|year|time))\b",
    re.IGNORECASE,
)


def _compiled(patterns: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_ALWAYS: Final = _compiled((*_PAST, *_NOTICES))
_UNLESS_CONDITION: Final = _compiled(_DEEDS)
_UNLESS_OTHERS: Final = _compiled(_PASSIVES)


def claims_action_in_english(sentence: str) -> bool:
    """Return whether a normalised sentence says that the model has done something, or will."""
    if sentence.endswith("?"):
        return False
    if any(pattern.search(sentence) for pattern in _ALWAYS):
        return True
    if _CONDITION.search(sentence):
        return False
    if any(pattern.search(sentence) for pattern in _UNLESS_CONDITION):
        return True
    found = (match for pattern in _UNLESS_OTHERS for match in pattern.finditer(sentence))
    return any(not _BY_OTHERS.search(sentence, match.end()) for match in found) and not _HISTORY.search(sentence)

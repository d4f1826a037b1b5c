"""Recognise a message that does nothing but halve what was proposed: "make it half", 改成一半."""

import re
from typing import Final

from bot.domain.text.normalise import normalise
from bot.language.commands import without_mention

_MAX_LENGTH: Final = 60  # characters; a longer message says something else too
_IT: Final = r"(?:it|that|this|the (?:size|order|amount|trade))"
_HALF: Final = r"(?:an? |one )?half"
_HALVING: Final = re.compile(
    rf"""(?:please[ ,]*)?(?:
        halve[ ]{_IT}
       |(?:make|change|set|take|bring)[ ]{_IT}[ ](?:down[ ])?(?:to[ ])?(?:only[ ]|just[ ])?{_HALF}
        (?:[ ](?:of[ ])?(?:it|that|as[ ]much|as[ ]many|the[ ]size|the[ ]amount))?
       |(?:cut|reduce)[ ]{_IT}[ ](?:in|by|to)[ ]{_HALF}
       |(?:only[ ]|just[ ])?half[ ](?:of[ ])?that|half[ ]as[ ](?:much|many)
       |请?(?:把|将)?(?:它|这笔|数量|金额|股数)?(?:改成|改为|改到|换成|变成|调成|调到|减为|减到|减少到|降为|降到|缩小到|只要|只买|只卖)(?:原来的?)?一半
       |请?(?:把|将)?(?:它|这笔|数量|金额|股数)?减半
    )(?:[ ,]*please)?[吧了 .!。！]*""",
    re.VERBOSE,
)


def is_halving(text: str) -> bool:
    """Return whether `text`, as typed, asks to halve something and says nothing else; what it is, the caller knows."""
    plain = without_mention(normalise(text[: 4 * _MAX_LENGTH])).lower()
    return len(text) <= 4 * _MAX_LENGTH and len(plain) <= _MAX_LENGTH and _HALVING.fullmatch(plain) is not None

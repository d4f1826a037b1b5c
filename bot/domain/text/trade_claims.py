"""Finds sentences in which a model says that it has traded, confirmed or cancelled, or will watch or alert."""

import re
from typing import Final

_DONE: Final = (
    r"(?:bought|sold|purchased|traded|placed|submitted|executed|confirmed|cancell?ed|filled|closed\sout|opened\sa\sposition"
    r"|set\s(?:up\s)?(?:an?|the|your)\s(?:\w+\s){0,2}(?:alert|reminder|stop|order|alarm)|entered\s(?:an?|the|your)\s(?:\w+\s)?order"
    r"|gone\sahead|went\sahead|carried\s(?:it\s)?out|adjusted|updated\s(?:your|the)\s(?:order|decision|limit)|remembered)"
)
_WILL: Final = (
    r"(?:alert|notify|remind|ping|message|watch|monitor|track|keep\s(?:an\seye|watching|monitoring|you\s(?:posted|updated|informed))"
    r"|let\syou\sknow|buy|sell|place|submit|execute|confirm|cancel|check\sback|get\sback\sto\syou|follow\sup|set\san?\s(?:\w+\s)?(?:alert|reminder))"
)
_NOT: Final = r"(?!\s(?:not|never)\b|n['’]t)"
_CLAIM: Final = re.compile(
    rf"""(?<![A-Za-z])(?:I|we)(?:\s?['’]ve|\shave|\shad)?{_NOT}(?:\s(?:just|now|already|successfully|also|today))?\s{_DONE}(?![A-Za-z])
    |(?<![A-Za-z])(?:I|we)\s?(?:['’]ll|\swill|\sam\sgoing\sto|['’]m\sgoing\sto|\sshall){_NOT}(?:\s(?:also|now|then|certainly|gladly))?\s{_WILL}(?![A-Za-z])
    |(?<![A-Za-z])(?:I\s?['’]?\s?a?m|we\s?(?:['’]re|are))\s(?:now\s)?(?:buying|selling|placing|executing|monitoring|watching|tracking)(?![A-Za-z])
    |(?<![A-Za-z])(?:your|the|this|an|that)\s(?:\w+\s)?(?:order|trade|purchase|sale|transaction|alert|reminder|decision)\s
      (?:has\s(?:now\s)?been|have\sbeen|was|is(?:\snow)?){_NOT}\s(?:(?:already|now|successfully)\s)?
      (?:bought|sold|placed|submitted|executed|confirmed|filled|completed|set|done|in\splace|cancell?ed|live|active)(?![A-Za-z])
    |(?<![A-Za-z])(?:order|trade|alert|reminder)\s(?:placed|submitted|executed|confirmed|filled|completed|set)(?=[\s.,!;:]|$)
    |(?:^|(?<=[.!?]\s)|(?<=\n))(?:Done|Confirmed|Bought|Sold|Executed|Order\splaced)(?=[.!:,]|\s[-–—]|\s(?:\d|[\ue001-\ue010]))""",
    re.VERBOSE | re.IGNORECASE,
)
_CHINESE_CLAIM: Final = re.compile(
    r"(?<![没未不])已经?(?:成功)?(?:为您|帮您|替您|给您|为你|帮你|替你|给你)?(?:成功)?"
    r"(?:下单|买入|卖出|买进|卖掉|购买|成交|确认|执行|提交|取消|平仓|建仓|减仓|加仓|设置(?:好)?(?:了)?(?:提醒|警报|预警|止损)|设好)"
    r"|我(?:们)?(?:刚刚?|已经?)?(?:为您|帮您|替您|为你|帮你|替你)?(?:买入了|卖出了|买了|卖了|下了单|下单了|确认了|取消了|设置了|执行了)"
    r"|(?:订单|交易|委托)(?:已经?|成功)(?:提交|成交|执行|确认|完成|下达)|(?:下单|买入|卖出|交易)(?:成功|完成)"
    r"|我(?:们)?(?:会|将|将会)(?:继续|持续|随时|及时|第一时间|马上|立即)?(?:为您|帮您|替您|为你|帮你|替你)?(?:密切)?"
    r"(?:提醒|通知|盯|监控|监测|关注|跟踪|留意|告知|买入|卖出|下单|执行|确认|取消)"
    r"|到时(?:候)?(?:我会|会)?(?:提醒|通知)(?:您|你)"
)


def claims_action(text: str) -> bool:
    """Return whether a model's text says that it has done something, or will: models do nothing but write."""
    return _CLAIM.search(text) is not None or _CHINESE_CLAIM.search(text) is not None

"""How Chinese people are named in talk: 小王, 老李, 陈总, 王明."""

from typing import Final

_SURNAMES: Final = (
    "王李马张刘陈杨赵黄周吴徐孙胡朱高林何郭罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾"
    "丁魏薛叶阎余潘杜戴夏钟汪田姜范方姚谭廖邹熊陆郝孔崔康毛邱秦史顾侯邵孟段雷钱汤尹黎乔贺赖龚"
)
_TITLES: Final = "总|哥|姐|叔|姨|经理|老师|先生|女士|同学|博士|主任|董"

# A pattern. A surname alone is a name too; shares and goods that begin with one are excluded by whoever uses it.
PERSON: Final = (
    rf"(?:[小老阿大][\u4e00-\u9fff]{{1,2}}?|[{_SURNAMES}][\u4e00-\u9fff]{{0,2}}?(?:{_TITLES})?|@?[a-z][\w.-]*)"
)

"""How Chinese people are named in talk: 小王, 老李, 陈总, 王明."""

from typing import Final

_SURNAMES: Final = (
    "王李马张刘陈杨赵黄周吴徐孙胡朱高林何郭罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾"
    "丁魏薛叶阎余潘杜戴夏钟汪田姜范方姚谭廖邹熊陆郝孔崔康毛邱秦史顾侯邵孟段雷钱汤尹黎乔贺赖龚"
)
_COMPOUND_SURNAMES: Final = "欧阳|上官|司马|诸葛|司徒|皇甫|夏侯|慕容|令狐|尉迟|东方|南宫|公孙|长孙"
_TITLES: Final = (
    "总监|总裁|总|董事长|董事|董|副总|经理|主管|主任|部长|老板|老师|教授|博士|先生|女士|小姐|太太|同学|哥|姐|叔|姨"
)

# A pattern. A surname alone is a name too; shares and goods that begin with one are excluded by whoever uses it.
PERSON: Final = (
    r"(?:[小老阿大][\u4e00-\u9fff]{1,2}?"
    rf"|(?:{_COMPOUND_SURNAMES}|[{_SURNAMES}])[\u4e00-\u9fff]{{0,2}}?(?:{_TITLES})?|@?[a-z][\w.-]*)"
)

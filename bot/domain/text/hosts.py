"""Host names as people and models write them, with and without a path: which are addresses, and which only look so."""

import re
from typing import Final

DOT: Final = r"[.\u3002\uff0e\uff61\u2024\ufe52]"  # a browser takes any of them for a dot
# Endings that make an address of a word even without a path; with one, nearly any ending does.
_USUAL: Final = frozenset(
    re.findall(
        r"\w+",
        """com net org info biz io co ai app dev xyz online site website top club shop store live link click gg
        cc ru cn tk ml ga cf gq pw icu vip win bid loan page cloud tech fun finance money exchange capital
        broker forex bank support zone email chat social wiki ly mobi gov edu""",
    ),
)
# More endings that Slack makes a link of. With a capital they begin a sentence ("up.Today") or name an exchange.
_GENERAL: Final = frozenset(
    re.findall(
        r"\w+",
        """academy account accountants actor ads adult agency apartments army art arpa asia associates attorney
        auction audio auto autos baby band bar bargains beauty beer best bet bike bingo black blog blue boo
        boutique build builders business buzz cab cafe cam camera camp capetown cards care careers cars casa
        cash casino cat catering center ceo cfd channel charity cheap church city claims cleaning clinic
        clothing coach codes coffee college com community company compare computer condos construction
        consulting contact contractors cooking cool coop country coupons courses credit creditcard cricket
        cruises cyou dad dance date dating day deals degree delivery democrat dental dentist design diamonds
        diet digital direct directory discount diy doctor dog domains download earth eco education energy
        engineer engineering enterprises equipment esq estate eus events expert exposed express fail faith
        family fan fans farm fashion feedback film financial fish fishing fit fitness flights florist flowers
        foo football forsale forum foundation free fund furniture futbol fyi gallery game games garden gift
        gifts gives giving glass global gmbh gold golf graphics gratis green gripe group guide guitars guru hair
        haus health healthcare help hiphop hiv hockey holdings holiday homes horse hospital host hosting hot
        house how immo immobilien inc industries ing ink institute insurance insure int international
        investments irish jetzt jewelry jobs juegos kaufen kim kitchen kiwi land lat law lawyer lease legal lgbt
        life lighting limited limo llc loans locker lol lotto love ltd luxe luxury management map market
        marketing markets mba media meme memorial men mil miami moda moe mom money monster mortgage motorcycles
        mov movie museum music name navy network new news ngo ninja now nyc observer one ong ooo organic page
        partners parts party pet phd photo photography photos pics pictures pink pizza place plumbing plus poker
        porn post press pro productions prof promo properties property protection pub qpon racing realestate
        realtor recipes red rehab reise reisen rent rentals repair report republican rest restaurant review
        reviews rich rip rocks rodeo rsvp run saarland sale salon sarl school schule science services sex sexy
        shoes shopping show singles ski skin soccer software solar solutions space spot storage stream studio
        study style sucks supplies supply surf surgery systems tattoo tax taxi team technology tel tennis
        theater tickets tienda tips tires today tools tours town toys trade trading training travel tube
        university uno vacations ventures vet viajes video villas vision vodka vote voyage watch webcam wedding
        whoswho win wine work works world wtf xxx yachts yoga you zip""",
    ),
)
_COUNTRIES: Final = frozenset(
    re.findall(
        r"\w+",
        """ac ad ae af ag al am ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd
        ch ci ck cl cm cr cu cv cw cx cy cz de dj dk dm do dz ec ee es et eu fi fj fm fo fr gd ge gf gh gi gl gm
        gn gp gr gs gt gu gy hk hm hn hr ht hu id ie il im in iq ir is it je jm jo jp ke kg kh ki km kn kr kw ky
        kz la lb lc li lk lr ls lt lu lv ma mc md me mg mk mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf
        ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt py qa re ro rs rw sa sb sc sd se sg sh si
        sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tl tm tn to tr tt tv tw tz ua ug uk us uy uz va
        vc ve vg vi vn vu wf ws ye yt za zm zw""",
    ),
)
_OTHER_SCRIPTS: Final = frozenset(
    re.findall(
        r"\w+",
        """рф рус бг бел срб укр мкд мон қаз ею сайт онлайн орг ком москва дети ελ ευ 中国 中國 香港 台湾 台灣
        澳門 澳门 新加坡 公司 网络 網絡 网址 網址 网站 在线 中文网 商城 商店 商标 集团 手机 移动 网店 公益 政务
        政府 机构 组织机构 游戏 娱乐 企业 信息 购物 时尚 餐厅 食品 珠宝 健康 招聘 广东 佛山 世界 慈善 八卦 微博
        我爱你 点看 點看 大拿 书籍 家電 通販 新闻 みんな コム ストア セール ファッション グーグル クラウド
        ポイント 한국 닷컴 닷넷 삼성""",
    ),
)
# Companies that people call by their address.
_NAMES: Final = frozenset(
    {"amazon.com", "bill.com", "booking.com", "c3.ai", "cars.com", "monday.com", "salesforce.com", "trip.com"},
)
_TICKER: Final = re.compile(
    r"[A-Z0-9]{1,6}\.(?:AS|AX|BO|DE|F|HK|KQ|KS|L|MC|MI|NS|PA|SA|SH|SS|SW|SZ|T|TO|TW|US)|\d{4,6}\.(?:hk|ks|ss|sz|tw)"
)
_BYTE: Final = 255


def is_address(host: str, *, has_path: bool) -> bool:
    """Return whether a dotted word is an address that a program may make a link of, rather than a name or a figure."""
    if _TICKER.fullmatch(host) or (host.lower() in _NAMES and not has_path):
        return False
    *first, last = re.split(DOT, host.strip("_-").lower())
    if not first or last in _USUAL:
        return bool(first) or last == "localhost"
    if any(label.startswith("xn--") for label in (*first, last)):
        return True
    if not _is_plain(host):
        return False
    return first[0].endswith("www") or _ends_an_address(host) or _may_end_a_host((*first, last), has_path=has_path)


def is_below(host: str, allowed: frozenset[str]) -> bool:
    """Return whether `host`, in any case, is one of the allowed hosts or a part of one."""
    labels = host.lower().split(".")
    return any(".".join(labels[start:]) in allowed for start in range(len(labels)))


def _is_plain(host: str) -> bool:
    """Whether its dots are dots: a full stop of a Chinese sentence is rarely one."""
    return len(re.findall(DOT, host)) == host.count(".")


def _ends_an_address(host: str) -> bool:
    """Whether it has an ending that makes an address of it as it is written."""
    last = host.strip("_-").rpartition(".")[2]
    return (
        (last in _COUNTRIES)
        or (last.lower() in _GENERAL and (last.islower() or last.isupper()))
        or last.lower() in _OTHER_SCRIPTS
    )


def _may_end_a_host(labels: tuple[str, ...], *, has_path: bool) -> bool:
    """Whether it is a host by its ending: four numbers; before a path, letters too."""
    if all(label.isdecimal() for label in labels):
        return len(labels) == 4 and all(int(label) <= _BYTE for label in labels)  # noqa: PLR2004 - of an IP address
    return has_path and labels[-1].isalpha() and len(labels[-1]) > 1

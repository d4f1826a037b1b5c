"""Normalisation of typed text without changing its meaning."""

import re
import unicodedata
from typing import Final

MAX_TEXT_LENGTH = 8_000  # characters; more than any request needs, and a bound on the time of all later steps

_FULL_WIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_LOOK_ALIKES = dict(zip(map(ord, "￥￡‘’ʼ“”−–—‑、。İ"), "¥£'''\"\"----,.I", strict=True))
# Common characters; a full converter would be a dependency.
_TRADITIONAL_CHARACTERS = (
    "憑這麼說話為嗎沒還會個來過對買賣點錢應該實與從後於裡樣現動關係經營總結論證據評價邏輯懷質認贊覺見觀調檢討顧記錄歷績戰勝負賺賠虧損漲倉庫單訂購擔憂險風聲響變換轉讓補減縮壓軋寬緊張強勢"
    "頭緒熱門優選擇議題識別異誤導訊號碼數場盤態趨盪獲獎勵擬寫讀聽講談請問詢諮們妳並將舊鬆銀財務報產業車輛電腦機構離開閉鎖進階隊員類種稅費賬戶帳權節約終濟絕續紅綠組織給級紀綱維緩線練縱繼"
    "遠運達遲遞適邊際陽陰隨雙難雲靈靜項順須預領頻顆額願顯飛養餘駁驗驚體髮鬥魚鮮麗黃齊龍區醫協廠廣廳彈徑復戲掃掛採揀搶撥擊擋擴擺攤敗敵斷時曆東條極榮樓標樹檔歐歡歲歸殘殺殼毀氣決況洩測準滅"
    "滯漸潛澤爾狀獨瑪環畢當疊發盜盡監確禮禍稱穩窮競筆範築簡簽籌籤糧糾紐純紙紛細絡統綜網編締縣繞罷羅聖聞聯聰職肅脅脫臨興舉艱藝莊華萬葉蓋蔣藍蘋虛蝕術衛衝裝製複規覓視覽觸計訓託訪設許訴診註"
    "詐詞試詳誇誘語誠誰課諸諾謀謂謝譯護譽豈豐貢貧貨販貪貫責貴貸貼賀賃資賈賓賞賢賤賦賭賴賽贈贏趕趙跡踐軍軌軟較載輔輕輝輪輸辦辭農迴連週遊違遜遺郵鄉醜釋針釣鈔鈕鉅銅銘銷鋒鋪鋼錯鍋鍵鎮鏡鐘鐵"
    "鑑長閃閒間閱闆陣陳陸隱隻雜雞霧頁頂頑頓顏飄飯飲飽餅館駐駕騙騰驅驟鬧鯨鴻麥齡龐執億幹幾兩穀偉亞馬臉書國勞樂寶臺積幫"
    "參無傳創剛劃卻嚴壞奪孫審尋屬島幣廢恆惡愛慣慮憶攜擁敘暫棄楊涼湧滾滿濫煩燒牆猶癡窩紮絲腳膽蕩褲訝謹讚貓踴躍鄧釐饒駛啟吳唸啞喚嘗嚇團圍圖墊夠奮妝學尷嶺師幟廂彎彥徹慘慶憤懶戀拋挾擠斬晉曉溫漢潤澀灘災烏煉爭爺牽瘋睜礙祿籃罰義習膚蘇蠻諒豬貝鈣雖鹽黨兒倆備債償儲兌內冊凍剎劍劇勁勸匯厭叢吶確"
    "塊裏僅佔佈側劉喬圓帶彙悶惱懇掙搖撈擾昇檯欄橋汙洶淺湊溝滬瀾灑爛爲眾矯竄籠紋繪罵舖荊薩藥親譜豔贓遙鄰鈍銳鋁錦錶鎊鏈鑽閥隸顛顫颱鳳鴨鷹"
)
_SIMPLIFIED_CHARACTERS = (
    "凭这么说话为吗没还会个来过对买卖点钱应该实与从后于里样现动关系经营总结论证据评价逻辑怀质认赞觉见观调检讨顾记录历绩战胜负赚赔亏损涨仓库单订购担忧险风声响变换转让补减缩压轧宽紧张强势"
    "头绪热门优选择议题识别异误导讯号码数场盘态趋荡获奖励拟写读听讲谈请问询咨们你并将旧松银财务报产业车辆电脑机构离开闭锁进阶队员类种税费账户帐权节约终济绝续红绿组织给级纪纲维缓线练纵继"
    "远运达迟递适边际阳阴随双难云灵静项顺须预领频颗额愿显飞养余驳验惊体发斗鱼鲜丽黄齐龙区医协厂广厅弹径复戏扫挂采拣抢拨击挡扩摆摊败敌断时历东条极荣楼标树档欧欢岁归残杀壳毁气决况泄测准灭"
    "滞渐潜泽尔状独玛环毕当叠发盗尽监确礼祸称稳穷竞笔范筑简签筹签粮纠纽纯纸纷细络统综网编缔县绕罢罗圣闻联聪职肃胁脱临兴举艰艺庄华万叶盖蒋蓝苹虚蚀术卫冲装制复规觅视览触计训托访设许诉诊注"
    "诈词试详夸诱语诚谁课诸诺谋谓谢译护誉岂丰贡贫货贩贪贯责贵贷贴贺赁资贾宾赏贤贱赋赌赖赛赠赢赶赵迹践军轨软较载辅轻辉轮输办辞农回连周游违逊遗邮乡丑释针钓钞钮巨铜铭销锋铺钢错锅键镇镜钟铁"
    "鉴长闪闲间阅板阵陈陆隐只杂鸡雾页顶顽顿颜飘饭饮饱饼馆驻驾骗腾驱骤闹鲸鸿麦龄庞执亿干几两谷伟亚马脸书国劳乐宝台积帮"
    "参无传创刚划却严坏夺孙审寻属岛币废恒恶爱惯虑忆携拥叙暂弃杨凉涌滚满滥烦烧墙犹痴窝扎丝脚胆荡裤讶谨赞猫踊跃邓厘饶驶启吴念哑唤尝吓团围图垫够奋妆学尴岭师帜厢弯彦彻惨庆愤懒恋抛挟挤斩晋晓温汉润涩滩灾乌炼争爷牵疯睁碍禄篮罚义习肤苏蛮谅猪贝钙虽盐党儿俩备债偿储兑内册冻刹剑剧劲劝汇厌丛呐确"
    "块里仅占布侧刘乔圆带汇闷恼恳挣摇捞扰升台栏桥污汹浅凑沟沪澜洒烂为众矫窜笼纹绘骂铺荆萨药亲谱艳赃遥邻钝锐铝锦表镑链钻阀隶颠颤台凤鸭鹰"
)
_TRADITIONAL = dict(zip(map(ord, _TRADITIONAL_CHARACTERS), _SIMPLIFIED_CHARACTERS, strict=True))
_TRANSLATION = _FULL_WIDTH | _LOOK_ALIKES | _TRADITIONAL
_FRACTIONS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅛": "1/8"}
_APOSTROPHE_IN_NUMBER = re.compile(r"(?<=\d)'(?=\d{3}(?!\d))")  # "2'000"
_ONE_SIGN_FRACTION = re.compile(rf"(\d?)([{''.join(_FRACTIONS)}])")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_REPEATED_SIGNS = re.compile(r"((?:\W|_){1,3}?)\1{3,}")  # ",,,,", "?!?!?!?!", ". . . . "; no letters and digits
_VARIATION_SELECTOR = "\ufe0f"


def normalise(text: str) -> str:
    """Return at most `MAX_TEXT_LENGTH` characters: half width, simplified Chinese, visible, single spaces.

    Does not use NFKC, which turns "3²" into "32": an amount must never change silently.
    """
    shaped = unicodedata.normalize("NFC", text[:MAX_TEXT_LENGTH]).translate(_TRANSLATION)
    shaped = _APOSTROPHE_IN_NUMBER.sub(",", shaped)
    shaped = _ONE_SIGN_FRACTION.sub(lambda found: f"{found[1]} ".lstrip() + _FRACTIONS[found[2]], shaped)  # "1 1/2"
    return " ".join(_visible(shaped[:MAX_TEXT_LENGTH]).split())


def collapse_repeated_signs(text: str) -> str:
    """Return `text` with signs in a row, white space too, written thrice at most; letters and digits stay as typed."""
    return _REPEATED_SIGNS.sub(r"\1\1\1", text)


def as_typed(part: str, text: str) -> str:
    """Return what was typed where a normalised text has `part` last; `part` itself if it is not found."""
    composed = unicodedata.normalize("NFC", text[:MAX_TEXT_LENGTH])
    signs = [(sign, at) for at, char in enumerate(composed) for sign in normalise(char)]
    wanted = "".join(part.split())
    start = "".join(sign for sign, _ in signs if sign != " ").rfind(wanted) if wanted else -1
    if start < 0:
        return part
    places = [at for sign, at in signs if sign != " "][start : start + len(wanted)]
    return composed[places[0] : places[-1] + 1]


def _visible(text: str) -> str:
    if text.isprintable() and _VARIATION_SELECTOR not in text:
        return text
    return "".join(char if char.isascii() and char.isprintable() else _visible_character(char) for char in text)


def _visible_character(char: str) -> str:
    if char.isspace():
        return " "
    return "" if char == _VARIATION_SELECTOR or unicodedata.category(char) in _INVISIBLE else char


_MENTION: Final = re.compile(r"^(?:<@[!&]?\w+>|(?:hey |hi |ok )?@?parley(?:[,:]|(?= )|$))[\s,:]*", re.IGNORECASE)


def without_mention(text: str) -> str:
    """Return `text` without a mention of the bot at its beginning: "@parley analyze …", "parley, …", "<@U1> …"."""
    return _MENTION.sub("", text, count=1)


def plain_text(text: str) -> str:
    """Return a message as it is read: its beginning, normalised, without a mention of the bot."""
    return without_mention(normalise(collapse_repeated_signs(text[:MAX_TEXT_LENGTH])))

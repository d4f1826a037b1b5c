"""Words that look like tickers or names of companies and mostly are neither."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Written in capitals these are abbreviations or shouting; as tickers they need "$" or stand behind a command.
NOT_TICKERS = _words("""
    a ai all am an and any are as asap at ath atm be big but buy by can car ceo cfo coo cto cpi day dd did do dm
    dow ebit ebitda edt eod eow eps est etf etfs eu eur eat ever fall fbi fda fed fomc for fun fund fy fyi gaap
    gbp gdp get give go good gt have he hft hi hkd hold how huge i id if ii iii in info imo ipo ira irs is it
    its jpy just kyc lmao lol love ltd ltm ma macd man max may me min mom more ms must my nav nice no nope not
    now nyc nyse ok okay old on one oos open or otc our out over own pay pc pe peg pl plus pm pnl ppi pr ps qe
    qoq quick r real repo rest reit rmb rip roa roc roe roi rsi run safe say sec see sell she sl sma ema so spac
    stay stop ta tax tba tbd tech tell the them then they this that time tl tldr to too tp ttm true turn tv two
    uk un up us usa usd usdt ust very vs wait was way we what when who why will win with wtd wtf wow yes yolo
    yoy you ytd yuan yen api sql html css http https www url pdf csv json xml bot jan feb mar apr jun jul aug
    sep oct nov dec mon tue wed thu fri sat sun life next nan inf null none select drop table from where union
    test please help about want need some like here there much many make let put new top bad wk mtd hr vp rd
    everything nothing something anything stocks stock market
""")

# Two letters in small print that nobody takes for anything but a ticker.
SHORT_TICKERS = _words("fb jd ko vz gs ge mu bp")

# Words behind "buy", "analyze" or "what about" that name nothing, and are none of the lexicon's.
NAMELESS = _words("""
    dip dips again back him her us you your these those both each either another anyone someone while because since
    than also first last later soon already still even before after until during under over between per via their
    his were been being does done would could should might better best away off down position positions cash money
    dollars bucks percent day days week weeks month months year years price level company companies firm firms ones
    few couple lots lot bit part parts piece pieces half third thirds quarter quarters double twice zero two three
    four five six seven eight nine ten dozen hundred thousand million completely entirely fully totally altogether
    of share shares from into onto which where whether such same enough little big small large huge tiny long high
    low everyone calls puts call put option options future futures index crypto coins leverage inflation china
    europe america russia management regulation regulators competition regarding regards concerning everything
    anything performance results work yesterday tonight sunday monday tuesday wednesday thursday friday saturday
    things thing situation numbers number data lately recently please dollar worth too around about against without
    within except besides several losses winners losers strength weakness protection insurance shs the a an mine
    yours ours theirs himself herself itself themselves how what when why who that this despite wise smart premature
    extra additional less bro dude folks guys side watchlist mistakes mistake trends insider seasonality bonds bond
    dated sensible reasonable prudent crazy stupid justified warranted early late plenty january february march
    april june july august september october november december sector sectors whatever wherever earlier sooner
    anyway though although maybe perhaps stuff aggressive conservative instead like unlike remaining remainder total
    max min full empty cheaply everybody nobody whoever winner loser gainers laggards dividend dividends growth
    value momentum defensive cyclical cyclicals caps cap chips penny etf etfs fund funds equity equities instrument
    instruments security securities assets asset names name ticker tickers symbol symbols idea ideas strategy
    strategies plan plans timing sizing size sizes entry exit point points chart charts
""")

# Characters that no unknown name is read over.
NAMELESS_HAN = frozenset(
    "它他她这那哪谁啥点些个的了吧呢吗么呀啊一半几多少再又也都就才还很太最更先后前来去上下里外今明昨日月年"
    "周股份票现数手只支笔单钱元块倍成和与跟或及以为把被给让在到从向有没是不要能会可想应该我你您们"
)

# Nor when it holds one of these.
NAMELESS_HAN_WORDS = _words("""
    技术 指标 公司 板块 行业 记录 基金 债券 房 手机 科技 数字 东西 理由 问题 业绩 机会 刀 人民 欧元 英镑 港币
    价格 利弊 大家 专家 剩余 身体 收益 策略 要点 会议 工作 天气 时间 情况 保险 环境 股民 散户 老师 朋友 同事 家人
""")

# Everyday words that are also a name: a name only where a ticker stands, or with a capital inside a sentence; the
# tickers among them in capitals too.
PLAIN_WORDS = _words("""
    target gap block square match snap unity discover progressive travelers principal shell monster coach zoom
    ally delta southwest southern dominion exchange gold silver oil bonds intuitive chase carnival booking ball
    cloud fox tapestry key alphabet dollar best energy chip news equity republic waste global charter paramount
    strategy vans ross mosaic carrier cost fast low app team live cash work care hope play main job loan grow
    has well net gain lot cat deck snow path dash shop spot pins arm race grab gen riot plug fang met mat hog
    len ice cop hal tip jets lit tap edu peg vale rio coin hood keys mar mos bud ups san aon rows wit nue sea
    corona pseg anthem transcript total constellation huntington prudential diamondback
""") | {
    "best buy",
    "waste management",
    "public storage",
    "small caps",
    "emerging markets",
    "clean energy",
    "total market",
}

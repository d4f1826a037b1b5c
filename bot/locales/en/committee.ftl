### The committee: what its analysts report, what its judges rule, and how that is shown.
### Prices are US dollars per share; amounts US dollars; `$percent` is a percentage already.

## What is shown first

committee-verdict-bullish = { $symbol }: the committee is for buying · conviction { NUMBER($conviction, maximumFractionDigits: 0) } %
committee-verdict-undecided = { $symbol }: the committee is undecided · conviction { NUMBER($conviction, maximumFractionDigits: 0) } %
committee-verdict-bearish = { $symbol }: the committee is for selling · conviction { NUMBER($conviction, maximumFractionDigits: 0) } %
committee-nothing-for = + nothing that the analysts found
committee-nothing-against = − nothing that the analysts found
committee-risk-buy = Risk: { $voice ->
    [risky] the largest
    [neutral] a half-size
   *[safe] the smallest
 } trade{ $has_stop ->
    [yes] ; at the stop −${ NUMBER($at_stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[no] {""}
 }{ $has_worst ->
    [yes] ; on a day like { $date } −${ NUMBER($worst, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[no] {""}
 }.
committee-risk-sell = Risk: { $left ->
    [0] nothing is kept
   *[other] { NUMBER($left, maximumFractionDigits: 6) } shares are kept
 }{ $has_worst ->
    [yes] { $left ->
        [0] {""}
       *[other] ; on a day like { $date } −${ NUMBER($worst, minimumFractionDigits: 2, maximumFractionDigits: 2) }
     }
   *[no] {""}
 }.
committee-dissent = Dissent: { $analysts }
committee-split = Split: + { $for } · − { $against }
committee-without-data = No data: { $analysts }
committee-change-bullish = { $direction ->
    [down] A fall
   *[up] A rise
 } to ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } in a day: for buying.
committee-change-undecided = { $direction ->
    [down] A fall
   *[up] A rise
 } to ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } in a day: undecided.
committee-change-bearish = { $direction ->
    [down] A fall
   *[up] A rise
 } to ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } in a day: for selling.

## Members

analyst-market = market
analyst-news = news
analyst-sentiment = sentiment
analyst-fundamentals = fundamentals
lean-known = { $analyst } { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }

## Details

committee-report-market = { $symbol }, market analyst: { $lean }
committee-report-news = { $symbol }, news analyst: { $lean }
committee-report-sentiment = { $symbol }, sentiment analyst: { $lean }
committee-report-fundamentals = { $symbol }, fundamentals analyst: { $lean }
committee-lean = { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } of ±1
committee-lean-none = no data
committee-score = The judge gives every analyst with data the same weight: { $leans }; the mean is { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }. It takes { NUMBER($threshold, minimumFractionDigits: 2, maximumFractionDigits: 2) } either way to be for buying or for selling. The conviction says how far they agree; it is no probability.
committee-research-bullish = { $symbol }, research debate: for buying, conviction { NUMBER($conviction, maximumFractionDigits: 0) } %
committee-research-undecided = { $symbol }, research debate: undecided, conviction { NUMBER($conviction, maximumFractionDigits: 0) } %
committee-research-bearish = { $symbol }, research debate: for selling, conviction { NUMBER($conviction, maximumFractionDigits: 0) } %
committee-would-change = Would change it: { $what }
committee-risk-risky = { $symbol }, risk debate: the risky size is followed
committee-risk-neutral = { $symbol }, risk debate: the neutral size is followed
committee-risk-safe = { $symbol }, risk debate: the safe size is followed
committee-risk-none = { $symbol }, risk debate: the judge would trade nothing
committee-risk-open = { $symbol }, risk: no size was debated
committee-missing = { $symbol }, what was missing
committee-sizes = { $symbol }, sizes
committee-voice-risky = Risky{ $chosen ->
    [yes] {" "}(followed)
   *[no] {""}
 }
committee-voice-neutral = Neutral{ $chosen ->
    [yes] {" "}(followed)
   *[no] {""}
 }
committee-voice-safe = Safe{ $chosen ->
    [yes] {" "}(followed)
   *[no] {""}
 }
committee-row-shares = Shares
committee-row-amount = Amount
committee-row-cash = Cash after it
committee-row-percent = Position after it
committee-row-at-stop = Loss at the stop
committee-row-worst = Loss on a worst day
committee-row-drawdown = Account below its peak then
committee-drawdown = { $is_deepest ->
    [yes] { $now ->
        [0] The account is at its highest value.
       *[other] The account is { NUMBER($now, minimumFractionDigits: 1, maximumFractionDigits: 1) } % below its highest value, further than ever.
     }
   *[no] The account is { NUMBER($now, minimumFractionDigits: 1, maximumFractionDigits: 1) } % below its highest value; its deepest fall was { NUMBER($deepest, minimumFractionDigits: 1, maximumFractionDigits: 1) } %, from which ${ NUMBER($room, minimumFractionDigits: 2, maximumFractionDigits: 2) } are left.
 }
committee-worst-day = The worst of the last 252 sessions was { $date }, { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %.

engine-committee = Decided by a committee of four analysts, two debates and a trader{ $model ->
    [yes] . Analysts, speakers and judges are a language model; sizes and amounts are Parley’s arithmetic. In their words, bold figures were looked up, and what is marked was not.
   *[no] , all by rules; no model was asked.
 }{ $order ->
    [yes] {" "}This is your order.
   *[no] {""}
 }{ $size ->
    [named] {" "}The size is yours.
   *[other] {""}
 } Not investment advice.
engine-committee-short = Decided by the committee. Not investment advice.
card-engine-committee = by a committee, { $model ->
    [yes] with a model
   *[no] by rules
 }; not advice

## Analysts’ points

reason-earnings-grown = Earnings per share of four quarters have grown { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % in a year, from { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } to { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-earnings-shrunk = Earnings per share of four quarters have shrunk { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % in a year, from { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } to { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-earnings-flat = Earnings per share of four quarters have hardly changed in a year: { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) }, now { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-earnings-turned = Earnings per share of four quarters have improved in a year, from { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } to { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-earnings-still-lost = Earnings per share of four quarters have not improved in a year: { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) }, now { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-missing-earnings-growth = No growth of earnings: the source does not have the year before.
reason-market-value = The company is worth { NUMBER($billions, minimumFractionDigits: 1, maximumFractionDigits: 1) } billion dollars.
reason-level-year = Lies at { NUMBER($percent, maximumFractionDigits: 0) } % of its range of 252 sessions, { NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-level-recent = Within { NUMBER($sessions, maximumFractionDigits: 0) } sessions it traded between { NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) } and { NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-no-news = No news within { $days } days.
reason-news-event = { $date }: “{ $title }” ({ $source })
reason-news-unread = { $source ->
    [folder] The team’s folder of news
   *[alpaca] Alpaca’s news
 } could not be read; what it reports is missing here.
reason-no-wording = Nothing was published whose wording could be scored.
reason-wording-counts = { $items ->
    [one] One item was read
   *[other] { NUMBER($items, maximumFractionDigits: 0) } items were read
 }; { $scored ->
    [0] none has a word
    [one] one has words
   *[other] { NUMBER($scored, maximumFractionDigits: 0) } have words
 } of the list of favourable and unfavourable ones. No social source is read.
reason-worded-well = Worded favourably ({ $counted }), { $date }: “{ $title }”
reason-worded-badly = Worded unfavourably ({ $counted }), { $date }: “{ $title }”
reason-analyst-without-data = The { $analyst ->
    [market] market
    [news] news
    [sentiment] sentiment
   *[fundamentals] fundamentals
 } analyst had no data; that is not a neutral view.

short-earnings-grown = Earnings up { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % in a year
short-earnings-shrunk = Earnings down { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % in a year
short-earnings-turned = Earnings improved: { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } to { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
short-earnings-still-lost = Earnings no better: { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } to { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
short-worded-well = Worded well: { $title }
short-worded-badly = Worded badly: { $title }

## Risk

reason-sized-by-part-of-most = Size { NUMBER($shares, maximumFractionDigits: 6) }: { NUMBER($percent, maximumFractionDigits: 0) } % of the { NUMBER($most, maximumFractionDigits: 6) } that caps and limits allow.
reason-risk-judge-silent = The risk judge gave no answer: no more than the middle size.
reason-risk-sure = The evidence is clear and no analyst dissents (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).
reason-risk-fairly-sure = The evidence is fairly clear (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).
reason-risk-dissent = An analyst dissents (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).
reason-risk-unsure = The evidence is thin (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).
reason-risk-without-data = { NUMBER($analysts, maximumFractionDigits: 0) } analysts had no data.
reason-risk-volatile = The share is volatile: { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % a year, above { NUMBER($threshold, maximumFractionDigits: 0) } %.
reason-risk-volatility-unknown = How volatile the share is, is not known.

## Who speaks, in the discussion

agent-market = Market analyst
agent-news = News analyst
agent-sentiment = Sentiment analyst
agent-fundamentals = Fundamentals analyst
agent-bull = Bull
agent-bear = Bear
agent-research-judge = Research judge
agent-risky = Risky voice
agent-neutral = Neutral voice
agent-safe = Safe voice
agent-risk-judge = Risk judge
agent-trader = Trader
reason-research-ruled = { $stance ->
    [bullish] For buying
    [bearish] For selling
   *[undecided] Undecided
 }, conviction { NUMBER($conviction, maximumFractionDigits: 0) } %.
reason-risk-case = Trade { NUMBER($shares, maximumFractionDigits: 6) } shares, ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }.

## What the committee thinks of what was asked

reason-committee-undecided = The committee is undecided (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).
reason-committee-would-buy = The committee is not for selling; it is for buying (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).
reason-committee-would-sell = The committee is not for buying; it is for selling (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).
reason-committee-undecided-on-order = This is your order. The committee is undecided (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).
reason-committee-against-order = This is your order. The committee is against it (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).

committee-ruling = The judge weighed what was argued; the analysts lean { $leans }.
committee-early = No analyst contradicts another: the judge ruled after the opening, without answers.
committee-ask = What is “{ $figure }”?
reason-committee-trades-nothing = The risk judge would trade nothing (conviction { NUMBER($conviction, maximumFractionDigits: 0) } %).
reason-member-by-rules = By rules: the language model gave no answer.
committee-ended = ✓ { $member }
committee-by-rules = { $budget ->
    [analysis] The model budget of this analysis ran out; by rules:
    [day] Today’s model budget ran out; by rules:
   *[none] By rules, for want of the model’s answer:
 } { $members }{ $others ->
    [0] {""}
   *[other] {" "}and { NUMBER($others, maximumFractionDigits: 0) } more
 }

analysis-started = Working on { $symbols }: four analysts, then a debate of the case and one of the size. The answer follows here; you can go on meanwhile.
analysis-still-running = Still working on { $symbols }, as you have asked before. The answer follows here.

## Objections: what a person says against the view, and what the judge makes of it

agent-person = Person in the thread
objection-said = { $by }: “{ $words }”
objection-stance-bullish = bullish
objection-stance-undecided = undecided
objection-stance-bearish = bearish
objection-changed = { $by }’s point changed the view of { $symbol } from { $was ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 } to { $now ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 }, conviction { NUMBER($before, maximumFractionDigits: 0) } → { NUMBER($after, maximumFractionDigits: 0) } %.
objection-unchanged = { $by }’s point did not change the view of { $symbol }: { $was ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 }, conviction { NUMBER($before, maximumFractionDigits: 0) } → { NUMBER($after, maximumFractionDigits: 0) } %.
objection-by-rules = { $by }’s point is noted in the debate, but the view of { $symbol } stays { $was ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 }, conviction { NUMBER($before, maximumFractionDigits: 0) } %: the rules weigh only figures, and no model is there to weigh words.
objection-no-change = No move of up to 25 % in a day would change it.
objection-no-answer = { $by }’s point is noted in the debate; the language model gave no answer, so the view of { $symbol } stays { $was ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 }, conviction { NUMBER($before, maximumFractionDigits: 0) } %. Say it again later.
objection-order-stays = The order on the card is a person’s, and stays as given.
objection-replaces = It takes the place of the proposal before: { $what }.
objection-heard-running = Noted, { $by }: the research judge of { $symbols } hears it before it rules. The answer follows here.
objection-to-nothing = No view of a committee is open here any more. “/analyze AAPL deep” asks it.
objection-too-late = The research judge of { $symbols } has ruled already, { $by }. Say it again below the card, and it is weighed.

## Answers to questions about a run

committee-answer-agree = Nobody dissents.
committee-answer-leans = The analysts lean { $leans }.
committee-answer-dissents = { $member } is of another view: { $point }
committee-answer-member = { $member }: { $point }
committee-answer-run = From the committee’s run of { $at }, on the close of { $date }; nothing was run anew.{ $model ->
    [yes] {" "}In a model’s words: bold is looked up, the rest is its own; not advice.
   *[no] {" "}By rules; not advice.
 }

"""The English phrases behind each cue, separated by "|"."""

from collections.abc import Mapping

from bot.language.lexicon.cues import Cue

PHRASES: Mapping[Cue, str] = {
    Cue.ANALYSE: """
        compare | pull up | break down | quick look | a look | what's the deal with | what's the deal | snapshot | stats
        | data on | show me | trading at | how much is | technically | current price | levels on | news on
        | get me up to speed on | analyze | analyse | analysis | analyzing | analysing | look at | look into
        | take a look at | looking at | check out | check on | evaluate | assess | assessment | rundown | overview
        | deep dive | outlook | run the numbers | quote | tell me about | give me the numbers | price of | update on
        | breakdown | technicals | size up | examine | numbers on | report on | research | dig into | fundamentals
        | figures for | scan | study | brief me on | info on | what do the charts say | lowdown on | scoop on
        | dd on | due diligence on | color on | colour on | intel on | quick take on | sanity check | catch me up on
        | fill me in on | bring me up to date on | chart for | deets on | walk me through the chart | anlayze
        | analize | anaylze | how much has | how far has | anything interesting | anything new | summarise
        | summarize | summarising | summarizing | sum up | summary of | strengths and weaknesses | pros and cons
        | strengths | temperature check
    """,
    Cue.STATE: """
        how is | how's | how are | how does | how do | how has | how did | how have | what is happening with
        | what's happening with | what's going on with | what's up with | what's the story with | where does
        | where is | how strong is | is it overbought | is it oversold | how was | what's new with | how looks
        | how healthy is | where's | what's going on | how's it going with
    """,
    Cue.OPINION: """
        what do you think of | what do you think about | what do you make of | your view on | view on | opinion on
        | take on | thoughts on | thoughts about | any thoughts on | your opinion on | what are your thoughts on
        | feel about | bullish on | bearish on | your read on | read on | your call on | do you like
        | like the look of | keen on | what say you on | worth a look | worth watching | worth following
    """,
    Cue.SHOULD: """
        do we want | do i want | do we need | do we still want | good idea | what would you do with
        | what would you do | what should i do | what should we do | what do we do | what do i do | what to do with
        | thinking of | thinking about | considering | tempted to | is now a good | should i | should we | shall i
        | shall we | is it worth | worth buying | worth it | a good buy | a good time to | good time to
        | good idea to | is it time to | time to | would you | would you buy | would you sell | do i | can i
        | can we | could i | could we | may i | ought i to | ought we to | is it wise to | a buy | a sell | worth a
        | worth adding | worth owning | worth holding | better to | recommend | do you recommend
        | would it make sense to | does it make sense to | makes sense to | buy or sell | buy or hold | sell or hold
        | smart to | a good moment to | is now the time | too late to | sit tight | what's the move
        | what's the play | what's your call | wise to | safe to | too early to | does it pay to | is it a buy
        | would it be smart to | worth getting | fancy | keen to | would it be wise to | any point in | any sense in
    """,
    Cue.BUY: """
        we bought | put it into | put it in | put that into | putting | picking up | getting into | get in on
        | investing | going long | go all in | all in | loading up | doubling down | raising | buys
        | take a position in | jump into | jump in on | would you buy | worth buying | a good buy | a buy
        | buy or hold | buy | buying | bought | purchase | add to | add | adding | increase | accumulate | get in
        | go long | long | pick up | scoop up | load up | put | invest | top up | enter | double down | get some
        | start a position in | open a position in | build a position in | double | get into | raise | grab
        | increasing | increased | spend | deploy | snag | scale in | scale into | average in | average into
        | average down | dca | initiate | yolo | ape in | ape into | back up the truck | nibble | leg into
        | go in on | going in on | hop on | take a punt on | overweight | beef up | build up | spending | deploying
    """,
    Cue.SELL: """
        we sold | cutting | taking profits | taking some profits | unloading | sells | offloading
        | lightening up | would you sell | a sell | sell or hold | sell | selling | sold | trim | trimming
        | trimmed | reduce | reducing | reduced | cut | unload | offload | decrease | take profits | take profit
        | lighten up | scale back | lower | pare | halve | take some off | lighten | shed | shedding | let go of
        | take money off | take chips off | take some chips off | book profits | book some profits | book gains
        | lock in | lock in some gains | cash out | cash out of | scale out | scale out of | slash | chop
        | underweight | derisk | de-risk | wind down | sell down | peel off | shave | move out of
    """,
    Cue.EXIT: """
        dump | dumping | get rid of | getting rid of | get out of | dispose of | ditch | bail on | bail out of
        | walk away from | jettison | get me out of | get us out of | get me out | get us out | exiting
        | closing my | closing our | closing the position | getting out of | get out | out of this | liquidate
        | exit | close out | close my | close our | close the position | close it | close the | sell out
        | sell everything | closed out | close all | close everything | close out everything | exit everything
        | exit all | close all positions | close all my positions | close all our positions | exit all positions
        | liquidate all positions | dump everything | liquidate the portfolio | go to cash | close the whole
        | close that | close this | flatten | go flat | want out of | want out | pull out of | be done with
        | zero out | close down
    """,
    Cue.EVERYTHING: """
        sell everything | everything | all positions | all my positions | all our positions | all the positions
        | all of my positions | all of our positions | every position | all holdings | all my holdings
        | all our holdings | all stocks | all my stocks | all our stocks | all my shares | all our shares
        | the whole portfolio | my whole portfolio | my entire portfolio | the entire portfolio | close all
        | all of my stocks | all of my holdings | close everything | close out everything | exit everything
        | dump everything | liquidate the portfolio | go flat | go to cash | exit all | close all positions
        | close all my positions | close all our positions | exit all positions | liquidate all positions
    """,
    Cue.UNLIMITED: """
        no limit | no limits | without limit | without limits | without a limit | without any limit
        | without the limit | forget the limit | forget that limit | forget my limit | forget about the limit
        | drop the limit | drop that limit | remove the limit | remove my limit | lift the limit | cancel the limit
        | scrap the limit | ignore the limit | skip the limit | no more limit | no upper limit | no cap | no maximum
        | no budget | unlimited | never mind the limit | the limit is off | no limit anymore | no limit any more
        | there's no limit | there is no limit | i have no limit | we have no limit | take off the limit
        | take the limit off
    """,
    Cue.CHOICE: """
        which of the | which of them | which of these | which of those | which one should | which ones should
        | which one | which ones | which stock | which stocks | which share | which shares | what should i buy
        | what should we buy | what should i sell | what should we sell | what to buy | what to sell | what do i buy
        | which should i buy | which should i sell | which should we buy | which should we sell
    """,
    Cue.OPTION: """
        call option | call options | put option | put options | option on | options on | options | calls on | puts on
        | puts | covered call | covered calls | straddle | futures | futures on | cfd | cfds | warrant | warrants
    """,
    Cue.ALL: """
        all | all of | completely | entirely | fully | altogether | in full | the lot | every share | every last share |
        all of it | all my | all our | all of my | all of our | all the | everything | entire | whole | all of the
        | all of them
    """,
    Cue.SHORT: """
        short | shorting | sell short | go short
    """,
    Cue.TRADE: """
        trade | position | positions | stake | holding | holdings | allocate | allocation | hold | order | decide
        | decision on | propose | proposal | rebalance | exposure | rotate
    """,
    Cue.CHANGE: """
        but | make it | make that | change it to | change that to | change to | change the amount to | switch it to
        | set it to | instead | only | bump it to | lower it to | raise it to | cap it at | limit it to
        | keep it under | keep it below | keep it at | rather | go with | reduce it to | increase it to | use
        | but only | let's do | let's make it | not more than | bring it down to | take it down to | drop it to
        | instead of | rather than | adjust it to | amend it to | modify it to | change the size to | let's say
        | how about | though | although | however
    """,
    Cue.WHY: """
        based on | help me understand | make me understand | i don't understand | what convinces | how did you get
        | how do you get | where does that come from | where did you get | where does that number come from
        | thinking | thought process | talk me through | take me through | evidence | basing | basis
        | how do you know | what supports | what speaks for | how was that calculated | why | why not | how come
        | reason | reasons | reasoning | rationale | explain | explanation | justify | justification
        | what makes you | on what basis | what's behind | based on what | what for | walk me through
        | how did you arrive | how did you come | what led | what drove | what made | how so | what's the logic
        | the logic | grounds | elaborate | what convinced | why'd | y so | y not | y tho | y now | y that | y this
        | convince me | sell me on | defend | make the case | on what grounds | what's your basis
        | what are you seeing | what do you see in | what tipped | where's this coming from
        | where did this come from | says who | how'd you | how did you figure | how did you work | what factors
        | show your work | the math behind | what's the thinking | the argument | the arguments | your argument
        | what's your thesis | the thesis | why's | talk me into | persuade me | buy that argument | buy this argument
        | buy your argument | buy the argument | buy that reason | buy your reason | buy your reasons
        | buy that reasoning | buy your reasoning | buy that logic | buy your logic | buying that argument
        | buying your argument | don't buy that argument | don't buy your argument | don't buy this argument
        | don't buy the argument | don't buy that reasoning | don't buy your reasoning | don't buy that logic
        | don't buy your reasons
        | not buying that argument | not buying your argument
    """,
    Cue.REVIEW: """
        pay off | paid off | make money on | made money | make money | lost money | lose money on | how good were
        | how good was | how accurate | how well did | scorecard | performance of our | how did we fare | results of
        | did it work | log of | since we bought | since we sold | which trades | what trades | last decision
        | last trade | list the decisions | list our decisions | list decisions | decision log | review | reviews
        | look back | looking back | retrospective | recap | track record | how did we do | how have we done
        | post mortem | postmortem | past decisions | previous decisions | earlier decisions | last decisions
        | recent decisions | history of | decision history | trade history | past trades | previous trades
        | recent trades | last trades | our decisions | my decisions | how right were we | history
        | how right were you | hit rate | were we right | was that right | how did it work out
        | how did that work out | how did it turn out | turned out | turn out | worked out | work out | pan out
        | panned out | win rate | old trades | your calls | our calls | older decisions | were you right
        | were you wrong | were we wrong | was i right | was i wrong | been right | been wrong | get it right
        | get that right | get it wrong | get that wrong | how did it go | how did that go | how'd we do
        | how'd it go | how'd that go | in hindsight | hindsight | old decisions | old calls | old picks
        | past calls | past picks | previous calls | last call | last calls | recent calls | what have we done
        | what did we do | what we did | everything we did | all we did | what did we decide | what did we buy
        | what did we sell | what did we trade | what have we bought | what have we sold | what have we traded
        | what did i buy | what did i sell | list our trades | list the trades | list my trades | all trades
        | all our trades | all my trades | all decisions | winners and losers | best trade | worst trade | best call
        | worst call | batting average | success rate | win loss | how much did we make | how much have we made
        | how much did we lose | how much have we lost | how much did i make | how much have i made | report card
        | scoreboard | debrief | lessons learned | go over our | go through our | walk through our | run through our
        | go over my | go through my | p&l | pnl | how did that trade | how did the trade | how are our
        | how did our | how have our | how did my | how have my
    """,
    Cue.PAST: """
        sold | bought | trimmed | we traded | we bought | we sold | have we traded | have we done | did we | did i
        | did you | have we | have you | had we | we did | we decided | you decided | you said | you told | were we
        | were you | last time | earlier | before | previously | ago | so far | back then | at the time | until now
        | since then | past | previous | already | was it | were our | was our | that we made | we made | that day
    """,
    Cue.DECISIONS: """
        decisions | decision | decide | decided | trades | calls | recommendations | proposals | picks | bets
    """,
    Cue.GO: """
        do it | go ahead | go for it | confirm | confirmed | confirming | execute | executed | proceed | approve
        | approved | place it | place the order | submit | submit it | carry it out | make it so | pull the trigger
        | send it | place the trade | ship it | run it | book it | go through with | go through with it
        | go through with this | go through with that
    """,
    Cue.ASSENT: """
        yes | yep | yeah | yup | ok | okay | sure | fine | agreed | alright | right | sounds good | good | great
        | absolutely | definitely | of course | aye | cool
    """,
    Cue.CANCEL: """
        cancel the limit order | do not place it | do not place this | don't place this | don't submit it
        | do not submit it | don't 执行 | don't 下单 | don't want this | don't want it | don't want that
        | don't want to do this | don't want to do it | do not want this | do not want it | kill the order
        | kill the trade | kill it | drop the | scrap the | pull the order | pull it | bin it | no go | abandon
        | abandon it | undo | undo it | take it back | stand down | not happening | second thought
        | second thoughts | not going ahead | leave it alone | cancel | cancelled | canceled | cancel it
        | cancel that | never mind | nevermind | forget it | forget about it | forget that | scrap it
        | actually forget it | actually never mind | actually nevermind | actually cancel | actually no cancel
        | ok forget it | just forget it | let's forget it | please forget it
        | scrap that | drop it | drop that | abort | call it off | discard | discard it | withdraw it | reject
        | reject it | decline | dismiss | leave it | skip it | no deal | changed my mind | not interested
        | i'll pass | i pass | let's not | withdraw | void it | no thanks | no thank you | stop it
        | call that off | don't do it | dont do it | do not do it | don't execute | do not execute
        | dont execute | don't confirm | do not confirm | don't proceed | do not proceed | don't place it
        | don't place the order | do not place the order | don't go ahead | do not go ahead | don't bother
        | pass on it | pass on that | please don't | don't trade | do not trade | don't do that | do not do that
        | don't want it anymore | throw it out | revoke | revoke it | scratch that | scratch it | nvm | nvmd
        | nm | skip this | skip that | pass on this | hard pass | bin that | trash it | toss it | nix it
        | nix that | nix the | kill that | kill this | cxl | cancle | cancell | cancle it | stop the trade
        | stop the order | hold off on that | hold off on this | hold off on it | back out | back out of
        | count me out | not doing it | not doing this | not doing that | not gonna do | not going to do
        | not going through | take that back | pull that | forget this | change of heart | changed our minds
        | changed our mind | change my mind | don't like it | no longer want | don't send it | don't ship it
        | do not send it | cancel the | cancel this | don't pull the trigger | i'd rather not | we'd rather not
        | better not | i take it back | no longer interested | rather leave it | would rather leave it
        | would rather not | leave it then | leave this one | forget about this | forget about that
    """,
    Cue.REFUSAL: """
        not today | no | nope | nah | no way | rather not | yeah no | yeah nah | ok no | okay no | actually no
        | nah mate | hmm no | um no | uh no | thanks but no | definitely not | absolutely not | certainly not
        | of course not | nay
    """,
    Cue.NOT: """
        not | don't | dont | doesn't | didn't | won't | can't | cannot | never | isn't | wasn't | wouldn't
        | shouldn't | without | nothing | none | neither | do not | nobody | stop short of | hardly | refuse
    """,
    Cue.NEGATED: """
        don't buy | dont buy | do not buy | don't sell | dont sell | do not sell | not buying | not selling
        | won't buy | won't sell
    """,
    Cue.WAIT: """
        hmm | unsure | undecided | don't cancel | do not cancel | not yet | hold on | wait | hang on | one moment
        | a moment | later | tomorrow morning | let me think | think about it | not sure | give me a minute | maybe
        | perhaps | i guess | not now | hold off | until | sleep on it | almost | let me check | let me ask
        | let me see | let me sleep | gimme a sec | give me a sec | give me a moment | one sec | brb | in a bit
        | in a minute | need to check | need to ask | have to check | have to ask | will confirm | i'll confirm
        | get back to you | run it by | run this by | run that by | check with | ask my | ask our | talk to my
    """,
    Cue.QUESTION: """
        what | who | whom | which | where | when is | when does | when will | when do | how | is it | is there
        | are there | does | do you | can you | could you | will you | will it | would it | is that | are you | am i
        | what's | who's | did it | has it | is this | is the
    """,
    Cue.CONDITION: """
        if | unless | once | as soon as | provided | in case | when it | when the | whenever | only when | assuming
        | on a dip | on dips | after it | should it | when they | when we | as long as | when | after buying
        | after selling | after the trade | after this | after that | in the event | after we buy | after we sell
        | after i buy | after i sell | after you buy | after you sell | once it's done | before i | before we
        | before you | before confirming | before that | before placing | before executing
    """,
    Cue.WHAT_IF: """
        should i have bought | should i have sold | should we have bought | should we have sold
        | should i have waited | should we have waited | should i have held | should we have held
        | should i have kept | should we have kept | should i have taken | what if | what happens if
        | what happens when | what would happen if | what would change | what changes | suppose | imagine
        | how would it react | how bad could | worst case | in the worst case | what could go wrong
        | what can go wrong | how much could i lose | how much could we lose | how much would i lose
        | how much can i lose | what would make you | scenario | say the market | what happens to
        | what will happen if | hypothetically | how low could | what would it take | let's say it | say it
        | how much do i lose | how much do we lose | how much is at risk | stand to lose | max loss
        | maximum loss | if i'm wrong | if we're wrong | if you're wrong | goes wrong | go wrong | goes south
        | worst that can happen | worst outcome | best case | stress test | would you still | would it still
        | would that still | change your mind | change your view | change your opinion | invalidate
        | invalidates | deal breaker | break the thesis | and then what | how bad | how ugly | can lose
        | could lose | would lose | might lose | under what circumstances | under what conditions
        | under which conditions | at what point | turns against | goes against | go against
    """,
    Cue.ABOUT: """
        what else | anything else | how likely | at what price | what price | when would you | what should i watch
        | what should we watch | where would you | where should | any news | any catalysts | any risks
        | any red flags | how would | what about | how about | and the | and its | and their | what are the
        | what's the | what is the | what's its | what is its | and what | and how | and if | how much | how many
        | how big | how risky | and then | then what | tell me more | more detail | more details | go on | when does
        | when is | is there | are there | how long | how far | how high | how soon
    """,
    Cue.ASPECT: """
        no stop | no stop loss | without a stop | remove the stop | drop the stop | cancel the stop | forget the stop
        | raise the stop | raise my stop | lower the stop | lower my stop | move the stop | move my stop
        | tighten the stop | tighten my stop | change the stop | change my stop | raise the stop loss
        | lower the stop loss | riskier | safer | riskiest | cheaper | overvalued | undervalued | cheap
        | expensive | any news | any catalysts | any risks | any red flags | compare to | compare with
        | compared to | peers | rivals | bear case | bull case | concerns | concern | worried | danger
        | probability | likely | chances | chance | odds | position size | cash would be | time horizon
        | what price | pe ratio | short interest | analysts | guidance | insiders | put the stop
        | place the stop | set the stop | put a stop | place a stop | set a stop | put my stop | risk | risks
        | risky | downside | upside | volume | volatility | volatile | stop | stops | stop loss | stop-loss
        | valuation | p/e | pe | earnings | dividend | dividends | rsi | macd | moving average | moving averages
        | average | averages | support | resistance | target | price target | liquidity | margin | margins
        | debt | revenue | growth | beta | drawdown | news | sentiment | trend | momentum | competition
        | competitors | chart | fees | commission | tax | taxes | horizon | time frame | confidence | confident
        | alternatives | catalysts | 52-week | entry | exposure | correlation | interest rates | rates
        | inflation | expiry | expire | the stop | hedge | cash left | level | levels | buying power | slippage
        | spread | fill price | breakeven | break even | time limit | deadline | expires | exit plan
        | exit strategy | exit point | profit target | payoff | risk/reward | risk reward | sizing | leverage
        | weighting | position limit | cash would | cash does | cash do | cash will | cash is | macro | tariffs
        | rate cut | lawsuit | downgrade | upgrade | gap risk | concentration | diversified | diversification
        | too much | too big | too large | too small | too little | too many | too risky | too concentrated
        | correlated | diversify | hedged | concentrated | liquid | priced in | crowded
    """,
    Cue.MOVE: """
        fall | falls | fell | falling | drop | drops | dropped | crash | crashes | tank | tanks | rise | rises
        | rising | rally | rallies | go down | goes down | go up | goes up | dip | dips | plunge | plunges | sink
        | sinks | gap down | gaps down | jump | jumps | hits | reaches | breaks | misses | beats | surge | surges
        | recover | recovers | gets worse | turns | reverses | keeps falling | slump | slumps | correct | corrects
        | selloff | bounces | gaps up | gap up | halves | doubles | collapses | collapse | bombs | craters | tumbles
        | slides | slips | bleeds | spikes | hikes | cuts rates | miss earnings | pullback | pulls back | sells off
    """,
    Cue.MARKET: """
        market | markets | stock market | the fed | recession | economy | the market | s&p | indices | the dow
    """,
    Cue.LIMIT: """
        at most | no more than | not more than | up to | maximum | max | less than | budget | or less
        | no greater than | not over | not exceeding | nothing over | nothing above | nothing more than
        | no higher than | not a penny more than | not a cent more than | not above | tops | ceiling | cap
        | capped at | or under
    """,
    Cue.CHAT: """
        what is the date | what's the date | what day is it | what is today's date | what's today's date
        | what is the time | what's the time | hey there | morning | evening | thanks a lot | many thanks
        | appreciate it | tv | bus | traffic | doctor | kids | dog | family | printer | laptop | slack
        | calendar | hello | hi | hey | good morning | good afternoon | good evening | good night | thanks
        | thank you | thx | cheers | bye | goodbye | see you | nice | lol | haha | weather | joke | lunch
        | dinner | coffee | movie | football | soccer | music | song | poem | recipe | who are you | how are you
        | what can you do | what's your name | are you a bot | are you human | are you there | good job
        | well done | birthday | weekend | happy friday | meeting | vacation | test | ping | what time is it
        | capital of | translate | president | python | code | story | holiday | wow | awesome | game | election
        | how's it going | how is it going | what's up | sup | congrats | sorry | oops | brb | welcome | pizza
        | hotel | flight | train | wifi | password | email | gm | gn | anyone | anybody | howdy | standup
        | retro | cat video | meme | memes | hungry | sleepy | tired | rain | beer | pub | party | release
    """,
    Cue.IDLE: """
        now | know | i don't know | nok | not bad | please | kindly | just | the | of course not | no idea
        | no problem | no worries | confirmation | best buy | cancellation | no doubt | don't you think
        | why don't we | next week | buyback | buybacks | buyer | buyers | seller | sellers | sell-off
        | order book | stop by | day trading | short term | short-term | long term | long-term | at all
        | after all | first of all | above all | all else | all day | all things considered | all time
        | all-time | my options | our options | what options | other options | options are there | all along
        | shortly | in short | how long | so long | as long | long run | holding up | hold up | holds up
        | put option | put options | pre-order | in order to | in order | yes or no | right now | all right
        | ok with | good at | good for | cut off | short list | add up | adds up | lower than | higher than
        | in the long run | not only | if only | no longer | as if | go over | real time | time frame | close to
        | close price | closing price | closed at | close at | at the close | the close of | nothing else
        | put it | put differently | raise capital | use of | the only | only if | pick one | pass me | pass the
        | pass along | enough said | more than | bigger picture | big picture | too much to ask
        | stop loss order | would you mind | would you please | would you kindly | i'm gonna | i'm going to
        | i am going to | i will | i'll | i think i'll | think i'll | we'll | i think | we're gonna | i | we
        | it | this | that | one | that one | this one | then | mate | so | well | um | uh | er | like
        | i suppose | portfolio | my portfolio | in my portfolio | i own | we own | another | no limit order
        | no limit orders | shares | share
    """,
    Cue.RESIZE: """
        bigger | smaller | larger | downsize | upsize | resize | half that | half of that | half of it | twice that
        | double that | twice as much | half as much | too much | too big | too large | too small | too little
        | too many | scale it down | scale it back | scale it up | a bit less | a little less | a bit more
        | a little more | less than that | more than that | tone it down | dial it down | dial it back | cut it down
        | trim it down | size it down | size down | scale down | scale back | scale up | down a bit | up a bit
        | a touch less | a touch more | a touch smaller | trim the size | reduce the size | increase the size
        | lower the amount | raise the amount
    """,
    Cue.SWITCH: """
        instead | swap | swap it for | swap for | switch to | swap to | switch it to | do it with
    """,
    Cue.DECLINE: """
        n | pass | skip | scratch | enough | stop | negative | nay | not for me | i'm out | no dice | hell no | veto
        | vetoed | denied | not this one | not this time | not doing | cancel | forget | leave | drop | withdraw
    """,
    Cue.DETAIL: """
        when will | when does | when would | when is | how fast | how quickly | how soon | how long | how much
        | how many | what price | at what price | which price | what time | where does | where will | what's the max
        | what's the most | what's the least
    """,
    Cue.OTHERS: """
        he | she | they | my friend | a friend | friend | my boss | boss | someone | somebody | analysts | buffett
        | insiders | the fund | people | everyone | everybody | says | said | told | told me | wants | wants me
        | wants us | heard | apparently | rumor | rumour | according to | supposedly
    """,
    Cue.LATER: """
        tomorrow | on monday | on tuesday | on wednesday | on thursday | on friday | next month | tonight
        | remind me | later today | at the open | after hours
    """,
    Cue.POLITE: """
        hello | hi | hey | hey there | good morning | good afternoon | good evening | morning | evening | thanks
        | thanks a lot | many thanks | thank you | thx | cheers | appreciate it | nice | lol | haha | sorry | oops
        | wow | bye
    """,
}

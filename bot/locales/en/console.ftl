# What the terminal itself says.

console-banner = Parley { $version } · { $market } · thread { $thread }
console-banner-help = Ask about a share, or type /help. Ctrl-D leaves.
console-placeholder = analyze AAPL · should I buy google? · /help
console-prompt = you>
console-idle = thread { $thread } · /help
console-working = working …

console-press-hint = To press: /{ $number } or /press { $kind }
console-press-by-number = To press: /{ $number }
console-press-what = Name the button to press: its number, as in /1, or its name, as in /press confirm.
console-press-nothing = There is no button to press in this conversation yet.
console-button-or-size = { $number ->
    [one] Do you mean button { $number } ({ $label })? Then type /{ $number }. For one share, type “1 share”. Nothing was done.
   *[other] Do you mean button { $number } ({ $label })? Then type /{ $number }. For { $number } shares, type “{ $number } shares”. Nothing was done.
 }
console-press-which = Several buttons are called “{ $name }”: { $buttons }. Nothing was pressed; press one by its number.
console-press-kept = Your press is kept, but cannot be carried out at this moment: the database is away, or the disk is full. It is carried out soon or not at all, and you are told. Do not ask for the same again; /orders shows what was traded.
console-press-unknown = There is no button “{ $name }” here. Use a number or a name shown below the newest card; /pending lists what is still open.

console-unknown-setting = { $name } is set, but Parley has no such setting: a typing error? It is ignored; .env.example names them all.


console-still-working =
    { $count ->
        [one] One answer is
       *[other] { $count } answers are
    } still being worked on. Stay to see the rest, or press Ctrl-C once more to leave. Nothing is lost: what is still open is answered when you come back.
console-leave-how = Press Ctrl-C once more, or Ctrl-D, to leave.
console-goodbye = Goodbye. To come back to this conversation: parley chat --thread { $thread }
console-taken-up = Going on with an analysis that was not finished: “{ $asked }”, in the thread { $thread }.
console-goodbye-unanswered = Goodbye. What is still unanswered is kept and answered when you come back: parley chat --thread { $thread }
console-output-failed = The answers could not be written ({ $why }). They are kept; run `parley chat` with the same --thread to see them.

console-line-too-long = This line is too long: up to 8 MB are read. Nothing was stored; send less.
console-line-not-json = This line begins with { "{" } but is no valid JSON. Nothing was stored; send {"{"}"text": "…"{"}"} or plain text.
console-line-wrong-object = This object needs either "text" or "press", as a string. Nothing was stored.
console-line-bad-name = "thread" and "user" must be strings of 1 to 200 ordinary characters. Nothing was stored.
console-line-bad-place = "place" must be "channel" or "direct". Nothing was stored.

console-market-sample = sample market, { $date }{ $why ->
    [yahoo_did_not_answer] {" "}(Yahoo did not answer)
   *[other] {""}
 }
console-market-yahoo = Yahoo, live

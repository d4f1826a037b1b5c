### Core memory: what is kept about the team, a channel and a person.

memory-whose = { $scope ->
    [team] the team
    [channel] this channel
   *[person] you
 }{ $section ->
    [risk-appetite] , risk appetite
    [horizon] , horizon
    [current-intent] , intent
    [holdings] , holdings
    [language] , language
    [persona] , how I answer
   *[other] {""}
 }
memory-line = { $number }. For { $whose }: “{ $text }” ({ $by }{ $how ->
    [noted] , noted by me
    [here] , shown only here
   *[said] {""}
 }, { $date })
memory-heading = { $count ->
    [one] I remember one thing:
   *[other] I remember { $count } things:
 }
memory-more = And { $count } more, in the details.
memory-limits = { $count ->
    [one] Beside it, one limit is in force: “/limits” shows and changes it.
   *[other] Beside it, { $count } limits are in force: “/limits” shows and changes them.
 }
memory-none = { $limits ->
    [0] I remember nothing about the team, this channel or you yet.
    [one] I remember nothing about the team, this channel or you yet; one limit is in force.
   *[other] I remember nothing about the team, this channel or you yet; { $limits } limits are in force.
 }
memory-how-first = { $scope ->
    [team] “/memory team we buy no tobacco” keeps something for everyone.
   *[other] Say “remember that …”, or “/memory me horizon: 3 months”.
 }
memory-how = “/memory me horizon: 3 months”, “/memory channel …” and “/memory team …” add; “/memory edit 1 …” puts another text in the place of the first; “/memory delete 1” deletes it; “/memory undo” takes your last change back; “/memory history” shows who changed what; “/memory as of 2026-03-01” shows what held then; “/memory archive” lists memos. What I remember changes no limit and no trade.
memory-help = { $act ->
    [show] “/memory” shows everything, “/memory me”, “/memory channel” and “/memory team” a part. “/recall …” looks for what was said.
    [add] What shall I remember? Write “/memory add I like dividends”, or “/memory me horizon: 3 months”.
    [edit] Write the number that “/memory” shows, and the new text: “/memory edit 1 I like dividends”. Nothing was changed.
    [delete] Write the number that “/memory” shows, or what it is about: “/memory delete 1”, “/memory delete banks”. Nothing was changed.
    [undo] “/memory undo” takes your last change back, “/memory undo 2” what stored the second of the list. Nothing was changed.
    [history] “/memory history” shows the latest changes, “/memory history 2” those before.
   *[help] { memory-how }
 }
memory-stored = Remembered for { $whose }: “{ $text }”.
memory-undo = “/memory undo” takes it back.
memory-undo-or-team = “/memory undo” takes it back; “/memory team …” is for everyone.
memory-undo-or-team-private = Not everyone is known to read this channel, so it stays here; “/memory team …” keeps it for everyone. “/memory undo” takes it back.
memory-not-everywhere = It is used and shown only here, because not everyone is known to read this channel; say it in a public channel and it holds everywhere.
memory-known = I have that already, for { $whose }: “{ $text }” ({ $by }, { $date }).
memory-replaces = It replaces { $texts }; the history keeps both.
memory-contradicts = It contradicts { $texts }, which is shown elsewhere too and stays; “/memory” has the number by which you delete it.
memory-contradictory = { $first } and { $second } contradict each other: “/memory delete { $first }” or “/memory delete { $second }” takes out what no longer holds.
memory-quoted = “{ $text }”
memory-quoted-dated = “{ $text }” ({ $by }, { $date })
memory-forgotten = Forgotten: { $texts }. “/memory undo” brings it back.
memory-undone = Taken back: { $texts }.
memory-restored = It holds again: { $texts }.
memory-none-of-you = I remember nothing about you yourself.
memory-nothing-to-undo = You have changed nothing in my memory that I can take back here.
memory-nothing-to-undo-there = You did not store that lately, so there is nothing to take back: “/memory delete” and the number deletes it.
memory-nothing-about = I have nothing in my memory on “{ $query }”, and changed nothing. “/memory” shows what I have. What was said on it I may still quote: to end that, delete the message on the platform, or say “/forget me”.
memory-nothing-just-said = Your message before stored nothing in my memory, and nothing was changed. “/memory” shows what I have. What was said I may still quote: to end that, delete the message on the platform, or say “/forget me”.
memory-undo-before-others = That was your latest change. { $by } has changed something since: “/memory history” shows it.
memory-nothing-to-forget = There is nothing in my memory to forget there.
memory-no-such-number = There is no such number in the list. “/memory” shows it.
memory-which = Several fit. Which one? Write “/memory delete” and its number:
memory-new-text = What shall it say instead of “{ $text }”? Say it now, or write “/memory edit { $number }” and the new text. Nothing was changed.
memory-what = What shall I remember? Write “remember that …” and the sentence. Orders and limits are kept apart from my memory.
memory-no-reminder = I cannot remind you, and keep no orders for later: nothing was stored or ordered. To trade now, send the order alone (“buy 5 IBM”); “remember that …” keeps a note without a time, “alert me when IBM drops below 190” tells you of a price, “/brief on” what is new before each opening.
memory-no-limit = It is a note and binds no order. { $limit ->
    [rule] I do not enforce it: no order is checked against it. A bound in numbers can be a limit: “/limits channel at most $2,000 per trade”.
    [none] To make a limit of it, state the limit by itself: “/limits at most $2,000 per trade”.
   *[other] “/limits { $limit }” makes it a limit.
 }
memory-forget-what = Everything of whom? “/memory delete me” forgets what I know about you. Nothing was changed.
memory-as-of = { $span ->
    [day] On { $last }
   *[days] From { $first } to { $last }
 } I remembered:
memory-none-as-of = { $span ->
    [day] On { $last }
   *[days] From { $first } to { $last }
 } I remembered nothing{ $asked ->
    [all] { "" }
   *[part] { " " }on that
 }.
memory-as-of-cut = It changed too often to tell all of it at once: what was before { $first } is left out. Name a shorter time for that.
memory-line-until = { $line }, until { $date }
memory-no-history = There are no changes to show. “/memory” shows what I have.
memory-history-older = “/memory history { $page }” shows older ones.
memory-history-heading = Changes, newest first:
memory-history-line = { $date }, { $by }{ $how ->
    [noted] {" "}(noted by me)
    [undone] {" "}(taken back)
   *[said] {""}
 }, for { $whose }:{ $added ->
    [none] {""}
   *[other] {" "}+ { $added }
 }{ $removed ->
    [none] {""}
   *[other] {" "}− { $removed }
 }{ $why ->
    [none] {""}
   *[other] . Why: { $why }
 }{ $said ->
    [none] {""}
   *[other] {" "}(“{ $said }”)
 }
memory-no-changes-on = Nobody has changed a note on “{ $query }” that I show here. “/memory history” shows all changes.
memory-which-day = Which day? Write for instance “/memory as of 2026-03-01”.
memory-edited = for { $whose }:{ $added ->
    [none] {""}
   *[other] {" "}+ { $added }
 }{ $removed ->
    [none] {""}
   *[other] {" "}− { $removed }
 }
memory-edited-by = { $by } has changed what I remember { $what }. “/memory undo” takes it back.
memory-unchanged = Nothing was changed.
memory-by-form = by the form
memory-edit = Edit
memory-form-title = What I remember
memory-form-submit = Save
memory-form-hint = One sentence; empty deletes it
memory-form-hint-long = One statement per line; an empty field deletes all
memory-form-person-preferences = Your preferences
memory-form-person-horizon = Your horizon
memory-form-person-risk-appetite = Your risk appetite
memory-form-channel-preferences = This channel: preferences
memory-form-team-team = The team
memory-form-rest = The rest: “/memory edit 2 …”
memory-form-person-current-intent = Your plans
memory-form-person-holdings = Your holdings elsewhere
memory-form-person-language = Your language
memory-form-person-notes = Your notes
memory-form-channel-risk-appetite = This channel: risk appetite
memory-form-channel-horizon = This channel: horizon
memory-form-channel-current-intent = This channel: plans
memory-form-channel-holdings = This channel: holdings elsewhere
memory-form-channel-language = This channel: language
memory-form-channel-notes = This channel: notes
memory-form-team-persona = How I answer the team
memo-heading = Memos of this channel, newest first:
memo-line = { $number }. “{ $text }” ({ $by }, { $date })
memo-none = No memo is kept in this channel yet.
memo-how = “/memory archive We met Acme in May” keeps a memo that “/recall …” finds; “/memory archive delete 1” takes the first out of all searches.
memo-kept = Kept as a memo: “{ $text }”. “/recall” finds it; “/memory archive” lists it.
memo-archived = Taken out of all searches: “{ $text }”.
memo-no-such-number = There is no memo with that number. “/memory archive” lists them.

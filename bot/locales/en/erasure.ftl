### Erasure of a person: "/forget me".

erasure-title = { $whose ->
    [own] Erase you and all you have said?
   *[other] Erase { $name } and all they have said?
 }
erasure-goes = { $whose ->
    [own] Goes: your messages, what I know of you, my answers to you.
   *[other] Goes: their messages, what I know of them, my answers to them.
 }
erasure-stays = Stays, without a name: trades, decisions, the audit trail.
erasure-final = { $whose ->
    [own] Your open proposals are cancelled. This cannot be undone.
   *[other] Their open proposals are cancelled. This cannot be undone.
 }
erasure-button = Erase for good
erasure-detail-goes = Goes: messages and presses; my answers to them, and answers to others that quote them; what was said to others in my threads; episodes, their vectors and terms; summaries, which are made anew without it; core memory with its history; files that only they could ask me about; rules in words; what models were told and said. Names are taken out of what others have written to me.
erasure-detail-stays = Stays: orders, fills, decisions, approvals and the audit trail, with a random reference in place of the person; limits that bind others too; a team’s files, without the name; votes, as numbers. Not in my reach: the messages in Slack or Discord themselves, files made by “parley export”, and backups.
erasure-how = “/forget me” erases all you have said. “/forget @name” erases somebody else: administrators may, and in a terminal anybody. To change what I remember, use “/memory”.
erasure-press = Nothing was erased. Words confirm no erasure: press “Erase for good” on the card, or leave it.
erasure-not-allowed = Only an administrator may erase somebody else. “/forget me” erases you. Nothing was changed.
erasure-nobody = Nobody of that name or id has spoken to me here. Nothing was changed.
erasure-which = Several people are called that: { $names }. Write “/forget” and the id.
erasure-started = I am erasing it. I will say here when it is done, and whenever you press again.
erasure-withdrawn = Nothing was erased, and nothing will be.
erasure-over = That was withdrawn, or never asked for. Ask again with “/forget”. Nothing was changed.
erasure-under-way = That is being erased already; it is not done yet.
erasure-of-others = Only the person who asked for it can confirm or cancel it.
erasure-too-late = That was asked more than 30 minutes ago. Ask again with “/forget”. Nothing was changed.
erasure-done = { $whose ->
    [own] Done. All you had said is erased. What you say from now on is new.
   *[other] Done. All that this person had said is erased.
 }
erasure-done-stays = Trades, decisions and the audit trail keep a random reference.
erasure-count-messages = { $count ->
    [one] one message, with my answer
   *[other] { $count } messages, with my answers
 }
erasure-count-talk = { $count ->
    [one] one line said to others
   *[other] { $count } lines said to others
 }
erasure-count-memories = { $count ->
    [one] one thing I remembered
   *[other] { $count } things I remembered
 }
erasure-count-episodes = { $count ->
    [one] one searchable episode
   *[other] { $count } searchable episodes
 }
erasure-count-summaries = { $count ->
    [one] one summary, to be made anew
   *[other] { $count } summaries, to be made anew
 }
erasure-count-quotes = { $count ->
    [one] one quotation or name elsewhere
   *[other] { $count } quotations or names elsewhere
 }
erasure-count-files = { $count ->
    [one] one file of a knowledge base that nobody else could ask
   *[other] { $count } files of knowledge bases that nobody else could ask
 }
erasure-count-cards = { $count ->
    [one] one open proposal cancelled
   *[other] { $count } open proposals cancelled
 }
erasure-count-ledger = { $count ->
    [one] one entry of the ledgers keeps a reference
   *[other] { $count } entries of the ledgers keep a reference
 }

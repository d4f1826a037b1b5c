### Knowledge bases: a team's own files.

knowledge-added = { $outcome ->
    [added] Added “{ $title }” to the base “{ $base }”
    [replaced] Replaced “{ $title }” in the base “{ $base }”
   *[unchanged] “{ $title }” is in the base “{ $base }” already, word for word
 }: { $pages ->
    [0] { "" }
    [one] one page,{ " " }
   *[other] { $pages } pages,{ " " }
 }{ $passages ->
    [one] one passage.
   *[other] { $passages } passages.
 }
knowledge-for-team = Everyone here can ask it.
knowledge-for-here = It stays here; add “for the team” to let everyone ask it.
knowledge-not-added = I did not add “{ $name }”: { $why }
knowledge-file-missing = there is no such file. Put a path with spaces into quotes.
knowledge-file-folder = it is a folder. Name the files in it.
knowledge-file-kind = I read Markdown (.md), text (.txt) and PDF. Save it as one of these.
knowledge-file-too-large = it is larger than 10 MB. Split it.
knowledge-file-too-long = it is too long: at most { $pages ->
    [0] { "" }
   *[other] { $pages } pages, or{ " " }
 }1.5 million characters. Split it.
knowledge-file-too-slow = reading it took too long. Save it anew, or as text.
knowledge-file-encrypted = it is protected by a password. Save it without one.
knowledge-file-scanned = it has pictures of pages and no text. Run text recognition (OCR) on it first.
knowledge-file-empty = there is no text in it. Send the file that has some.
knowledge-file-garbled = it is damaged, or not what its name says. Save it anew, text as UTF-8.
knowledge-file-not-fetched = the platform did not give it to me. Send it again.
knowledge-file-no-scope = I lack the right to read files. An admin adds the scope files:read and installs me again.
knowledge-no-file-terminal = Which file? “/knowledge add mandate ./mandate.pdf” adds one.
knowledge-no-file-platform = Send the file in the same message: mention me with “knowledge add mandate”, or “add this file to our mandate base”.
knowledge-one-title = One title cannot name several files. Leave it out, or send them one by one.
knowledge-bad-name = Names have at most { $most } characters, and “general” is taken.
knowledge-admins-only = Only admins of this workspace change its knowledge bases.
knowledge-not-there = There is no “{ $name }” in the knowledge bases here. “/knowledge” lists them.
knowledge-removed = Removed { $titles } from the base “{ $base }”.
knowledge-none = There are no files yet: “/knowledge add mandate” with a file adds one.
knowledge-how = “/knowledge add NAME as TITLE” with a file adds it, “/knowledge remove NAME TITLE” removes it, “/knowledge” lists all. I read Markdown, text and PDF; only admins add and remove.
knowledge-heading = { $files ->
    [one] One file
   *[other] { $files } files
 } in { $bases ->
    [one] one knowledge base:
   *[other] { $bases } knowledge bases:
 }
knowledge-base = { $base }{ $place ->
    [here] { " " }(only here)
   *[team] { "" }
 }
knowledge-document = { $title }: { $pages ->
    [0] { "" }
    [one] one page,{ " " }
   *[other] { $pages } pages,{ " " }
 }{ $passages ->
    [one] one passage
   *[other] { $passages } passages
 } ({ $by }, { $date })
knowledge-place = { $kind ->
    [page] page { $page }
    [pages] pages { $page }
    [heading] { $page }
   *[none] { $base }
 }
knowledge-nothing = I found nothing on that in { $bases }.

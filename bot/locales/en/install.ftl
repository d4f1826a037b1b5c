# The pages a person sees in the browser who installs the Slack app in their workspace.

install-again = Begin again

install-installed-title = Parley is installed
install-installed-text = Parley is now in the Slack workspace { $workspace }. Invite it to a channel with /invite and mention it there, or write to it directly. You can close this page.

install-cancelled-title = Parley was not installed
install-cancelled-text = You cancelled at Slack, and nothing was changed. You can begin again at any time.

install-stale-title = This page cannot be used again
install-stale-text = An installation has to be finished within ten minutes, once, in the browser in which it was begun. If you have just installed Parley and then reloaded this page, it is installed. If not, begin again.

install-failed-title = Parley was not installed
install-failed-text = The installation could not be finished. Begin again. If that fails too, ask whoever runs Parley: its log says why.

install-unavailable-title = Parley cannot be installed at the moment
install-unavailable-text = Parley cannot reach its database, or Slack. Wait a minute and begin again; it does no harm to do so twice.

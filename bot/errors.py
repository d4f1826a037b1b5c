"""The hierarchy of expected errors. Each has a message and advice on what to do.

The class docstring is the message and `hint` the advice, both in English, for logs and the command line.
What a person in a conversation reads is the locale message named `key`, rendered with the same facts.
"""

import re
from collections.abc import Hashable
from datetime import date
from typing import ClassVar


class ParleyError(Exception):
    """Something went wrong that Parley foresaw."""

    hint: ClassVar[str] = "Try again; if it happens again, run `parley doctor`."

    def __init_subclass__(cls, *, hint: str = "") -> None:
        """Set the advice of a subclass; without one, that of its base holds."""
        super().__init_subclass__()
        cls.hint = hint or cls.hint

    def __init__(self, **facts: Hashable) -> None:
        self.facts = facts
        super().__init__(str(self))

    @property
    def key(self) -> str:
        """The id of the locale message for people: `StaleDecisionError` is `error-stale-decision`."""
        words = re.findall(r"[A-Z][a-z0-9]*", type(self).__name__.removesuffix("Error"))
        return "-".join(["error", *(word.lower() for word in words)])

    def __str__(self) -> str:
        message = (type(self).__doc__ or "").split("\n", 1)[0]
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{message} {self.hint}" + (f" ({facts})" if facts else "")


class SettingsError(
    ParleyError, hint="Correct it in the environment or in .env; every setting is explained in .env.example."
):
    """A setting is missing or has a value that cannot be used."""


class NotConfiguredError(
    SettingsError,
    hint="Set them as docs/slack.md or docs/discord.md describe; every setting is explained in .env.example.",
):
    """This platform cannot be served: its tokens are not set."""


class HalfConfiguredError(
    SettingsError,
    hint="Set what is named here too, or take the other Slack settings out; docs/slack.md describes them.",
):
    """Slack is half set up: something is missing."""


class DatabaseSessionError(
    SettingsError,
    hint=(
        "A pooler in between must be in session mode and reset sessions: in PgBouncer set pool_mode=session and "
        "server_reset_query=DISCARD ALL for this database, or connect to PostgreSQL directly; see docs/operations.md."
    ),
):
    """DATABASE_URL does not lead to a session of its own on the database: row-level security would not hold."""


class NewerDatabaseError(
    SettingsError, hint="Upgrade Parley to that version or a later one, or restore a backup from before."
):
    """A newer version of Parley has migrated this database."""


class PortInUseError(SettingsError, hint="End that program (perhaps another `parley up`), or choose another port."):
    """The port on which HTTP is to be served is taken by another program."""


class ForeignWorkspaceError(
    ParleyError, hint="One token serves one workspace; for several, set up OAuth as docs/slack.md describes."
):
    """This Slack workspace is not the one that the bot token was issued for."""


class UnsignedRequestError(
    ParleyError, hint="If Slack sent it: copy SLACK_SIGNING_SECRET again, and check the proxy and the clock."
):
    """A request to Slack's address does not carry Slack's signature of the last five minutes."""


class StoreUnavailableError(
    ParleyError, hint="Nothing was lost. Run `parley doctor` to see which store is down, then try again."
):
    """The database or the queue cannot be reached."""


class QueueRefusedError(
    StoreUnavailableError,
    hint=(
        "Nothing was lost: later work waits in the database, and people are answered meanwhile. Correct what Redis "
        "complains of; where it is full, give it more memory (maxmemory)."
    ),
):
    """Redis answers, but takes no jobs."""


class BrokerUnavailableError(
    ParleyError, hint="Nothing to do: the broker is asked for the order again, and it is never sent twice."
):
    """The broker does not answer: what became of the order is not known."""


class EmbeddedStoreError(
    ParleyError, hint="Run `parley doctor`, or set DATABASE_URL to a PostgreSQL server of your own."
):
    """A built-in store could not be started."""


class PhraseFileError(ParleyError, hint="Correct the file that is named here, or install Parley again."):
    """A file of phrases is missing or has a mistake in it."""


class NoRedisError(
    SettingsError,
    hint="Install redis-server or valkey-server, or set REDIS_URL; without one, the bot runs later work itself.",
):
    """There is no Redis for a worker of its own."""


class HomeNotUsableError(
    ParleyError, hint="Give yourself the rights to it, or set PARLEY_HOME to a directory that is yours."
):
    """The data directory cannot be read and written."""


class HomePathTooLongError(HomeNotUsableError, hint="Set PARLEY_HOME to a directory with a shorter path."):
    """The data directory's path is too long: a Unix socket must fit into it."""


class DiskFullError(
    StoreUnavailableError, hint="Free some space, or move PARLEY_HOME to a larger disk; nothing was half-done."
):
    """The disk that holds the data directory is full."""


class SearchFailedError(ParleyError, hint="Try again in a minute; the log says why."):
    """What was said before cannot be searched at the moment."""


class DuplicateError(ParleyError, hint="Nothing to do: what was stored first stands."):
    """This has been stored before, and may be stored only once."""


class LeaseLostError(ParleyError, hint="Nothing to do: the process that holds it answers."):
    """Another process has taken over this conversation."""


class SummaryInProgressError(ParleyError, hint="Nothing to do: it is looked at again a little later."):
    """Another worker is writing the summary of this conversation."""


class ConcurrentUpdateError(ParleyError, hint="Nothing to do: it is worked out anew."):
    """What this answer rests on has changed before it could be stored."""


class TransactionConflictError(
    StoreUnavailableError, ConcurrentUpdateError, hint="Nothing to do: nothing was stored, and it is done again."
):
    """The database ended this transaction: it and another one waited for each other."""


class DeliveryError(ParleyError, hint="Nothing to do: it is kept and delivered again."):
    """The platform did not take a reply."""


class NotConnectedError(DeliveryError, hint="Nothing to do: it is connected again as soon as the platform answers."):
    """The platform is not connected."""


class UnreadableEventError(
    ParleyError,
    hint="Nothing to do: it is left out, and what follows is read. If it happens often, install a newer Parley.",
):
    """The platform sent an event that cannot be read."""


class TokenRefusedError(
    DeliveryError, hint="Run `parley doctor`: it says where to copy the right one from. What waits is delivered then."
):
    """The platform does not accept our token."""


class AppTokenRefusedError(
    TokenRefusedError, hint="Do what is named here; after a change of a setting, start Parley again."
):
    """Slack does not accept SLACK_APP_TOKEN: nothing that people write there arrives."""


class RateLimitedError(DeliveryError, hint="Nothing to do: it is kept and delivered when the platform takes it."):
    """The platform asks to wait before anything else is sent."""

    def __init__(self, *, retry_after: float) -> None:
        """Create the error; the caller must wait for `retry_after` seconds."""
        self.retry_after = retry_after
        super().__init__(retry_after=retry_after)


class UnreachableError(DeliveryError, hint="Invite Parley to the channel again, or install it anew; then ask again."):
    """This channel can no longer be written to."""


class MessageGoneError(DeliveryError, hint="Nothing to do: what it said is posted again."):
    """A message of ours has been removed from the platform."""


class MessageOvertakenError(DeliveryError, hint="Nothing to do: the message is shown anew, as it is by then."):
    """Another edit of the same message, of another content, was under way: which of them is shown is not known."""


class IllegalTransitionError(ParleyError, hint="See what is possible now with `/status`."):
    """This is not possible in the present state."""


class TooManyLimitsError(ParleyError, hint="List them with `/limits`, and remove some."):
    """As many limits are in force as are kept; nothing was noted."""


class TooManyAlertsError(ParleyError, hint="List them with `/alerts`, and remove some."):
    """As many price alerts are armed as are kept; none was set."""


class MemorySectionFullError(ParleyError, hint="List it with `/memory`, and delete something."):
    """A section of the core memory has no room for more; nothing was stored."""


class NoteChangedSinceError(ParleyError, hint="See what it says now with `/memory`."):
    """Somebody else has changed what the person changed last; nothing was taken back."""


class NoteDroppedError(ParleyError, hint="Nothing to do: it is not to be kept."):
    """A note for the core memory was dropped: the message that it is of has been erased, or may name who has."""


class SecretNotRememberedError(
    ParleyError, hint="Leave it out. If it is real, change it: whoever reads the conversation has it."
):
    """A statement holds what looks like a key, a password or a card number; nothing was stored."""


class MemoryFactTooLongError(ParleyError, hint="Say it in one or two sentences."):
    """A statement is too long for the core memory; nothing was stored."""


class UnusableFileError(ParleyError, hint="Send it as Markdown, text or PDF, not encrypted, with at most 10 MB."):
    """A file cannot be fetched or read; `reason` says why."""


# --- market data ---------------------------------------------------------------------------------------------------


class MarketDataError(ParleyError, hint="Try again in a minute."):
    """Market data could not be had."""


class UnknownSymbolError(MarketDataError, hint="Check the ticker; the nearest known ones are named."):
    """No instrument is known by this name."""


class UnusableSymbolError(MarketDataError, hint="Name another ticker."):
    """What was named is no instrument that can be spoken about here."""


class UncoveredMarketError(MarketDataError, hint="Ask about a security listed in the United States."):
    """This market is not covered: Parley knows shares and funds listed in the United States."""


class NoPriceError(MarketDataError, hint="Choose a date inside the data's range."):
    """There is no price for this instrument at that time."""

    def __init__(self, *, why: str = "none", since: date | None = None, **facts: Hashable) -> None:
        """Say what the source says of it.

        `why`: "delisted": it lists it as no longer traded; "no_trade": it has none since a session; "none": nothing.
        """
        super().__init__(why=why, since=since or "", **facts)


class HoldingWithoutPriceError(
    MarketDataError, hint="If it was renamed, merged or is gone, an admin can say so with /holding."
):
    """The source has no price now of a share that is held: nothing can be traded in it."""


class DateOutOfRangeError(MarketDataError, hint="Choose a date inside the range."):
    """The date lies outside what the data covers."""


class FutureDateError(DateOutOfRangeError, hint="Choose a date up to today; /advance moves the sample market on."):
    """That date has not come yet on this market."""


class NoMarketClockError(MarketDataError, hint="Set MARKET_DATA=sample."):
    """Only the sample market has a clock that can be moved."""


class ClockBehindTradesError(MarketDataError, hint="Choose a later date, or another PARLEY_HOME for a fresh account."):
    """The account has traded later than that: its clock cannot go back behind its own trades."""


class ClockWaitsForOrderError(MarketDataError, hint="`/orders` shows what becomes of it; then move the clock."):
    """An order is open that is filled at the prices of its own day: the clock does not move over it."""


class PastNotAvailableError(MarketDataError, hint="Leave the date out."):
    """This source knows only today's figures and cannot speak for a past date."""


class PriceHeldError(MarketDataError, hint="The next session may confirm it; an admin can release it with /release."):
    """The source's price is doubted: nothing is proposed, told or filled from it."""

    def __init__(self, withheld: object = None, **facts: Hashable) -> None:
        """Carry the quote or snapshot that is withheld, for whom it is released."""
        self.withheld = withheld
        super().__init__(**facts)

    @property
    def is_price(self) -> bool:
        """Whether what is withheld is a price at all, though a doubted one."""
        return self.facts.get("doubt") != "not_positive"


class SplitHeldError(
    MarketDataError, hint="The source may correct it; an admin can say what became of the shares with /holding."
):
    """A split is listed that the prices do not show: it is not known how many shares are held, and none are traded."""


class StalePriceError(MarketDataError, hint="Confirm again once there is a newer one."):
    """The latest price is too old, or of a kind at which nothing is traded."""


class ExchangeClosedError(MarketDataError, hint="Confirm once it is open."):
    """The exchange is closed: a paper order is filled at a price of a running session only."""


class MarketSourceError(
    MarketDataError, hint="Try again in a minute; with MARKET_DATA=sample Parley needs no network."
):
    """The market data source did not answer, or not sensibly."""


# --- decisions -----------------------------------------------------------------------------------------------------


class DecisionError(ParleyError):
    """A decision cannot be made or carried out."""


class InvalidDecisionError(DecisionError, hint="Ask again with other limits."):
    """The proposal breaks a rule that every proposal must keep."""


class StaleDecisionError(DecisionError, hint="Ask again for a fresh one: `/decide AAPL`."):
    """This decision has already left the state in which that was possible."""


class DecisionExpiredError(DecisionError, hint="Ask again for a fresh one: `/decide AAPL`."):
    """This decision has expired."""


class ConfirmationInProgressError(DecisionError, hint="Its answer says what came of it."):
    """Another press or message is confirming this decision at this moment."""


class ConfirmationTooLateError(DecisionError, hint="Confirm again if you still want it."):
    """The confirmation could not be carried out soon enough after it was given."""


class ActionWaitsForOrderError(DecisionError, hint="Confirm again when that order has ended; `/orders` shows it."):
    """A dividend or split that this trade has to follow is not booked before an open order has ended."""


class SplitSinceProposalError(DecisionError, hint="Ask again for a fresh one: `/decide AAPL`."):
    """The shares have been split since this was proposed, and it comes to less than one of the new ones."""


class BeyondLimitError(DecisionError, hint="Confirm it by its own button, or cancel it."):
    """A trade beyond a limit that was stated is confirmed by itself, and not together with others."""


class NotYourDecisionError(DecisionError, hint="Ask for a decision of your own."):
    """Only the person who asked may confirm or cancel this decision."""


class HoldingCorrectionError(ParleyError, hint="`/holding` shows what corrections there are."):
    """This holding cannot be corrected like that, or not now."""


class PressedElsewhereError(
    DecisionError, hint="Press it where the card stands, or show the card here with `/pending`."
):
    """A button of a decision was pressed in a conversation that does not show it."""


class UnknownDecisionError(DecisionError, hint="See what is open with `/pending`."):
    """There is no such decision in this workspace."""

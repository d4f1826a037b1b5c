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


class SettingsError(ParleyError):
    """A setting is missing or has a value that cannot be used."""

    hint = "Correct it in the environment or in .env; every setting is explained in .env.example."


class NotConfiguredError(SettingsError):
    """This platform cannot be served: its tokens are not set."""

    hint = "Set them as docs/slack.md or docs/discord.md describe; every setting is explained in .env.example."


class HalfConfiguredError(SettingsError):
    """Slack is half set up: something is missing."""

    hint = "Set what is named here too, or take the other Slack settings out; docs/slack.md describes them."


class DatabaseSessionError(SettingsError):
    """DATABASE_URL does not lead to a session of its own on the database: row-level security would not hold."""

    hint = (
        "A pooler in between must be in session mode and reset sessions: in PgBouncer set pool_mode=session and "
        "server_reset_query=DISCARD ALL for this database, or connect to PostgreSQL directly; see docs/operations.md."
    )


class NewerDatabaseError(SettingsError):
    """A newer version of Parley has migrated this database."""

    hint = "Upgrade Parley to that version or a later one, or restore a backup from before."


class PortInUseError(SettingsError):
    """The port on which HTTP is to be served is taken by another program."""

    hint = "End that program (perhaps another `parley up`), or choose another port."


class ForeignWorkspaceError(ParleyError):
    """This Slack workspace is not the one that the bot token was issued for."""

    hint = "One token serves one workspace; for several, set up OAuth as docs/slack.md describes."


class UnsignedRequestError(ParleyError):
    """A request to Slack's address does not carry Slack's signature of the last five minutes."""

    hint = "If Slack sent it: copy SLACK_SIGNING_SECRET again, and check the proxy and the clock."


class StoreUnavailableError(ParleyError):
    """The database or the queue cannot be reached."""

    hint = "Nothing was lost. Run `parley doctor` to see which store is down, then try again."


class QueueRefusedError(StoreUnavailableError):
    """Redis answers, but takes no jobs."""

    hint = (
        "Nothing was lost: later work waits in the database, and people are answered meanwhile. Correct what Redis "
        "complains of; where it is full, give it more memory (maxmemory)."
    )


class BrokerUnavailableError(ParleyError):
    """The broker does not answer: what became of the order is not known."""

    hint = "Nothing to do: the broker is asked for the order again, and it is never sent twice."


class EmbeddedStoreError(ParleyError):
    """A built-in store could not be started."""

    hint = "Run `parley doctor`, or set DATABASE_URL to a PostgreSQL server of your own."


class PhraseFileError(ParleyError):
    """A file of phrases is missing or has a mistake in it."""

    hint = "Correct the file that is named here, or install Parley again."


class NoRedisError(SettingsError):
    """There is no Redis for a worker of its own."""

    hint = "Install redis-server or valkey-server, or set REDIS_URL; without one, the bot runs later work itself."


class HomeNotUsableError(ParleyError):
    """The data directory cannot be read and written."""

    hint = "Give yourself the rights to it, or set PARLEY_HOME to a directory that is yours."


class HomePathTooLongError(HomeNotUsableError):
    """The data directory's path is too long: a Unix socket must fit into it."""

    hint = "Set PARLEY_HOME to a directory with a shorter path."


class DiskFullError(StoreUnavailableError):
    """The disk that holds the data directory is full."""

    hint = "Free some space, or move PARLEY_HOME to a larger disk; nothing was half-done."


class SearchFailedError(ParleyError):
    """What was said before cannot be searched at the moment."""

    hint = "Try again in a minute; the log says why."


class DuplicateError(ParleyError):
    """This has been stored before, and may be stored only once."""

    hint = "Nothing to do: what was stored first stands."


class LeaseLostError(ParleyError):
    """Another process has taken over this conversation."""

    hint = "Nothing to do: the process that holds it answers."


class SummaryInProgressError(ParleyError):
    """Another worker is writing the summary of this conversation."""

    hint = "Nothing to do: it is looked at again a little later."


class ConcurrentUpdateError(ParleyError):
    """What this answer rests on has changed before it could be stored."""

    hint = "Nothing to do: it is worked out anew."


class TransactionConflictError(StoreUnavailableError, ConcurrentUpdateError):
    """The database ended this transaction: it and another one waited for each other."""

    hint = "Nothing to do: nothing was stored, and it is done again."


class DeliveryError(ParleyError):
    """The platform did not take a reply."""

    hint = "Nothing to do: it is kept and delivered again."


class NotConnectedError(DeliveryError):
    """The platform is not connected."""

    hint = "Nothing to do: it is connected again as soon as the platform answers."


class UnreadableEventError(ParleyError):
    """The platform sent an event that cannot be read."""

    hint = "Nothing to do: it is left out, and what follows is read. If it happens often, install a newer Parley."


class TokenRefusedError(DeliveryError):
    """The platform does not accept our token."""

    hint = "Run `parley doctor`: it says where to copy the right one from. What waits is delivered then."


class AppTokenRefusedError(TokenRefusedError):
    """Slack does not accept SLACK_APP_TOKEN: nothing that people write there arrives."""

    hint = "Do what is named here; after a change of a setting, start Parley again."


class RateLimitedError(DeliveryError):
    """The platform asks to wait before anything else is sent."""

    hint = "Nothing to do: it is kept and delivered when the platform takes it."

    def __init__(self, *, retry_after: float) -> None:
        """Create the error; the caller must wait for `retry_after` seconds."""
        self.retry_after = retry_after
        super().__init__(retry_after=retry_after)


class UnreachableError(DeliveryError):
    """This channel can no longer be written to."""

    hint = "Invite Parley to the channel again, or install it anew; then ask again."


class MessageGoneError(DeliveryError):
    """A message of ours has been removed from the platform."""

    hint = "Nothing to do: what it said is posted again."


class MessageOvertakenError(DeliveryError):
    """Another edit of the same message, of another content, was under way: which of them is shown is not known."""

    hint = "Nothing to do: the message is shown anew, as it is by then."


class IllegalTransitionError(ParleyError):
    """This is not possible in the present state."""

    hint = "See what is possible now with `/status`."


class TooManyLimitsError(ParleyError):
    """As many limits are in force as are kept; nothing was noted."""

    hint = "List them with `/limits`, and remove some."


class TooManyAlertsError(ParleyError):
    """As many price alerts are armed as are kept; none was set."""

    hint = "List them with `/alerts`, and remove some."


class MemorySectionFullError(ParleyError):
    """A section of the core memory has no room for more; nothing was stored."""

    hint = "List it with `/memory`, and delete something."


class NoteChangedSinceError(ParleyError):
    """Somebody else has changed what the person changed last; nothing was taken back."""

    hint = "See what it says now with `/memory`."


class NoteDroppedError(ParleyError):
    """A note for the core memory was dropped: the message that it is of has been erased, or may name who has."""

    hint = "Nothing to do: it is not to be kept."


class SecretNotRememberedError(ParleyError):
    """A statement holds what looks like a key, a password or a card number; nothing was stored."""

    hint = "Leave it out. If it is real, change it: whoever reads the conversation has it."


class MemoryFactTooLongError(ParleyError):
    """A statement is too long for the core memory; nothing was stored."""

    hint = "Say it in one or two sentences."


class UnusableFileError(ParleyError):
    """A file cannot be fetched or read; `reason` says why."""

    hint = "Send it as Markdown, text or PDF, not encrypted, with at most 10 MB."


# --- market data ---------------------------------------------------------------------------------------------------


class MarketDataError(ParleyError):
    """Market data could not be had."""

    hint = "Try again in a minute."


class UnknownSymbolError(MarketDataError):
    """No instrument is known by this name."""

    hint = "Check the ticker; the nearest known ones are named."


class UnusableSymbolError(MarketDataError):
    """What was named is no instrument that can be spoken about here."""

    hint = "Name another ticker."


class UncoveredMarketError(MarketDataError):
    """This market is not covered: Parley knows shares and funds listed in the United States."""

    hint = "Ask about a security listed in the United States."


class NoPriceError(MarketDataError):
    """There is no price for this instrument at that time."""

    hint = "Choose a date inside the data's range."

    def __init__(self, *, why: str = "none", since: date | None = None, **facts: Hashable) -> None:
        """Say what the source says of it.

        `why`: "delisted": it lists it as no longer traded; "no_trade": it has none since a session; "none": nothing.
        """
        super().__init__(why=why, since=since or "", **facts)


class HoldingWithoutPriceError(MarketDataError):
    """The source has no price now of a share that is held: nothing can be traded in it."""

    hint = "If it was renamed, merged or is gone, an admin can say so with /holding."


class DateOutOfRangeError(MarketDataError):
    """The date lies outside what the data covers."""

    hint = "Choose a date inside the range."


class FutureDateError(DateOutOfRangeError):
    """That date has not come yet on this market."""

    hint = "Choose a date up to today; /advance moves the sample market on."


class NoMarketClockError(MarketDataError):
    """Only the sample market has a clock that can be moved."""

    hint = "Set MARKET_DATA=sample."


class ClockBehindTradesError(MarketDataError):
    """The account has traded later than that: its clock cannot go back behind its own trades."""

    hint = "Choose a later date, or another PARLEY_HOME for a fresh account."


class ClockWaitsForOrderError(MarketDataError):
    """An order is open that is filled at the prices of its own day: the clock does not move over it."""

    hint = "`/orders` shows what becomes of it; then move the clock."


class PastNotAvailableError(MarketDataError):
    """This source knows only today's figures and cannot speak for a past date."""

    hint = "Leave the date out."


class PriceHeldError(MarketDataError):
    """The source's price is doubted: nothing is proposed, told or filled from it."""

    hint = "The next session may confirm it; an admin can release it with /release."

    def __init__(self, withheld: object = None, **facts: Hashable) -> None:
        """Carry the quote or snapshot that is withheld, for whom it is released."""
        self.withheld = withheld
        super().__init__(**facts)

    @property
    def is_price(self) -> bool:
        """Whether what is withheld is a price at all, though a doubted one."""
        return self.facts.get("doubt") != "not_positive"


class SplitHeldError(MarketDataError):
    """A split is listed that the prices do not show: it is not known how many shares are held, and none are traded."""

    hint = "The source may correct it; an admin can say what became of the shares with /holding."


class StalePriceError(MarketDataError):
    """The latest price is too old, or of a kind at which nothing is traded."""

    hint = "Confirm again once there is a newer one."


class ExchangeClosedError(MarketDataError):
    """The exchange is closed: a paper order is filled at a price of a running session only."""

    hint = "Confirm once it is open."


class MarketSourceError(MarketDataError):
    """The market data source did not answer, or not sensibly."""

    hint = "Try again in a minute; with MARKET_DATA=sample Parley needs no network."


# --- decisions -----------------------------------------------------------------------------------------------------


class DecisionError(ParleyError):
    """A decision cannot be made or carried out."""


class InvalidDecisionError(DecisionError):
    """The proposal breaks a rule that every proposal must keep."""

    hint = "Ask again with other limits."


class StaleDecisionError(DecisionError):
    """This decision has already left the state in which that was possible."""

    hint = "Ask again for a fresh one: `/decide AAPL`."


class DecisionExpiredError(DecisionError):
    """This decision has expired."""

    hint = "Ask again for a fresh one: `/decide AAPL`."


class ConfirmationInProgressError(DecisionError):
    """Another press or message is confirming this decision at this moment."""

    hint = "Its answer says what came of it."


class ConfirmationTooLateError(DecisionError):
    """The confirmation could not be carried out soon enough after it was given."""

    hint = "Confirm again if you still want it."


class ActionWaitsForOrderError(DecisionError):
    """A dividend or split that this trade has to follow is not booked before an open order has ended."""

    hint = "Confirm again when that order has ended; `/orders` shows it."


class SplitSinceProposalError(DecisionError):
    """The shares have been split since this was proposed, and it comes to less than one of the new ones."""

    hint = "Ask again for a fresh one: `/decide AAPL`."


class BeyondLimitError(DecisionError):
    """A trade beyond a limit that was stated is confirmed by itself, and not together with others."""

    hint = "Confirm it by its own button, or cancel it."


class NotYourDecisionError(DecisionError):
    """Only the person who asked may confirm or cancel this decision."""

    hint = "Ask for a decision of your own."


class HoldingCorrectionError(ParleyError):
    """This holding cannot be corrected like that, or not now."""

    hint = "`/holding` shows what corrections there are."


class PressedElsewhereError(DecisionError):
    """A button of a decision was pressed in a conversation that does not show it."""

    hint = "Press it where the card stands, or show the card here with `/pending`."


class UnknownDecisionError(DecisionError):
    """There is no such decision in this workspace."""

    hint = "See what is open with `/pending`."

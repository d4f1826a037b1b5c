"""What the application needs of the outside, as Protocols. Adapters and stores fulfil them."""

from bot.ports.across_tenants import Deliveries, Inbox, Leases, Relay, Sweeper
from bot.ports.stores import (
    Accounts,
    Audit,
    Conversations,
    Decisions,
    Episodes,
    Messages,
    Outbox,
    Replies,
    Stores,
    Summaries,
    Transaction,
    Turns,
)
from bot.ports.surroundings import Channel, Clock, Embedder, JobQueue, NewId, Progress
from bot.ports.trading import Broker, Engine, MarketData, TradingCalendar

__all__ = [
    "Accounts",
    "Audit",
    "Broker",
    "Channel",
    "Clock",
    "Conversations",
    "Decisions",
    "Deliveries",
    "Embedder",
    "Engine",
    "Episodes",
    "Inbox",
    "JobQueue",
    "Leases",
    "MarketData",
    "Messages",
    "NewId",
    "Outbox",
    "Progress",
    "Relay",
    "Replies",
    "Stores",
    "Summaries",
    "Sweeper",
    "TradingCalendar",
    "Transaction",
    "Turns",
]

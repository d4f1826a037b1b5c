"""The interfaces to the outside as Protocols, implemented by adapters, stores and workers."""

from bot.ports.analyses import AnalysisRuns, RunJournal, RunJournals
from bot.ports.committee import AnalystDigests, AnalystMemory, AnalystReports
from bot.ports.conversation_stores import Channels, Conversations, Messages, Overheard, PickedReadings, Replies, Turns
from bot.ports.environment import Clock, Embedder, JobQueue, NewId
from bot.ports.erasure import EraseOutcome, Eraser, Erasures
from bot.ports.holding_corrections import HoldingCorrections
from bot.ports.installations import Installations, OAuthStates
from bot.ports.knowledge import DocumentReader, Knowledge, SharedFiles
from bot.ports.memory_stores import ConversationRecords, CoreMemoryStore, Episodes, EpisodeSearch, Summaries
from bot.ports.meter import Arrival, Meter, NoMeter
from bot.ports.models import (
    AnswerCache,
    ChatModel,
    EngineRuns,
    ModelBudgets,
    ModelCache,
    ModelCalls,
    TextSink,
    TurnLogs,
)
from bot.ports.news import NewsSource
from bot.ports.paper_books import PaperAccount, PaperBooks
from bot.ports.platforms import Admins, MessageLinks, MessageTransport, People, Progress, ReplyChannel
from bot.ports.stores import Outbox, Stores, Transaction
from bot.ports.system_stores import (
    Deliveries,
    DirectMessages,
    Inbox,
    Leases,
    PendingThreads,
    Postings,
    Relay,
    Sweeper,
    TurnLeases,
)
from bot.ports.trading import Broker, Engine, MarketData, TradingCalendar
from bot.ports.trading_stores import AccountLedger, Accounts, Audit, Decisions, Forecasts, Reflections, TradingLimits
from bot.ports.watching import Alerts, AlertWatch, BriefSubscriptions, WatchLists

__all__ = [
    "AccountLedger",
    "Accounts",
    "Admins",
    "AlertWatch",
    "Alerts",
    "AnalysisRuns",
    "AnalystDigests",
    "AnalystMemory",
    "AnalystReports",
    "AnswerCache",
    "Arrival",
    "Audit",
    "BriefSubscriptions",
    "Broker",
    "Channels",
    "ChatModel",
    "Clock",
    "ConversationRecords",
    "Conversations",
    "CoreMemoryStore",
    "Decisions",
    "Deliveries",
    "DirectMessages",
    "DocumentReader",
    "Embedder",
    "Engine",
    "EngineRuns",
    "EpisodeSearch",
    "Episodes",
    "EraseOutcome",
    "Eraser",
    "Erasures",
    "Forecasts",
    "HoldingCorrections",
    "Inbox",
    "Installations",
    "JobQueue",
    "Knowledge",
    "Leases",
    "MarketData",
    "MessageLinks",
    "MessageTransport",
    "Messages",
    "Meter",
    "ModelBudgets",
    "ModelCache",
    "ModelCalls",
    "NewId",
    "NewsSource",
    "NoMeter",
    "OAuthStates",
    "Outbox",
    "Overheard",
    "PaperAccount",
    "PaperBooks",
    "PendingThreads",
    "People",
    "PickedReadings",
    "Postings",
    "Progress",
    "Reflections",
    "Relay",
    "Replies",
    "ReplyChannel",
    "RunJournal",
    "RunJournals",
    "SharedFiles",
    "Stores",
    "Summaries",
    "Sweeper",
    "TextSink",
    "TradingCalendar",
    "TradingLimits",
    "Transaction",
    "TurnLeases",
    "TurnLogs",
    "Turns",
    "WatchLists",
]

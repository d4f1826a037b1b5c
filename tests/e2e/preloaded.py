"""Imported once by the process that `parley` is forked from: what its processes would each import, read and index."""

import gc
from datetime import UTC, datetime
from importlib import import_module

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue
from bot.reading.reader import MessageReader
from bot.reading.trained.parser import load_parser

for module in (
    "bot.__main__",
    "bot.doctor",
    "bot.service",
    "bot.terminal",
    # imported later than at the start, or with a platform, or with a model
    "adapters.discord.app",
    "adapters.llm.session",
    "adapters.metrics.prometheus",
    "adapters.slack.app",
    "adapters.slack.install.oauth",
    "adapters.web.server",
    "db.yoyo_backend",
    "importlib_metadata",
    "langchain_core.tracers.context",
    "langgraph.graph",
    "langsmith.run_helpers",
    "unittest.mock",
):
    import_module(module)
instruments = load_instruments(SampleMarket().symbols())
now = datetime(2026, 1, 2, 17, tzinfo=UTC)
around = Surroundings(instruments=instruments, today=now.date())
hello = MessageFacts(text="hi", at=now, zone=UTC, market_time=now, asker="")
load_parser()
MessageReader(around).read(hello)  # loads and compiles what a first message needs
for language in Language:
    Catalogue().render(Locale(language), "stopped")
# Else each process's own collection at its start (bot/bootstrap/app.py) visits all of this, for 0.2 s, and copies it.
gc.collect()
gc.freeze()

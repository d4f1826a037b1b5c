"""What is made of parsed messages about notes, what was said, settings and talk."""

from datetime import UTC, datetime

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.channels import ChannelSetting, SettingChange
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.conversation import (
    ChangeSetting,
    ExplainSetting,
    ResetConversation,
    ShowDetails,
    ShowHelp,
    ShowSettings,
    ShowStatus,
    ShowUsage,
)
from bot.domain.conversation.requests.memory import (
    AskMemory,
    CorrectNote,
    EditNote,
    ForgetAllNotes,
    ForgetLastNote,
    ForgetMe,
    ForgetNote,
    ForgetNotes,
    MemoryRefusal,
    RefuseMemoryRequest,
    Remember,
    ShowConversations,
    ShowKnowledge,
    ShowMemory,
    ShowMemoryAsOf,
    ShowMemoryHelp,
    ThreadPart,
)
from bot.domain.conversation.requests.talk import AskNextStep, NextStep, NotUnderstood, SmallTalk, SmallTalkKind
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.memory.core_memory import MemoryScope, MemorySection
from bot.reading.assembly import assemble
from bot.reading.parses import Kind
from bot.reading.trained.examples import read_line

NOW = datetime(2026, 5, 20, 15, tzinfo=UTC)
HORIZON = MemorySection.HORIZON
INSTRUMENTS = load_instruments()
MARCH = (datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC))
LAST_WEEK = (datetime(2026, 5, 11, tzinfo=UTC), datetime(2026, 5, 18, tzinfo=UTC))


def read(line: str, kind: Kind) -> Request | None:
    """Return the request of a marked line; `focus|`: IBM is talked of."""
    parse, before = read_line(line, kind)
    around = Surroundings(INSTRUMENTS, NOW.date(), focus=("IBM",) if Before.FOCUS in before else ())
    return assemble(parse, around, MessageFacts(text=parse.text, at=NOW, zone=UTC, market_time=NOW, asker="Ann Lee"))


def change(setting: ChannelSetting, value: str | None) -> ChangeSetting:
    """Return the change of a setting."""
    return ChangeSetting(SettingChange(setting, value))


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        ("get rid of [our fee rule](topic) please", Kind.FORGET, ForgetNotes("our fee rule")),
        ("把[旧的费率](topic)那条忘了", Kind.FORGET, ForgetNotes("旧的费率")),
        ("drop [#4](n)", Kind.FORGET, ForgetNote(4)),
        ("lose [the second one](which)", Kind.FORGET, ForgetNote(2)),
        ("[第六条](which)删了", Kind.FORGET, ForgetNote(6)),
        ("forget [my horizon](topic)", Kind.FORGET, ForgetAllNotes(MemoryScope.PERSON, HORIZON)),
        ("what [lena](person) told you, scrub it", Kind.FORGET, ForgetNotes("lena")),
        ("unremember that", Kind.FORGET, ForgetLastNote()),
        ("lose [all](part) on [the team](person)", Kind.FORGET, ForgetAllNotes(MemoryScope.TEAM)),
        ("lose [all](part) your notes", Kind.FORGET, RefuseMemoryRequest(MemoryRefusal.FORGET_WHAT)),
        ("drop [the last one](which)", Kind.FORGET, None),
        ("[前三条](which)不要了", Kind.FORGET, None),
        ("forget [the fee](topic) and also [the desk](topic)", Kind.FORGET, None),
        ("[2](n): [Dina runs credit](topic)", Kind.MEMORY_EDIT, EditNote(2, "Dina runs credit")),
        ("[第三条](which)写成[周四例会](topic)", Kind.MEMORY_EDIT, EditNote(3, "周四例会")),
        ("that credit note: [Dina](topic)", Kind.MEMORY_EDIT, CorrectNote("Dina")),
        ("不对，[审计换成](topic)天健了", Kind.MEMORY_EDIT, CorrectNote("审计换成天健了")),
        ("the credit note is off", Kind.MEMORY_EDIT, ShowMemoryHelp("edit")),
        ("[1](n) and [2](n): [nothing](topic)", Kind.MEMORY_EDIT, None),
        ("what is in your notes on the desk", Kind.MEMORY_SHOW, ShowMemory()),
        ("what do you know about [me](person)", Kind.MEMORY_SHOW, ShowMemory(is_about_self=True)),
        ("and [our horizon](topic)", Kind.MEMORY_SHOW, ShowMemory(scope=MemoryScope.CHANNEL, section=HORIZON)),
        (
            "[my horizon](topic) [in march](time)",
            Kind.MEMORY_SHOW,
            ShowMemoryAsOf(since=MARCH[0], until=MARCH[1], scope=MemoryScope.PERSON, section=HORIZON),
        ),
        ("your notes as they were [in march](time)", Kind.MEMORY_SHOW, ShowMemoryAsOf(since=MARCH[0], until=MARCH[1])),
        ("purge me", Kind.FORGET_ME, ForgetMe()),
        (
            "list our talks of [last week](time)",
            Kind.CONVERSATIONS,
            ShowConversations(since=LAST_WEEK[0], until=LAST_WEEK[1]),
        ),
        (
            "[苹果](share)的老帖",
            Kind.CONVERSATIONS,
            ShowConversations(words="苹果", symbols=("AAPL",)),
        ),
        ("threads with [@Lena](person)", Kind.CONVERSATIONS, ShowConversations(words="Lena", speaker="Lena")),
        ("[talk](setting=language) [plain English](value)", Kind.SETTING, change(ChannelSetting.LANGUAGE, "en")),
        ("以后[讲](setting=language)[中文](value)", Kind.SETTING, change(ChannelSetting.LANGUAGE, "zh")),
        ("back to [english](value)", Kind.SETTING, change(ChannelSetting.LANGUAGE, "en")),
        (
            "[zone](setting=time_zone) [Chicago](value)",
            Kind.SETTING,
            change(ChannelSetting.TIME_ZONE, "America/Chicago"),
        ),
        ("[时区](setting=time_zone)[默认](value)", Kind.SETTING, change(ChannelSetting.TIME_ZONE, None)),
        ("[brain](setting=engine): [the Committee](value)", Kind.SETTING, change(ChannelSetting.ENGINE, "Committee")),
        ("[speak](setting=listen) [if we tag you](value)", Kind.SETTING, change(ChannelSetting.LISTEN, "mention")),
        ("没人叫你[别插话](setting=listen)", Kind.SETTING, change(ChannelSetting.LISTEN, "mention")),
        ("[hear us](setting=listen) [without a tag](value)", Kind.SETTING, change(ChannelSetting.LISTEN, "all")),
        ("[旁听](setting=overhear)[关掉](value)", Kind.SETTING, change(ChannelSetting.OVERHEAR, "off")),
        ("you [may](value) [read along](setting=overhear)", Kind.SETTING, change(ChannelSetting.OVERHEAR, "on")),
        ("[do not eavesdrop](setting=overhear)", Kind.SETTING, change(ChannelSetting.OVERHEAR, "off")),
        ("[listening](setting=listen) [on](value)", Kind.SETTING, ExplainSetting(setting=ChannelSetting.LISTEN)),
        (
            "[write](setting=language) [klingon](value)",
            Kind.SETTING,
            ExplainSetting(setting=ChannelSetting.LANGUAGE, typed="klingon"),
        ),
        ("[中文](value)或者[英文](value)[说](setting=language)", Kind.SETTING, None),
        ("[speak](setting=language) [english](value), [clock](setting=time_zone) [tokyo](value)", Kind.SETTING, None),
        ("how do i [sell](sell) [ibm](share)", Kind.GUIDANCE, AskNextStep(NextStep.ORDERING, ("IBM",))),
        ("[苹果](share)你认识吗", Kind.GUIDANCE, AskNextStep(NextStep.COVERAGE, ("AAPL",))),
        ("where does one begin", Kind.GUIDANCE, AskNextStep(NextStep.GUIDANCE)),
        ("my uncle [sold](sell) [40](count) [ibm](share)", Kind.REMARK, SmallTalk(SmallTalkKind.REMARK)),
        ("[buy](buy) [40](count) [ibm](share)? no way", Kind.PEOPLE, NotUnderstood(TradeTerms())),
        ("讲个笑话", Kind.OFF_TOPIC, NotUnderstood(TradeTerms())),
        ("多谢", Kind.THANKS, SmallTalk(SmallTalkKind.THANKS)),
        ("evening", Kind.GREETING, SmallTalk(SmallTalkKind.GREETING)),
        ("night all", Kind.FAREWELL, SmallTalk(SmallTalkKind.FAREWELL)),
        ("what even are you", Kind.IDENTITY, SmallTalk(SmallTalkKind.IDENTITY)),
        ("懂", Kind.ACK, SmallTalk(SmallTalkKind.ACKNOWLEDGEMENT)),
        ("怎么弄", Kind.HELP, ShowHelp()),
        ("到哪了", Kind.STATUS, ShowStatus()),
        ("and the raw data?", Kind.DETAILS, ShowDetails()),
        ("tokens [today](time)?", Kind.USAGE, ShowUsage()),
        ("blank page please", Kind.RESET, ResetConversation()),
        ("our pdfs?", Kind.FILES, ShowKnowledge()),
        ("你怎么配的", Kind.SETTINGS_SHOW, ShowSettings()),
    ],
)
def test_request_of_message(line: str, kind: Kind, expected: Request | None) -> None:
    assert read(line, kind) == expected


@pytest.mark.parametrize(
    ("line", "text", "scope", "limit"),
    [
        ("for [everyone](person): [we skip oil](topic)", "we skip oil", MemoryScope.TEAM, None),
        ("keep [NVDA](share) [target is 160](topic) flat", "NVDA target is 160 flat", MemoryScope.CHANNEL, None),
        ("save that [I skip oil](topic) and [gas](share), thanks", "I skip oil and gas", MemoryScope.PERSON, None),
        ("[we skip oil](topic) so keep it", "we skip oil", MemoryScope.CHANNEL, None),
        ("keep [my rule](topic): [wait](topic)", "my rule: wait", MemoryScope.PERSON, None),
        ("keep that [I really](topic) do [like tea](topic)", "I really do like tea", MemoryScope.PERSON, None),
        ("keep that [...](topic)", "", MemoryScope.CHANNEL, None),
        ("note [Lena covers steel](topic)", "Lena covers steel", MemoryScope.CHANNEL, None),
        ("记下[我不碰烟草](topic)", "我不碰烟草", MemoryScope.PERSON, None),
        (
            "keep: [at most $3,000 per trade](topic)",
            "at most $3,000 per trade",
            MemoryScope.PERSON,
            "at most $3,000 per trade",
        ),
        ("keep that in mind", "", MemoryScope.CHANNEL, None),
    ],
)
def test_statement_to_remember(line: str, text: str, scope: MemoryScope, limit: str | None) -> None:
    request = read(line, Kind.REMEMBER)
    assert isinstance(request, Remember)
    assert (request.text, request.scope, request.limit) == (text, scope, limit)


@pytest.mark.parametrize("line", ["keep in mind to [call Lena](task)", "note: [sell 4 IBM](topic)"])
def test_task_or_order_to_remember_is_no_note(line: str) -> None:
    assert read(line, Kind.REMEMBER) == RefuseMemoryRequest(MemoryRefusal.REMINDER)


@pytest.mark.parametrize(
    "line", ["note [we buy](topic), no, [we sell](topic)", "[buy](buy) [4](count) [IBM](share) and keep that"]
)
def test_two_things_to_remember_are_none(line: str) -> None:
    assert read(line, Kind.REMEMBER) is None


@pytest.mark.parametrize(
    ("line", "text", "symbols", "speaker"),
    [
        ("what was [lena](person)'s take on [google](share)", "GOOG", ("GOOG",), "lena"),
        ("[小王](person)怎么看[苹果](share)", "AAPL", ("AAPL",), "小王"),
        ("who runs [our steel book](topic)", "who runs our steel book", (), ""),
        ("who wanted to [sell IBM](topic)", "who wanted to sell IBM", ("IBM",), ""),
        ("focus| did [lena](person) like it", "IBM", ("IBM",), "lena"),
        ("focus| did we ever discuss that before", "IBM", ("IBM",), ""),
        ("focus| what is [lena](person) up to", "", (), "lena"),
        ("focus| 有谁聊过它", "IBM", ("IBM",), ""),
        ("may we [short](sell)", "short", (), ""),
        ("what did I say about [the fee](topic)", "the fee", (), "Ann"),
        ("[大家](person)对[费率](topic)怎么看", "费率", (), ""),
    ],
)
def test_what_is_recalled(line: str, text: str, symbols: tuple[str, ...], speaker: str) -> None:
    request = read(line, Kind.RECALL)
    assert isinstance(request, AskMemory)
    question = request.whole.question
    assert (question.text, question.symbols, question.speaker, question.since) == (text, symbols, speaker, None)


def test_time_of_what_is_recalled() -> None:
    request = read("[三月](time)[小王](person)说了啥", Kind.RECALL)
    assert isinstance(request, AskMemory)
    assert (request.whole.question.since, request.whole.question.until) == MARCH


def test_people_named_together_are_asked_about_each() -> None:
    request = read("did [Lars](person) or [Elin](person) mention [tin](topic)", Kind.RECALL)
    assert isinstance(request, AskMemory)
    assert [(each.text, each.question.speaker, each.question.text) for each in request.of_each] == [
        ("did Lars mention tin", "Lars", "tin"),
        ("did Elin mention tin", "Elin", "tin"),
    ]


def test_several_questions_are_parts() -> None:
    request = read("what did [Bob](person) say about [banks](topic) and why did we pass on [IBM](share)?", Kind.RECALL)
    assert isinstance(request, AskMemory)
    assert [(each.question.text, each.question.speaker) for each in request.parts] == [
        ("banks", "Bob"),
        ("why did we IBM", ""),
    ]


@pytest.mark.parametrize(
    ("line", "thread", "text"),
    [
        ("condense this for [Bob](person)", ThreadPart.SUMMARY, ""),
        ("给我三句话", ThreadPart.SUMMARY, ""),
        ("condense [last week](time)", None, ""),
        ("condense the talk on [ibm](share)", None, "IBM"),
    ],
)
def test_what_is_summed_up(line: str, thread: ThreadPart | None, text: str) -> None:
    request = read(line, Kind.SUMMARY)
    assert isinstance(request, AskMemory)
    assert (request.is_summary, request.thread, request.whole.question.text) == (True, thread, text)

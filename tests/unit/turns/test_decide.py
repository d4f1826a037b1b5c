"""Which engine decides, and what is made of the answers of one that asks a model."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.blocks import Bullets, Card, Paragraph
from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import State
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.market.features import Features
from bot.domain.memory.episodes import Episode, Visibility
from bot.domain.models.facts import FactUnit, ModelFact
from bot.domain.models.requests import TokenUsage
from bot.domain.text.locale import Language
from bot.domain.trading.decision_request import DecisionRequest, ShareCap
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.engines.rules.engine import RulesEngine
from tests.fakes.core import Talk, button, sentence, text_of
from tests.fakes.engine import (
    RUN,
    TALK,
    ScriptedEngine,
    fallback_proposal,
    read_reason,
    text_reason,
    trade_proposal,
)

D = Decimal


def with_model(engine: ScriptedEngine | None = None) -> Talk:
    """A workspace where a model is configured: the engine that asks it is the default."""
    return Talk(engines=(engine or ScriptedEngine(), RulesEngine()))


def cards(reply: Reply) -> list[Card]:
    return [block for block in reply.answer.blocks if isinstance(block, Card)]


def bullets(reply: Reply) -> list[Bullets]:
    return [block for block in reply.answer.details if isinstance(block, Bullets)]


def headings(reply: Reply) -> list[str]:
    return [each.heading for each in bullets(reply)]


def notes(reply: Reply) -> list[str]:
    """Whose view the decisions are, as the details say."""
    return [block.text for block in reply.answer.details if isinstance(block, Paragraph) and not block.while_pending]


def episodes(talk: Talk) -> list[Episode]:
    return [each for each in talk.memory.state.episodes.values() if each.kind == "decision"]


def google_falls(features: Features, _: DecisionRequest) -> Proposal:
    return fallback_proposal(features) if features.symbol == "GOOG" else trade_proposal(features, 3)


class TestChoice:
    async def test_with_a_model_the_default_asks_it(self) -> None:
        engine = ScriptedEngine()
        (decision,) = (await with_model(engine).proposed()).answer.decisions
        assert decision.proposal.engine == "dual"
        assert len(engine.questions) == 1

    async def test_the_channels_setting_is_followed(self) -> None:
        engine = ScriptedEngine()
        talk = with_model(engine)
        await talk.say("ann", "/settings engine rules")
        reply = await talk.proposed()
        assert reply.answer.decisions[0].proposal.engine == "rules"
        assert "by rules" in cards(reply)[0].footer
        assert reply.answer.run is None
        assert engine.questions == []

    @pytest.mark.parametrize("language", Language)
    async def test_one_that_is_gone_is_said_and_the_default_decides(self, talk: Talk, language: Language) -> None:
        await talk.say("ann", "hello")
        async with talk.stores.transaction(talk.conversation().tenant_id) as tx:
            await tx.channels.store_settings(
                "terminal", ChannelSettings(engine="dual"), by="U-ann", at=talk.clock.now()
            )
        reply = await talk.say("ann", {"en": "should I buy google?", "zh": "谷歌要不要买？"}[language.value])
        assert reply.answer.decisions[0].proposal.engine == "rules"
        assert sentence("engine-missing", language, name="dual", default="rules") in text_of(reply)
        shown = text_of(await talk.say("ann", {"en": "/settings", "zh": "/设置"}[language.value]))
        assert sentence("settings-engine-is-missing", language, name="dual", default="rules") in shown

    async def test_setting_one_that_needs_a_model_without_a_model(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        reply = await talk.say("ann", "/settings engine dual")
        assert text_of(reply) == sentence("settings-engine-needs-model", name="dual", engines="rules, committee")
        assert talk.memory.state.channel_settings == {}


class TestQuestion:
    async def test_all_symbols_in_one_question(self) -> None:
        engine = ScriptedEngine()
        reply = await with_model(engine).say("ann", "should I buy google and IBM?")
        (question,) = engine.questions
        assert [each.symbol for each in question.features] == ["GOOG", "IBM"]
        assert [each.quote.symbol for each in question.snapshots] == ["GOOG", "IBM"]
        assert question.text == "should I buy google and IBM?"
        assert question.caller.turn_id == reply.turn_id
        assert [card.title.split(" for ")[0] for card in cards(reply)] == ["Buy 3 GOOG", "Buy 3 IBM"]

    async def test_what_was_named_before_is_a_ceiling_and_not_asked_again(self) -> None:
        def script(features: Features, question: DecisionRequest) -> Proposal:
            named = Reason("sized_by_named_shares", 0.0, {"shares": D(2)})
            return (
                trade_proposal(features, 2, text_reason("Up."), named)
                if question.trade_request.shares
                else trade_proposal(features, 2)
            )

        engine = ScriptedEngine(script)
        talk = with_model(engine)
        await talk.say("ann", "buy 2 IBM")
        await talk.say("ann", "should I buy IBM?")
        await talk.say("bob", "should I buy IBM?")
        await talk.say("ann", "buy 5 IBM")
        assert [q.share_caps for q in engine.questions] == [{}, {"IBM": ShareCap(Side.BUY, D(2))}, {}, {}]
        asked = engine.questions[1]
        assert (asked.share_cap("IBM", Side.BUY), asked.share_cap("IBM", Side.SELL)) == (D(2), None)
        assert (asked.share_cap("IBM", None), asked.share_cap("GOOG", Side.BUY)) == (None, None)

    async def test_what_the_engine_shows_of_its_work_is_shown_while_it_works(self) -> None:
        talk = with_model(ScriptedEngine(discussion=TALK))
        await talk.proposed()
        assert talk.progress.drafts == [message.text for message in TALK]


class TestCard:
    async def test_a_models_reasons_stand_apart_and_what_is_unfounded_is_flagged(self) -> None:
        reasons = (
            text_reason("Up."),
            read_reason("It will gain 27 %."),
            Reason("too_small", 0.0, {"price": D(1)}),
        )
        reply = await with_model(ScriptedEngine(lambda f, _: trade_proposal(f, 3, *reasons))).proposed()
        assert headings(reply) == ["Reasons given for GOOG", "Also noted on GOOG"]
        assert bullets(reply)[0].items == ("Up.", "It will gain 27 % [?].")
        assert "What is marked [?] was not looked up." in notes(reply)[0]
        assert "The words of the reasons are the model’s." in notes(reply)[0]
        assert "Bold" not in notes(reply)[0]

    async def test_figures_that_were_looked_up_are_bold_and_the_footer_says_what_that_means(self) -> None:
        close = ModelFact(id="goog.close", value="755.69", unit=FactUnit.USD, symbol="GOOG")
        found = read_reason("GOOG closed at {goog.close}.", close)
        reply = await with_model(ScriptedEngine(lambda f, _: trade_proposal(f, 3, found))).proposed()
        assert "GOOG closed at **$755.69 (GOOG)**." in text_of(reply)
        assert "Bold figures are looked up; the other words are the model’s." in notes(reply)[0]
        assert "[?]" not in notes(reply)[0]

    @pytest.mark.parametrize(("text", "found"), [("buy 3 IBM", "figure"), ("买入 3 股 IBM", "数字")])
    async def test_when_the_reasons_hold_no_figure_then_nothing_is_said_of_figures(self, text: str, found: str) -> None:
        note = notes(await with_model().say("ann", text))[0]
        assert "language model" in note or "语言模型" in note
        assert found not in note

    @pytest.mark.parametrize(
        ("code", "shares", "footer"),
        [
            ("sized_by_named_shares", 3, "This is your order, of the size you named."),
            ("too_small", 0, "This is your order; by Parley’s rules nothing can be traded on it."),
        ],
    )
    async def test_an_order_is_the_persons_and_the_model_has_a_view(self, code: str, shares: int, footer: str) -> None:
        numbers = {"shares": D(3), "price": D(1), "percent": D(10), "floor": D(1), "reserved": D(0)}
        reasons = (text_reason("Up."), Reason("model_agrees", 0.0), Reason(code, 0.0, numbers))
        engine = ScriptedEngine(lambda f, _: trade_proposal(f, shares, *reasons))
        note = notes(await with_model(engine).say("ann", "buy 3 IBM"))[0]
        assert note.startswith(footer)
        assert "stands in the reasons" in note
        assert "Decided" not in note

    async def test_a_named_size_of_what_the_model_decided_is_the_persons(self) -> None:
        reasons = (text_reason("Up."), Reason("sized_by_named_shares", 0.0, {"shares": D(3)}))
        engine = ScriptedEngine(lambda f, _: trade_proposal(f, 3, *reasons))
        note = notes(await with_model(engine).say("ann", "should I buy 3 IBM?"))[0]
        assert "Decided by a language model" in note
        assert "the size is yours" in note

    async def test_of_several_cards_what_is_the_same_is_said_once_below(self) -> None:
        flagged = read_reason("It will gain 27 %.")
        engine = ScriptedEngine(
            lambda f, _: trade_proposal(f, 3, text_reason("At $1."), *([flagged] if f.symbol == "IBM" else []))
        )
        reply = await with_model(engine).say("ann", "should I buy google and IBM?")
        *each, below, _ = notes(reply)
        assert set(each) == {sentence("engine-dual-short", order="no")}
        assert below == sentence("engine-dual", order="no", size="worked_out", figures="marked", cards=2)
        assert "Decided by a language model" in below

    async def test_symbols_that_the_model_made_up_are_named(self) -> None:
        invented = tuple(f"X{n}" for n in range(7))
        text = text_of(await with_model(ScriptedEngine(invented=invented)).proposed())
        assert "X0, X1, X2, X3, X4 and 2 more" in text
        assert "X5" not in text

    async def test_an_engine_that_is_no_more_is_still_named(self) -> None:
        reply = await with_model(ScriptedEngine(lambda f, _: replace(trade_proposal(f, 3), engine="oracle"))).proposed()
        assert notes(reply)[0] == sentence("engine-other", name="oracle")
        assert cards(reply)[0].footer.endswith(sentence("card-engine-other", name="oracle"))


class TestFallback:
    async def test_it_is_no_advice(self) -> None:
        reply = await with_model(ScriptedEngine(google_falls)).say("ann", "should I buy google?")
        (card,) = cards(reply)
        assert "no decision" in card.title
        assert "not advice" in card.title
        assert "confidence" not in " ".join((card.title, *card.lines, card.footer))
        assert card.lines[0] == sentence("fallback-no-valid-answer")
        assert bullets(reply) == []
        assert [b.label for b in reply.answer.buttons] == ["Why?"]
        assert reply.answer.fallback == "no_valid_answer"
        assert reply.state is not State.AWAITING_CONFIRM

    @pytest.mark.parametrize(
        ("code", "advice"),
        [
            ("model_quota", "top up the account"),
            ("model_refused_key", "correct the key"),
            ("model_request", "names of the models"),
            ("model_budget", "midnight UTC"),
            ("model_person_budget", "Your share begins anew"),
            ("model_timeout", "Ask again in a moment"),
            ("model_paused", "Ask again in a minute"),
        ],
    )
    @pytest.mark.parametrize("text", ["should I buy google?", "should I buy google and IBM?"])
    async def test_the_advice_fits_the_cause(self, text: str, code: str, advice: str) -> None:
        reply = await with_model(ScriptedEngine(lambda f, _: fallback_proposal(f, code))).say("ann", text)
        shown = text_of(reply)
        assert advice in shown
        assert ("Ask again in a moment" in shown) == (code == "model_timeout")
        assert shown.count("/settings engine rules") == 1
        assert all("not advice" in card.title for card in cards(reply))

    async def test_why_says_that_there_was_no_decision(self) -> None:
        talk = with_model(ScriptedEngine(google_falls))
        asked = await talk.say("ann", "should I buy google?")
        text = text_of(await talk.press("ann", button(asked, "why")))
        assert text.startswith("No decision was made on GOOG")
        assert sentence("fallback-no-valid-answer") in text
        assert "confidence" not in text

    async def test_an_unknown_reason_has_a_sentence(self) -> None:
        def script(features: Features, _: DecisionRequest) -> Proposal:
            return replace(fallback_proposal(features), fallback="quite_new")

        reply = await with_model(ScriptedEngine(script)).say("ann", "should I buy google?")
        assert sentence("fallback-other") in text_of(reply)

    async def test_a_pending_decision_stays(self) -> None:
        engine = ScriptedEngine()
        talk = with_model(engine)
        await talk.proposed()
        engine.script = google_falls
        reply = await talk.say("ann", "should I buy google?")
        assert sentence("pending-stays", what="buy 3 GOOG") in text_of(reply)
        assert reply.state is State.AWAITING_CONFIRM

    async def test_what_is_to_be_halved_needs_no_model(self) -> None:
        engine = ScriptedEngine()
        talk = with_model(engine)
        await talk.proposed()
        engine.script = google_falls
        reply = await talk.say("ann", "halve it")
        assert sentence("amend-halved", before=D(3)) in text_of(reply)
        assert sentence("replaces-pending", what="buy 3 GOOG") in text_of(reply)

    async def test_in_a_batch_the_text_says_which_and_the_other_can_be_confirmed(self) -> None:
        talk = with_model(ScriptedEngine(google_falls))
        reply = await talk.say("ann", "should I buy google and IBM?")
        assert sentence("fallback-among", symbols="GOOG", code="no_valid_answer") in text_of(reply)
        first, second, _ = notes(reply)
        assert first == sentence("engine-fallback-short", name="dual")
        assert "The words of the reasons are the model’s" in second  # the only one: it is not said apart
        assert [b.label for b in reply.answer.buttons][:2] == ["Why? · no decision on GOOG", "Confirm · buy 3 IBM"]
        assert "Done: bought 3 IBM" in text_of(await talk.press("ann", button(reply, "confirm")))


class TestEpisodes:
    async def test_in_a_batch_only_what_was_decided_is_one(self) -> None:
        talk = with_model(ScriptedEngine(google_falls))
        await talk.say("ann", "should I buy google and IBM?")
        assert [each.symbols for each in episodes(talk)] == [("IBM",)]
        kinds = [each.kind for each in talk.memory.state.episodes.values()]
        assert kinds == ["exchange", "decision"]

    async def test_a_hold_is_none_and_its_exchange_is(self) -> None:
        talk = with_model(ScriptedEngine(lambda f, _: trade_proposal(f, 0)))
        await talk.say("ann", "should I buy google?")
        assert [e.kind for e in talk.memory.state.episodes.values()] == ["exchange"]

    async def test_it_holds_the_market_and_the_tags(self) -> None:
        talk = with_model()
        await talk.proposed()
        (episode,) = episodes(talk)
        assert episode.tags == ("increase", "trend")
        assert "The trend is up." in episode.text
        assert D(episode.context["sma200"]).quantize(D("0.01")) == D("660.85")
        assert D(episode.context["price"]) == D("755.69")
        assert {"rsi14", "macd.signal", "bollinger20.upper", "range52w.high", "pe_ratio"} <= episode.context.keys()
        assert "None" not in episode.context.values()

    async def test_one_of_the_rules_keeps_its_reasons_figures_too(self, talk: Talk) -> None:
        await talk.proposed()
        (episode,) = episodes(talk)
        assert {"sma200", "above_sma200.average", "source"} <= episode.context.keys()


class TestRun:
    async def test_it_goes_with_the_answer_and_is_stored(self) -> None:
        talk = with_model(ScriptedEngine(discussion=TALK))
        reply = await talk.proposed()
        assert reply.answer.run == RUN
        async with talk.stores.transaction(reply.thread.tenant_id) as tx:
            assert await tx.engine_runs.discussion(talk.conversation().id) == (RUN, TALK)

    async def test_engine_that_asked_no_model_and_no_rules_then_why_says_nothing_of_rules(self) -> None:
        talk = with_model(
            ScriptedEngine(lambda f, _: replace(trade_proposal(f, 3), engine="oracle", run_id=None), run=None)
        )
        asked = await talk.proposed()
        text = text_of(await talk.press("ann", button(asked, "why")))
        assert sentence("explain-no-case-for-waiting") not in text

    async def test_why_tells_it_in_small_print(self) -> None:
        talk = with_model(ScriptedEngine(discussion=TALK))
        asked = await talk.proposed()
        reply = await talk.press("ann", button(asked, "why"))
        text = text_of(reply)
        assert "2 requests to the model (1 answered from the cache)" in text
        assert "asked again once after a mistake; 1,234 tokens read; 210 written; 3.2 s; prompts" in text
        assert "filter@1 decision@1" in text
        assert sentence("explain-discussion", place="here") in text
        assert sentence("explain-no-case-for-waiting") not in text  # no rules were asked
        assert reply.answer.run == RUN

    @pytest.mark.parametrize(("thread", "place"), [("main", "here"), ("another", "elsewhere")])
    async def test_why_says_where_the_discussion_is(self, thread: str, place: str) -> None:
        talk = with_model(ScriptedEngine(discussion=TALK))
        await talk.proposed()
        reply = await talk.say("ann", "why did we want to buy GOOG?", thread=thread)
        assert sentence("explain-discussion", place=place) in text_of(reply)

    @pytest.mark.parametrize("text", ["why?", "为什么？"])
    async def test_what_is_nothing_is_left_out(self, text: str) -> None:
        run = replace(RUN, tokens=TokenUsage(), cache_hits=0, retries=0, latency=0.04)
        talk = with_model(ScriptedEngine(lambda f, _: fallback_proposal(f), run=run))
        await talk.say("ann", "should I buy google?")
        shown = text_of(await talk.say("ann", text))
        assert "filter@1 decision@1" in shown
        assert not any(each in shown for each in ("tokens", "词元", " 0 ", "again", "重问"))

    @pytest.mark.parametrize("text", ["why?", "为什么？"])
    async def test_of_a_hold_of_the_same_session_no_change_is_told(self, text: str) -> None:
        talk = with_model(ScriptedEngine(lambda f, _: trade_proposal(f, 0)))
        await talk.say("ann", "should I buy google?")
        assert "→" not in text_of(await talk.say("ann", text))
        await talk.say("ann", "/advance 1")
        later = text_of(await talk.say("ann", text))
        assert "→" in later
        assert "：不作评判" not in later


class TestAfterwards:
    async def test_when_the_price_moves_twice_then_the_reasons_are_of_their_own_day(self) -> None:
        talk = with_model()
        reply = await talk.proposed()
        for price in (D(820), D(900)):
            talk.market.prices["GOOG"] = price
            reply = await talk.press("ann", button(reply, "confirm"))
        assert headings(reply) == ["Reasons given for GOOG"]
        assert bullets(reply)[0].items == (
            sentence("reason-reasons-of-before", at="2013-01-31", price=D("755.69")),
            "The trend is up.",
        )

    async def test_when_adjusted_then_the_reasons_stay(self) -> None:
        talk = with_model()
        asked = await talk.proposed()
        reply = await talk.press("ann", f"{button(asked, 'adjust').id}:1000:less")
        assert cards(reply)[0].title.startswith("Buy 1 GOOG")
        assert headings(reply) == ["Reasons given for GOOG", "Also noted on GOOG"]
        assert bullets(reply)[0].items[-1] == "The trend is up."
        assert "language model" in notes(reply)[0]

    async def test_what_is_stored_is_what_was_proposed(self) -> None:
        talk = with_model(ScriptedEngine(lambda f, _: trade_proposal(f, 3, text_reason("Exactly $2,267.07."))))
        await talk.proposed()
        (decision,) = talk.decisions()
        assert decision.proposal.action is Action.INCREASE
        assert decision.proposal.cash_change == D("2267.07")
        assert decision.proposal.max_cash == D(3_000)
        assert decision.expires_at - decision.created_at == timedelta(minutes=30)

    async def test_nothing_but_the_cards_and_notes_is_said(self) -> None:
        reply = await with_model().say("ann", "should I buy google?")
        assert [type(block) for block in reply.answer.blocks] == [Card]


NOTE = "our client Smith insists"


class Places:
    """People who write in several channels."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self._count = talk, 0

    async def say(self, name: str, text: str, channel: str, visibility: Visibility = Visibility.PUBLIC) -> Reply:
        self._count += 1
        thread, person = Thread("console", "home", channel, "t"), Person(f"U-{name}", name.capitalize())
        message = IncomingMessage(thread, f"{channel}-{self._count}", person, text, visibility=visibility)
        turn = (await self.talk.intake.accept_message(message)).turn
        await self.talk.answer_next()
        return self.talk.reply(turn)

    async def adjust(self, visibility: Visibility) -> None:
        """Ann asks for a proposal in C1 and adjusts it, with a note."""
        proposed = await self.say("ann", "should I buy google? at most $3,000", "C1", visibility)
        pressed = f"adjust:{button(proposed, 'confirm').id.partition(':')[2]}:1600:{NOTE}"
        thread = Thread("console", "home", "C1", "t")
        press = IncomingPress(thread, "p1", Person("U-ann", "Ann"), pressed)
        await self.talk.presses.handle_press((await self.talk.intake.accept_press(press)).turn)

    async def why(self, name: str, channel: str) -> str:
        return str((await self.say(name, "why did we propose to buy google?", channel)).answer)


@pytest.mark.parametrize(
    ("visibility", "name", "channel", "is_shown"),
    [
        (Visibility.PRIVATE, "bob", "C2", False),
        (Visibility.PRIVATE, "ann", "C2", True),
        (Visibility.PUBLIC, "bob", "C2", True),
    ],
)
async def test_note_of_a_private_place_is_shown_to_its_author_only(
    talk: Talk, visibility: Visibility, name: str, channel: str, *, is_shown: bool
) -> None:
    places = Places(talk)
    await places.adjust(visibility)
    shown = await places.why(name, channel)
    assert (NOTE in shown) is is_shown
    assert "1,600" in shown


async def test_note_is_shown_to_others_where_it_was_written(talk: Talk) -> None:
    places = Places(talk)
    await places.adjust(Visibility.PRIVATE)
    assert NOTE in str((await places.say("bob", "why did we propose to buy google?", "C1", Visibility.PRIVATE)).answer)

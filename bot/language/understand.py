"""Understand one message by rules: pure, linear in its length, and without an exception for any text."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests.talk import NextStep, SmallTalkKind
from bot.domain.conversation.requests.trades import OrderChange, OrderChangeKind
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language
from bot.domain.text.normalise import MAX_TEXT_LENGTH, collapse_repeated_signs, normalise
from bot.domain.text.tokens import has_more_tokens
from bot.domain.trading.trading_limits import LimitProblem
from bot.language import commands
from bot.language.deep_analysis import text_without_depth
from bot.language.entities import find_entities, with_orders
from bot.language.intents.confirmation import find_coverage
from bot.language.intents.message_intent import excepted_shares, find_intent, takes_back
from bot.language.language_detection import detect_language, has_chinese
from bot.language.lexicon.clause_kinds import reports_trade
from bot.language.lexicon.cues import Cue
from bot.language.lexicon.share_names import with_symbols
from bot.language.limits.clauses import LimitItem, limit_items
from bot.language.limits.price_bounds import bounds_price
from bot.language.limits.reading import LimitsOfMessage, read_limits
from bot.language.limits.statement import asks_for_limits, lifted_value, lifts_limit
from bot.language.memory.reading import understand_long_statement, understand_memory_request
from bot.language.message_reading import MAX_READ_CHARACTERS, MAX_READ_TOKENS, MessageReading, read_message
from bot.language.orders.additions import adds_order
from bot.language.orders.corrections import find_correction
from bot.language.orders.dropped_topics import without_dropped_topic
from bot.language.orders.exclusions import Exclusion, find_exclusion, without_excluded
from bot.language.orders.kept_shares import Keeping, find_keeping, with_kept
from bot.language.orders.orders_among_others import find_order_among_others
from bot.language.orders.others_orders import refers_to_others_order
from bot.language.orders.placed_money import find_placed_money
from bot.language.orders.quoted_orders import find_quotation
from bot.language.orders.restated_orders import find_restated_order
from bot.language.orders.several_orders import find_orders
from bot.language.orders.unclear_orders import find_unclear_order
from bot.language.orders.verdict_sequels import find_verdict_sequel
from bot.language.plain_statements import (
    StatementForm,
    find_statement_form,
    finds_others_wanting,
    names_trade,
    objects,
    states_no_limit,
)
from bot.language.quantities.rewording import reword
from bot.language.quantities.self_corrections import without_taken_back
from bot.language.questions.account_questions import find_account_question
from bot.language.questions.affordability import asks_to_afford
from bot.language.questions.asides import asks_for_facts, text_behind_aside
from bot.language.questions.failure_questions import find_failure_question
from bot.language.questions.order_questions import find_order_question
from bot.language.questions.other_one import find_other_one
from bot.language.questions.reading import asks_scenario, understand_question
from bot.language.questions.recall_questions import find_recall_question, find_speaker
from bot.language.questions.review_pages import find_reviewed_side, split_pages
from bot.language.questions.undo_requests import find_undo_request
from bot.language.remarks import is_own_remark, is_remark, is_view
from bot.language.small_talk import find_small_talk
from bot.language.understanding import (
    Entities,
    LimitReading,
    ReviewPages,
    Understanding,
)
from bot.language.watching.alert_requests import asks_about_now, asks_to_be_told
from bot.language.watching.mentions import (
    asks_for_more_than_once,
    asks_to_send_again,
    begins_watching,
    names_list,
    speaks_of_briefs,
    speaks_of_list,
    speaks_of_place_on_list,
    speaks_of_watching,
)
from bot.language.watching.reading import understand_alert_request
from bot.language.watching.watch_requests import find_list_sequel, find_watching_command
from bot.reading.quantities.quantity import find_quantities

_NO_LIMIT = frozenset(
    {Cue.STOP_PRICE, Cue.WATCH, Cue.CONDITION, Cue.CONDITIONAL_ORDER, Cue.OPTION, Cue.WHAT_IF, Cue.PRICE_MOVE}
)
_MAX_PAGE_DIGITS = 4
_MAX_LIMIT_QUESTION = 60  # characters
_MAX_WATCHED = 160  # characters of what is asked of watch lists and briefs
_NO_SWITCH = frozenset({Cue.SIZE, Cue.NUMBER, Cue.WHY, Cue.ANALYSE, Cue.SHOULD, Cue.WHAT_IF, Cue.CONDITION, Cue.SELL})
_SIDES = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT, Cue.WANT})
_ALL_LIMITS = frozenset({"all", "limits", "rules", "every", "everything", "所", "全", "都"})  # 所有, 全部
_SIZE_IN_ALL = re.compile(
    r"\b(?:for|with) \$?[\d,.]+ ?k? ?(?:dollars |bucks )?(?:in )?(?:total|all|altogether)\b|一共(?:花)?\d"
)
_SPENDS_CASH = re.compile(r"^(?:please |pls |ok |let's )*(?:use|put|spend|invest|deploy|take)\b[^?]*\bcash\b[^?]*$")
_SUPPOSITIONS = ("what if ", "if i ", "if we ", "suppose ", "imagine ", "如果我", "假如", "假设", "要是我")
_SUPPOSED = frozenset({Cue.WHAT_IF, Cue.CONDITION})
_OF_TRADES_MADE = frozenset({Cue.PAST_TRADE, Cue.UNDONE})
_TRADED = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT, Cue.NEGATED_TRADE})
_NO_TRADE_SUPPOSED = frozenset({Cue.PRICE_MOVE, Cue.SHOULD, Cue.CONFIRM, Cue.STOP_PRICE})
_AGAIN = frozenset({Problem.ORDER_TYPE, Problem.SCHEDULED, Problem.WATCH})  # what "every day" may have been read as
_OF_OTHERS = frozenset({Problem.ORDER_QUOTED, Problem.LIMIT_QUOTED, Problem.OTHERS_ORDER})
_VERDICTS = frozenset({Intent.CONFIRM, Intent.CANCEL})
_CORRECTION = (Intent.DECIDE, 0.93)
_EACH = (Intent.DECIDE, 0.93)
_ASKED_BACK = (Intent.UNKNOWN, 0.99)  # sure: a model is not asked for another intent
_COMMAND = (Intent.UNKNOWN, 1.0)
_REVIEW = (Intent.REVIEW, 0.97)
_SURE_REVIEW = 0.9
_SURE_SUPPOSITION = 0.9
_ORDERS_OR_VERDICTS = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})
_DEEP_INTENTS = frozenset({Intent.ANALYZE, Intent.DECIDE})
_SURE = 0.6
_FEW_WORDS = 4
_SHORT_VERDICT = 8  # characters
_UNSURE = (Intent.UNKNOWN, 0.3)


def understand(text: str, context: Surroundings) -> Understanding:
    """Return what a person wants with one message, and what the message names.

    Args:
        text: As typed, of any length and content. Of one that is too long once repeated signs are collapsed, nothing
            is understood but the problem "message_cut": a part of a message never counts for the whole.
        context: What is known before the message is read.

    Returns: The intent with its confidence; below 0.6 the rules are unsure. CONFIRM only for a short sentence that says
        nothing else. The caller compares a symbol named in it with the pending decisions, and counts these.
    """
    typed = collapse_repeated_signs(text[:MAX_TEXT_LENGTH])
    plain = commands.without_mention(normalise(typed))
    is_long = len(typed) > MAX_READ_CHARACTERS or has_more_tokens(plain, MAX_READ_TOKENS)
    if is_long or len(text) > MAX_TEXT_LENGTH:
        return _understand_long_message(plain, context)
    return _understand_deep_request(plain, context) or _understand_message(typed, plain, context)


def _understand_long_message(plain: str, context: Surroundings) -> Understanding:
    """Return that a message is too long to be read, or is a statement that is too long to be remembered."""
    language = Language.CHINESE if has_chinese(plain) else context.profile or Language.ENGLISH
    cut = Understanding(*_UNSURE, language, Entities(problems=(Problem.MESSAGE_CUT,)))
    return understand_long_statement(plain, language) or cut


def _understand_message(text: str, plain: str, context: Surroundings) -> Understanding:
    requested = understand_alert_request(plain, context) or _understand_request(plain, context)
    first = requested or _understand_verdict_first(plain, context)
    if first is not None:
        return first
    memory = understand_memory_request(plain, context, lambda part: _understand(part, context))
    if memory is not None:
        return memory
    understood = _understand(text, context)
    if _only_reports(plain, understood, context):
        named = Entities(symbols=understood.entities.symbols)  # by which it is found later
        return Understanding(*_ASKED_BACK, understood.language, named, small_talk=SmallTalkKind.REMARK)
    is_order = understood.intent in _ORDERS_OR_VERDICTS and understood.confidence >= _SURE
    if (problem := _watching_problem(plain, understood, context)) is not None:
        return _asked_back(plain, problem, context)
    if is_order or asks_for_facts(understood) or understood.command is not None:
        return understood
    question = text_behind_aside(plain, context)
    facts = _understand(question, context) if question else None
    return facts if facts is not None and asks_for_facts(facts) else understood


def _understand_deep_request(plain: str, context: Surroundings) -> Understanding | None:
    """Return the request to the committee that a message is; None: it is none."""
    request = text_without_depth(plain, context)
    understood = understand(request, context) if request is not None else None
    if understood is None or understood.intent not in _DEEP_INTENTS or understood.confidence < _SURE:
        return None
    if understood.comparison is not None:  # the committee compares nothing
        return None
    return replace(understood, is_deep=True)


def _watching_problem(plain: str, understood: Understanding, context: Surroundings) -> Problem | None:
    """Return why a message about something to be watched is no order, "what if" or other request; None: it may be one.

    What is asked of watch lists and briefs, and is not understood, is never taken for something else.
    """
    is_order = understood.intent is Intent.DECIDE and understood.confidence >= _SURE
    if is_order and speaks_of_watching(plain):
        return Problem.WATCH_LIST
    e = understood.entities
    if len(plain) <= _MAX_WATCHED and understood.command is None and not understood.small_talk:
        of_list = None if is_order and e.symbols else _list_problem(plain, understood, context)
        of_briefs = None if is_order and e.symbols and e.side else _briefs_problem(plain, understood)
        if of_list or of_briefs:
            return of_list or of_briefs
    is_supposed = understood.intent is Intent.FOLLOWUP
    return Problem.WATCH if is_supposed and (asks_to_be_told(plain) or asks_about_now(plain)) else None


def _list_problem(plain: str, understood: Understanding, context: Surroundings) -> Problem | None:
    """Return why a message about a watch list is not done; None: it is about none, or may be about something else."""
    is_sure = understood.confidence >= _SURE and understood.intent is not Intent.UNKNOWN
    names_shares = bool(understood.entities.symbols)
    if understood.limits:
        return None
    if speaks_of_list(plain) and not (is_sure and names_shares):
        return Problem.WATCH_LIST
    may_be_verdict = context.pending > 0 and not names_list(plain)
    command = find_list_sequel(plain, context.instruments)
    if command is not None and not command.startswith("/watch ") and not may_be_verdict:
        return Problem.LIST_UNNAMED
    is_other = is_sure and understood.intent in _ORDERS_OR_VERDICTS
    has_problem = bool(understood.entities.problems)
    if names_shares and not (is_other or has_problem) and speaks_of_place_on_list(plain):
        return Problem.LIST_UNNAMED
    is_unread = understood.intent is Intent.DECIDE or not is_sure
    return Problem.WATCH_LIST if names_shares and is_unread and begins_watching(plain) else None


def _briefs_problem(plain: str, understood: Understanding) -> Problem | None:
    """Return why a message about briefs is not done; None: it is about none, or may be about something else."""
    e = understood.entities
    names_shares = bool(e.symbols)
    if speaks_of_briefs(plain) and (not names_shares or asks_for_more_than_once(plain)):
        return Problem.BRIEFS
    has_size = e.amount is not None or e.shares is not None or not _AGAIN.issuperset(e.problems)
    return Problem.BRIEFS if not has_size and asks_to_send_again(plain, names_shares=names_shares) else None


def _understand_request(plain: str, context: Surroundings) -> Understanding | None:
    """Return the request in words to knowledge bases, watch lists or briefs that a whole message is."""
    language = Language.CHINESE if has_chinese(plain) else Language.ENGLISH
    watching = find_watching_command(plain, context.instruments)
    return replace(_understand(watching, context), language=language) if watching is not None else None


def _only_reports(plain: str, understood: Understanding, context: Surroundings) -> bool:
    """Return whether a message only reports what somebody thinks: it asks nothing, and orders nothing."""
    is_near_verdict = context.pending > 0 and (understood.is_near_yes or understood.names_verdict)
    says_more = understood.command or understood.limits or understood.entities.problems or understood.is_question
    if _only_compares(plain, understood) or _only_states(plain, understood, context):
        return True
    is_order = understood.intent in _ORDERS_OR_VERDICTS and understood.confidence >= _SURE
    is_other = is_order or understood.entities.side is not None
    is_unsure = understood.confidence < _SURE and understood.entities.shares is None and context.pending == 0
    is_remark_alone = is_remark(plain) or (is_unsure and is_own_remark(plain))
    return not (is_near_verdict or says_more or is_other) and is_remark_alone


def _only_states(plain: str, understood: Understanding, context: Surroundings) -> bool:
    """Return whether a message has the form of a statement, and is no verdict, correction, doubt or limit."""
    form = find_statement_form(plain)
    is_verdict = understood.intent in _VERDICTS and understood.confidence >= _SURE
    is_verdict = is_verdict and not (understood.asks_to_wait and form is not StatementForm.VIEW)  # "the Fed may hike"
    is_verdict = is_verdict and not (finds_others_wanting(plain) and not understood.entities.symbols)
    is_of_others = bool(_OF_OTHERS.intersection(understood.entities.problems))
    if form is None or is_verdict or is_of_others or understood.correction or understood.definition:
        return False
    if _may_be_verdict(plain, understood, context):
        return False
    if understood.limits is not None or understood.ends_limits:
        has_terms = understood.limits is None or understood.limits.problem is None
        return states_no_limit(plain, form, has_terms=has_terms)
    if _doubts_what_was_said(plain, understood, context):
        return False
    if form is not StatementForm.PLAIN:
        return True
    is_order = understood.intent is Intent.DECIDE and understood.confidence >= _SURE
    is_answered = understood.command or understood.price_moves or understood.comparison
    return not (is_answered or (is_order and names_trade(plain)))


def _may_be_verdict(plain: str, understood: Understanding, context: Surroundings) -> bool:
    """Return whether a message while a card is pending is short and near a "yes", or names a verdict."""
    is_short = len(plain) <= _SHORT_VERDICT if has_chinese(plain) else len(plain.split()) <= _FEW_WORDS
    return context.pending > 0 and ((understood.is_near_yes and is_short) or understood.names_verdict)


def _doubts_what_was_said(plain: str, understood: Understanding, context: Surroundings) -> bool:
    """Return whether a message is about what was said of a share that is talked of: "I think it is overvalued"."""
    e = understood.entities
    is_sure = understood.intent is Intent.EXPLAIN and understood.confidence >= _SURE
    names_others = bool(set(e.symbols) - set(context.focus) or e.unknown_symbols or e.unsupported)
    return is_sure and (objects(plain) or (bool(context.focus) and not names_others))


def _only_compares(plain: str, understood: Understanding) -> bool:
    """Return whether a message only says which share its sender finds better, without a size: no order, no question."""
    e = understood.entities
    has_size = e.shares is not None or e.amount is not None or bool(e.orders)
    says_more = understood.command or understood.limits or understood.correction or e.problems or has_size
    return not says_more and understood.intent not in _VERDICTS and is_view(plain)


def _understand_verdict_first(plain: str, context: Surroundings) -> Understanding | None:
    """Return the verdict that a message begins with, and what it wants beside it; None: it is no such message."""

    def read(part: str) -> Understanding:
        return _understand_verdict_first(part, context) or _understand(part, context)

    sequel = find_verdict_sequel(plain, context, read)
    return replace(sequel.verdict, left_over=sequel.rest) if sequel is not None else None


@lru_cache(maxsize=64)  # parts of a message that begins with a verdict are read in several cuts
def _understand(text: str, context: Surroundings) -> Understanding:
    plain = reword(commands.without_mention(normalise(text)), context.instruments)
    plain = without_dropped_topic(plain, context)
    is_command = commands.find_command(plain) is not None
    if not is_command and (problem := _words_of_others(text, plain, context)) is not None:
        return _asked_back(plain, problem, context)
    restated = find_restated_order(plain, context)
    if restated is not None and restated.is_unclear:
        return _asked_back(plain, Problem.ORDER_RESTATED, context)
    body = restated.text if restated is not None else without_taken_back(plain)
    found = _understand_body(text, body, context)
    if not _may_overlook_order(found):
        return found
    order = find_order_among_others(text, context)
    if order is None:
        return found
    if order.is_behind_preamble:
        return _understand_body(order.text, order.text, context)
    return _asked_back(plain, Problem.ORDER_AMONG_OTHERS, context)


def _words_of_others(text: str, plain: str, context: Surroundings) -> Problem | None:
    """Return why a message is no order of the speaker's own; None: nothing in it is another person's."""
    if (quoted := find_quotation(text, plain, context)) is not None:
        return quoted
    is_anothers = refers_to_others_order(plain, read_message(plain, context, is_command=False))
    return Problem.OTHERS_ORDER if is_anothers else None


def _understand_body(text: str, body: str, context: Surroundings) -> Understanding:
    """Return what a message means of which `body` counts; `text` is the whole, as typed."""
    body, pages = split_pages(body)
    if pages is not None and (pages.is_alone or pages.is_request):
        language = Language.CHINESE if has_chinese(text) else Language.ENGLISH
        return Understanding(*_REVIEW, language, Entities(), pages=pages)
    command = commands.find_command(body)
    is_typed = command is not None and command.is_typed
    reading = read_message(command.subject if command and is_typed else body, context, is_command=is_typed)
    if command is None:
        command = (
            _account_question(body, reading, context)
            or _order_request(reading, context)
            or _recall_question(body, reading, context)
        )
    correction = _correction(body, reading) if context.pending and command is None else None
    language = _language(body, command, reading, context.profile)
    question = understand_question(body, command, reading, context, language=language)
    if question is not None and not (question.comparison is not None and correction is not None):
        return question
    is_plain = command is None and correction is None
    left_out = (find_keeping(body, reading) or find_exclusion(body, reading)) if is_plain else None
    if left_out is not None:
        body, reading = left_out.rest, read_message(left_out.rest, context, is_command=False)
    items = limit_items(body, reading.chunks)
    if command is None and _asks_about_limits(body, items):
        command, correction = commands.ParsedCommand("limits", is_typed=False), None
    is_plain = command is None and correction is None
    stated = (
        _stated_limit(body, items, command, reading, has_pending=context.pending > 0) if command or is_plain else None
    )
    if stated is not None and stated.rest and command is None:
        body, reading = stated.rest, read_message(stated.rest, context, is_command=False)
    is_lifting = command is None and correction is None and stated is None and lifts_limit(items)
    is_limit_alone = is_lifting or (stated is not None and stated.reading.is_alone and command is None)
    intent, confidence = _CORRECTION if correction or is_limit_alone else find_intent(body, reading, command, context)
    is_review = intent is Intent.REVIEW
    pages = _pages_of_list(_numbered_page(command) or pages, command, reading, is_review=is_review)
    pages = replace(pages, side=find_reviewed_side(body)) if is_review else pages
    confidence = max(confidence, _SURE_REVIEW) if pages.is_all else confidence  # "decisions since the beginning"
    if supposes_trade := intent is Intent.FOLLOWUP and _supposes_trade(reading):
        confidence = max(confidence, _SURE_SUPPOSITION)
    placed = find_placed_money(reading) if is_plain and stated is None else None
    entities = Entities(lifts_limit=True) if is_lifting else with_orders(find_entities(reading), body, reading)
    entities = _without_left_out(entities, left_out) if left_out is not None else entities
    is_each = entities.each is not None and intent not in _VERDICTS and is_plain
    is_order = is_each or isinstance(left_out, Keeping) or _excludes_unclearly(intent, entities)
    intent, confidence = _EACH if is_order else (intent, confidence)
    entities = _with_bound_and_side(entities, body, stated, intent)
    if stated is not None and intent in _VERDICTS:
        intent, confidence = _UNSURE  # "yes, but at most $500 per trade" is no plain yes
    return _asked_if_unclear(
        Understanding(
            intent=intent,
            confidence=confidence,
            language=language,
            entities=entities,
            is_question=reading.is_question,
            suggests_otherwise=reading.suggests_otherwise,
            suggests_waiting=Cue.WAIT in reading.cues,
            correction=correction,
            small_talk=find_small_talk(reading.tokens) if intent is Intent.UNKNOWN and command is None else None,
            covers=find_coverage(reading.tokens) if intent in {Intent.CONFIRM, Intent.CANCEL} else None,
            excepted=excepted_shares(reading) if intent is Intent.CONFIRM else (),
            lead_on=_lead_on(reading) if intent is Intent.UNKNOWN and command is None else None,
            assumes_trade=intent is Intent.EXPLAIN and reports_trade(reading.chunks),
            asks_to_wait=intent is Intent.CANCEL and Cue.WAIT in reading.cues and not takes_back(body, reading),
            names_verdict=bool({Cue.CONFIRM, Cue.CANCEL} & reading.cues),
            denies_order=reading.denies_order,
            adds_order=intent is Intent.DECIDE and adds_order(body),
            lifts_all_limits=is_lifting and bool({token.text for token in reading.tokens} & _ALL_LIMITS),
            lifted_value=lifted_value(items) if is_lifting else None,
            ends_limits=is_lifting or _lifts_limit_only(reading),
            pages=pages,
            is_near_yes=bool({Cue.CONFIRM, Cue.ASSENT} & reading.cues) and not reading.is_question,
            needs_side=intent is Intent.DECIDE and Cue.NUMBER in reading.cues and not _SIDES & reading.cues,
            needs_share=placed is not None,
            places_in_market=placed is not None and placed.names_destination,
            limits=stated.reading if stated is not None and stated.bound is None else None,
            asks_scenario=asks_scenario(reading),
            asks_advice=Cue.SHOULD in reading.cues,
            supposes_trade=supposes_trade,
            command=command.name if command else None,
            arguments=command.arguments if command else (),
        ),
        reading,
        context,
        is_own_order=is_plain and stated is None and placed is None and not is_lifting,
    )


def _may_overlook_order(found: Understanding) -> bool:
    """Return whether a message was taken for something that an order in it is not part of."""
    says_more = found.command or found.correction or found.limits or found.is_question or found.entities.problems
    return found.intent not in _ORDERS_OR_VERDICTS and not says_more and found.entities.side is not None


def _asked_back(body: str, problem: Problem, context: Surroundings) -> Understanding:
    """Return that a message speaks of a trade, and why none is made of it."""
    reading = read_message(body, context, is_command=False)
    entities = Entities(symbols=reading.names.symbols, problems=(problem,))
    return Understanding(*_ASKED_BACK, detect_language(reading.chunks, context.profile), entities)


def _without_left_out(entities: Entities, left_out: Keeping | Exclusion) -> Entities:
    if isinstance(left_out, Keeping):
        return with_kept(entities, left_out)
    return without_excluded(entities, left_out)


def _asked_if_unclear(
    understood: Understanding, reading: MessageReading, context: Surroundings, *, is_own_order: bool
) -> Understanding:
    """Return an order that is asked about as such, with what was understood of it; another message as it is."""
    is_denied = understood.confidence < _SURE and reading.denies_order  # no order, whatever a model says
    is_order = is_own_order and understood.intent is Intent.DECIDE and not is_denied
    unclear = find_unclear_order(reading, understood.entities, has_pending=context.pending > 0) if is_order else None
    if unclear is None:
        return understood
    entities = replace(understood.entities, problems=(unclear,))
    return Understanding(*_ASKED_BACK, understood.language, entities)


def _excludes_unclearly(intent: Intent, entities: Entities) -> bool:
    """Return whether an order takes out what is not understood, or leaves what is not clear."""
    return Problem.EXCLUSION_UNCLEAR in entities.problems and intent in {Intent.DECIDE, Intent.UNKNOWN}


def _pages_of_list(
    pages: ReviewPages | None, command: commands.ParsedCommand | None, reading: MessageReading, *, is_review: bool
) -> ReviewPages:
    """Return the pages that a message names if it asks for a list; else those of a list that names none."""
    is_list = is_review or (command is not None and command.name in commands.PAGED_COMMANDS)
    return pages if pages and is_list else ReviewPages(is_all=is_review and bool(_OF_TRADES_MADE & reading.cues))


def _numbered_page(command: commands.ParsedCommand | None) -> ReviewPages | None:
    """Return the page that "/pending 2" or "/history 2" names; None: it is no such command, or names none."""
    is_number = command is not None and command.rest.isdecimal() and len(command.rest) <= _MAX_PAGE_DIGITS
    if command is None or command.name not in commands.PAGED_COMMANDS or not is_number:
        return None
    return ReviewPages(page=max(int(command.rest), 1))


def _supposes_trade(reading: MessageReading) -> bool:
    """Return whether a question is about a trade that is only thought of, or was not made: "what if I had sold?"."""
    return bool(reading.cues & _SUPPOSED) and bool(reading.cues & _TRADED) and not reading.cues & _NO_TRADE_SUPPOSED


def _with_bound_and_side(entities: Entities, body: str, stated: LimitsOfMessage | None, intent: Intent) -> Entities:
    """Return the entities with the limit stated for the request, and with the side of what is taken back."""
    if intent is Intent.CANCEL and entities.side is None:  # "don't sell it" takes no purchase back
        entities = replace(entities, side=find_reviewed_side(body))
    if stated is None or stated.bound is None:
        return entities
    return replace(entities, amount=stated.bound, amount_is_limit=True)


def _correction(body: str, reading: MessageReading) -> OrderChange | None:
    """Return the correction that a message is; "buy some IBM instead" is one to another share, at the size before."""
    found = find_correction(body, reading.chunks)
    is_other_share = "instead" in {token.text for token in reading.tokens} and len(reading.names.symbols) == 1
    if found is not None or not is_other_share or reading.is_question or _NO_SWITCH & reading.cues:
        return found
    return OrderChange(kind=OrderChangeKind.SHARE, symbol=reading.names.symbols[0])


def _account_question(body: str, reading: MessageReading, context: Surroundings) -> commands.ParsedCommand | None:
    """Return the question about the account that a message is, also whether it can afford a trade in one share."""
    dates = reading.dates.dates
    found = find_account_question(reading.chunks, reading.undated_text, dates=dates, today=context.today)
    is_of_share = len(reading.names.symbols or context.focus) == 1 and not reading.names.unknown
    is_order = Cue.IMPERATIVE in reading.cues and not reading.is_question and not has_chinese(body)
    if (
        found is None
        and is_of_share
        and not is_order
        and asks_to_afford(body)
        and not _SPENDS_CASH.search(body.lower())
    ):
        return commands.ParsedCommand("afford", is_typed=False)
    return found


def _order_request(reading: MessageReading, context: Surroundings) -> commands.ParsedCommand | None:
    has_choice = context.pending > 0 or len(context.focus) > 1
    means_other = find_other_one(reading.chunks) if has_choice and not reading.is_question else None
    found = find_order_question(reading.chunks) or find_failure_question(reading.chunks)
    return found or find_undo_request(reading.chunks) or means_other


def _recall_question(body: str, reading: MessageReading, context: Surroundings) -> commands.ParsedCommand | None:
    """Return the question about what was said that a message is; an order, or a question why to trade, is none."""
    explains = Cue.WHY in reading.cues and bool(_SIDES & reading.cues)  # "why did we want to buy it?"
    found = None if explains or Cue.IMPERATIVE in reading.cues else find_recall_question(body)
    speaker = find_speaker(body, asker="") if found is not None else ""
    is_share = bool(speaker) and bool(read_message(speaker, context, is_command=False).names.symbols)
    if found is None or is_share:
        return None
    return replace(found, rest=with_symbols(found.rest, context)) if reading.names.symbols else found


def _stated_limit(
    body: str,
    items: tuple[LimitItem, ...],
    command: commands.ParsedCommand | None,
    reading: MessageReading,
    *,
    has_pending: bool,
) -> LimitsOfMessage | None:
    """Return the limit that a message or "/limits …" states; None: none."""
    if command is not None:
        is_limits = command.name == "limits"
        rest = command.rest
        return read_limits(rest, limit_items(rest, reading.chunks), is_command=True) if is_limits else None
    is_supposed = body.lower().startswith(_SUPPOSITIONS)  # "what if I never buy more than 3 IBM?"
    if not reading.is_question and find_orders(reading.chunks, find_quantities(body.lower())):
        return None  # "buy IBM for at most $800 and GOOG for at most $900"
    if is_supposed or (Cue.IMPERATIVE in reading.cues and _SIZE_IN_ALL.search(body.lower())):
        return None
    is_order = {Cue.IMPERATIVE, Cue.SIZE} <= reading.cues
    is_counted_order = reading.sizes.shares is not None and bool(_SIDES & reading.cues)
    is_asked = reading.is_question or bool(_NO_LIMIT & reading.cues)
    if (is_counted_order or has_pending) and not is_asked and bounds_price(body):
        return LimitsOfMessage(LimitReading(problem=LimitProblem.PRICE, is_alone=False), "")
    stated = read_limits(body, items, has_pending=has_pending)
    is_other = Cue.WATCH in reading.cues  # 苹果低于440别提醒我
    if stated is not None and stated.reading.problem is not None:
        is_other = is_other or is_order or bool(_NO_LIMIT & reading.cues)  # "move my stop up to 720"
    return None if is_other else stated


def _lead_on(reading: MessageReading) -> NextStep | None:
    if Cue.HOW_TO_TRADE in reading.cues:
        return NextStep.ORDERING
    if Cue.COVERAGE in reading.cues:
        return NextStep.COVERAGE
    if Cue.GUIDANCE in reading.cues:
        return NextStep.GUIDANCE
    return NextStep.CHOICE if Cue.OPEN_CHOICE in reading.cues else None


def _language(
    body: str, command: commands.ParsedCommand | None, reading: MessageReading, profile: Language | None
) -> Language:
    """Return the language to answer in: a Chinese command is Chinese; English keywords ("last") show no language."""
    if command is None or not command.is_typed:
        return detect_language(reading.chunks, profile)
    default = Language.CHINESE if has_chinese(body) else profile
    return detect_language(() if command.intent is None else reading.chunks, default)


def _asks_about_limits(body: str, items: Sequence[LimitItem]) -> bool:
    """Return whether a message asks which limits there are: "how much of my budget is left?"."""
    return len(body) <= _MAX_LIMIT_QUESTION and asks_for_limits(items)


def _lifts_limit_only(reading: MessageReading) -> bool:
    """Return whether a message says that there is no limit, and says nothing else but a trade."""
    asks = {Cue.STATE, Cue.OPINION, Cue.CLAIM, Cue.OBJECTION, Cue.STATEMENT, Cue.NOT} & reading.cues
    is_plain = bool({Cue.ALL_KNOWN, Cue.SYMBOL, Cue.SINGLE_PHRASE} & reading.cues) and Cue.BRIEF in reading.cues
    return Cue.UNLIMITED in reading.cues and is_plain and not asks and not reading.is_question

"""Loads every phrase file, so that a faulty one fails the start of a process and not each of its turns."""

from typing import Final

from bot.domain.text.hosts import host_endings
from bot.domain.text.topics import tag_patterns
from bot.language.commands import command_phrases
from bot.language.deep_analysis import deep_analysis_patterns
from bot.language.discussion_request import speaker_names, speaker_question
from bot.language.holding_requests import holding_words
from bot.language.intents.confirmation import confirmation_phrases
from bot.language.intents.revocations import revocation_pattern
from bot.language.knowledge.file_questions import file_question_patterns
from bot.language.knowledge.requests import knowledge_words
from bot.language.lexicon.clause_kinds import clause_words
from bot.language.lexicon.cue_phrases import cue_phrases
from bot.language.lexicon.misspelt_names import characters_alike, ordinary_words
from bot.language.lexicon.open_choices import open_choice_pattern
from bot.language.lexicon.past_decisions import past_decision_patterns
from bot.language.lexicon.ticker_words import ticker_words
from bot.language.lexicon.trade_inquiries import inquiry_words
from bot.language.lexicon.unknown_names import name_words
from bot.language.lexicon.unsupported_markets import unsupported_names
from bot.language.limits.words import limit_phrases
from bot.language.memory.asking import asking_patterns
from bot.language.memory.erasure_requests import erasure_patterns
from bot.language.memory.past_state import left_over_pattern
from bot.language.memory.recall_frames import recall_frames
from bot.language.memory.words import memory_words
from bot.language.objections import objection_patterns
from bot.language.orders.additions import addition_pattern
from bot.language.orders.corrections import correction_patterns
from bot.language.orders.dropped_topics import dropped_topic_patterns
from bot.language.orders.exclusions import exclusion_patterns
from bot.language.orders.halving import halving_pattern
from bot.language.orders.kept_shares import keeping_patterns
from bot.language.orders.order_answers import order_answer_phrases
from bot.language.orders.others_orders import others_order_pattern
from bot.language.orders.placed_money import placed_money_words
from bot.language.orders.quoted_orders import quotation_patterns
from bot.language.orders.restated_orders import restatement_pattern
from bot.language.orders.several_orders import several_orders_words
from bot.language.orders.unexplained_words import order_words
from bot.language.orders.verdict_sequels import sequel_patterns
from bot.language.plain_statements import plain_statement_patterns
from bot.language.quantities.quantity import unit_patterns
from bot.language.quantities.self_corrections import self_correction_pattern
from bot.language.quantities.session_spans import session_span_pattern
from bot.language.quantities.size_words import size_word_lists
from bot.language.quantities.trade_verbs import trade_verb_patterns
from bot.language.questions.account_questions import account_question_phrases
from bot.language.questions.affordability import affordability_phrases
from bot.language.questions.comparison import comparison_patterns
from bot.language.questions.failure_questions import failure_phrases
from bot.language.questions.glossary import glossary_phrases
from bot.language.questions.move_words import move_patterns
from bot.language.questions.order_questions import order_question_phrases
from bot.language.questions.other_one import other_one_phrases
from bot.language.questions.review_pages import review_phrases
from bot.language.questions.undo_requests import undo_phrases
from bot.language.remarks import remark_patterns, view_patterns
from bot.language.settings_commands import setting_phrases
from bot.language.small_talk import small_talk_phrases
from bot.language.time_zones import time_zone_aliases
from bot.language.watching.alert_requests import alert_words
from bot.language.watching.alert_sequels import alert_sequel_words
from bot.language.watching.mentions import watching_words

# Each reads the files of one topic when it is first called, and keeps what it returns.
LOADERS: Final = (
    account_question_phrases,
    alert_sequel_words,
    alert_words,
    addition_pattern,
    affordability_phrases,
    asking_patterns,
    characters_alike,
    clause_words,
    command_phrases,
    comparison_patterns,
    confirmation_phrases,
    correction_patterns,
    cue_phrases,
    deep_analysis_patterns,
    erasure_patterns,
    exclusion_patterns,
    failure_phrases,
    file_question_patterns,
    speaker_names,
    speaker_question,
    glossary_phrases,
    halving_pattern,
    holding_words,
    inquiry_words,
    host_endings,
    keeping_patterns,
    knowledge_words,
    left_over_pattern,
    limit_phrases,
    memory_words,
    move_patterns,
    name_words,
    objection_patterns,
    open_choice_pattern,
    past_decision_patterns,
    order_answer_phrases,
    order_question_phrases,
    order_words,
    ordinary_words,
    other_one_phrases,
    others_order_pattern,
    plain_statement_patterns,
    placed_money_words,
    quotation_patterns,
    restatement_pattern,
    review_phrases,
    revocation_pattern,
    self_correction_pattern,
    sequel_patterns,
    session_span_pattern,
    setting_phrases,
    several_orders_words,
    small_talk_phrases,
    tag_patterns,
    ticker_words,
    time_zone_aliases,
    trade_verb_patterns,
    dropped_topic_patterns,
    recall_frames,
    remark_patterns,
    undo_phrases,
    unit_patterns,
    unsupported_names,
    view_patterns,
    watching_words,
    size_word_lists,
)


def load_phrase_files() -> None:
    """Load the files of all topics, unless they are loaded.

    Raises: ValueError: a file is missing or has a mistake.
    """
    for load in LOADERS:
        load()

"""What becomes of every column that can hold words when a person is erased; a test compares it with the database.

A new column is entered either in `ERASABLE`, with what is done, and the step that does it is written; or in
`FREE_OF_WORDS`, with why it holds nothing that a person has said, nor their name or platform id.
"""

from collections.abc import Mapping
from typing import Final

_OF_PLATFORM: Final = "the platform's id of a message, a press or a command; its text is the platform's"
_REFERENCE: Final = "a person's id: replaced by the reference (ledgers)"
_DELETED: Final = "the person's rows are deleted (ledgers)"
_NAME: Final = "replaced by [erased] (own_words)"
_TEXT: Final = "the person's is replaced by [erased] (own_words); a name is taken out of others' (scans)"
_EPISODE: Final = "the episode is deleted, or made anew from what is not the person's (episodes, knowledge)"
_SUMMARY: Final = "deleted, and written anew (derived)"
_FILE: Final = "deleted with the file of a person's own place; the name is taken out of a team's (knowledge)"
_MEMORY: Final = "the person's facts are taken out of every version, their name out of others' (ledgers)"

ERASABLE: Final[Mapping[str, Mapping[str, str]]] = {
    "agent_message": {
        "text": "replaced where it is of the person's turn, names or quotes them (scans)",
        "step": "NULL once the run has ended; before that when turns that are being answered begin anew (derived)",
    },
    "analysis_run": {
        "asked": "NULL once the run has ended, for which erasure waits (own_words)",
        "fusion": "emptied where it answers the person; words that name or quote them are replaced (scans)",
    },
    "approval": {"decided_by": _REFERENCE},
    "audit": {"by": "a reference from the start (migration 0033): erasure deletes whom it means"},
    "brief_subscription": {
        "person_id": f"deleted with the briefs of a place of the person's own; elsewhere {_REFERENCE}",
        "person_name": "the same; elsewhere replaced by [erased] (ledgers)",
    },
    "channel_settings": {"changed_by": _REFERENCE},
    "conversation": {"stated": _REFERENCE},
    "conversation_summary": {"text": _SUMMARY, "statements": _SUMMARY},
    "core_memory": {
        "subject": "rows of the person's own sections are deleted (ledgers); a channel's id",
        "facts": _MEMORY,
        "added": _MEMORY,
        "removed": _MEMORY,
        "person_id": _REFERENCE,
        "person_name": _NAME,
        "why": _MEMORY,
    },
    "decision": {
        "asked_by": _REFERENCE,
        "decided_by": _REFERENCE,
        "reasons": "words that name or quote the person are replaced (scans)",
        "fallback": "the same",
    },
    "episode": {
        "text": _EPISODE,
        "context": _EPISODE,
        "speakers": _EPISODE,
        "speaker_ids": _EPISODE,
        "terms": _EPISODE,
    },
    "episode_scope_count": {"scope": "the scope of what a person has said is deleted when no episode has it (derived)"},
    "episode_term_count": {"term": "terms that no episode has any more are deleted (derived)"},
    "episode_vector": {"embedding": _EPISODE},
    "erasure": {
        "person_id": "NULL when it is finished (eraser)",
        "names": "empty when it is finished (eraser); unconfirmed requests are deleted (own_words)",
    },
    "feedback": {"person_id": _REFERENCE},
    "holding_correction": {"person_id": _REFERENCE, "person_name": "replaced by [erased] (ledgers)"},
    "knowledge_base": {"name": _FILE},
    "knowledge_document": {
        "title": _FILE,
        "file_name": _FILE,
        "terms": "deleted with the file of a person's own place; terms of the name go with it (knowledge)",
        "added_by": _REFERENCE,
        "added_name": "replaced by [erased] (ledgers)",
    },
    "knowledge_term": {"term": "as the terms of the file (knowledge)"},
    "llm_prompt_text": {"messages": "all of the workspace are deleted, and none is kept for ten minutes (own_words)"},
    "llm_cache": {"answer": "the workspace's cache is emptied, and stays so for ten minutes (own_words)"},
    "llm_person_day": {"person_id": _DELETED},
    "message": {"author": _NAME, "text": _TEXT},
    "opening": {"person_id": _REFERENCE, "person_name": _NAME, "text": _TEXT},
    "overheard": {
        "person_id": _REFERENCE,
        "person_name": _NAME,
        "text": "emptied (own_words); a name in others' (scans)",
    },
    "person_pace": {"person_id": _DELETED},
    "person_reference": {"person_id": "deleted with the last step (eraser)"},
    "price_alert": {
        "person_id": "the person's alerts are deleted (ledgers)",
        "person_name": "the same",
        "settled_by": _REFERENCE,
        "settled_name": "replaced by [erased] (ledgers)",
    },
    "queued_turn": {"person_id": "gone when the message is answered, which is waited for (own_words)"},
    "reply": {
        "answer": "blanked where it answers the person, names or quotes them (own_words, scans)",
        "last_error": "emptied with it",
    },
    "shared_files": {"files": "deleted with the person's message (own_words)"},
    "slack_installation": {"installer_id": _REFERENCE},
    "summary_vector": {"embedding": "deleted with its summary (derived)"},
    "surplus_turn": {"person_id": _REFERENCE},
    "trading_limit": {
        "text": "replaced, and the rule ended (own_words); a name in others' (scans)",
        "person_id": _REFERENCE,
        "person_name": _NAME,
        "removed_by": _REFERENCE,
    },
    "turn": {
        "person_id": _REFERENCE,
        "person_name": _NAME,
        "person_language": "emptied (own_words)",
        "text": _TEXT,
        "platform_id": f"the person's id in that of a press is replaced (own_words); else {_OF_PLATFORM}",
        "changed_text": "NULL once the message is answered, for which erasure waits (own_words)",
    },
    "turn_log": {"entries": "deleted where it is of the person's turn, names or quotes them (own_words, scans)"},
    "watched_share": {
        "owner": "the person's own list is deleted (ledgers); a channel's id",
        "person_id": _REFERENCE,
        "person_name": "replaced by [erased] (ledgers)",
    },
}

# By the reason, "table.column" of each.
FREE_OF_WORDS: Final[Mapping[str, str]] = {
    "a code of ours": """
        account.kind account.market account.currency agent_message.sender agent_message.recipient
        analyst_digest.market analyst_digest.analyst analyst_digest.session analyst_report.market
        analyst_report.analyst analyst_report.session alert_poll.market approval.outcome audit.kind
        background_call_stat.purpose background_call_stat.outcome caught_up_alert_stat.market channel_settings.engine
        channel_settings.listen conversation.state conversation_summary.method core_memory.scope core_memory.section
        core_memory.kind corporate_action.kind decision.action decision.price_source decision.tags decision.engine
        decision.status engine_run.engine engine_run.prompt_version episode.kind episode.tags feedback.vote
        feedback.engines fill.side forecast.event forecast.base_rate_source forecast.stance job_stat.name
        holding_correction.kind holding_correction.status llm_call.purpose llm_call.role llm_call.prompt_version
        llm_call.outcome llm_day.part message.role message.intent message.state_before message.state_after outbox.name
        paper_order.side paper_order.status paper_order.reason picked_reading.kind position.held_kind
        price_alert.market price_alert.kind price_alert.state reply.intent reply.state reply.fallback
        slack_installation.scopes surplus_turn.reason tenant.platform trade_order.approved trade_order.side
        trade_order.status trade_order.reason trading_limit.scope trading_limit.measure trading_limit.unit
        trading_limit.period turn.kind turn.status turn_log.intent watched_share.kind watched_share.market
    """,
    "symbols of shares": """
        account_value.at_cost agent_message.symbols analysis_run.symbols analyst_digest.symbol analyst_report.symbol
        conversation.focus conversation_summary.symbols conversation_symbol.symbol corporate_action.symbol
        decision.symbol episode.symbols fill.symbol holding_correction.symbol holding_correction.into_symbol
        paper_order.symbol paper_position.symbol position.symbol price_alert.symbol reflection.symbol
        trade_order.symbol trading_limit.symbols watched_share.symbol
    """,
    "the platform's id of a place: a channel or thread, not of a person": """
        brief_subscription.channel channel_settings.channel channel_visibility.channel conversation.channel
        conversation.thread episode.channel episode_vector.channel knowledge_base.channel opening.channel
        overheard.channel price_alert.channel shared_files.channel trading_limit.channel turn.channel
    """,
    "names a process": """
        analysis_run.lease_owner alert_poll.owner conversation.lease_owner opening_origin.origin outbox_claim.owner
        posting.owner process.owner reply.lease_owner summary_lease.owner turn.origin
    """,
    "the code of a language": """
        analyst_report.language brief_subscription.language channel_settings.language conversation.language
        conversation_summary.language episode.language opening.person_language reflection.words_language
        reply.language
    """,
    "the name of a model": """
        conversation_summary.model episode_model_count.model episode_vector.model llm_cache.model llm_call.model
        summary_vector.model
    """,
    "the platform's id of a message, a press or a command; its text is the platform's": """
        episode.link_message_id opening.command_id overheard.platform_id posting.platform_id reply.platform_id
        shared_files.message_id
    """,
    "an id of ours, or of the broker's": """
        fill.broker_fill_id paper_fill.client_order_id paper_fill.id paper_order.client_order_id
        trade_order.client_order_id
    """,
    "a digest": "knowledge_document.digest llm_cache.key llm_call.prompt_hash posting.digest slack_oauth_state.digest",
    "of the bot": "slack_installation.bot_token slack_installation.bot_id slack_installation.bot_user_id",
    "random": "erasure.reference person_reference.reference",
    "symbols and figures": "account.differences",
    "codes, figures and published headlines": "analyst_digest.digest",
    "names a prompt of ours": "analyst_report.prompt",
    "as a digest, or a model's sentences: an analyst is given nothing that a person has said": "analyst_report.report",
    "codes, ids and figures: of a press no typed words (without_typed_words)": "audit.facts",
    "the name of a time zone": "channel_settings.time_zone",
    "ids and numbers": "conversation.offered_versions",
    "figures and codes": "decision_result.result",
    "names of ours, and numbers": "erasure.counts",
    "names of engines and codes": "forecast.shadows",
    "codes and symbols": "llm_call.fact_ids",
    "ids, or a place": "outbox.key",
    "ids, or a place: the relay reads them without being of the tenant": "outbox.arguments",
    "the class of an error and its figures: no job puts words into one": "outbox.last_error",
    "a model's sentences on figures, codes and a symbol: it is given nothing that a person has said": """
        reflection.words
    """,
    "codes and ids": "reply.occasion",
    "of an organisation": "slack_installation.enterprise_id",
    "of the app": "slack_installation.app_id",
    "names a key": "slack_installation.sealed_with",
    "the platform's id of a workspace; of a terminal and of direct messages on Discord, the person's": """
        tenant.workspace
    """,
}

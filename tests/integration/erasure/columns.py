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

_CODE: Final = "a code of ours"
_SYMBOL: Final = "symbols of shares"
_PLACE: Final = "the platform's id of a place: a channel or thread, not of a person"
_MESSAGE: Final = _OF_PLATFORM
_MODEL: Final = "the name of a model"
_PROCESS: Final = "names a process"
_LANGUAGE: Final = "the code of a language"
_ORDER: Final = "an id of ours, or of the broker's"

FREE_OF_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "account": {"kind": _CODE, "market": _CODE, "currency": _CODE, "differences": "symbols and figures"},
    "account_value": {"at_cost": _SYMBOL},
    "agent_message": {"sender": _CODE, "recipient": _CODE, "symbols": _SYMBOL},
    "analysis_run": {"symbols": _SYMBOL, "lease_owner": _PROCESS},
    "analyst_digest": {
        "market": _CODE,
        "symbol": _SYMBOL,
        "analyst": _CODE,
        "session": _CODE,
        "digest": "codes, figures and published headlines",
    },
    "analyst_report": {
        "market": _CODE,
        "symbol": _SYMBOL,
        "analyst": _CODE,
        "session": _CODE,
        "prompt": "names a prompt of ours",
        "language": _LANGUAGE,
        "report": "as a digest, or a model's sentences: an analyst is given nothing that a person has said",
    },
    "alert_poll": {"market": _CODE, "owner": _PROCESS},
    "approval": {"outcome": _CODE},
    "audit": {"kind": _CODE, "facts": "codes, ids and figures: of a press no typed words (without_typed_words)"},
    "background_call_stat": {"purpose": _CODE, "outcome": _CODE},
    "brief_subscription": {"channel": _PLACE, "language": _LANGUAGE},
    "caught_up_alert_stat": {"market": _CODE},
    "channel_settings": {
        "channel": _PLACE,
        "language": _LANGUAGE,
        "time_zone": "the name of a time zone",
        "engine": _CODE,
        "listen": _CODE,
    },
    "channel_visibility": {"channel": _PLACE},
    "conversation": {
        "channel": _PLACE,
        "thread": _PLACE,
        "state": _CODE,
        "focus": _SYMBOL,
        "language": _LANGUAGE,
        "lease_owner": _PROCESS,
        "offered_versions": "ids and numbers",
    },
    "conversation_summary": {"language": _LANGUAGE, "method": _CODE, "model": _MODEL, "symbols": _SYMBOL},
    "conversation_symbol": {"symbol": _SYMBOL},
    "core_memory": {"scope": _CODE, "section": _CODE, "kind": _CODE},
    "corporate_action": {"symbol": _SYMBOL, "kind": _CODE},
    "decision": {
        "symbol": _SYMBOL,
        "action": _CODE,
        "price_source": _CODE,
        "tags": _CODE,
        "engine": _CODE,
        "status": _CODE,
    },
    "decision_result": {"result": "figures and codes"},
    "engine_run": {"engine": _CODE, "prompt_version": _CODE},
    "episode": {
        "kind": _CODE,
        "symbols": _SYMBOL,
        "tags": _CODE,
        "channel": _PLACE,
        "link_message_id": _MESSAGE,
        "language": _LANGUAGE,
    },
    "episode_model_count": {"model": _MODEL},
    "episode_vector": {"model": _MODEL, "channel": _PLACE},
    "erasure": {"reference": "random", "counts": "names of ours, and numbers"},
    "feedback": {"vote": _CODE, "engines": _CODE},
    "fill": {"symbol": _SYMBOL, "side": _CODE, "broker_fill_id": _ORDER},
    "forecast": {"event": _CODE, "base_rate_source": _CODE, "stance": _CODE, "shadows": "names of engines and codes"},
    "job_stat": {"name": _CODE},
    "knowledge_base": {"channel": _PLACE},
    "knowledge_document": {"digest": "a digest"},
    "llm_cache": {"key": "a digest", "model": _MODEL},
    "holding_correction": {"kind": _CODE, "status": _CODE, "symbol": _SYMBOL, "into_symbol": _SYMBOL},
    "llm_call": {
        "purpose": _CODE,
        "role": _CODE,
        "model": _MODEL,
        "prompt_version": _CODE,
        "outcome": _CODE,
        "prompt_hash": "a digest",
        "fact_ids": "codes and symbols",
    },
    "llm_day": {"part": _CODE},
    "message": {"role": _CODE, "intent": _CODE, "state_before": _CODE, "state_after": _CODE},
    "opening": {"channel": _PLACE, "command_id": _MESSAGE, "person_language": _LANGUAGE},
    "opening_origin": {"origin": _PROCESS},
    "outbox": {
        "name": _CODE,
        "key": "ids, or a place",
        "arguments": "ids, or a place: the relay reads them without being of the tenant",
        "last_error": "the class of an error and its figures: no job puts words into one",
    },
    "outbox_claim": {"owner": _PROCESS},
    "overheard": {"channel": _PLACE, "platform_id": _MESSAGE},
    "paper_fill": {"client_order_id": _ORDER, "id": _ORDER},
    "paper_order": {"client_order_id": _ORDER, "symbol": _SYMBOL, "side": _CODE, "status": _CODE, "reason": _CODE},
    "paper_position": {"symbol": _SYMBOL},
    "person_reference": {"reference": "random"},
    "picked_reading": {"kind": _CODE},
    "position": {"symbol": _SYMBOL, "held_kind": _CODE},
    "posting": {"platform_id": _MESSAGE, "owner": _PROCESS, "digest": "a digest"},
    "process": {"owner": _PROCESS},
    "price_alert": {"channel": _PLACE, "market": _CODE, "symbol": _SYMBOL, "kind": _CODE, "state": _CODE},
    "reflection": {
        "symbol": _SYMBOL,
        "words": "a model's sentences on figures, codes and a symbol: it is given nothing that a person has said",
        "words_language": _LANGUAGE,
    },
    "reply": {
        "intent": _CODE,
        "state": _CODE,
        "language": _LANGUAGE,
        "lease_owner": _PROCESS,
        "platform_id": _MESSAGE,
        "occasion": "codes and ids",
        "fallback": _CODE,
    },
    "shared_files": {"channel": _PLACE, "message_id": _MESSAGE},
    "slack_installation": {
        "enterprise_id": "of an organisation",
        "app_id": "of the app",
        "bot_token": "of the bot",
        "sealed_with": "names a key",
        "bot_id": "of the bot",
        "bot_user_id": "of the bot",
        "scopes": _CODE,
    },
    "slack_oauth_state": {"digest": "a digest"},
    "summary_lease": {"owner": _PROCESS},
    "summary_vector": {"model": _MODEL},
    "surplus_turn": {"reason": _CODE},
    "tenant": {
        "platform": _CODE,
        "workspace": "the platform's id of a workspace; of a terminal and of direct messages on Discord, the person's",
    },
    "trade_order": {
        "client_order_id": _ORDER,
        "approved": _CODE,
        "symbol": _SYMBOL,
        "side": _CODE,
        "status": _CODE,
        "reason": _CODE,
    },
    "trading_limit": {
        "scope": _CODE,
        "measure": _CODE,
        "unit": _CODE,
        "symbols": _SYMBOL,
        "period": _CODE,
        "channel": _PLACE,
    },
    "turn": {"kind": _CODE, "channel": _PLACE, "status": _CODE, "origin": _PROCESS},
    "turn_log": {"intent": _CODE},
    "watched_share": {"kind": _CODE, "symbol": _SYMBOL, "market": _CODE},
}

"""Erases a person from episodes. None is changed: one that is made anew gets another id, terms and vectors."""

from typing import Final

from psycopg.types.json import Jsonb

from bot.domain.erasure import ERASED, Erased, PersonWords
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult, with_result_lines
from db.codec import decode
from db.erasure.batch import Batch
from db.pool import Row

_ANSWER: Final = "\nParley: "
# The indexer has read the text of this one, and may be about to store its terms: it waits, and finds no row.
DELETE: Final = "DELETE FROM episode WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
# The conversation has an index, an episode's messages have none.
UNGROUP: Final = """
UPDATE overheard SET episode_id = NULL
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND episode_id = %(id)s
"""
REMAKE: Final = """
INSERT INTO episode (tenant_id, id, conversation_id, turn_id, kind, text, symbols, tags, decision_id, decision_version,
                     context, created_at, market_time, channel, speakers, speaker_ids, first_message, last_message,
                     said_from, said_until, is_public, link_message_id, language)
SELECT tenant_id, gen_random_uuid(), conversation_id, turn_id, kind, %(text)s, symbols, tags, decision_id,
       decision_version, %(context)s, created_at, market_time, channel, %(speakers)s, %(speaker_ids)s, first_message,
       last_message, said_from, said_until, is_public, link_message_id, language
  FROM episode WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""


async def treat_episode(batch: Batch, words: PersonWords, row: Row) -> None:
    """Erase the person from one episode: make it anew from what is not theirs, or delete it."""
    is_speaker = bool({words.person_id, batch.reference} & set(row["speaker_ids"]))
    if not (is_speaker or words.gives_away(row["text"]) or words.document_gives_away(row["context"])):
        return
    if row["kind"] == "talk":  # what is left of it is grouped anew
        await batch.execute(UNGROUP, id=row["id"], conversation_id=row["conversation_id"])
    elif (text := _rest(row, words, is_speaker=is_speaker)) is not None:
        await batch.execute(
            REMAKE,
            id=row["id"],
            text=text,
            context=Jsonb(words.redacted(row["context"])),
            speakers=[] if is_speaker else row["speakers"],
            speaker_ids=[] if is_speaker else row["speaker_ids"],
        )
    await batch.execute(DELETE, id=row["id"])
    batch.count(Erased.EPISODES, 1)


def _rest(row: Row, words: PersonWords, *, is_speaker: bool) -> str | None:
    """Return what an episode says without the person: of a decision trade, reasons and result; None: nothing."""
    if row["kind"] == "decision":
        return _decision_text(row, words)
    if is_speaker or row["kind"] == "memo":  # made anew, one that was put away would be found again
        return None
    question, found, answer = row["text"].partition(_ANSWER)
    kept = ERASED if words.gives_away(answer) else answer
    rest: str = words.without_name(question) + found + kept
    return rest


def _decision_text(row: Row, words: PersonWords) -> str | None:
    trade, _, _ = row["text"].partition(": ")
    arguments = (each["words"].get("text") or each["code"] for each in row["reasons"] or ())
    kept = "; ".join(each for each in arguments if not words.gives_away(each))
    text = f"{trade}: {kept}." if kept else f"{trade}."
    results = [decode(ActualResult, each) for each in row["actual_results"] or ()]
    if results:
        text = with_result_lines(text, results, Language(row["language"] or Language.ENGLISH))
    return None if words.gives_away(text) else text

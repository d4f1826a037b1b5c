"""Words of questions about what was said that say what is asked for, and whose words (`data/recall.toml`)."""

from enum import StrEnum

from bot.reading.word_tables import find_phrases, lists_in, phrase_list, phrase_table, words_of


class Asked(StrEnum):
    """What words of a question ask for."""

    TALK = "talk"  # that it was said
    QUESTIONS = "questions"
    WHEN = "when"
    VIEW = "view"
    RULE = "rule"
    WE = "we"
    YES_OR_NO = "yes_or_no"
    DECIDED = "decided"
    PASSED = "passed"  # a trade that was not made
    OPEN = "open"  # what nobody has answered


def asked_in(text: str) -> frozenset[Asked]:
    """Return what the words of a text ask for."""
    return frozenset(map(Asked, lists_in(text, "recall", "asked")))


def speakers_in(text: str) -> frozenset[str]:
    """Return whom a question is about: "self", who asks it, "did I say …?"; "one", "he" or "she"."""
    return lists_in(text, "recall", "speakers")


def is_pronoun(text: str) -> bool:
    """Return whether a text is "he" or "she", and nothing else."""
    words = words_of(text)
    return phrase_table("recall", "speakers").longest_match(words, 0) == ("one", len(words))


def ends_with_receiver(text: str) -> bool:
    """Return whether a name behind a text is for whom something is to be done: "recap it for"."""
    words = words_of(text)
    return bool(words) and phrase_table("recall", "speakers").longest_match(words, len(words) - 1) == ("for_whom", 1)


def without_asking(text: str) -> str:
    """Return a text without the words that say what is asked for."""
    kept = text
    for _, start, end in find_phrases(text, phrase_table("recall", "asked")):
        kept = kept[:start] + " " * (end - start) + kept[end:]
    return kept


def opens_time(words: str) -> bool:
    """Return whether words right before a time make it another one: "as of"."""
    return phrase_list("recall", "times", "opening").longest_match(words.lower().split(), 0) is not None

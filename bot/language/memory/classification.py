"""Decide whom a statement is about, and to which section of core memory it belongs."""

from bot.domain.memory.core_memory import SECTIONS, MemoryScope, MemorySection
from bot.language.memory.words import SECTION_LISTS, memory_words


def scope_of(text: str) -> MemoryScope:
    """Return whom a statement is about: the team if it names it first, "we" the channel, "I" the person.

    Of a statement without a person, a rule or a wish is its author's, and a fact the channel's. "We" is no wider than
    the channel: what is said in a private one must not be read elsewhere.
    """
    lowered, words = text.lower(), memory_words()
    team, ours, mine = (words.subjects[name].search(lowered) for name in ("team", "ours", "mine"))
    if team and (mine is None or team.start() <= mine.start()):
        return MemoryScope.TEAM
    if ours and (mine is None or ours.start() <= mine.start()):
        return MemoryScope.CHANNEL
    is_wish = any(words.sections[name].search(lowered) for name in ("hard", "preferences", "persona", "language"))
    return MemoryScope.PERSON if mine or is_wish else MemoryScope.CHANNEL


def section_of(text: str, scope: MemoryScope) -> MemorySection:
    """Return the section of a statement among those of `scope`; notes if it fits no other."""
    lowered, words = text.lower(), memory_words()
    if scope is MemoryScope.TEAM:
        is_manner = words.sections["persona"].match(lowered) or words.sections["language"].search(lowered)
        return MemorySection.PERSONA if is_manner else MemorySection.TEAM
    if words.sections["persona"].match(lowered):
        return MemorySection.PREFERENCES
    found = (section for name, section in SECTION_LISTS.items() if words.sections[name].search(lowered))
    return next((each for each in found if each in SECTIONS[scope]), MemorySection.NOTES)

"""Reads texts as questions about what was said, known or decided, whatever else they may be."""

from dataclasses import replace

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.text.normalise import normalise
from bot.reading.assembly import assemble
from bot.reading.parses import Kind
from bot.reading.trained.parser import trained_parser


def read_memory_question(text: str, around: Surroundings, message: MessageFacts) -> AskMemory | None:
    """Return the question that a text asks memory; None: it names nothing that could be one.

    Args:
        text: The question, without a mention of the bot.
        around: Where it is asked.
        message: The message that asks it.
    """
    before = frozenset({Before.FOCUS}) if around.focus else frozenset[Before]()
    parse = trained_parser().parse_as(normalise(text), Kind.RECALL, instruments=around.instruments, before=before)
    request = assemble(parse, around, message)
    return request if isinstance(request, AskMemory) else None


def continued_question(text: str, before: str, around: Surroundings, message: MessageFacts) -> AskMemory | None:
    """Return what "and about banks?" asks behind another question: that one, about another topic."""
    asked, earlier = (read_memory_question(each, around, message) for each in (text, before))
    if asked is None or earlier is None:
        return None
    about, of = asked.whole.question, earlier.whole.question
    speaker = about.speaker or of.speaker
    question = replace(of, text=about.text, symbols=about.symbols, speaker=speaker, latest_first=False)
    names_pronoun = earlier.whole.names_pronoun and not about.speaker
    return AskMemory(whole=replace(asked.whole, question=question, names_pronoun=names_pronoun), topic=about.text)

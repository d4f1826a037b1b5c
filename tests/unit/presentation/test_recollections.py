"""What is said where nothing was found, and beside scores."""

import pytest

from bot.domain.conversation.blocks import plain_text
from bot.domain.memory.recall import RecallQuestion, RecallScope
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue
from bot.presentation.recollections import Recollection, RecollectionPresenter


@pytest.mark.parametrize(
    ("scope", "where"),
    [
        (RecallScope.CONVERSATION, "in what was said in this conversation."),
        (RecallScope.CHANNEL, "in what was said in this channel."),
        (RecallScope.WORKSPACE, "in what was said here or in public channels."),
    ],
)
def test_nothing_found_then_where_it_was_looked_for(scope: RecallScope, where: str) -> None:
    nothing = Recollection(question=RecallQuestion(text="banks"), found=(), links=())
    presenter = RecollectionPresenter(Catalogue(), scope)
    answer = presenter.answer(Locale(Language.ENGLISH), nothing)
    assert plain_text(answer.blocks).endswith(where)

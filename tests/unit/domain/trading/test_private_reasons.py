"""What the reasons of a decision are outside the private place where it was proposed."""

from decimal import Decimal

from bot.domain.trading.decisions import Reason
from bot.domain.trading.drafts import MODEL_REASON, SAID_IN_PRIVATE, without_own_words


def test_sentences_of_a_model_and_a_note_are_left_out_and_the_rest_stays() -> None:
    rule = Reason("above_sma200", 0.2)
    adjusted = Reason("adjusted_with_note", 0.0, {"amount": Decimal(5)}, {"by": "Ann", "note": "for Smith"})
    said = Reason(MODEL_REASON, 0.0, words={"text": "your client Smith wants it"})

    shown = tuple(without_own_words((adjusted, rule, said, said)))

    plain = Reason("adjusted", 0.0, {"amount": Decimal(5)}, {"by": "Ann"})
    assert shown == (Reason(SAID_IN_PRIVATE, 0.0), plain, rule)

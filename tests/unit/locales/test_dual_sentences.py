"""Every code that the dual engine can give has its sentence in both languages, and no sentence is left over."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.domain.text.locale import Language, Locale
from bot.domain.text.tokens import read_word_lists
from bot.domain.text.topics import TONES
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decisions import Reason
from bot.domain.trading.validation import Violation
from bot.engines.common.drafting import MISSING, NO_VALID_ANSWER
from bot.engines.common.shortages import cash_shortage, describe_to_model
from bot.locales import Catalogue
from bot.model_errors import ModelError
from tests.unit.locales.sentences import unsayable, with_subclasses, written

D = Decimal
SAY = Catalogue()


FALLBACKS = {MISSING, NO_VALID_ANSWER, *(kind().code for kind in with_subclasses(ModelError))}
POWER = BuyingPower(price=D(2), held_shares=D(0), available_cash=D(3), total_assets=D(0), commission=D(0))
CASH = cash_shortage(POWER, required=D(5), total_required=D(8), attempt=1)
VIOLATIONS = [
    *(Violation(code) for code in ("not_json", "missing", "draft_not_object", "unknown_action", "order_refused")),
    *(Violation(code) for code in ("amount_unreadable", "confidence_unreadable", "asked_to_buy", "asked_to_sell")),
    Violation("less_than_one_share", {"change": D(50), "price": D(100)}, {"suggested_target": D(100)}),
    *(
        Violation(
            "insufficient_shares",
            {"required": D(5), "available": held, "shortfall": 5 - held, "attempt": D(1)},
            {"suggested_shares": held},
        )
        for held in (D(3), D(0))
    ),
    Violation("confidence_in_percent", {"confidence": D(80)}, {"suggested_confidence": D("0.80")}),
    Violation("confidence_not_in_range", {"confidence": D(500)}),
    Violation(
        "above_rest_of_limit",
        {"cash_change": D(5), "commission": D(1), "limit": D(3), "stated": D(9), "taken": D(6)},
        {"suggested_shares": D(1), "suggested_cash_change": D(2)},
    ),
    Violation("loose_figures", words={"figures": "doubled, 37 %"}),
    CASH,
]
REST = Reason(
    "sized_by_rest_of_limit", 0.0, {"shares": D(1), "max_cash": D(3), "price": D(2), "commission": D(1), "stated": D(9)}
)
WOULD = {"model_agrees", "model_would_hold", "model_would_buy", "model_would_sell"}


@pytest.mark.parametrize(("language", "not_advice"), [(Language.ENGLISH, "not advice"), (Language.CHINESE, "不是建议")])
def test_fallback_says_that_it_is_one_and_why(language: Language, not_advice: str) -> None:
    locale = Locale(language)
    incomplete = []
    for code in sorted(FALLBACKS):
        whole = SAY.render_reason(locale, Reason(f"fallback_{code}", 0.0))
        if not (whole.endswith(SAY.render_code(locale, "fallback", code)) and not_advice in whole):
            incomplete.append(whole)
    assert incomplete == []


def test_dissent_has_its_sentence() -> None:
    assert unsayable(WOULD, lambda locale, code: SAY.render_reason(locale, Reason(code, 0.0))) == []


@pytest.mark.parametrize("language", Language)
def test_rest_of_a_limit_has_its_sentence(language: Language) -> None:
    told = SAY.render_reason(Locale(language), REST)
    assert "3.00" in told
    assert "9.00" in told


def test_complaint_has_its_sentence() -> None:
    def say(locale: Locale, violation: Violation) -> str:
        return SAY.render_code(locale, "violation", violation.code, **violation.variables)

    assert unsayable(VIOLATIONS, say) == []


def test_no_sentence_is_left_without_its_code() -> None:
    assert written("fallback", "dual.ftl") == FALLBACKS
    assert written("reason", "dual.ftl") == {f"fallback_{code}" for code in FALLBACKS} | WOULD | {REST.code}
    assert written("violation", "dual.ftl") == {violation.code for violation in VIOLATIONS}


def test_tag_has_a_name() -> None:
    topics = read_word_lists("bot.domain.text", "topics_en.toml")["topics"]
    assert unsayable({*topics, *TONES}, lambda locale, tag: SAY.render_code(locale, "tag", tag)) == []


def test_shortage_suggests_what_fits() -> None:
    line = describe_to_model("IBM", CASH, texts=SAY)
    assert "shortfall: 2.00" in line
    assert line.endswith("buy at most 1 whole shares, a target of at most 2.00.")
    poor = replace(POWER, available_cash=D(1))
    short = cash_shortage(poor, required=D(5), total_required=D(5), attempt=2)
    assert describe_to_model("IBM", short, texts=SAY).endswith("hold.")

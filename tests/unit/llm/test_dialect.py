import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from adapters.llm.dialect import AnswerFormat, ServerDialect, strict_schema
from bot.agents.answer_parser import answer_schema
from tests.fakes.openai.schema_values import is_strict, schema_value


class Inner(BaseModel):
    amount: float = Field(ge=0, le=5)
    note: str | None = None


class Outer(BaseModel):
    action: Literal["buy", "hold"] = "hold"
    inner: Inner
    many: list[Inner] = Field(default_factory=list, max_length=3)
    either: int | str = 1


class Loose(BaseModel):
    by_name: dict[str, Inner]


class TestStrict:
    def test_every_property_is_required_and_no_other_allowed(self) -> None:
        schema = strict_schema(Outer.model_json_schema())

        assert schema is not None
        assert is_strict(schema)
        assert schema["required"] == ["action", "inner", "many", "either"]
        assert set(schema["$defs"]["Inner"]["properties"]) == {"amount", "note"}

    def test_what_fits_it_is_read(self) -> None:
        schema = strict_schema(Outer.model_json_schema())
        assert schema is not None
        assert answer_schema(Outer, name="outer").parse(json.dumps(schema_value(schema))) == Outer(
            action="buy", inner=Inner(amount=0, note="none"), either=0
        )

    def test_bounds_are_left_to_the_check_of_the_answer(self) -> None:
        said = json.dumps(strict_schema(Outer.model_json_schema()))
        assert not [word for word in ("minimum", "maxItems", "default", "title") if f'"{word}"' in said]

    def test_property_with_the_name_of_a_keyword_stays(self) -> None:
        schema = strict_schema(
            {"type": "object", "properties": {"default": {"type": "string"}, "not": {"type": "string"}}}
        )
        assert schema is not None
        assert schema["required"] == ["default", "not"]

    @pytest.mark.parametrize(
        "schema",
        [
            Loose.model_json_schema(),
            {"type": "object"},
            {"type": "object", "properties": {"a": {"not": {"type": "string"}}}},
            {"type": "object", "properties": {"a": {"type": "array", "items": True}}},
            {"type": "object", "properties": {"anything": {"title": "Anything"}}},
        ],
    )
    def test_what_has_no_strict_form_has_none(self, schema: dict[str, Any]) -> None:
        assert strict_schema(schema) is None


class TestDialect:
    def test_named_parameter_is_left_out(self) -> None:
        sent = frozenset({"seed", "temperature"})
        other = ServerDialect().adapt_to_refusal("seed and temperature", param="temperature", sent=sent)
        assert other == ServerDialect(omitted=frozenset({"temperature"}))

    def test_parameter_in_the_words_alone_is_found(self) -> None:
        refusal = '{"detail": [{"loc": ["body", "response_format"], "msg": "extra fields not permitted"}]}'
        other = ServerDialect().adapt_to_refusal(refusal, param=None, sent=frozenset({"response_format", "seed"}))
        assert other == ServerDialect(answer_format=AnswerFormat.JSON_OBJECT)

    def test_what_was_not_sent_is_not_the_cause(self) -> None:
        assert (
            ServerDialect().adapt_to_refusal("seed is not supported", param="seed", sent=frozenset({"model"})) is None
        )

    def test_name_of_the_length_changes_once(self) -> None:
        refusal = "use 'max_tokens' or 'max_completion_tokens'"
        once = ServerDialect().adapt_to_refusal(refusal, param=None, sent=frozenset({"max_completion_tokens"}))
        assert once is not None
        assert once.length_parameter == "max_tokens"
        assert once.adapt_to_refusal(refusal, param=None, sent=frozenset({"max_tokens"})) is None

    def test_form_in_words_is_the_last(self) -> None:
        sent = frozenset({"response_format"})
        assert (
            ServerDialect(answer_format=AnswerFormat.PROMPT_ONLY).adapt_to_refusal(
                "response_format", param="response_format", sent=sent
            )
            is None
        )

    def test_refusal_about_nothing_known_changes_nothing(self) -> None:
        assert (
            ServerDialect().adapt_to_refusal("the model is not ready", param=None, sent=frozenset({"seed", "model"}))
            is None
        )

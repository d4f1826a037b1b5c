"""Both languages say the same things with the same figures, and every code that can be said has its sentence."""

import ast
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

import bot.locales
from bot.domain.conversation.buttons import ButtonAction
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent, Refusal, State
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import Action, DecisionStatus
from bot.domain.trading.execution.orders import FINAL_ORDER_STATUSES, OPEN_ORDER_STATUSES, OrderStatus, Side
from bot.domain.trading.performance import Assessment
from bot.engines.rules.analysis import Rating
from bot.errors import ParleyError
from bot.locales import Catalogue
from bot.model_errors import ModelError
from tests.unit.locales.sentences import with_subclasses

SAY = Catalogue()
BOT = Path(bot.locales.__file__).parent.parent
MARKETS = ("sample", "yahoo")


class _VariableCollector(Visitor):
    """What a message's pattern refers to."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802 - the library's naming
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802 - the library's naming
        self.messages.add(node.id.name)


@cache
def messages(language: Language) -> dict[str, ftl.Message]:
    found: dict[str, ftl.Message] = {}
    for source in sorted(files(bot.locales).joinpath(language.value).iterdir(), key=lambda each: each.name):
        resource = FluentParser(with_spans=False).parse(source.read_text(encoding="utf-8"))
        for entry in resource.body:
            assert not isinstance(entry, ftl.Junk), f"{source.name}: {entry.content}"
            if isinstance(entry, ftl.Message):
                assert entry.id.name not in found, f"{source.name}: {entry.id.name} stands twice"
                found[entry.id.name] = entry
    return found


def variables(language: Language, message_id: str) -> set[str]:
    """All variables that a sentence may name, through the sentences it refers to."""
    names = _VariableCollector()
    names.visit(messages(language)[message_id])
    return names.variables.union(*(variables(language, other) for other in names.messages))


# The same figure in the unit of the language: billions here, hundreds of millions there.
IN_ONE_LANGUAGE_ONLY = {
    "value-market-cap": {"billions", "hundred_millions"},
    "compare-market-cap": {"billions", "hundred_millions"},
    "fact-large-usd": {"billions", "hundred_millions"},
    "reason-market-value": {"billions", "hundred_millions"},
}


def test_both_languages_have_the_same_messages() -> None:
    assert messages(Language.ENGLISH).keys() == messages(Language.CHINESE).keys()


def test_both_languages_name_the_same_variables() -> None:
    differences = {
        message_id: variables(Language.ENGLISH, message_id) ^ variables(Language.CHINESE, message_id)
        for message_id in messages(Language.ENGLISH)
    }
    assert {
        message_id: names
        for message_id, names in differences.items()
        if not names <= IN_ONE_LANGUAGE_ONLY.get(message_id, set())
    } == {}


def literal_ids() -> Iterator[tuple[str, str]]:
    """Every message id that stands in the code as such: texts.render(Locale(language), "id")."""
    for path in sorted(BOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "render":
                for argument in node.args[1:2]:
                    for each in ast.walk(argument):
                        if isinstance(each, ast.Constant) and isinstance(each.value, str) and "-" in each.value:
                            yield path.name, each.value


def test_every_message_that_the_code_names_exists() -> None:
    ids = {(name, message_id) for name, message_id in literal_ids() if not message_id.endswith("-")}
    assert ids
    assert not {(name, each) for name, each in ids if each not in messages(Language.ENGLISH)}


STALE = (*(status for status in DecisionStatus if status is not DecisionStatus.PROPOSED), "hold", "another_market")


CODED = {
    *(f"state-{state.lower()}" for state in State),
    *(f"possible-{intent.lower()}" for intent in Intent if intent is not Intent.UNKNOWN),
    "did-you-mean-confirm",
    "did-you-mean-cancel",
    *(f"refused-{refusal}" for refusal in Refusal),
    *(f"status-{status}" for status in DecisionStatus),
    *(f"status-word-{status}" for status in DecisionStatus),
    *(f"final-status-{status}" for status in DecisionStatus if status is not DecisionStatus.PROPOSED),
    *(f"order-status-{status}" for status in OrderStatus),
    *(f"order-{side}" for side in Side),
    *(f"verdict-{verdict}" for verdict in Assessment),
    *(f"action-{action}" for action in Action),
    *(f"button-{press}" for press in ButtonAction),
    *(f"view-{view}" for view in Rating),
    *(f"view-word-{view}" for view in Rating),
    *(f"{prefix}-{market}" for prefix in ("welcome", "market") for market in MARKETS),
    *(f"rejected-{why}" for why in ("insufficient_cash", "insufficient_shares", "fractional_shares", "unknown")),
    *(f"problem-{problem}" for problem in Problem),
    *(cls.__new__(cls).key for cls in {*with_subclasses(ParleyError), *with_subclasses(ModelError)}),
}


@pytest.mark.parametrize("language", Language)
def test_every_code_has_its_sentence(language: Language) -> None:
    ids = {message_id.replace("_", "-") for message_id in CODED}
    assert sorted(message_id for message_id in ids if not SAY.has(Locale(language), message_id)) == []


@pytest.mark.parametrize("language", Language)
def test_a_stale_decision_says_which_way_it_went(language: Language) -> None:
    general, *told = (
        SAY.render(Locale(language), "error-stale-decision", status=status, symbol="GOOG")
        for status in ("something else", *STALE)
    )
    assert all("GOOG" in sentence for sentence in told)
    # What is expired has an error of its own.
    assert [status for status, sentence in zip(STALE, told, strict=True) if sentence == general] == ["expired"]


def test_a_single_second_is_no_plural() -> None:
    said = [
        SAY.render(Locale(Language.ENGLISH), "error-confirmation-too-late", symbol="IBM", seconds=n) for n in (1, 60)
    ]
    assert ["seconds" in each for each in said] == [False, True]


def test_open_orders_are_those_without_an_outcome() -> None:
    assert set(OrderStatus) - OPEN_ORDER_STATUSES == FINAL_ORDER_STATUSES


@pytest.mark.parametrize("language", Language)
def test_a_negative_figure_has_a_minus_sign_and_a_date_its_hyphens(language: Language) -> None:
    score = SAY.render(Locale(language), "reason-score-would-buy", score=Decimal("-0.31"))
    assert "−0.31" in score
    assert "-0.31" not in score
    assert "2013-01-31" in SAY.render(Locale(language), "price-when-sample", date="2013-01-31")

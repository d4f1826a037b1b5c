"""What is read of a model's answer, and what is refused and asked again."""

import json
from collections.abc import Callable
from contextlib import suppress

import pytest

from bot.agents.answer_parser import MAX_DEPTH, MAX_LENGTH, answer_parser, extract_object
from bot.engines.common.symbol_answers import DecisionAnswer, decision_schema

HOLD = '{"decisions": {"IBM": {"action": "hold", "target_cash_amount": "1000", "reasons": ["It is calm."]}}}'
CLOSE = '{"decisions": {"IBM": {"action": "close", "target_cash_amount": 0, "reasons": ["Sell all."]}}}'


@pytest.mark.parametrize(
    "text",
    [
        HOLD,
        f"\n {HOLD} \n",
        f"Here you are:\n```json\n{HOLD}\n```\nGood luck!",
        f"<think>Perhaps {CLOSE}? No.</think>{HOLD}",
        f"<THINKING>{{hm}}</thinking>\n{HOLD}",
        f"[{HOLD}]",
        HOLD + "}",
        f"// the answer\n{HOLD} /* and no other */",
        f"{HOLD}\nThe same again:\n{HOLD}",
        HOLD.replace(" ", "\t\r\n").replace("It\t\r\nis\t\r\ncalm", "It is calm"),
    ],
)
def test_text_around_the_object_changes_nothing(text: str) -> None:
    assert extract_object(text) == json.loads(HOLD)


@pytest.mark.parametrize(
    "text",
    [
        HOLD[:-1],
        HOLD[:-3] + "\n",
        HOLD.replace("}}}", "},}}"),
        HOLD.replace("}}}", "}},}"),
        HOLD.replace('"]', '",]'),
        HOLD.replace('"', "'"),
        HOLD.replace("{", "{ // the first\n", 1),
        HOLD.replace(":", "/* is */ :", 1),
        HOLD.replace(" ", "\u00a0"),
    ],
)
def test_faults_of_form_are_refused(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        extract_object(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{HOLD}\n\nFor comparison, what I rejected:\n{CLOSE}",
        f"```json\n{HOLD}\n```\nOthers might prefer:\n```json\n{CLOSE}\n```",
        f"{HOLD}<think>or{CLOSE}</think>",
        f"{HOLD} {{}}",
        '{"a": 1} {"a": true}',
        f"{{hm}} {HOLD}",
        f'{{"decisions": 50%, "better": {HOLD}}}',
    ],
)
def test_of_two_answers_none_is_chosen(text: str) -> None:
    with pytest.raises(ValueError, match=r"two answers|Expecting (property name|',' delimiter)"):
        extract_object(text)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', '{"a": {"b": 1, "b": 2}}', r'{"a": [{"b": 1, "\u0062": 2}]}'])
def test_name_that_stands_twice_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="twice"):
        extract_object(text)


NO_NUMBERS = ["50%", "~3000", ">3000", "$3000", "3,000", "3 000", "+5", ".5", "5.", "00012", "0x10", "1e", "3000 USD"]
NO_NUMBERS += ["3_000", "٣", "5k", "--5", "'5", '"5', "5'", "'5'", "-", "three", "TRUE", "True", "None", "undefined"]
NOT_FINITE = ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"]


def test_number_that_json_does_not_write_so_is_refused(subtests: pytest.Subtests) -> None:
    for written in NO_NUMBERS:
        for around in ['{{"a": {}}}', '{{"a": {}, "b": 1}}', '{{"a": [{}]}}']:
            with subtests.test(f"{written!r}, {around!r}"), pytest.raises(json.JSONDecodeError):
                extract_object(around.format(written))


def test_number_that_is_not_finite_is_refused(subtests: pytest.Subtests) -> None:
    for written in NOT_FINITE:
        for around in ['{{"a": {}}}', '{{"a": {}, "b": 1}}', '{{"a": [{}]}}']:
            refused = pytest.raises(ValueError, match="not JSON compliant")
            with subtests.test(f"{written!r}, {around!r}"), refused:
                extract_object(around.format(written))


@pytest.mark.parametrize("written", ["0", "-0", "12", "-1.50", "2267.07", "1e3", "1E-2", "true", "null", '"~3000"'])
def test_value_is_taken_as_it_stands(written: str) -> None:
    read = extract_object(f'{{"a": {written}}}')["a"]
    assert (read, type(read)) == (json.loads(written), type(json.loads(written)))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"it\'s"', "it's"),
        (r'"say \"so\""', 'say "so"'),
        (r'"\"a\\"', '"a\\'),
        (r'"\u6301 \n"', "持 \n"),
        ('"a\nb"', "a\nb"),
        ('"<think>} //no"', "<think>} //no"),
    ],
)
def test_strings(written: str, meant: str) -> None:
    assert extract_object(f'{{"a": {written}}}') == {"a": meant}


@pytest.mark.parametrize("text", ["", "I cannot.", "[]", "}{", "{", "{,}", '{"a"}', '{"a":}', '{"a" 1}', '{"a": 1,,}'])
def test_what_is_no_object(text: str) -> None:
    with pytest.raises(ValueError, match=r"no JSON object|Expecting"):
        extract_object(text)


def test_cut_answer_is_refused(subtests: pytest.Subtests) -> None:
    for cut in range(1, len(CLOSE)):
        with subtests.test(str(cut)), pytest.raises(json.JSONDecodeError):
            extract_object(CLOSE[:cut])


def test_depth_and_length_have_bounds() -> None:
    fits = '{"a":' * MAX_DEPTH + "1" + "}" * MAX_DEPTH
    assert extract_object(fits)
    for text in ('{"a":' + fits + "}", '{"a":' + "[" * 50_000, '{"a": "' + "x" * MAX_LENGTH + '"}'):
        with pytest.raises(ValueError, match=r"too (deeply|long)"):
            extract_object(text)


def test_reader_raises_nothing_but_value_errors() -> None:
    for text in (
        "{}",
        '{"decisions": []}',
        '{"decisions": {"IBM": ' + "9" * 5_000 + "}}",
        '{"decisions": {"\\ud8": 1}}',
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - of the number's size, of pydantic, of json
            answer_parser(DecisionAnswer)(text)


HOSTILE = (
    *(
        "{",
        '{"',
        '{"a":',
        '{"a":1} ',
        "{} ",
        "[",
        "[],",
        '"',
        "'",
        "\\",
        '\\"',
        '"\\',
        "//",
        "/*",
        "/**",
        "/* */",
        "<think>",
    ),
    *("<think>", "</think>", "<think", "```json ", "1", "-", "1e", "a", " ", ",", ":", '"a":1,', "{'", '"x":"y "z",'),
)
FRAMES: list[Callable[[str], str]] = [
    lambda text: text,
    lambda text: "{" + text + "}",
    lambda text: '{"decisions":{"IBM":' + text + "}}",
    lambda text: '{"decisions":{"IBM":{"reasons":["' + text + '"]}}}',
]


@pytest.mark.timeout(60)  # seconds, while nothing else runs: a square of the length would take minutes
def test_hostile_answer_does_not_hold_up_the_others() -> None:
    schema = decision_schema(["IBM"], name="decision")
    for frame in FRAMES:
        for seed in HOSTILE:
            with suppress(ValueError):
                schema.parse(frame((seed * 65_536)[:65_536]))

"""Runs scripts on a platform: account groups in parallel, the conversations of a group one after the other."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby

from tests.conversations.driver import ConversationDriver, Driver, ShownAnswer, kind_of
from tests.conversations.plain_text import letters_only
from tests.conversations.scripts import (
    AwaitNotice,
    ConversationScript,
    ExpireDecisions,
    PressButton,
    RunCommand,
    ScriptStep,
    SendMessage,
    SubmitForm,
)
from tests.waiting import eventually

_REDRAWN_SECONDS = 20.0
_SWEPT_SECONDS = 10.0  # after which an expiry is noticed by whoever looks for it, and no longer left to presses


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRun:
    """One step and its results."""

    step: ScriptStep
    shown: ShownAnswer | None  # None: time went by
    decisions: Mapping[str, str]  # what had become of the conversation's decisions then
    orders: int
    votes: Mapping[str, str]  # on the answer that was voted on, by person id
    cards: tuple[
        ShownAnswer, ...
    ] = ()  # those of what was decided on, as they then looked; and what could still be pressed


@dataclass(slots=True, kw_only=True)
class ScriptRun:
    """One script on one platform."""

    script: ConversationScript
    steps_run: list[StepRun] = field(default_factory=list)
    error: BaseException | None = None  # why it ended early


def run_scripts(driver: Driver, scripts: Sequence[ConversationScript]) -> dict[str, ScriptRun]:
    """Run all scripts; return what happened, by name. What goes wrong is kept with the script in which it did."""
    in_order = sorted(scripts, key=lambda script: script.account_group)
    account_groups = [tuple(group) for _, group in groupby(in_order, key=lambda script: script.account_group)]
    with ThreadPoolExecutor(len(account_groups)) as pool:
        done = pool.map(lambda account_group: [_run_script(driver, script) for script in account_group], account_groups)
        return {script_run.script.name: script_run for account_group in done for script_run in account_group}


def _run_script(driver: Driver, script: ConversationScript) -> ScriptRun:
    script_run = ScriptRun(script=script)
    try:
        conversation = driver.open_conversation(script)
        for step in script.steps:
            script_run.steps_run.append(_run_step(conversation, step, script_run.steps_run))
    except Exception as error:  # noqa: BLE001 - told by the test of this script
        script_run.error = error
    return script_run


def _run_step(conversation: ConversationDriver, step: ScriptStep, before: Sequence[StepRun]) -> StepRun:
    shown, votes = _act(conversation, step, before), {}
    if isinstance(step.act, PressButton) and step.act.button in {"up", "down"}:
        votes = dict(conversation.stored.votes(_target_button(step.act, before)[1].stored.id))
    cards = (
        ()
        if step.expected.final_text is None or shown is None
        else _await_final_text(conversation, step.expected.final_text, shown, before)
    )
    return StepRun(
        step=step,
        shown=shown,
        decisions=conversation.stored.decisions(),
        orders=conversation.stored.orders(),
        votes=votes,
        cards=cards,
    )


def _act(conversation: ConversationDriver, step: ScriptStep, before: Sequence[StepRun]) -> ShownAnswer | None:
    match step.act:
        case SendMessage() as said:
            return conversation.says(step.by, said)
        case RunCommand() as command:
            return conversation.commands(step.by, command)
        case PressButton() as press:
            return conversation.presses(step.by, *_target_button(press, before))
        case SubmitForm(amount, note):
            return conversation.fills_in(
                step.by, *_target_button(PressButton("adjust"), before), {"amount": amount, "note": note}
            )
        case ExpireDecisions():
            conversation.stored.expire()
            return None
        case AwaitNotice():
            conversation.stored.expire(ago=_SWEPT_SECONDS)
            return conversation.hears()


def _target_button(press: PressButton, before: Sequence[StepRun]) -> tuple[str, ShownAnswer]:
    """The button that is meant, and under what it was shown."""
    seen = [each.shown for each in before] if press.step is None else [before[press.step - 1].shown]
    for shown in reversed([each for each in seen if each is not None]):
        ids = {each["id"] for each in shown.stored.decisions if press.symbol in (None, each["symbol"])}
        for button_id in shown.press_targets:
            is_meant = press.symbol is None or any(each in button_id for each in ids)
            if kind_of(button_id) == press.button and is_meant:
                return button_id, shown
    msg = f"nobody has seen a button for {press}"
    raise AssertionError(msg)


def _await_final_text(
    conversation: ConversationDriver, final_text: str, shown: ShownAnswer, before: Sequence[StepRun]
) -> tuple[ShownAnswer, ...]:
    """Wait until the decisions of `shown` have no buttons left and their cards say `final_text`.

    Returns the cards, as they then look; none where what was shown stays as it was.
    """
    ids = [each["id"] for each in shown.stored.decisions]
    earlier = [each.shown for each in before if each.shown is not None]
    decided = {button.partition(":")[2] for each in earlier for button in each.buttons if _subject(button) in ids}
    newest = {max((each for each in decided if one in each), key=_version) for one in ids if one in str(decided)}
    meant = [(each, decision) for each in earlier for decision in newest if each.of(decision)]

    def looks() -> list[tuple[ShownAnswer, str]]:
        return [(now, decision) for each, decision in meant if (now := conversation.again(each)) is not None]

    def is_over(now: ShownAnswer, decision: str) -> bool:
        return not now.of(decision) and (
            letters_only(final_text) in letters_only(now.text) or not now.is_card(decision)
        )

    eventually(lambda: all(is_over(*look) for look in looks()), seconds=_REDRAWN_SECONDS)
    return tuple(now for now, decision in looks() if now.is_card(decision) or now.of(decision))


def _subject(button_id: str) -> str:
    return button_id.split(":")[1]


def _version(decision: str) -> int:
    return int(decision.partition(":")[2])

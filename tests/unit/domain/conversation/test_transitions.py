from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.conversation.states import (
    EVENT_TRANSITIONS,
    INTENT_TRANSITIONS,
    Event,
    Intent,
    Refusal,
    State,
    apply_event,
    apply_intent,
    is_timed_out,
    possible_intents,
    resting_state,
)
from bot.errors import IllegalTransitionError

READING = [Intent.ANALYZE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW, Intent.UNKNOWN]
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def refusal(state: State, intent: Intent, *, pending: int) -> Refusal:
    with pytest.raises(IllegalTransitionError) as caught:
        apply_intent(state, intent, pending=pending)
    reason = caught.value.facts["reason"]
    assert isinstance(reason, Refusal)
    return reason


class TestTables:
    def test_every_state_has_an_entry_for_each_intent_and_event(self) -> None:
        assert set(INTENT_TRANSITIONS) == set(product(State, Intent))
        assert set(EVENT_TRANSITIONS) == set(product(State, Event))

    def test_executing_is_entered_by_confirm_alone(self) -> None:
        ways = {
            key for key, to in INTENT_TRANSITIONS.items() if to is State.EXECUTING and key[0] is not State.EXECUTING
        }
        assert ways == {(State.AWAITING_CONFIRM, Intent.CONFIRM)}
        assert all(state is State.EXECUTING for (state, _), to in EVENT_TRANSITIONS.items() if to is State.EXECUTING)

    @pytest.mark.parametrize(
        ("states", "intents", "pending", "to"),
        [
            ([State.IDLE], [Intent.ANALYZE], 0, State.ANALYZING),
            ([State.COMPLETED], [Intent.DECIDE], 0, State.ANALYZING),
            ([State.ANALYZING, State.ERROR], [Intent.CANCEL], 0, State.IDLE),
            ([State.AWAITING_CONFIRM], [*READING, Intent.DECIDE], 1, State.AWAITING_CONFIRM),  # it stays pending
            ([State.EXECUTING], READING, 0, State.EXECUTING),
            # the stored state has forgotten what is pending
            ([State.IDLE, State.ANALYZING, State.EXPLAINING, State.COMPLETED], [Intent.CONFIRM], 1, State.EXECUTING),
        ],
    )
    def test_intent_leads_to(self, states: list[State], intents: list[Intent], pending: int, to: State) -> None:
        assert {apply_intent(state, intent, pending=pending) for state in states for intent in intents} == {to}

    @pytest.mark.parametrize(
        ("states", "intents", "pending", "why"),
        [
            ([State.EXECUTING], [Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL], 1, Refusal.ORDER_UNDERWAY),
            (
                [s for s in State if s not in {State.EXECUTING, State.ERROR}],
                [Intent.CONFIRM],
                0,
                Refusal.NOTHING_PENDING,
            ),
            ([State.AWAITING_CONFIRM], [Intent.CANCEL], 0, Refusal.NOTHING_TO_CANCEL),  # it expired meanwhile
        ],
    )
    def test_intent_is_refused(self, states: list[State], intents: list[Intent], pending: int, why: Refusal) -> None:
        assert {refusal(state, intent, pending=pending) for state in states for intent in intents} == {why}

    @given(st.sampled_from(State), st.integers(0, 3))
    def test_possible_is_exactly_what_is_not_refused(self, state: State, pending: int) -> None:
        for intent in Intent:
            if intent in possible_intents(state, pending=pending):
                apply_intent(state, intent, pending=pending)
            else:
                refusal(state, intent, pending=pending)


OTHER_STATES = [state for state in State if state is not State.EXECUTING]


@pytest.mark.parametrize(
    ("states", "event", "to"),
    [
        ([State.EXECUTING], Event.EXECUTED, State.COMPLETED),
        ([State.AWAITING_CONFIRM], Event.FAILED, State.AWAITING_CONFIRM),  # what is pending stays so
        *(
            ([State.EXECUTING], event, State.EXECUTING)
            for event in (Event.PROPOSED, Event.EXPIRED, Event.TIMED_OUT, Event.RESET)
        ),
        (OTHER_STATES, Event.PROPOSED, State.AWAITING_CONFIRM),
        (OTHER_STATES, Event.RESET, State.IDLE),
        (OTHER_STATES, Event.TIMED_OUT, State.IDLE),
        ([State.AWAITING_CONFIRM], Event.EXPIRED, State.IDLE),
        ([State.EXPLAINING], Event.EXPIRED, State.EXPLAINING),
    ],
)
def test_event_leads_to(states: list[State], event: Event, to: State) -> None:
    assert {apply_event(state, event) for state in states} == {to}


@pytest.mark.parametrize(
    ("state", "pending", "rest"),
    [
        (State.COMPLETED, 1, State.AWAITING_CONFIRM),
        (State.AWAITING_CONFIRM, 0, State.IDLE),
        (State.EXECUTING, 2, State.EXECUTING),  # an order and an error are not hidden by what is pending
        (State.ERROR, 2, State.ERROR),
    ],
)
def test_rest(state: State, pending: int, rest: State) -> None:
    assert resting_state(state, pending=pending) is rest


@pytest.mark.parametrize(("minutes", "is_over"), [(29, False), (30, True), (31, True), (-5, False)])
def test_timed_out(minutes: int, is_over: bool) -> None:  # noqa: FBT001 - a parametrised expectation
    idle_after = timedelta(minutes=30)
    assert is_timed_out(NOW - timedelta(minutes=minutes), NOW, idle_after) is is_over


STEPS = st.lists(st.tuples(st.one_of(st.sampled_from(Intent), st.sampled_from(Event)), st.integers(0, 2)), max_size=40)


@given(STEPS)
def test_no_sequence_reaches_executing_without_a_pending_decision(steps: list[tuple[Intent | Event, int]]) -> None:
    state = State.IDLE
    for step, pending in steps:
        before = state
        if isinstance(step, Event):
            state = apply_event(state, step)
        elif step in possible_intents(state, pending=pending):
            state = apply_intent(state, step, pending=pending)
        if state is State.EXECUTING and before is not State.EXECUTING:
            assert step is Intent.CONFIRM
            assert pending > 0
        state = resting_state(state, pending=pending)

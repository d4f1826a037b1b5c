from datetime import datetime

from adapters.market.sample import SampleMarket, session_close
from adapters.market.sample_data import SampleData, read_sample_data
from bot.domain.market.snapshot import market_date


class LiveMarket(SampleMarket):
    """A market whose clock cannot be moved."""

    def data_range(self) -> None:  # type: ignore[override]
        return None


def known_at(at: datetime) -> SampleMarket:
    """The sample without all that became known after an instant."""
    data, day = read_sample_data(), market_date(at)
    return SampleMarket(
        SampleData(
            bars={s: tuple(b for b in bars if session_close(b.session) <= at) for s, bars in data.bars.items()},
            facts={s: tuple(f for f in facts if f.published <= day) for s, facts in data.facts.items()},
            events={s: tuple(e for e in events if e.published <= at) for s, events in data.events.items()},
            actions={s: tuple(a for a in actions if a.ex_date <= day) for s, actions in data.actions.items()},
        )
    )

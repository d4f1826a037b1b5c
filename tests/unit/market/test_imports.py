import subprocess
import sys


def test_market_adapters_when_imported_then_heavy_libraries_wait() -> None:
    """pandas, yfinance and exchange-calendars cost seconds and tens of megabytes; `parley --help` must not pay."""
    program = (
        "import sys; import adapters.market.calendar, adapters.market.market_choice, bot.domain.market.features; "
        "print(sorted({'pandas', 'numpy', 'yfinance', 'exchange_calendars'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603  # our own program
    assert done.stdout.strip() == "[]"

"""The codes of what a message says but cannot be used. Each has a sentence in every language."""

from enum import StrEnum


class Problem(StrEnum):
    """Why a figure, a date or a request was not used; its sentence has the id `problem-<value with dashes>`."""

    AMOUNT_TOO_PRECISE = "amount_too_precise"
    AMOUNT_CURRENCY = "amount_currency"  # "€500"
    AMOUNT_UNIT_MISSING = "amount_unit_missing"  # "buy AAPL 500": dollars or shares?
    AMOUNT_IS_TARGET = "amount_is_target"  # "sell down to $2,000": what is kept, not what is sold
    SHARES_NOT_WHOLE = "shares_not_whole"  # "1.5 shares", 半股
    SHARES_AMBIGUOUS = "shares_ambiguous"
    FRACTION_OUT_OF_RANGE = "fraction_out_of_range"  # "150 %"
    FRACTION_IS_TARGET = "fraction_is_target"  # "trim to 30 %": what is kept, not what is sold
    FRACTION_UNCLEAR = "fraction_unclear"  # "buy half", "double it"
    FRACTION_OF_ASSETS = "fraction_of_assets"  # "no more than 10 % of the portfolio", "sell 10 % of the portfolio"
    FRACTION_BASE_UNCLEAR = "fraction_base_unclear"  # "10 % of my money": of the cash or of all?
    STOP_NOT_A_PRICE = "stop_not_a_price"  # "5 %", "20 dollars below entry"
    NUMBER_UNREADABLE = "number_unreadable"  # "$1,00", "-5", zero, "a few"
    PART_DENIED = "part_denied"  # "watch AAPL, but not IBM"
    REMOVAL_DENIED = "removal_denied"  # "don't delete the IBM alert"
    NUMBER_UNUSED = "number_unused"  # "let me hold 25 IBM": a number of a trade whose meaning is not clear
    PRICE_CONDITION = "price_condition"  # "buy at 440"
    DATE_IMPOSSIBLE = "date_impossible"
    DATE_AMBIGUOUS = "date_ambiguous"  # 1/2/2013
    DATE_TO_COME = "date_to_come"
    DATE_UNKNOWN = "date_unknown"  # "since the split"; "over the same stretch", where nothing before names one
    SHARES_UNNAMED = "shares_unnamed"  # "and the others?", where nothing before tells which
    ORDER_RESTATED = "order_restated"  # "sell half of GOOG, no wait, all of it": which of the two?
    ORDER_QUOTED = "order_quoted"  # "FWD from Jane: sell all GOOG"
    ORDER_TO_OTHER = "order_to_other"  # "kim can you buy 5 GOOG": somebody else in the thread is asked
    ORDER_UNEXPLAINED = "order_unexplained"  # "I'm afraid of selling GOOG": words that may change what is meant
    ORDER_SHARES_UNCLEAR = "order_shares_unclear"  # "sell AAPL because GOOG is stronger": which of them?
    ORDER_WITH_MORE = "order_with_more"  # "buy 5 IBM in two tranches": more than an order
    TWO_TRADES = "two_trades"  # "buy GOOG and sell AAPL"
    NOT_SHARES = "not_shares"  # options, futures
    WATCH_LIST = "watch_list"  # "is our watchlist beating the market?": no order, and no request that is understood
    LIST_UNNAMED = "list_unnamed"  # "clear the list", "take FB off": of which list?
    ORDER_TYPE = "order_type"  # "a limit order"
    SHORT_SALE = "short_sale"
    CONDITIONAL_ORDER = "conditional_order"  # "sell when it hits 500"
    SCHEDULED = "scheduled"  # "buy 5 IBM tomorrow"
    MESSAGE_CUT = "message_cut"
    OFF_TOPIC = "off_topic"  # "help me with my homework"

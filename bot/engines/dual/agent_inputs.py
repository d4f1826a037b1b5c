"""Builds the input of the filter agent and of the decision agent as JSON values."""

from collections.abc import Collection, Mapping

from bot.domain.trading.decision_request import DecisionRequest
from bot.engines.common.model_input import (
    ModelInput,
    company_input,
    constraints_input,
    conversation_input,
    features_with_snapshots,
    history_input,
    market_input,
    news_input,
    portfolio_input,
    position_input,
)
from bot.engines.common.shortages import refused_order_lines
from bot.locales import Catalogue


def filter_input(request: DecisionRequest) -> ModelInput:
    """Return the filter agent's input: the conversation, prices, news and positions."""
    return {
        **conversation_input(request),
        "symbols": {
            features.symbol: {
                "market_data": market_input(features, snapshot),
                "news_events": news_input(features, snapshot),
                "position_state": position_input(features, request),
            }
            for features, snapshot in features_with_snapshots(request)
        },
    }


def decision_input(
    request: DecisionRequest, *, company_symbols: Collection[str], reasoning: Mapping[str, str], texts: Catalogue
) -> ModelInput:
    """Return the decision agent's input: the filter agent's, company figures, history, the account and its limits.

    Args:
        request: The request.
        company_symbols: The symbols for which company figures are included.
        reasoning: The filter agent's reasoning by symbol.
        texts: Renders descriptions of refused orders.
    """
    data: ModelInput = {
        **conversation_input(request),
        "constraints": constraints_input(request.trade_request),
        "portfolio_info": portfolio_input(request),
        "symbols": {
            features.symbol: {
                "market_data": market_input(features, snapshot),
                **({"fundamental_data": company_input(features)} if features.symbol in company_symbols else {}),
                "news_events": news_input(features, snapshot),
                "position_state": position_input(features, request),
                **({"filter_reasoning": reasoning[features.symbol]} if features.symbol in reasoning else {}),
                "history": history_input(features.symbol, request),
            }
            for features, snapshot in features_with_snapshots(request)
        },
    }
    orders = refused_order_lines(request, texts=texts)
    return {**data, "refused_orders": orders} if orders else data

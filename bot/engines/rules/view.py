"""The rules' view of a share, for engines that tell it to a model."""

from bot.domain.market.features import Features
from bot.engines.common.share_facts import RulesView
from bot.engines.rules.analysis import analyse


def rules_view(features: Features) -> RulesView:
    """Return the rating of one share by the scored rules, with the codes of its arguments."""
    analysis = analyse(features)
    return RulesView(
        rating=analysis.rating.value,
        confidence=analysis.confidence,
        arguments_for=tuple(dict.fromkeys(reason.code for reason in analysis.arguments_for)),
        arguments_against=tuple(dict.fromkeys(reason.code for reason in analysis.arguments_against)),
    )

"""The answers of a committee's members that ask a model."""

from typing import Literal

from pydantic import BaseModel, Field


class AnalystAnswer(BaseModel):
    """An analyst's view of one share."""

    lean: float = Field(ge=-1, le=1)
    points_for: list[str] = Field(alias="for")
    points_against: list[str] = Field(alias="against")


class DebaterAnswer(BaseModel):
    """A speech, and the id of a figure that its speaker asks for."""

    points: list[str]
    ask: str = ""


class ResearchAnswer(BaseModel):
    """The ruling on the research debate."""

    stance: Literal["bullish", "undecided", "bearish"]
    conviction: float = Field(ge=0, le=1)
    points_for: list[str] = Field(alias="for")
    points_against: list[str] = Field(alias="against")
    would_change: list[str] = []
    hear_answers: bool = False


class ObjectionAnswer(ResearchAnswer):
    """The ruling on the research debate after a person's objection."""

    because: str


class RiskAnswer(BaseModel):
    """The ruling on the risk debate."""

    size: Literal["risky", "neutral", "safe", "none"]
    reasons: list[str]

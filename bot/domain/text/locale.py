"""The languages Parley speaks."""

from enum import StrEnum


class Language(StrEnum):
    """The languages Parley speaks (BCP 47)."""

    ENGLISH = "en"
    CHINESE = "zh"

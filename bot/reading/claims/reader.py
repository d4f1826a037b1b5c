"""Combines the pieces of a message to the claims it makes about a share, or finds that it makes none."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.claims import Claim, FigureClaim, Topic, TopicClaim
from bot.reading.claims.clause import Clause
from bot.reading.claims.combination import claims_in
from bot.reading.claims.scan import Piece, scan_clauses
from bot.reading.claims.vocabulary import ClaimPart

_SUBJECTS: Final = frozenset({ClaimPart.FACT, ClaimPart.JUDGEMENT, ClaimPart.TOPIC})
_MAX_TEXT: Final = 200  # characters


@dataclass(frozen=True, slots=True)
class ReadClaims:
    """What a message claims."""

    symbols: tuple[str, ...]  # the shares it names; empty: those shown
    claims: tuple[Claim, ...]


def read_claims(text: str, around: Surroundings, *, is_argument: bool = False) -> ReadClaims | None:
    """Return what a whole message claims of a share; None: nothing, or it says anything else.

    Of what is known to be an argument, words that stand in no list count for nothing, and "right?" asks for no more.

    Args:
        text: Normalised, without a mention of the bot.
        around: What names mean, and whether a card waits: then "no, it's too expensive" declines it.
        is_argument: Whether it is known to be an argument.
    """
    if len(text) > _MAX_TEXT or text.startswith("/"):
        return None
    clauses = scan_clauses(text, instruments=around.instruments, today=around.today)
    if is_argument:
        clauses = tuple(_known(clause, is_question=text.endswith("?")) for clause in clauses)
    pieces = [piece for clause in clauses for piece in clause]
    if any(piece.says(ClaimPart.BLOCKING) for piece in pieces):
        return None
    if around.pending and any(piece.says(ClaimPart.OPENING, "refusal") for piece in pieces):
        return None
    asks = any(piece.says(ClaimPart.FILLER, "question") for piece in pieces)
    is_doubt = any(piece.says(ClaimPart.DOUBT) for piece in pieces) or (
        asks and any(piece.says(ClaimPart.DENIAL) for piece in pieces)
    )
    if not (is_doubt or is_argument) and (asks or _begins_with_verb(pieces)):
        return None
    claims = _claims_of(clauses, is_doubt=is_doubt)
    symbols = tuple(dict.fromkeys(piece.symbol for piece in pieces if piece.symbol))
    if all(isinstance(each, TopicClaim) and each.topic is Topic.ANALYSTS for each in claims):
        symbols = ()  # "Citi just upgraded it"
    return ReadClaims(symbols, claims) if claims and len(symbols) <= 1 else None


def _known(clause: Sequence[Piece], *, is_question: bool) -> tuple[Piece, ...]:
    """Return the pieces that stand in lists; "isn't it cheap?" denies nothing."""
    known = tuple(piece for piece in clause if not piece.is_unknown)
    denials = [at for at, piece in enumerate(known) if piece.says(ClaimPart.DENIAL)]
    leads = bool(denials) and not any(
        piece.symbol or (piece.word and piece.word.part in _SUBJECTS) for piece in known[: denials[0]]
    )
    return known[: denials[0]] + known[denials[0] + 1 :] if is_question and leads else known


def _begins_with_verb(pieces: Sequence[Piece]) -> bool:
    first = next((each for each in pieces if not each.says(ClaimPart.OPENING)), None)
    return first is not None and first.says(ClaimPart.FILLER, "asking")


def _claims_of(clauses: Sequence[Sequence[Piece]], *, is_doubt: bool) -> tuple[Claim, ...]:
    """Return the claims of all clauses; empty: there are none, or one of the clauses says something else."""
    is_opened = any(piece.says(ClaimPart.OPENING) for clause in clauses for piece in clause)
    found: dict[object, Claim] = {}
    waiting: tuple[Piece, ...] = ()  # "volume and momentum are fading": what is said of it follows
    for pieces in clauses:
        clause = Clause((*waiting, *pieces), is_opened=is_opened or is_doubt or bool(found), is_doubt=is_doubt)
        if clause.is_subject_only:
            waiting = (*waiting, *pieces)
            continue
        waiting = ()
        claims = () if found and clause.adds_nothing else claims_in(clause)
        if claims is None:
            return ()
        for claim in claims:
            key = _key(claim)
            found[key] = _merged(found.get(key), claim)
    return () if waiting else tuple(found.values())


def _key(claim: Claim) -> object:
    return (claim.measure, claim.when, claim.is_denied) if isinstance(claim, FigureClaim) else claim.topic


def _merged(before: Claim | None, claim: Claim) -> Claim:
    """Return one claim for two about the same figure: "the pe is only 10, that's cheap"."""
    if not (isinstance(before, FigureClaim) and isinstance(claim, FigureClaim)):
        return before or claim
    return replace(before, level=before.level or claim.level, value=before.value or claim.value)

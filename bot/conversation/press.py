"""Handles a press at once: it never waits behind a running turn."""

import logging
from dataclasses import dataclass

from bot.conversation.again import until_stored
from bot.conversation.persist import Finished, Persist
from bot.conversation.turn import Outcome
from bot.conversation.verdict import Verdicts
from bot.conversation.wording import told
from bot.domain.buttons import ButtonRef, Press, parse
from bot.domain.conversation import Intent
from bot.domain.messages import Answer, Paragraph
from bot.domain.turns import InputStatus, Turn
from bot.domain.understanding import Language
from bot.errors import OvertakenError, ParleyError, StoreUnavailableError
from bot.locales import Catalogue
from bot.ports import Stores

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Presses:
    """Confirm, Cancel and Why?, pressed."""

    stores: Stores
    verdicts: Verdicts
    persist: Persist
    say: Catalogue

    async def handle(self, turn: Turn) -> None:
        """Carry out one stored press and store its answer. Safe to run again after a crash, or twice at once.

        Raises: StoreUnavailableError: the press stays unanswered, and is taken up again by the sweeper.
        """
        if turn.status is InputStatus.ANSWERED:
            return
        try:
            await until_stored(lambda: self._work(turn), self.persist)
        except OvertakenError:
            _log.warning("press %s was overtaken again and again; the sweeper takes it up", turn.id)

    async def _work(self, turn: Turn) -> Finished:
        async with self.stores.transaction(turn.tenant_id) as tx:
            conversation = await tx.conversations.get(turn.conversation_id)
        language = conversation.language  # of the answer under which the button stands
        ref = parse(turn.text)
        return Finished(
            turn=turn,
            claim=None,
            intent=ref.press.intent if ref else Intent.UNKNOWN,
            confidence=1.0,
            state_before=None,
            language=language,
            outcome=await self._outcome(ref, turn, language),
        )

    async def _outcome(self, ref: ButtonRef | None, turn: Turn, language: Language) -> Outcome:
        if ref is None:
            return _sentence(self.say.say(language, "button-unknown"))
        try:
            match ref.press:
                case Press.CONFIRM:
                    return await self.verdicts.confirm(ref, through=turn, language=language)
                case Press.CANCEL:
                    return await self.verdicts.cancel(ref, through=turn, language=language)
                case Press.WHY:
                    return await self.verdicts.why(ref, through=turn, language=language)
        except (StoreUnavailableError, OvertakenError):
            raise
        except ParleyError as error:
            return _sentence(told(self.say, language, error))
        except Exception:  # noqa: BLE001  # a defect of ours: the person gets a sentence, we get the traceback
            _log.exception("press %s failed", turn.id)
            return _sentence(self.say.say(language, "error-internal"))


def _sentence(text: str) -> Outcome:
    return Outcome(answer=Answer(blocks=(Paragraph(text),)))

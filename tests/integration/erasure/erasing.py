"""Asks for erasures and carries them out, as a press and the worker do."""

from datetime import timedelta
from uuid import UUID

from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.erasure import ErasureRequest
from bot.domain.ids import derive_id
from bot.locales import Catalogue, own_texts
from bot.memory.erase_person import ErasePerson
from bot.ports import EraseOutcome
from db.erasure.eraser import PostgresEraser
from tests.contract.store_sets import StoreSet


def eraser(world: StoreSet, *, size: int = 200) -> PostgresEraser:
    return PostgresEraser(world.own_database, own_texts=own_texts(), size=size)


def service(world: StoreSet, *, size: int = 200, seconds: float = 30) -> ErasePerson:
    return ErasePerson(
        stores=world.stores,
        eraser=eraser(world, size=size),
        texts=Catalogue(),
        clock=world.clock,
        new_id=world.new_id,
        part=timedelta(seconds=seconds),
        pause=0.01,
    )


async def asked_for(world: StoreSet, asked: Turn, person: Person) -> UUID:
    """Ask for the erasure of a person by a message."""
    erasure_id = derive_id(asked.id, "erasure")
    request = ErasureRequest(
        id=erasure_id,
        asked_turn=asked.id,
        is_own=asked.person.id == person.id,
        person_id=person.id,
        names=(person.name,),
        asked_at=asked.accepted_at,
    )
    await world.tx(asked.tenant_id).erasures.add_request(request)
    return erasure_id


async def confirmed(world: StoreSet, asked: Turn, person: Person) -> UUID:
    """Ask for the erasure of a person by a message that is answered, and confirm it by the same."""
    erasure_id = await asked_for(world, asked, person)
    assert await world.tx(asked.tenant_id).erasures.confirm(erasure_id, through=asked.id, at=world.clock.now())
    return erasure_id


async def erase(world: StoreSet, asked: Turn, person: Person, *, size: int = 200) -> UUID:
    """Erase a person from the workspace of a message."""
    erasure_id = await confirmed(world, asked, person)
    assert await service(world, size=size)(asked.tenant_id, erasure_id) is EraseOutcome.FINISHED
    return erasure_id


async def answer_everything(world: StoreSet, *turns: Turn) -> None:
    """Mark what was said as answered: what waits for an answer is not erased before."""
    for turn in turns:
        await world.tx(turn.tenant_id).turns.mark_answered(turn, at=world.clock.now())

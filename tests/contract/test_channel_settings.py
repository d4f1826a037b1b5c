"""Channel settings are kept per channel and per tenant, in memory and in PostgreSQL."""

import pytest

from bot.domain.conversation.channels import ChannelSetting, ChannelSettings, ListenMode, SettingChange
from bot.domain.ids import TenantId
from bot.domain.text.locale import Language
from tests.contract.store_sets import ANN, StoreSet, a_thread

ALL = ChannelSettings(Language.CHINESE, "Asia/Shanghai", "rules", ListenMode.ALL, overhear=False)


async def stored(world: StoreSet, tenant_id: TenantId, channel: str) -> ChannelSettings:
    return await world.tx(tenant_id).channels.get_settings(channel)


async def store(world: StoreSet, tenant_id: TenantId, channel: str, settings: ChannelSettings) -> None:
    await world.tx(tenant_id).channels.store_settings(channel, settings, by=ANN.id, at=world.clock.now())


@pytest.mark.parametrize(
    "settings", [ALL, ChannelSettings(), *(SettingChange(each, None).apply_to(ALL) for each in ChannelSetting)]
)
async def test_comes_back_as_set(world: StoreSet, settings: ChannelSettings) -> None:
    turn = await world.turn()
    await store(world, turn.tenant_id, "C1", settings)
    assert await stored(world, turn.tenant_id, "C1") == settings


async def test_when_set_again_then_the_last_counts(world: StoreSet) -> None:
    turn = await world.turn()
    await store(world, turn.tenant_id, "C1", ALL)
    await store(world, turn.tenant_id, "C1", ChannelSettings(engine="rules"))
    assert await stored(world, turn.tenant_id, "C1") == ChannelSettings(engine="rules")


async def test_neither_another_channel_nor_another_tenant_has_it(world: StoreSet) -> None:
    turn = await world.turn()
    other = await world.turn(a_thread(1, workspace="elsewhere"))
    await store(world, turn.tenant_id, "C1", ALL)
    assert await stored(world, turn.tenant_id, "C2") == ChannelSettings()
    assert await stored(world, other.tenant_id, "C1") == ChannelSettings()


async def test_when_the_transaction_fails_then_nothing_is_set(world: StoreSet) -> None:
    turn = await world.turn()

    async def fail() -> None:
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.channels.store_settings("C1", ALL, by=ANN.id, at=world.clock.now())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await stored(world, turn.tenant_id, "C1") == ChannelSettings()

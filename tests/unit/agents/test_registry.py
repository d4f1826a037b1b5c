"""One entry adds an agent or an engine; these say what else must be there."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from bot.agents.registry import AGENTS, Agent
from bot.domain.text.locale import Language, Locale
from bot.engines.registry import ENGINES, EngineEntry, EngineParts, build_engines, needs_model, select_engine
from bot.locales import Catalogue
from tests.fakes.clock import SteppingClock, new_ids
from tests.fakes.model import models

ROOT = Path(__file__).parents[3]
TEXTS = Catalogue()


def prompts() -> set[str]:
    return {file.name.removesuffix(".md") for file in files("bot.prompts").iterdir() if file.name.endswith(".md")}


def by_name(each: Agent | EngineEntry) -> str:
    return each.name


class TestAgents:
    def test_no_name_stands_twice(self) -> None:
        assert len({agent.name for agent in AGENTS}) == len(AGENTS)

    def test_every_prompt_belongs_to_one_agent(self) -> None:
        named = [prompt for agent in AGENTS for prompt in agent.prompts]
        assert sorted(named) == sorted(prompts())

    @pytest.mark.parametrize("language", Language)
    @pytest.mark.parametrize("agent", AGENTS, ids=by_name)
    def test_usage_says_what_it_is_asked_for(self, agent: Agent, language: Language) -> None:
        assert TEXTS.has(Locale(language), f"usage-purpose-{agent.name}")

    @pytest.mark.parametrize("language", Language)
    @pytest.mark.parametrize("agent", AGENTS, ids=by_name)
    def test_discussion_can_name_it(self, agent: Agent, language: Language) -> None:
        assert TEXTS.has(Locale(language), f"agent-{agent.name}")

    @pytest.mark.parametrize("page", ["docs/models.md", ".env.example"])
    @pytest.mark.parametrize("agent", AGENTS, ids=by_name)
    def test_it_is_documented(self, agent: Agent, page: str) -> None:
        assert re.search(rf"\b{agent.name}\b", (ROOT / page).read_text(encoding="utf-8"))


class TestEngines:
    def parts(self, *, with_model: bool) -> EngineParts:
        clock = SteppingClock()
        client = models(lambda _: "{}")[0] if with_model else None
        return EngineParts(clock=clock, new_id=new_ids(clock), client=client, allowed_hosts=frozenset())

    def test_with_a_model_all_are_built_the_default_first(self) -> None:
        built = build_engines(self.parts(with_model=True))
        assert [engine.name for engine in built] == [entry.name for entry in ENGINES]

    def test_without_a_model_those_that_need_one_are_left_out(self) -> None:
        built = build_engines(self.parts(with_model=False))
        assert [engine.name for engine in built] == [entry.name for entry in ENGINES if not entry.needs_model]
        assert built

    def test_a_name_that_is_none_needs_no_model(self) -> None:
        assert not needs_model("none of ours")

    def test_setting_names_an_engine_that_is_not_there_then_the_default_decides_and_it_is_said(self) -> None:
        engines = {engine.name: engine for engine in build_engines(self.parts(with_model=False))}
        selection = select_engine(engines, "dual")
        assert (selection.engine.name, selection.unavailable) == ("rules", "dual")

    @pytest.mark.parametrize("language", Language)
    @pytest.mark.parametrize("entry", ENGINES, ids=by_name)
    def test_a_card_says_who_decided(self, entry: EngineEntry, language: Language) -> None:
        assert TEXTS.has(Locale(language), f"engine-{entry.name.replace('_', '-')}")

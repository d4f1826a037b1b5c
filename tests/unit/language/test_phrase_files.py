from pathlib import Path

import pytest

from bot.domain.text.word_lists import read_word_lists
from bot.language import phrase_files
from bot.language.phrase_files import index_phrases, read_phrases

TABLES = {"verbs": ["buy", "sell"]}


class TestReadWordLists:
    def test_when_a_file_is_sound_then_its_lists_are_returned_by_table(self, tmp_path: Path) -> None:
        file = write(tmp_path / "words.toml", '[verbs]\nbuy = ["get", "pick up"]\nsell = ["dump"]')

        assert read_word_lists(file, tables=TABLES, normal=str.lower) == {
            "verbs": {"buy": ("get", "pick up"), "sell": ("dump",)}
        }

    @pytest.mark.parametrize(
        ("text", "mistake"),
        [
            ('[verbs]\nbuy = ["get", ""]', r"words\.toml: \[verbs\] buy: an entry is empty"),
            ('[verbs]\nbuy = ["get", " "]', r"words\.toml: \[verbs\] buy: an entry is empty"),
            ('[verbs]\nbuy = ["get", "get"]', r'words\.toml: \[verbs\] buy: "get" is there twice'),
            ('[verbs]\nbuy = ["Get"]', r'words\.toml: \[verbs\] buy: "Get" has to be written "get"'),
            ('[verbs]\nbuy = "get"', r"words\.toml: \[verbs\] buy is no list of texts"),
            ("[verbs]\nbuy = []", r"words\.toml: \[verbs\] buy is no list of texts, or an empty one"),
            ("[verbs]\nbuy = [1]", r"words\.toml: \[verbs\] buy is no list of texts"),
            ('[verbs]\nbuys = ["get"]', r"words\.toml: \[verbs\] has lists that are unknown: buys"),
            ('[nouns]\nbuy = ["get"]', r"words\.toml: \[nouns\] has lists that are unknown: buy"),
            ('buy = ["get"]', r"words\.toml: \[buy\] is no table"),
            ('[verbs]\nbuy = ["get"]\nbuy = ["pick up"]', r"words\.toml: Cannot overwrite a value"),
        ],
    )
    def test_when_a_file_has_a_mistake_then_file_list_and_entry_are_named(
        self, tmp_path: Path, text: str, mistake: str
    ) -> None:
        with pytest.raises(ValueError, match=mistake):
            read_word_lists(write(tmp_path / "words.toml", text), tables=TABLES, normal=str.lower)


class TestReadPhrases:
    @pytest.fixture(autouse=True)
    def data(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(tmp_path / "data" / "en" / "verbs.toml", '[verbs]\nbuy = ["get"]\nsell = ["don\'t keep"]')
        write(tmp_path / "data" / "zh" / "verbs.toml", '[verbs]\nbuy = ["买"]')
        write(tmp_path / "data" / "zh" / "twice.toml", '[verbs]\nbuy = ["ok"]')
        write(tmp_path / "data" / "en" / "twice.toml", '[verbs]\nbuy = ["ok"]')
        write(tmp_path / "data" / "zh" / "wide.toml", '[verbs]\nbuy = ["買"]')
        monkeypatch.setattr(phrase_files, "files", lambda _package: tmp_path)

    def test_when_languages_share_a_list_then_it_holds_the_phrases_of_all(self) -> None:
        assert read_phrases("verbs", verbs=["buy", "sell"]) == {
            "verbs": {"buy": ("get", "买"), "sell": ("don't keep",)},
        }

    def test_when_no_file_has_a_list_then_it_is_empty(self) -> None:
        assert read_phrases("verbs", verbs=["buy", "sell", "hold"])["verbs"]["hold"] == ()

    @pytest.mark.parametrize(
        ("topic", "tables", "mistake"),
        [
            ("verbs", {"verbs": ["buy"]}, r"data/en/verbs\.toml: \[verbs\] has lists that are unknown: sell"),
            ("verbs", {"nouns": ["buy"]}, r"data/en/verbs\.toml: \[verbs\] has lists that are unknown: buy, sell"),
            ("twice", {"verbs": ["buy"]}, r'twice\.toml: \[verbs\] buy: "ok" is in two files'),
            ("wide", {"verbs": ["buy"]}, r'wide\.toml: \[verbs\] buy: "買" has to be written "买"'),
        ],
    )
    def test_when_lists_do_not_fit_then_file_and_list_are_named(
        self, topic: str, tables: dict[str, list[str]], mistake: str
    ) -> None:
        with pytest.raises(ValueError, match=mistake):
            read_phrases(topic, **tables)


class TestIndexPhrases:
    def test_when_a_phrase_has_an_apostrophe_then_both_spellings_are_found(self) -> None:
        assert index_phrases({"sell": ("don't keep",)}) == {("don", "'t", "keep"): "sell", ("dont", "keep"): "sell"}

    def test_when_a_phrase_is_in_two_lists_then_both_are_named(self) -> None:
        with pytest.raises(ValueError, match='"get" is both in buy and in sell'):
            index_phrases({"buy": ("get",), "sell": ("get",)})


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path

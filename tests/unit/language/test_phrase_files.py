from pathlib import Path

import pytest

from bot.domain.text.word_lists import read_word_lists, require_lists
from bot.language import phrase_files
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases

TABLES = {"verbs": ["buy", "sell"]}


class TestReadWordLists:
    def test_when_a_file_is_sound_then_its_lists_are_returned_by_table(self, tmp_path: Path) -> None:
        file = write(tmp_path / "words.toml", '[verbs]\nbuy = ["get", "pick up"]\nsell = ["dump"]')

        assert read_word_lists(file, tables=TABLES, normal=str.lower) == {
            "verbs": {"buy": ("get", "pick up"), "sell": ("dump",)}
        }

    def test_when_there_is_no_file_then_it_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match=r"words\.toml is missing"):
            read_word_lists(tmp_path / "words.toml", tables=TABLES, normal=str.lower)

    def test_when_a_file_is_not_utf_8_then_it_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "words.toml").write_bytes("[verbs]\nbuy = ['买']".encode("gbk"))

        with pytest.raises(ValueError, match=r"words\.toml: 'utf-8' codec"):
            read_word_lists(tmp_path / "words.toml", tables=TABLES, normal=str.lower)


class TestRequireLists:
    def test_when_all_lists_are_there_then_they_are_returned(self) -> None:
        lists = {"verbs": {"buy": ("get",), "sell": ("dump",)}}

        assert require_lists(lists, TABLES, source="words.toml") == lists

    @pytest.mark.parametrize("lists", [{}, {"verbs": {}}, {"verbs": {"buy": ("get",)}}, {"verbs": {"sell": ()}}])
    def test_when_a_list_is_missing_or_empty_then_file_and_list_are_named(
        self, lists: dict[str, dict[str, tuple[str, ...]]]
    ) -> None:
        with pytest.raises(ValueError, match=r"words\.toml: \[verbs\] has no list .*sell"):
            require_lists(lists, TABLES, source="words.toml")

    def test_when_a_file_has_a_mistake_then_file_list_and_entry_are_named(
        self, tmp_path: Path, subtests: pytest.Subtests
    ) -> None:
        for text, mistake in (
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
        ):
            with subtests.test(text), pytest.raises(ValueError, match=mistake):
                read_word_lists(write(tmp_path / "words.toml", text), tables=TABLES, normal=str.lower)


class TestReadPhrases:
    @pytest.fixture(autouse=True)
    def data(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(tmp_path / "data" / "en" / "verbs.toml", '[verbs]\nbuy = ["get"]\nsell = ["don\'t keep"]')
        write(tmp_path / "data" / "zh" / "verbs.toml", '[verbs]\nbuy = ["买"]')
        write(tmp_path / "data" / "zh" / "twice.toml", '[verbs]\nbuy = ["ok"]')
        write(tmp_path / "data" / "en" / "twice.toml", '[verbs]\nbuy = ["ok"]')
        write(tmp_path / "data" / "en" / "wide.toml", '[verbs]\nbuy = ["get"]')
        write(tmp_path / "data" / "zh" / "wide.toml", '[verbs]\nbuy = ["買"]')
        monkeypatch.setattr(phrase_files, "files", lambda _package: tmp_path)

    def test_when_languages_share_a_list_then_it_holds_the_phrases_of_all(self) -> None:
        assert read_phrases("verbs", {"verbs": ["buy", "sell"]}, folders=LANGUAGE_FOLDERS) == {
            "verbs": {"buy": ("get", "买"), "sell": ("don't keep",)},
        }

    def test_when_no_file_has_a_list_then_topic_and_list_are_named(self) -> None:
        with pytest.raises(ValueError, match=r"verbs\.toml in en, zh: \[verbs\] has no list hold"):
            read_phrases("verbs", {"verbs": ["buy", "sell", "hold"]}, folders=LANGUAGE_FOLDERS)

    def test_when_no_file_has_a_table_then_topic_and_table_are_named(self) -> None:
        tables = {"verbs": ["buy", "sell"], "nouns": ["share"]}

        with pytest.raises(ValueError, match=r"verbs\.toml in en, zh: \[nouns\] has no list share"):
            read_phrases("verbs", tables, folders=LANGUAGE_FOLDERS)
        with pytest.raises(ValueError, match=r"verbs\.toml in en, zh: there is no table \[nouns\]"):
            read_phrases("verbs", tables, folders=LANGUAGE_FOLDERS, needs_every_list=False)

    def test_when_lists_may_be_absent_then_these_are_empty(self) -> None:
        tables = {"verbs": ["buy", "sell", "hold"]}

        lists = read_phrases("verbs", tables, folders=LANGUAGE_FOLDERS, needs_every_list=False)

        assert lists["verbs"] == {"buy": ("get", "买"), "sell": ("don't keep",), "hold": ()}

    def test_when_a_folder_has_no_file_of_the_topic_then_the_file_is_named(self) -> None:
        with pytest.raises(ValueError, match=r"data/common/verbs\.toml is missing"):
            read_phrases("verbs", {"verbs": ["buy", "sell"]})

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
            read_phrases(topic, tables, folders=LANGUAGE_FOLDERS)


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

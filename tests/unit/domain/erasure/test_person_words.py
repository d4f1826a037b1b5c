"""Where a person is found in what others keep: by id, by name, by their words; and where they are not."""

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.erasure import ERASED, PersonWords, fragments, runs_of

SALT = b"salt"


def words(*said: str, name: str = "Dora Quill", person_id: str = "U77DQ") -> PersonWords:
    found = frozenset(digest for text in said for digest in fragments(text, salt=SALT))
    return PersonWords(person_id, frozenset({name}), found, SALT)


class TestNames:
    def test_id_and_name_are_taken_out_as_words(self) -> None:
        taken = words().without_name
        assert taken("ask <@U77DQ> or <@U77DQ|dora>, @U77DQ") == f"ask {ERASED} or {ERASED}, {ERASED}"
        assert taken("Dora Quill said so; so @Dora Quill it is") == f"{ERASED} said so; so {ERASED} it is"
        assert taken("U77DQX and Dora Quillon are others") == "U77DQX and Dora Quillon are others"

    def test_a_name_that_is_a_word_is_not_taken_out_of_other_words(self) -> None:
        taken = words(name="Will").without_name
        assert taken("it will rise, says Will, willing") == f"it will rise, says {ERASED}, willing"

    def test_chinese_name_stands_anywhere(self) -> None:
        assert words(name="王小明").without_name("昨天王小明说买入") == f"昨天{ERASED}说买入"

    def test_names_of_ours_and_single_letters_name_nobody(self) -> None:
        for name in ("Parley", "J", ""):
            assert not words(name=name).names_person("Parley says J. is fine")


class TestQuotations:
    def test_four_words_in_a_row_are_a_quotation(self) -> None:
        said = words("I think semiconductors look far too frothy this year")
        assert said.quotes_person("It was said that semiconductors look far too FROTHY, in spring.")
        assert not said.quotes_person("Semiconductors look cheap; others look far ahead.")

    def test_chinese_is_found_by_characters(self) -> None:
        said = words("我觉得半导体估值已经太高了")
        assert said.quotes_person("有人说半导体估值已经太高，所以观望")
        assert not said.quotes_person("半导体估值合理")

    def test_few_words_are_found_only_between_quotation_marks(self) -> None:
        said = words("no banks")
        assert said.quotes_person("Remembered: “no banks”.")
        assert not said.quotes_person("There are no banks in it.")

    def test_nothing_said_then_nothing_quoted(self) -> None:
        assert not words("").quotes_person("anything at all that was said “”")

    def test_other_salt_finds_nothing(self) -> None:
        said = fragments("we never hold over earnings", salt=b"one")
        other = PersonWords("U1", frozenset(), said, b"two")
        assert not other.quotes_person("we never hold over earnings")

    def test_what_the_person_typed_of_our_sentences_is_no_quotation(self) -> None:
        ours = runs_of("Nothing is traded until you confirm.") | runs_of("hold on")
        for said in ("nothing is traded until you confirm.", "hold on"):
            assert fragments(said, salt=SALT)
            assert not fragments(said, salt=SALT, excluded=ours)
        own = fragments("nothing is traded until you ring me", salt=SALT, excluded=ours)
        person = PersonWords("U1", frozenset(), own, SALT)
        assert person.quotes_person("They wrote: until you ring me.")
        assert not person.quotes_person("Nothing is traded until you confirm.")

    @given(st.text(min_size=1), st.text(), st.text())
    def test_whatever_was_said_is_found_between_quotation_marks(self, said: str, before: str, behind: str) -> None:
        if not fragments(said, salt=SALT) or any(mark in said for mark in '“”"「」'):
            return
        assert words(said).quotes_person(f"{before.translate(_NO_MARKS)} “{said}” {behind}") or len(said) > 400


_NO_MARKS = {ord(mark): None for mark in '“”"「」'}


class TestDocuments:
    def test_texts_are_replaced_and_the_structure_is_not(self) -> None:
        person = words("never hold anything over earnings")
        document = {"type": "Dora Quill", "items": [{"text": "She says: never hold anything over earnings"}, 3, None]}
        assert person.redacted(document) == {"type": "Dora Quill", "items": [{"text": ERASED}, 3, None]}
        assert person.document_gives_away(document)
        assert not person.document_gives_away({"type": "Dora Quill", "items": ["AAPL"]})

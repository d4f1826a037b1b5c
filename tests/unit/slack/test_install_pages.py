"""The pages of an installation: their language, and that nothing from outside becomes markup."""

import re

import pytest

from adapters.slack.install.oauth import InstallPage, preferred_language, render_page
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

SAY = Catalogue()
EN, ZH = Language.ENGLISH, Language.CHINESE


def test_the_language_is_the_one_the_browser_likes_best(subtests: pytest.Subtests) -> None:
    for header, language in [
        ("", EN),
        ("zh", ZH),
        ("zh-CN,zh;q=0.9,en;q=0.8", ZH),
        ("zh-Hant-TW", ZH),
        ("ZH-cn", ZH),
        ("en-GB,zh;q=0.9", EN),
        ("zh;q=0.2, en;q=0.9", EN),
        ("fr-FR, zh;q=0.5", ZH),
        ("de,fr", EN),
        ("*", EN),
        ("zh;q=0", EN),
        ("zh;q=x", EN),
        ("zh; q=0.7 , en ; q=0.1", ZH),
        ("zhx", EN),
        (";;;,,,=", EN),
        ("zh;q=nan", EN),
    ]:
        with subtests.test(f"{header!r}, {language!r}"):
            assert preferred_language(header) is language


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("which", InstallPage)
class TestPage:
    def test_says_what_came_of_it(self, which: InstallPage, language: Language) -> None:
        text = render_page(SAY, which, language=language, workspace="Acme")
        assert f'<html lang="{language.value}">' in text
        assert SAY.render(Locale(language), f"install-{which}-title") in text
        assert ("Acme" in text) is (which is InstallPage.INSTALLED)

    def test_leads_back_to_the_beginning_where_that_helps(self, which: InstallPage, language: Language) -> None:
        assert ('<a href="install">' in render_page(SAY, which, language=language)) is (
            which is not InstallPage.INSTALLED
        )

    def test_needs_nothing_that_its_policy_forbids(self, which: InstallPage, language: Language) -> None:
        text = render_page(SAY, which, language=language, workspace="Acme")
        assert not re.search(r"<(script|style|img|iframe|form|link|base)|\sstyle=|\son\w+=", text)


def test_a_workspaces_name_is_no_markup() -> None:
    text = render_page(SAY, InstallPage.INSTALLED, language=EN, workspace='<script>alert("1")</script>&')
    assert "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;" in text
    assert "<script" not in text

"""Words of a question that the answer does not have."""

from __future__ import annotations

from tests.support.repos import Repo
from trove_git.asking.ask import Request, ask
from trove_git.workspace.workspace import find_workspace

PAGES = {
    f"docs/server-{n}.md": f"# Rebuild of pages by the server {n}\n\nThe server does a rebuild of pages on save.\n"
    for n in range(30)
} | {f"docs/other-{n}.md": f"# Another page {n}\n\nOf something else.\n" for n in range(60)}


def notes(repo: Repo, question: str, **options: object) -> tuple[str, ...]:
    return ask(find_workspace(str(repo.path)), Request(question, **options)).notes  # type: ignore[arg-type]


def test_the_place_of_the_rarest_word_is_named_where_no_hit_has_it(repo):
    other = (
        "# Questions\n\nA long page about many things, such as editors.\n\n## Windows\n\n"
        + "Nothing here. " * 40
        + "WSL.\n"
    )
    repo.commit("docs", PAGES | {"docs/faq.md": other})
    assert notes(repo, "the server does no rebuild of pages on save in wsl") == ("no hit has wsl: docs/faq.md:7 does",)
    assert notes(repo, "wsl") == ()
    assert notes(repo, "the server does no rebuild of pages on save in zsl") == ("in no source: zsl",)


def test_a_word_that_many_sources_have_is_no_news(repo):
    more = {f"docs/z-{n}.md": f"# Page {n}\n\n" + "Nothing here. " * 40 + "WSL.\n" for n in range(11)}
    repo.commit("docs", PAGES | more)
    assert not any("no hit has" in note for note in notes(repo, "the server does no rebuild of pages on save in wsl"))


def test_what_means_the_same_stands_for_the_word(repo):
    pages = {f"docs/{n}.md": f"# Remove the page {n}\n\nHow to remove the page.\n" for n in range(30)}
    repo.commit("docs", pages | {"docs/z.md": "# Other\n\n" + "Nothing here. " * 40 + "Delete it.\n"})
    assert notes(repo, "delete the page") == ()


def test_what_is_no_longer_there_is_not_named(repo):
    repo.commit("docs", PAGES | {"docs/faq.md": f"# Questions\n\n{'Nothing here. ' * 40}\n\nWSL.\n"})
    question = "the server does no rebuild of pages on save in wsl"
    assert notes(repo, question) == ("no hit has wsl: docs/faq.md:5 does",)
    repo.write("docs/faq.md", "# Questions\n\nNothing here.\n")
    assert not any("docs/faq.md" in note for note in notes(repo, question))


def test_a_hit_that_the_budget_passes_over_is_not_shown(repo):
    """What is shown is not the beginning of what was found: a smaller hit may fit behind one that does not."""
    long = f"# Windows {'and machines of other sorts ' * 9}\n\nA rebuild of pages in WSL.\n"
    one = "# Rebuild of pages by the server on save\n\nThe server does a rebuild of pages on save.\n"
    repo.commit("docs", {"docs/a.md": one, "docs/b.md": long, "docs/c.md": "# Other\n\nThe server may save.\n"})
    result = ask(
        find_workspace(str(repo.path), {"budget": "60"}), Request("rebuild of pages by the server on save in wsl")
    )
    assert [hit.path for hit in result.hits] == ["docs/a.md", "docs/c.md"]
    assert result.notes == ("no hit has wsl: docs/b.md:3 does",)

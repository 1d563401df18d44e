"""`review` in real repositories: what is marked, what is not, and what is said not to be known."""

from __future__ import annotations

import datetime

import pytest

from tests.support.repos import FIRST_COMMIT, Repo, entry
from trove_git.commands.review import review
from trove_git.errors import EntryNotFound
from trove_git.workspace.workspace import find_workspace

CODE = "RETRY_LIMIT = 30\n\n\ndef fetch(client):\n    return client.get(RETRY_LIMIT)\n\n\ndef close():\n    pass\n"
FACT = "The client gives up after `RETRY_LIMIT` = 30 attempts, see src/net.py."
ENTRY = ".claude/trove/entries/retries.md"


def fact(body: str = FACT, title: str = "Retries end", extra: str = "") -> str:
    return entry(title, body).replace("type:", f"{extra}type:")


def start(repo: Repo, body: str = FACT, **files: str) -> str:
    return repo.commit("fact", {"src/net.py": CODE, ENTRY: fact(body), **files})


def levels(path, *slugs: str) -> dict[str, str]:
    return {e.slug: e.level for e in review(find_workspace(str(path)), slugs).entries}


def only(path):
    (found,) = review(find_workspace(str(path))).entries
    return found


def test_a_changed_value_is_marked_with_its_diff_and_commits(repo):
    since = start(repo)
    repo.commit("other", {"x": "1"})
    last = repo.commit("raise", {"src/net.py": CODE.replace("= 30", "= 60")})
    found = only(repo.path)
    assert (found.level, found.since, found.since_time) == ("doubtful", since, FIRST_COMMIT + 60)
    assert found.reasons[0].text == "30 changed: RETRY_LIMIT = 30"
    assert found.change[1:3] == ("-RETRY_LIMIT = 30", "+RETRY_LIMIT = 60")
    assert found.commits == (("src/net.py", 1, last, FIRST_COMMIT + 180),)


def test_a_long_line_is_quoted_up_to_a_word(repo):
    long = f"RETRY_LIMIT = 30  # {'and more ' * 12}\n"
    repo.commit("fact", {"src/net.py": long, ENTRY: fact()})
    repo.commit("raise", {"src/net.py": long.replace("= 30", "= 60")})
    text = only(repo.path).reasons[0].text
    assert text == f"30 changed: RETRY_LIMIT = 30  # {'and more ' * 6}and…"


def test_the_commits_of_the_file_whose_diff_is_shown_come_first(repo):
    start(
        repo, "The client gives up after `RETRY_LIMIT` = 30 attempts. See README.md, src/net.py.", **{"README.md": "a"}
    )
    repo.commit("readme", {"README.md": "b"})
    last = repo.commit("raise", {"src/net.py": CODE.replace("= 30", "= 60")})
    found = only(repo.path)
    assert found.change[0].endswith("@@ src/net.py")
    assert [(commits.path, commits.times) for commits in found.commits] == [("src/net.py", 1), ("README.md", 1)]
    assert found.commits[0].last == last


@pytest.mark.parametrize(
    ("body", "extra", "level"),
    [
        ("See [net](src/net.py).", "", "dangling"),
        ("See [net](../../../src/net.py).", "", "dangling"),
        ("See net.py.", "", "dangling"),
        ("See [net](net.py).", "", "holds"),
        ("Squeeze oranges.", "paths: [src/net.py]\n", "dangling"),
        ("Squeeze oranges.", "paths: [net.py]\n", "holds"),
        ("Squeeze oranges.", "paths: [lib/net.py]\n", "holds"),
        ("Squeeze oranges.", "paths: [src]\n", "dangling"),
    ],
    ids=[
        "link",
        "link beside",
        "end",
        "link to no file",
        "pinned",
        "pinned by its end",
        "pinned elsewhere",
        "pinned folder",
    ],
)
def test_which_file_a_reference_leads_to(repo, body, extra, level):
    repo.commit("fact", {"src/net.py": CODE, "keep": "k\n", ENTRY: fact(body, extra=extra)})
    repo.git("rm", "-q", "src/net.py")
    repo.commit("remove")
    assert only(repo.path).level == level


@pytest.mark.parametrize(
    ("new", "level"),
    [
        (CODE, "holds"),
        (CODE.replace("pass", "stop()"), "changed"),
        ("import net\n" + CODE + "\n\ndef more():\n    pass\n", "changed"),
        (CODE.replace("RETRY_LIMIT", "MOST_TRIES"), "dangling"),
    ],
    ids=["same", "elsewhere in the file", "around it", "renamed"],
)
def test_levels(repo, new, level):
    start(repo)
    repo.commit("change", {"src/net.py": new})
    assert only(repo.path).level == level


def test_a_file_that_is_gone_dangles_and_a_moved_one_does_not(repo):
    start(repo, body="See src/net.py for how pages come.", **{"src/old.py": "gone = 1\n"})
    repo.commit("more", {".claude/trove/entries/b.md": fact("See src/old.py.", "B").replace("slug: b", "slug: b")})
    repo.git("mv", "src/net.py", "src/web.py")
    repo.git("rm", "-q", "src/old.py")
    repo.commit("move")
    found = {e.slug: e for e in review(find_workspace(str(repo.path))).entries}
    assert (found["b"].level, found["b"].reasons[0].text) == ("dangling", "src/old.py no longer exists")
    assert (found["retries"].level, found["retries"].reasons[0].text) == (
        "changed", "src/net.py moved to src/web.py",
    )  # fmt: skip
    assert found["b"].commits[0].last == repo.head


def test_a_file_that_moved_and_changed_is_followed(repo):
    start(repo)
    (repo.path / "lib").mkdir()
    repo.git("mv", "src/net.py", "lib/net.py")
    repo.commit("move and change", {"lib/net.py": CODE.replace("pass", "stop()")})
    found = only(repo.path)
    assert [r.text for r in found.reasons] == ["src/net.py moved to lib/net.py"]
    assert found.level == "changed"


def test_files_are_found_by_what_the_entry_claims_and_by_its_paths(repo):
    body = "The client gives up after `RETRY_LIMIT` = 30 attempts."
    pinned = fact("Closing stops nothing: pass.", "Pinned", 'paths: ["src/*.py"]\n')
    start(repo, body, **{".claude/trove/entries/pinned.md": pinned})
    repo.commit("raise", {"src/net.py": CODE.replace("= 30", "= 60")})
    assert levels(repo.path) == {"retries": "doubtful", "pinned": "changed"}


def test_changelogs_and_the_trove_itself_keep_no_name_alive(repo):
    start(repo, **{"CHANGELOG.md": "RETRY_LIMIT came.\n"})
    repo.commit("rename", {"src/net.py": CODE.replace("RETRY_LIMIT", "MOST_TRIES")})
    assert only(repo.path).level == "dangling"


def test_touching_an_entry_makes_what_changed_before_no_reason(repo):
    start(repo)
    repo.commit("raise", {"src/net.py": CODE.replace("= 30", "= 60")})
    day = datetime.datetime.fromtimestamp(FIRST_COMMIT, datetime.UTC).date().isoformat()
    repo.write(ENTRY, fact(extra=f"confirmed: {day}\n"))
    result = review(find_workspace(str(repo.path)))
    assert (result.entries[0].level, result.notes) == (
        "holds", ("1 entry is not committed as on disk: taken to hold as of HEAD",),
    )  # fmt: skip
    repo.commit("confirm")
    assert only(repo.path).level == "holds"


def test_a_confirmation_after_the_last_change_counts(repo):
    # A confirmation may be written on one day and be committed with an earlier date, as by a rebase.
    day = datetime.datetime.fromtimestamp(FIRST_COMMIT + 86400, datetime.UTC).date().isoformat()
    repo.commit("fact", {"src/net.py": CODE, ENTRY: fact(extra=f"confirmed: {day}\n")})
    raised = repo.commit("raise", {"src/net.py": CODE.replace("= 30", "= 60")})
    found = only(repo.path)
    assert (found.level, found.since) == ("holds", raised)


def test_slugs_choose_and_a_wrong_one_is_an_error(repo):
    start(repo, **{".claude/trove/entries/b.md": fact("Another.", "B")})
    assert levels(repo.path, "b") == {"b": "holds"}
    with pytest.raises(EntryNotFound):
        levels(repo.path, "retrys")


def test_a_bare_clone_says_the_same(repo, tmp_path):
    start(repo)
    repo.commit("raise", {"src/net.py": CODE.replace("= 30", "= 60")})
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare.git"))
    assert only(tmp_path / "bare.git") == only(repo.path)


def test_a_root_below_the_top(repo):
    start(repo)
    for name in ("src/net.py", ENTRY):
        repo.write(f"sub/{name}", (repo.path / name).read_bytes())
    repo.write("sub/.trove/config", "")
    repo.commit("sub")
    repo.commit("raise", {"sub/src/net.py": CODE.replace("= 30", "= 60")})
    found = only(repo.path / "sub")
    assert (found.level, found.path, found.files) == ("doubtful", ENTRY, ("src/net.py",))
    assert (found.commits[0].path, found.reasons[0].path) == ("src/net.py", "src/net.py")
    assert found.change == ("@@ -1,2 +1,2 @@ src/net.py", "-RETRY_LIMIT = 30", "+RETRY_LIMIT = 60")
    (repo.path / "sub/lib").mkdir()
    repo.git("mv", "sub/src/net.py", "sub/lib/net.py")
    repo.commit("move")
    assert "src/net.py moved to lib/net.py" in [reason.text for reason in only(repo.path / "sub").reasons]
    assert only(repo.path).level == "holds"


def test_beyond_the_edge_of_a_shallow_clone_nothing_is_guessed(repo, tmp_path):
    start(repo)
    repo.commit("raise", {"src/net.py": CODE.replace("= 30", "= 60")})
    repo.git("clone", "-q", "--depth", "1", repo.path.as_uri(), str(tmp_path / "shallow"))
    result = review(find_workspace(str(tmp_path / "shallow")))
    assert (result.entries[0].level, result.entries[0].since) == ("holds", "")
    assert result.notes == ("1 entry is older than this shallow clone: what has changed since is not known",)


def test_in_a_partial_clone_what_is_missing_is_said(repo, tmp_path):
    start(repo)
    repo.commit("rename", {"src/net.py": CODE.replace("RETRY_LIMIT", "MOST_TRIES")})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "partial"
    repo.git("clone", "-q", "--filter=blob:none", repo.path.as_uri(), str(clone))
    result = review(find_workspace(str(clone)))
    assert result.entries[0].level in ("changed", "holds")
    assert result.notes == ("1 file is missing here, as in a partial clone: what they say is not known",)


def test_what_is_not_committed_hides_no_commits_of_others(repo):
    start(repo)
    last = repo.commit("raise", {"src/net.py": CODE.replace("= 30", "= 60")})
    repo.write(".claude/trove/entries/b.md", fact("See src/net.py.", "B"))
    found = review(find_workspace(str(repo.path)), everything=True).entries
    assert [(e.slug, e.commits[:1]) for e in found] == [
        ("retries", (("src/net.py", 1, last, FIRST_COMMIT + 120),)), ("b", ()),
    ]  # fmt: skip


def test_entries_that_are_not_checked_out_are_reviewed(repo):
    start(repo)
    repo.commit(
        "raise", {"src/net.py": CODE.replace("= 30", "= 60"), ".claude/trove/entries/b.md": fact("Oranges.", "B")}
    )
    repo.git("sparse-checkout", "set", "--no-cone", "/src/", "/.claude/trove/entries/b.md")
    assert not (repo.path / ENTRY).exists()
    assert levels(repo.path) == {"retries": "doubtful", "b": "holds"}


def test_without_commits_or_git_pairs_are_looked_for(repo, tmp_path):
    for path in (repo.path, tmp_path / "plain"):
        for slug in ("a", "b"):
            file = path / ".claude" / "trove" / "entries" / f"{slug}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(entry(slug, "Bulk inserts must run inside one transaction, or the log splits them."))
        result = review(find_workspace(str(path)))
        assert [pair.kind for pair in result.pairs] == ["near-duplicate"]
        assert (result.entries, result.reviewed) == ((), 2)
        assert result.notes == ("there is no commit to compare with: looked for pairs only",)


def test_pairs_by_the_measure_of_the_ranking(repo):
    bodies = {
        "a": "Bulk inserts must run inside one transaction, or the replay of the log splits them.",
        "b": "Run bulk inserts inside one transaction: else replay of the log splits them.",
        "c": "The retry limit of the importer is 30 attempts for every page.",
        "d": "The retry limit of the importer is 60 attempts for every page.",
        "e": "Colours of the terminal are off in continuous integration.",
    }
    repo.commit("facts", {f".claude/trove/entries/{s}.md": entry(s, body) for s, body in bodies.items()})
    result = review(find_workspace(str(repo.path)))
    assert [(pair.kind, pair.slugs) for pair in result.pairs] == [
        ("contradiction", ("c", "d")), ("near-duplicate", ("a", "b")),
    ]  # fmt: skip
    assert result.pairs[0].texts == (bodies["c"], bodies["d"])
    assert result.pairs[0].lines == (9, 9)
    assert result.pairs[1].lines == (2, 2), "the line that has the title"
    assert [pair.slugs for pair in review(find_workspace(str(repo.path)), ["b"]).pairs] == [("a", "b")]


def test_odd_names_of_files(repo):
    start(repo, body="`RETRY_LIMIT` = 30 is in [the net](<../../../src/ne t ü.py>).")
    repo.git("mv", "src/net.py", "src/ne t ü.py")
    repo.commit("fact", {ENTRY: fact("`RETRY_LIMIT` = 30 is a limit of the client.", "Odd")})
    repo.commit("raise", {"src/ne t ü.py": CODE.replace("= 30", "= 60")})
    found = only(repo.path)
    assert (found.level, found.files) == ("doubtful", ("src/ne t ü.py",))
    assert "+RETRY_LIMIT = 60" in found.change

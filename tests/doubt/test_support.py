"""Which old lines bear a fact out, and what counts as kept, rewritten, or another value."""

from __future__ import annotations

import pytest

from trove_git.doubt.support import find_support, make_wanted, plain_value

OLD = "import net\n\nRETRY_LIMIT = 30\nOTHER = 30\n\ndef give_up(count):\n    return count > RETRY_LIMIT\n"
WANTED = make_wanted(["The client gives up at the retry limit of 30"], ["RETRY_LIMIT"], ["30"])


def support(new: str):
    return {s.line: s for s in find_support({"a.py": OLD}, {"a.py": new}, WANTED)}


@pytest.mark.parametrize(
    ("text", "plain"),
    [("30", "30"), ("5.0", "5"), ("0.25", "0.25"), ("1_000", "1000"), ("1,000", "1000"), ("True", "true")],
)  # fmt: skip
def test_values_are_written_one_way(text, plain):
    assert plain_value(text) == plain


def test_the_lines_that_share_most_are_found_and_kept():
    found = support(OLD)
    assert list(found) == [3, 7]
    assert all(s.kept and not s.lost and not s.lost_values for s in found.values())


def test_another_value_beside_the_same_name():
    # The next line has the old number still, and is another matter.
    found = support(OLD.replace("LIMIT = 30", "LIMIT = 60"))[3]
    assert (found.kept, found.lost_values) == (False, frozenset({"30"}))
    assert 0 < found.lost < 0.5


@pytest.mark.parametrize(
    "new",
    [
        OLD.replace("RETRY_LIMIT = 30", "RETRY_LIMIT: int = 30"),
        "x = 1\n" * 9 + OLD,
        OLD.replace("RETRY_LIMIT = 30", "RETRY_LIMIT = 30.0  # seconds"),
        OLD.replace("RETRY_LIMIT = 30", "RETRY_LIMIT = (\n    30\n)"),
    ],
    ids=["annotated", "moved down", "as a float", "wrapped"],
)
def test_what_says_the_same_loses_nothing(new):
    assert all(not s.lost and not s.lost_values for s in support(new).values())


def test_what_is_gone_is_lost_and_no_value_of_another_line():
    found = support("import net\n\ndef fetch():\n    return 1\n")
    assert all(s.lost == 1 and not s.kept and not s.lost_values for s in found.values())


def test_lines_may_be_in_another_file_now():
    found = find_support({"a.py": OLD}, {"a.py": "", "b.py": OLD}, WANTED)
    assert [s.kept for s in found] == [True, True]


def test_nothing_shared_is_no_support():
    assert find_support({"a.py": "one\ntwo\n"}, {}, WANTED) == []
    assert find_support({}, {}, make_wanted(["x"], [], [])) == []

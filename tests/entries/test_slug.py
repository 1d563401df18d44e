"""Slugs: made from titles, refused when they cannot be file names, compared in NFC."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.entries.slug import normalize, slugify, validate_slug
from trove_git.errors import UsageError


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("WAL gotcha: bulk inserts", "wal-gotcha-bulk-inserts"),
        ("  Don't -- panic!  ", "dont-panic"),
        ("Größe & Maß", "größe-maß"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full-width"),
        ("日本語のタイトル", "日本語のタイトル"),
        ("हिन्दी", "हिन्दी"),
        ("snake_case/path.py", "snake-case-path-py"),
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "con-entry"),
        ("!!!", "entry-0638f078"),
        ("", "entry-00000000"),
        ("word " * 30, "-".join(["word"] * 16)),
        ("a" * 100, "a" * 80),
        ("word " * 16 + "tail", "-".join(["word"] * 16)),
        ("𝒳" + "𐐀" * 90, "x" + "𐐨" * 49),
    ],
)
def test_slugify(title, slug):
    assert slugify(title) == slug


@given(st.text(max_size=200))
def test_every_title_has_a_valid_stable_slug(title):
    slug = slugify(title)
    assert validate_slug(slug) == slug
    assert len(slug) <= 86
    assert slugify(unicodedata.normalize("NFD", slug)) == slug or slug.startswith("entry-")


@pytest.mark.parametrize(
    ("slug", "problem"),
    [
        ("", "empty"),
        (" ", "empty"),
        ("a\nb", "line breaks"),
        ("a\u2028b", "line breaks"),
        ("a\udc80", "control characters"),
        ("a/b", "path separators"),
        ("a\\b", "path separators"),
        ("c:a", "path separators"),
        (".hidden", "dot"),
        ("..", "dot"),
        ("ä" * 101, "longer than 200 bytes"),
    ],
)
def test_a_slug_that_cannot_be_a_file_name_is_refused(slug, problem):
    with pytest.raises(UsageError, match=problem):
        validate_slug(slug)


def test_a_valid_slug_comes_back_composed():
    assert validate_slug("cafe\u0301") == "café"
    assert normalize("cafe\u0301") == "café"

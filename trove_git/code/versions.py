"""The version of the facts of code: part of the name of what keeps them, so that a change builds them again.

`tests/test_versions.py` fails when facts change and the number does not.
"""

from __future__ import annotations

FACTS_VERSION = 7
"""Raise when any file of code would yield other facts; one line for each version.

1 (2026-11-30): symbols, imports and words of a file about itself.
2 (2026-11-30): tuples of OCaml, and symbols that were checked by hand in other languages.
3 (2026-11-30): C#, PHP and Lua as read by hand.
4 (2026-12-01): Perl.
5 (2026-12-01): items inside macro calls of Rust.
6 (2026-12-01): what calls of macros define in C and C++, and functions whose brace differs by `#if`.
7 (2026-12-01): files with a line of data are read without that line.
"""

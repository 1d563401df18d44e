"""Comments: the file's own documentation, licence headers left out, markup off."""

from __future__ import annotations

import pytest

from trove_git.code import comments
from trove_git.code.extract import extract_facts

LICENCE = "/*\n * Copyright (c) 2020 Someone. All rights reserved.\n * SPDX-License-Identifier: MIT\n */\n"

DOCS = {
    "python": (
        "a.py",
        '#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# Copyright 2020 X\n\n"""Keeps the queue.\n\nMore.\n"""\n',
        "Keeps the queue.",
        5,
    ),
    "after-licence": (
        "a.js",
        LICENCE + "\n/**\n * Sends mail\n * in batches.\n *\n * More.\n */\n'use strict';\n",
        "Sends mail in batches.",
        6,
    ),
    "only-licence": ("a.c", LICENCE + "int a;\n", "", 0),
    "fileoverview": ("a.js", "/**\n * @fileoverview Checks the rules.\n * @author X\n */\n", "Checks the rules.", 1),
    "go": (
        "a.go",
        "// Copyright 2020\n\n// Package store keeps rows.\npackage store\n",
        "Package store keeps rows.",
        3,
    ),
    "rust": ("a.rs", "//! Reads the log.\n//!\n//! More.\n\nuse a::b;\n", "Reads the log.", 1),
    "rust-item": ("a.rs", "/// About one struct.\npub struct A;\n", "", 0),
    "own-of-a-function": ("a.js", "// About f alone.\nfunction f() {}\n", "", 0),
    "bash": ("a.sh", "#!/bin/bash\n#\n# Starts the server.\n\nset -e\n", "Starts the server.", 1),
    "java-type": (
        "A.java",
        LICENCE + "package a;\nimport b.C;\n/** Stores rows. More. */\npublic class A {}\n",
        "Stores rows. More.",
        7,
    ),
    "ruby-magic": (
        "a.rb",
        "# frozen_string_literal: true\n\n# Handles rows of a table.\nmodule A\nend\n",
        "Handles rows of a table.",
        3,
    ),
    "elixir": ("a.ex", 'defmodule A do\n  @moduledoc """\n  Counts rows.\n\n  More.\n  """\nend\n', "Counts rows.", 2),
    "late": ("a.py", "import a\nx = 1\n# Not the file's own.\ny = 2\n", "", 0),
    "none": ("a.py", "x = 1\n", "", 0),
}


@pytest.mark.parametrize("name", DOCS)
def test_documentation_of_a_file(name: str) -> None:
    path, source, expected, line = DOCS[name]
    facts = extract_facts(path, source.encode())
    assert (facts.doc, facts.doc_line) == (expected, line)


MARKUP = [
    ("// one\n// two", "one\ntwo"),
    ("/* one */", "one"),
    ("/**\n * one\n *   two\n */", "one\n  two"),
    ("/// one", "one"),
    ("#: one\n## two", "one\ntwo"),
    ("-- | one", "one"),
    ("{- | one\ntwo -}", "one\ntwo"),
    ("(* one *)", "one"),
    ("--[[ one ]]", "one"),
    ('"""one"""', "one"),
    ('r"""one\ntwo\n"""', "one\ntwo"),
    ("/*==========*/", ""),
    ("// <b>one</b> {@link Two}", "one Two"),
    ("// a < b and c > d", "a < b and c > d"),
]


@pytest.mark.parametrize(("raw", "expected"), MARKUP, ids=range(len(MARKUP)))
def test_markup_is_stripped(raw: str, expected: str) -> None:
    assert comments.strip_markup(raw) == expected


def test_comments_come_from_everywhere_but_licences_and_strings() -> None:
    source = LICENCE + 'int f(void) {\n  // inside the body\n  puts("// a string");\n  return 1; /* at the end */\n}\n'
    assert extract_facts("a.c", source.encode()).comments == "inside the body\nat the end"


def test_docstrings_are_comments_and_other_strings_are_not() -> None:
    source = 'def f():\n    """Opens it."""\n    return """text"""  # why\n'
    assert extract_facts("a.py", source.encode()).comments == "Opens it.\nwhy"


def test_comments_are_bounded() -> None:
    source = "# word word word word\n\n" * 2_000
    assert len(extract_facts("a.py", source.encode()).comments) == comments.MAX_COMMENTS


SENTENCES = [
    ("One. Two.", "One."),
    ("Version 1.5 is out. Two.", "Version 1.5 is out."),
    ("no stop", "no stop"),
    ("line one\nline two. More.", "line one line two."),
    ("Title\n\nBody.", "Title"),
    ("@param a x", ""),
    ("eslint-disable no-console\nReads it.", "Reads it."),
    ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=range(len(SENTENCES)))
def test_first_sentence(text: str, expected: str) -> None:
    assert comments.first_sentence(text) == expected

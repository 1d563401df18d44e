"""NAME sections of manual pages."""

from __future__ import annotations

import pytest

from trove_git.sources.tool_roff import MAX_DESCRIPTION, find_redirection, is_complete, parse_names, plain

MAN = ".TH X 1\n.SH NAME\n{}\n.SH SYNOPSIS\nfoo - no\n"
MDOC = ".Dd today\n.Dt X 1\n.Os\n.Sh NAME\n{}\n.Sh SYNOPSIS\n.Nm no\n.Nd no\n"


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        pytest.param("ls \\- list directory contents", [(("ls",), "list directory contents")], id="one"),
        pytest.param("grep, egrep \\- print lines", [(("grep", "egrep"), "print lines")], id="several names"),
        pytest.param("\\fBgit\\-add\\fR \\(em add\\ contents", [(("git-add",), "add contents")], id="fonts and a dash"),
        pytest.param("foo \\- one\ntwo", [(("foo",), "one two")], id="two lines"),
        pytest.param("foo\n\\- what it does", [(("foo",), "what it does")], id="the dash on its own line"),
        pytest.param(".B foo\n\\- what it does", [(("foo",), "what it does")], id="a font macro"),
        pytest.param('.BR foo " \\- " what', [(("foo",), "what")], id="two fonts and quotes"),
        pytest.param("foo \\- a\n.br\nbar \\- b", [(("foo",), "a"), (("bar",), "b")], id="two entries"),
        pytest.param("foo,\n.br\nbar \\- both", [(("foo", "bar"), "both")], id="names before a break"),
        pytest.param("foo \\- a\n.PP\nA paragraph.", [(("foo",), "a")], id="a paragraph behind"),
        pytest.param('.\\" comment \\- no\nfoo \\- a \\" end', [(("foo",), "a")], id="comments"),
        pytest.param("foo \\- a\n.de X\nfoo \\- no\n..", [(("foo",), "a")], id="a definition of a macro"),
        pytest.param("foo\\- tight", [(("foo",), "tight")], id="a tight dash"),
        pytest.param("foo-bar - plain", [(("foo-bar",), "plain")], id="a dash in the name"),
        pytest.param("lz4 \\- lz4, unlz4 \\- Compress", [(("lz4",), "Compress")], id="names said twice"),
        pytest.param("foo \\- reads a - b", [(("foo",), "reads a - b")], id="a dash in the description"),
        pytest.param("foo \\- manual page for foo 1.2", [], id="what help2man makes up"),
        pytest.param("foo", [], id="no description"),
        pytest.param("foo \\- ...", [], id="no word"),
        pytest.param('.IX Title "x"\nfoo \\- \\*(C+ \\s-1XML\\s0', [(("foo",), "C++ XML")], id="perl's pages"),
    ],
)
def test_pages_of_man_macros(section: str, expected: list[object]) -> None:
    assert parse_names(MAN.format(section)) == expected


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        pytest.param(".Nm ssh\n.Nd remote login client", [(("ssh",), "remote login client")], id="one"),
        pytest.param(".Nm gzip ,\n.Nm gunzip\n.Nd compress", [(("gzip", "gunzip"), "compress")], id="two"),
        pytest.param(".Nm cat\n.Nd read\nand print", [(("cat",), "read and print")], id="two lines"),
        pytest.param(".Nm x\n.Nd like\n.Xr awk 1\n.Pp\nMore.", [(("x",), "like awk 1")], id="a macro inside"),
        pytest.param(".Nm x", [], id="no description"),
    ],
)
def test_pages_of_mdoc_macros(section: str, expected: list[object]) -> None:
    assert parse_names(MDOC.format(section)) == expected


@pytest.mark.parametrize(
    "heading", ['.SH "NAME"', ".SH Name", ".Sh NAME", "'SH NAME", ".SH  NAME ", ".SH \\fBNAME\\fR"]
)
def test_headings(heading: str) -> None:
    assert parse_names(f".TH X 1\n{heading}\nfoo \\- a\n.SH X\n") == [(("foo",), "a")]


@pytest.mark.parametrize("text", ["", ".SH SYNOPSIS\nfoo \\- a\n", ".SH NOMBRE\nfoo \\- a\n", "foo - a"])
def test_no_such_section(text: str) -> None:
    assert parse_names(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\\fBa\\fR \\f(CWb\\fP \\f[CB]c\\fP", "a b c"),
        ("\\s-1A\\s0 \\s+2B \\s(12C \\s'9'D", "A B C D"),
        ("\\(lqq\\(rq \\(aqx\\(aq \\[em] \\(hy", "\"q\" 'x' — -"),
        ("\\*(lqq\\*(rq \\*(Aqx \\*R \\*[Tm]", '"q" \'x ® ™'),
        ("\\[u00E9] \\(:u \\['e] \\[nothing] \\[uD800]", "é ü é"),
        ("a\\&b\\,c\\/d\\|e\\^f\\%g\\:h", "abcdefgh"),
        ("a\\ b\\~c \\e \\\\ \\.x \\-y", "a b c \\ \\ .x -y"),
        ("\\m[red]a\\m[] \\h'1m'b \\v'2'c \\kxd", "a b c d"),
        ('a \\" the rest', "a"),
        ("plain  text", "plain text"),
    ],
)
def test_escapes(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_a_long_description_is_cut_at_a_word() -> None:
    ((_, description),) = parse_names(MAN.format("foo \\- " + "word " * 80))
    assert len(description) <= MAX_DESCRIPTION + 2
    assert description.endswith("word …")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".so man1/xz.1\n", "man1/xz.1"),
        ('.\\" comment\n.so man1/xz.1\n', "man1/xz.1"),
        (".TH X 1\n.so man1/xz.1\n", ""),
        ("", ""),
    ],
)
def test_redirections(text: str, expected: str) -> None:
    assert find_redirection(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".SH NAME\nfoo \\- a\n.SH SYNOPSIS\n", True),
        (".SH NAME\nfoo \\- a", False),
        (".TH X 1\n", False),
        (".SH X\n.SH NAME\n.SH Y\n", True),
    ],
)
def test_whether_the_section_has_ended(text: str, expected: bool) -> None:
    assert is_complete(text) is expected

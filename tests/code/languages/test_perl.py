"""Perl: what of it is a symbol, where its words about itself are, and where its imports lead."""

from __future__ import annotations

import pytest

from trove_git.code.extract import extract_facts
from trove_git.code.facts import FileFacts
from trove_git.code.resolve import Resolver

MODULE = """package Shop::Cart;
use parent -norequire, 'Shop::Base', "Shop::Role";
use List::Util qw(sum $x);
use constant { OPEN => 1, CLOSED => 2 };
use constant LIMIT => 20;
our $VERSION = '1.0';
sub new { my ($class) = @_; require Shop::Line; my $n = $#list; return bless {}, $class }
sub total($self, $vat) { do './vat.pl' }
sub _hidden { my $self = shift }
sub plain { 1 }
sub later;
sub Other::far { 1 }
my sub lexical { 1 }
my $inner = sub { 1 };
our $outer = sub { 1 };
*alias = sub { 2 };
BEGIN { if (1) { sub early { sub inside { 1 } } } }
package Shop::Row;
sub cells { 1 }
package Block { sub held { 1 } }
class Point { method move { 1 } }
1;
__END__
sub gone { 1 }
"""
SYMBOLS = """
+1-17 mod Shop.Cart
+4 constant Shop.Cart.OPEN
+4 constant Shop.Cart.CLOSED
+5 constant Shop.Cart.LIMIT
+7 method Shop.Cart.new
+8 method Shop.Cart.total
-9 method Shop.Cart._hidden
+10 function Shop.Cart.plain
+11 function Shop.Cart.later
+12 function Other.far
-13 function Shop.Cart.lexical
-14 function Shop.Cart.inner
+15 function Shop.Cart.outer
+16 function Shop.Cart.alias
+17 function Shop.Cart.early
+17 function Shop.Cart.inside
+18-25 mod Shop.Row
+19 function Shop.Row.cells
+20 mod Block
+20 function Block.held
+21 class Point
+21 method Point.move
"""


def read(source: str, path: str = "lib/Shop/Cart.pm") -> FileFacts:
    return extract_facts(path, source.encode())


def test_symbols() -> None:
    facts = read(MODULE)
    found = []
    for symbol in facts.symbols:
        lines = f"{symbol.line}-{symbol.end_line}" if symbol.end_line > symbol.line else symbol.line
        found.append(f"{'-+'[symbol.exported]}{lines} {symbol.kind} {symbol.qualified}")
    assert found == SYMBOLS.split("\n")[1:-1]
    assert (facts.problem, facts.package) == ("", "Shop::Cart")


def test_imports() -> None:
    assert [(item.target, item.names, item.form) for item in read(MODULE).imports] == [
        ("Shop::Base", (), "parent"),
        ("Shop::Role", (), "parent"),
        ("List::Util", ("sum", "$x"), ""),
        ("Shop::Line", (), ""),
        ("./vat.pl", (), "relative"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "# require A;\n",
        "=pod\n\nrequire A;\n\n=cut\n",
        "print 'require A';\n",
        "$self->require('A');\n",
        "require $name;\n",
        "require 5.010;\n",
    ],
)
def test_what_is_no_import(source: str) -> None:
    assert read(source + "sub f { 1 }\n").imports == ()


DOCUMENTED = """package Cart;

=head1 NAME

Cart - Holds what a B<customer> buys

=head2 add

Puts a C<Line> into it. Twice is fine.

=cut

sub add { 1 }

# Takes it out.
sub drop { 1 }

=item count

How many.

=cut

sub count { 1 }

sub bare { 1 }

package Other;
1;
"""


def test_documentation_is_pod_or_the_comment_above() -> None:
    facts = read(DOCUMENTED)
    assert {symbol.name: symbol.doc for symbol in facts.symbols} == {
        "Cart": "Holds what a customer buys",
        "add": "Puts a Line into it.",
        "drop": "Takes it out.",
        "count": "How many.",
        "bare": "",
        "Other": "",
    }
    assert facts.doc == "Holds what a customer buys"


def test_the_pod_at_the_top_of_a_script_is_about_the_file() -> None:
    facts = read(
        "#!/usr/bin/perl\n\n=head1 NAME\n\nweigh - prints I<weights> of files\n\n=cut\n\nprint 1;\n", "bin/weigh"
    )
    assert (facts.language, facts.doc) == ("Perl", "prints weights of files")


def test_where_imports_lead() -> None:
    used = "use strict; use Carp; use Moose; use Shop::Row; require 'util.pl'; do 'gone.pl'; use Data::Dumper;\n"
    files = {
        "lib/Shop/Cart.pm": read(used),
        "lib/Shop/Row.pm": read("package Shop::Row;"),
        "lib/Shop/util.pl": read("1;"),
        "old/Shop/Row.pm": read("package Shop::Row;"),
    }
    resolver = Resolver(files, files, {})
    found = {
        item.target: [one.path or one.external for one in resolver.resolve("lib/Shop/Cart.pm", item)]
        for item in files["lib/Shop/Cart.pm"].imports
    }
    assert found == {
        "strict": ["std"],
        "Carp": ["std"],
        "Data::Dumper": ["std"],
        "Moose": ["Moose"],
        "Shop::Row": ["lib/Shop/Row.pm"],
        "util.pl": ["lib/Shop/util.pl"],
        "gone.pl": [""],
    }

"""What counts as a symbol in each language: one small source a row, and all that is to be found in it."""

from __future__ import annotations

import pytest

from trove_git.code.extract import extract_facts
from trove_git.code.facts import SYMBOL_KINDS

# path, source, expected lines: `line kind qualified-name`, with `+` before the exported ones
ROWS = {
    "python": (
        "a.py",
        """
import os
LIMIT = 3
other = 4
double = lambda x: 2 * x
def outer(a, b):
    def inner(): pass
    return inner
class Shape(Base):
    SIDES = 1
    @property
    def area(self): ...
    async def _hide(self): ...
if True:
    def maybe(): ...
""",
        """
+3 constant LIMIT
+5 function double
+6 function outer
-7 function outer.inner
+9 class Shape
+12 method Shape.area
-13 method Shape._hide
+15 function maybe
""",
    ),
    "javascript-commonjs": (
        "a.js",
        """
const path = require("path");
exports.foo = function () {};
function bar() { function deep() {} }
const LIMIT = 3, arrow = () => 1;
let variable = 2;
module.exports = { bar, make() {}, other: function () {} };
Shape.prototype.area = function () {};
module.exports.size = 3;
const table = { run() {}, stop: () => {}, count: 1 };
""",
        """
+3 function foo
+4 function bar
-4 function bar.deep
-5 constant LIMIT
-5 function arrow
+7 method make
+7 method other
-8 method Shape.area
+9 constant size
-10 constant table
-10 method table.run
-10 method table.stop
""",
    ),
    "javascript-modules": (
        "a.mjs",
        """
export function* gen() {}
export default class extends Base { run() {} #secret() {} handler = () => 1; static count = 1 }
class Inner {}
const late = async () => {};
export { late, Inner as Outer };
(function () { function wrapped() {} })();
""",
        """
+2 function gen
+3 method default.run
-3 method default.#secret
+3 method default.handler
+4 class Inner
+5 function late
-7 function wrapped
""",
    ),
    "typescript": (
        "a.ts",
        """
export interface Store { get(key: string): string; size: number }
type Key = string;
export enum Level { Low }
declare module "x" { function inside(): void }
namespace Outer.Inner { export const deep = 1 }
export abstract class Base { abstract run(): void; private hidden() {} handler = () => 1 }
function over(a: string): void;
function over(a: number): void;
function over(a: any) {}
export const memo = wrap(function () {});
""",
        """
+2 interface Store
+2 method Store.get
-3 type Key
+4 enum Level
-5 mod x
-5 function x.inside
-6 mod Outer.Inner
+6 constant Outer.Inner.deep
+7 class Base
+7 method Base.run
-7 method Base.hidden
+7 method Base.handler
-8 function over
+11 constant memo
""",
    ),
    "tsx": (
        "a.tsx",
        "export const App = () => <div/>;\nexport function Row(props: P) { return <b/> }\n",
        "+1 function App\n+2 function Row",
    ),
    "go": (
        "a.go",
        """package x
const (
	Max = iota
	min
)
var Hook = func() {}
var plain = 1
type (
	Store struct{ a int }
	Reader interface {
		Read(p int) error
		fmt.Stringer
	}
)
type Alias = Store
func (s *Store[T]) Get() {}
func (s store) Put() {}
func run[T any](a T) {}
""",
        """
+3 constant Max
-4 constant min
+6 function Hook
+9 struct Store
+10 interface Reader
+11 method Reader.Read
+15 type Alias
+16 method Store.Get
-17 method store.Put
-18 function run
""",
    ),
    "rust": (
        "a.rs",
        """
pub mod inner { pub fn deep() {} }
mod file;
pub struct Store<T> { a: T }
enum Level { Low }
impl<T> Reader for Store<T> { const SIZE: u8 = 1; fn read(&self) {} }
impl Store<u8> { pub fn open() {} fn hide() {} }
pub trait Reader { fn read(&self); fn twice(&self) {} type Item; }
macro_rules! make { () => {} }
pub const MAX: u8 = 1;
static mut COUNT: u8 = 1;
union Both { a: u8 }
pub(crate) type Key = u8;
extern "C" { fn external(); }
""",
        """
+2 mod inner
+2 function inner.deep
-3 mod file
+4 struct Store
-5 enum Level
+6 constant Store.SIZE
+6 method Store.read
+7 method Store.open
-7 method Store.hide
+8 trait Reader
+8 method Reader.read
+8 method Reader.twice
+8 type Reader.Item
+9 macro make
+10 constant MAX
-11 constant COUNT
-12 union Both
+13 type Key
-14 function external
""",
    ),
    "java": (
        "A.java",
        """package a.b;
public class Store<T> extends Base {
  public static final int MAX = 1;
  private int field;
  @Override
  public String toString() { return ""; }
  Store() {}
  void over(int a) {}
  void over(String a) {}
  enum Level { LOW }
  public interface Reader { int SIZE = 1; void read(); }
  record Point(int x) {}
  @interface Mark { int value(); }
}
""",
        """
+2 class Store
+3 constant Store.MAX
+6 method Store.toString
-7 method Store.Store
-8 method Store.over
-10 enum Store.Level
+11 interface Store.Reader
+11 constant Store.Reader.SIZE
+11 method Store.Reader.read
-12 class Store.Point
-13 interface Store.Mark
+13 method Store.Mark.value
""",
    ),
    "c": (
        "a.c",
        """#include <a.h>
#define LIMIT 1
#define CALL(x) x
static char *hidden(void);
int open(int a) { return 1; }
static char *
hidden(void) { return 0; }
struct point { int a; };
typedef struct { int b; } pair_t;
typedef int (*callback)(int);
enum level { LOW, HIGH };
struct point *make(void) {}
DEFINE_TEST(name) { }
const int size = 3;
static int variable, *pointer;
int (*pick(int a))(void) { }
#ifdef X
int old(a) int a; { }
#endif
""",
        """
-2 macro LIMIT
-3 macro CALL
+5 function open
-7 function hidden
-8 struct point
-9 struct pair_t
-10 type callback
-11 enum level
-11 constant LOW
-11 constant HIGH
+12 function make
-13 function name
+14 constant size
+16 function pick
+18 function old
""",
    ),
    "c-header": (
        "a.h",
        """#ifndef A_H
#define A_H
typedef struct handle handle;
LIB_EXTERN int lib_open(const char *path);
struct options { int a; };
#endif
""",
        "-2 macro A_H\n+3 type handle\n+4 function lib_open\n+5 struct options",
    ),
    "cpp": (
        "a.hpp",
        """
LIB_BEGIN_NAMESPACE
namespace a::b {
class LIB_API Store : public Base {
 public:
  Store();
  ~Store();
  void read() const;
  int operator+(int);
  template <class T> void put(T t) {}
  enum class Level { Low };
 private:
  int hidden();
};
}
void A::B::run() {}
template <typename T> T largest(T a) {}
using Key = int;
constexpr int size = 1;
namespace { int local() { return 1; } }
A::operator bool() {}
template <class T> concept Sized = true;
""",
        """
+3 mod a.b
+4 class a.b.Store
+6 method a.b.Store.Store
+7 method a.b.Store.~Store
+8 method a.b.Store.read
+9 method a.b.Store.operator+
+10 method a.b.Store.put
+11 enum a.b.Store.Level
+11 constant a.b.Store.Level.Low
-13 method a.b.Store.hidden
+16 method A.B.run
+17 function largest
+18 type Key
+19 constant size
-20 function local
+21 method A.operator bool
+22 type Sized
""",
    ),
    "ruby": (
        "a.rb",
        """
module Outer::Inner
  Point = Struct.new(:x) do
    def sum; end
  end
  LIMIT = 1
  class Store < Base
    attr_reader :x
    def self.open(a) = 1
    class << self
      def build; end
    end
    private def hide; end
    class_methods do
      def mixed; end
    end
    define_method(:made) { }
    private
    def late; end
  end
end
def top; end
""",
        """
+2 mod Outer.Inner
+3 class Outer.Inner.Point
+4 method Outer.Inner.Point.sum
+6 constant Outer.Inner.LIMIT
+7 class Outer.Inner.Store
+9 method Outer.Inner.Store.open
+11 method Outer.Inner.Store.build
-13 method Outer.Inner.Store.hide
+15 method Outer.Inner.Store.mixed
+17 method Outer.Inner.Store.made
-19 method Outer.Inner.Store.late
+22 function top
""",
    ),
    "csharp": (
        "A.cs",
        """using System;
namespace N.M {
  public class Store : Base {
    public const int Max = 1;
    int field;
    public Store() {}
    ~Store() {}
    public void Read<T>(int a) => 1;
    private void Hide() {}
    public static Store operator +(Store a, Store b) {}
    public static explicit operator int(Store a) {}
  }
  interface Reader { void Read(); }
  struct Point {}
  enum Level { Low }
  delegate void Handler(int a);
  public record Pair(int x);
  file class Local { class Inner {} internal void Run() {} }
}
namespace N.Other { class Late {} }
""",
        """
+3 class Store
+4 constant Store.Max
+6 method Store.Store
-7 method Store.~Store
+8 method Store.Read
-9 method Store.Hide
+10 method Store.operator +
+11 method Store.operator int
+13 interface Reader
+13 method Reader.Read
+14 struct Point
+15 enum Level
+16 type Handler
+17 class Pair
-18 class Local
-18 class Local.Inner
+18 method Local.Run
+20 class N.Other.Late
""",
    ),
    "csharp-directives": (
        "A.cs",
        """interface Reader
#if A
  : Closing
#endif
{
  void Read()
#if B
  { Skip(); }
#else
  ;
#endif
#if !B
#if C
  void Once();
#endif
#else
  void Never();
#endif
  void Last() { Invoke(this, [last]; }
}
""",
        """
+1 interface Reader
+6 method Reader.Read
+14 method Reader.Once
+19 method Reader.Last
""",
    ),
    "php": (
        "a.php",
        """<?php
namespace A\\B;
const LIMIT = 1;
define("OTHER", 2);
function run() {}
abstract class Store extends Base { const SIZE = 1; private function hide() {} public static function open() {} }
interface Reader { public function read(); }
trait Blended { function mix() {} }
enum Level: string { case Low = "l"; }
if (true) { function maybe() {} }
""",
        """
+3 constant LIMIT
+4 constant OTHER
+5 function run
+6 class Store
+6 constant Store.SIZE
-6 method Store.hide
+6 method Store.open
+7 interface Reader
+7 method Reader.read
+8 trait Blended
+8 method Blended.mix
+9 enum Level
+10 function maybe
""",
    ),
    "bash": (
        "a.sh",
        "foo() { :; }\nfunction bar { :; }\nreadonly LIMIT=1\nother=2\nif true; then\n  baz() { x; }\nfi\n"
        "alias a:b='x y' -g q=z\n",
        "+1 function foo\n+2 function bar\n+3 constant LIMIT\n+6 function baz\n+8 macro a:b\n+8 macro q",
    ),
    "bash-broken": ("b.sh", 'foo() {\n  out="$("__$x" "${y:+${z};}1")"\n', "+1 function foo"),
    "kotlin": (
        "a.kt",
        """package a.b
const val LIMIT = 1
val plain = 2
fun <T> List<T>.second(a: Int): Int = 1
private class Store(val x: Int) : Base() {
    companion object {
        const val SIZE = 1
    }
    fun read() {}
    private fun hide() {}
}
interface Reader { fun read() }
object Single { fun `once more`() {} }
enum class Level { LOW; fun up() {} }
typealias Key = Int
""",
        """
+2 constant LIMIT
+3 constant plain
+4 function second
-5 class Store
+7 constant Store.SIZE
+9 method Store.read
-10 method Store.hide
+12 interface Reader
+12 method Reader.read
+13 object Single
+13 method Single.once more
+14 enum Level
+14 method Level.up
+15 type Key
""",
    ),
    "swift": (
        "a.swift",
        """
public class Store: Base {
    func read(a: Int) {}
    init(x: Int) {}
    static let size = 1
    private func hide() {}
}
struct Point {}
enum Level { case low }
protocol Reader { func read() }
extension Store.Inner: Reader { func extra() {} }
typealias Key = Int
let LIMIT = 1
actor Worker {}
""",
        """
+2 class Store
+3 method Store.read
+4 method Store.init
+5 constant Store.size
-6 method Store.hide
+8 struct Point
+9 enum Level
+10 protocol Reader
+10 method Reader.read
+11 extension Store.Inner
+11 method Store.Inner.extra
+12 type Key
+13 constant LIMIT
+14 class Worker
""",
    ),
    "scala": (
        "a.scala",
        """package a.b
object Store extends App { val size = 1; def read(a: Int) = 1; private def hide = 2 }
case class Point[T](x: T) { def sum: Int = 1 }
trait Reader { def read(): Int }
enum Level { case Low }
def top = 1
trait Instances { implicit val forList: Show[List] = new Show[List] {}; val plain = 1 }
class Suite { { implicit val local: Int = 1 } }
""",
        """
+2 object Store
+2 constant Store.size
+2 method Store.read
-2 method Store.hide
+3 class Point
+3 method Point.sum
+4 trait Reader
+4 method Reader.read
+5 enum Level
+6 function top
+7 trait Instances
+7 constant Instances.forList
+8 class Suite
""",
    ),
    "lua": (
        "a.lua",
        """function M.x.read(a) end
function M:write() end
local function hide() end
M.open = function(a) a.late = function() end end
LIMIT = 3
getmetatable("").f = function() end
local late, later -- below
function late() end
later = function() end
  local within do function within() end end
local t = { run = function() end, n = 1 }
return { last = function() end }
""",
        """
+1 method M.x.read
+2 method M.write
-3 function hide
+4 method M.open
-4 method M.open.a.late
+5 constant LIMIT
-8 function late
-9 function later
-10 function within
+11 method t.run
+12 method last
""",
    ),
    "elixir": (
        "a.ex",
        """defmodule A.B do
  def read(a) when a > 1, do: 1
  def read(_), do: 2
  defp hide do
    1
  end
  defmacro make(x) do
    quote do
      def made(), do: 1
    end
  end
  def a + b, do: 1
  defmodule Inner do
    def deep(), do: 1
  end
end
defprotocol P do
  def size(x)
end
defimpl P, for: List do
  def size(x), do: 1
end
defmodule T do
  @type t(x) :: x
  @typep hidden :: any when any: term
  @callback run(a :: t, b) :: :ok
  @macrocallback make() :: any
  @limit 5
end
""",
        """
+1 mod A.B
+2 function A.B.read
-4 function A.B.hide
+7 macro A.B.make
+9 function A.B.made
+12 function A.B.+
+13 mod A.B.Inner
+14 function A.B.Inner.deep
+17 protocol P
+18 function P.size
+20 extension P.List
+21 function P.List.size
+23 mod T
+24 type T.t
-25 type T.hidden
+26 function T.run
+27 macro T.make
""",
    ),
    "haskell": (
        "a.hs",
        """module A.B (run, Store(..)) where
import qualified Data.Map as M
run :: Int -> Int
run 0 = 1
run x = y
  where y = 1
hide = 2
data Store = A | B
newtype Key = Key Int
type Name = String
class Reader a where
  readIt :: a -> a
instance Reader Store where
  readIt x = x
a <+> b = a
foreign import ccall "sin" c_sin :: Double -> Double
""",
        """
+3 function run
-7 function hide
+8 type Store
-9 type Key
-10 type Name
-11 trait Reader
-12 method Reader.readIt
-14 method Reader Store.readIt
-15 function <+>
-16 function c_sin
""",
    ),
    "zig": (
        "a.zig",
        """const std = @import("std");
pub const Store = struct { a: u8, pub fn read(self: Store) void {} };
fn hide() void {}
pub const Level = enum { low };
var variable: u8 = 1;
const limit: u8 = 3;
pub fn List(comptime T: type) type { return struct { pub fn push() void {} }; }
pub const Zone = if (enabled) Real else struct { pub fn end() void {} };
const Result = union(enum) { failure: struct { pub fn say() void {} }, done };
""",
        """
+2 struct Store
+2 method Store.read
-3 function hide
+4 enum Level
-6 constant limit
+7 function List
+7 method List.push
+8 struct Zone
+8 method Zone.end
-9 union Result
+9 method Result.failure.say
""",
    ),
    "sql": (
        "a.sql",
        "CREATE TABLE app.users (id int);\nCREATE VIEW recent AS SELECT 1;\n"
        "CREATE FUNCTION f(a int) RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql;\n",
        "+1 struct app.users\n+2 type recent\n+3 function f",
    ),
    "sql-dialect": (
        "b.sql",
        "CREATE TABLE 'odd' (\n  'id' INTEGER NOT NULL\n) %%;\ncreate or replace view a.b as nothing (;\n",
        "+1 struct odd\n+4 type a.b",
    ),
    "sql-postgres": (
        "c.sql",
        "CREATE SEQUENCE app.ids;\nCREATE EVENT TRIGGER watch ON ddl_command_end EXECUTE PROCEDURE log();\n"
        "ALTER TABLE t DROP COLUMN c;\nCREATE AGGREGATE app.total(int) (SFUNC = add, STYPE = int);\n"
        "CREATE DOMAIN name AS text;\nCREATE MATERIALIZED VIEW :name WITH (db.option=true) AS SELECT 1;\n"
        "CREATE UNLOGGED TABLE u (id int);\nCREATE SCHEMA s;\n"
        "CREATE FUNCTION @extschema@.f(a int) RETURNS int AS '@MODULE_PATHNAME@', 'f' LANGUAGE C;\n",
        "+1 object app.ids\n+2 function watch\n+4 function app.total\n+5 type name\n+7 struct u\n+8 mod s\n"
        "+9 function extschema.f",
    ),
    "hcl": (
        "main.tf",
        'data "aws_y" "this" {}\nresource "aws_x" "web" { a = 1 }\nmodule "net" { source = "./net" }\n'
        'variable "size" {}\nlocals { here = 1 }\n',
        "+1 object data.aws_y.this\n+2 object aws_x.web\n+3 mod module.net\n"
        "+4 constant var.size\n+5 constant local.here",
    ),
    "ocaml": (
        "a.ml",
        "let run x = 1\nlet rec go = fun x -> x\nlet limit = 3\n"
        "module M = struct let inner y = y end\ntype key = A | B\nlet () = ()\n"
        "include struct\n  module N = M\nend\nlet show = let open Dyn in function A -> 1 | B -> 2\n"
        "let first, second = pair\nlet (third, _) = pair\n",
        "+1 function run\n+2 function go\n+3 constant limit\n+4 mod M\n+4 function M.inner\n+5 type key\n"
        "+8 mod N\n+10 function show\n+11 constant first\n+11 constant second\n+12 constant third",
    ),
    "ocaml-interface": (
        "a.mli",
        "val empty : t\nval run : t -> int\nval map : 'a 'b. ('a -> 'b) -> t\n"
        "module M : sig\n  type t\n  module Make (X : S) : sig\n    val go : t -> t\n  end\nend\n",
        "+1 constant empty\n+2 function run\n+3 function map\n+4 mod M\n+5 type M.t\n+6 mod M.Make\n"
        "+7 function M.Make.go",
    ),
    "julia": (
        "a.jl",
        "module A\nfunction run(x::Int)\nend\ng(x) = 1\nstruct S\n"
        "  S(x) = new(x); end\nmacro m(x) end\nconst K = 1\nBase.show(io) = 1\nend\n",
        "+1 mod A\n+2 function A.run\n+4 function A.g\n+5 struct A.S\n+6 method A.S.S\n"
        "+7 macro A.m\n+8 constant A.K\n+9 function A.Base.show",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_symbols_of_a_language(name: str) -> None:
    path, source, expected = ROWS[name]
    facts = extract_facts(path, source.encode())
    found = [f"{'+' if item.exported else '-'}{item.line} {item.kind} {item.qualified}" for item in facts.symbols]
    assert found == [line.strip() for line in expected.strip().splitlines()]
    assert {item.kind for item in facts.symbols} <= set(SYMBOL_KINDS)
    assert all(item.line <= item.end_line <= facts.line_count for item in facts.symbols)


SIGNATURES = {
    "python": (
        "a.py",
        "@dec\nclass A(B):\n    async def f(\n        self,\n        a: int,\n    ) -> str:\n        return ''\n",
        ["class A(B)", "async def f( self, a: int, ) -> str"],
    ),
    "java-annotation": (
        "A.java",
        "class A {\n  @Test(timeout = 1)\n  public void run() {}\n}\n",
        ["class A", "public void run()"],
    ),
    "csharp-attributes": (
        "A.cs",
        "[A(typeof(B)), C]\n[D(E(1))]\npublic class X : Y\n#if Z\n  , W\n#endif\n{\n"
        "  private const string\n    P = 1,\n    Q = 2;\n"
        "#if Z\n  [A]\n#endif\n  internal const int R = 3;\n}\n",
        ["public class X : Y , W", "P = 1", "Q = 2", "internal const int R = 3"],
    ),
    "csharp-verbatim": (
        "A.cs",
        'class A {\n  string a = @"\\"; void F(int a /* " */) {}\n}\n',
        ["class A", "void F(int a )"],
    ),
    "php-attributes": ("a.php", "<?php\n#[A([1]), C]\nfinal class X extends Y\n{\n}\n", ["final class X extends Y"]),
    "rust-where": (
        "a.rs",
        "pub fn f<T>(a: T) -> u8\nwhere\n    T: Copy,\n{\n    1\n}\n",
        ["pub fn f<T>(a: T) -> u8 where T: Copy,"],
    ),
    "c-two-lines": ("a.c", "static int\nrun(int a)\n{\n}\n", ["static int run(int a)"]),
    "kotlin-annotations": (
        "a.kt",
        "@Keep\n@Retention(value = X)\npublic annotation class Mark\n\n@Test\npublic class A(b: B) : C by (b as D) {\n"
        "    override fun run(): Int = 1\n}\n",
        [
            "public annotation class Mark",
            "public class A(b: B) : C by (b as D)",
            "override fun run(): Int",
        ],
    ),
    "go-receiver": (
        "a.go",
        "package a\nfunc (s *S) M(a int) (int, error) {\n}\n",
        ["func (s *S) M(a int) (int, error)"],
    ),
    "scala-comment": (
        "a.scala",
        "class A {\n  def f(a: Int): Int = // quick\n    a\n}\n",
        ["class A", "def f(a: Int): Int"],
    ),
    "ocaml-module": ("a.mli", "module O : sig\n  (** Says. *)\n\n  type t\nend\n", ["O", "t"]),
    "haskell-arguments": ("a.hs", "f :: Int -- ^ how many\n  -> Int\nf x = x\n", ["f :: Int -> Int"]),
    "javascript-pattern": (
        "a.js",
        "const path = /\\/*x/;\nfunction f(a, b) {\n}\nfunction g(c) {\n  return 1;\n}\n",
        ["path = /\\/*x/", "function f(a, b)", "function g(c)"],
    ),
    "julia-module": ("a.jl", "module A\nusing B\nend\n", ["module A"]),
    "arrow": (
        "a.ts",
        "export const f = async (a: string): Promise<void> => {\n}\n",
        ["f = async (a: string): Promise<void> =>"],
    ),
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature_is_the_head_on_one_line(name: str) -> None:
    path, source, expected = SIGNATURES[name]
    found = [item.signature for item in extract_facts(path, source.encode()).symbols]
    assert [text.removeprefix("const ").removeprefix("export const ") for text in found] == expected


def test_signature_is_bounded() -> None:
    source = "def f(" + ", ".join(f"argument_{number}" for number in range(90)) + "):\n    pass\n"
    assert len(extract_facts("a.py", source.encode()).symbols[0].signature) == 200


def test_overloads_collapse_into_the_first() -> None:
    source = b"class A {\n  void f(int a) {}\n  void f(String a) {}\n  int g() { return 1; }\n}\n"
    found = {item.name: (item.line, item.count) for item in extract_facts("A.java", source).symbols}
    assert found == {"A": (1, 1), "f": (2, 2), "g": (4, 1)}


def test_equations_of_haskell_are_one_function() -> None:
    (symbol,) = extract_facts("a.hs", b"f :: Int -> Int\nf 0 = 1\nf x = x\n").symbols
    assert (symbol.name, symbol.line, symbol.end_line, symbol.count) == ("f", 1, 3, 1)


def test_a_definition_ends_with_its_last_word() -> None:
    """The grammar of Scala counts the comment of the next definition in."""
    source = b"class A {\n  def f(a: Int): Int =\n    a\n\n  /** Of g. */\n  def g: Int =\n    1\n}\n"
    assert [(item.name, item.end_line) for item in extract_facts("a.scala", source).symbols] == [
        ("A", 8),
        ("f", 3),
        ("g", 7),
    ]


def test_a_comment_between_two_definitions_is_of_the_next() -> None:
    found = extract_facts("a.mli", b"val f : t\n(** Of h. *)\nval h : t\n").symbols
    assert [(item.name, item.doc) for item in found] == [("f", ""), ("h", "Of h.")]


def test_a_statement_that_the_grammar_does_not_know_ends_at_its_semicolon() -> None:
    source = b"CREATE AGGREGATE a (int) (\n  SFUNC = f\n);\nCREATE DOMAIN d AS text;\n%% FUNCTION (;\n"
    source += b"create event trigger t on x\n  when $$\n;\n$$;\n"
    found = {item.name: (item.line, item.end_line) for item in extract_facts("a.sql", source).symbols}
    assert found == {"a": (1, 3), "d": (4, 4), "t": (6, 9)}


def test_a_pattern_that_looks_like_a_comment_hides_nothing() -> None:
    source = b"class A {\n  f(path) {\n    return path.replace(/\\/*$/, '')\n  }\n  g(b) {\n  }\n}\n/* End */\n"
    found = [(item.name, item.signature, item.end_line) for item in extract_facts("a.js", source).symbols]
    assert found == [("A", "class A", 7), ("f", "f(path)", 4), ("g", "g(b)", 6)]


def test_a_docstring_is_part_of_its_function() -> None:
    (symbol,) = extract_facts("a.py", b'def f():\n    """Says\n\n    so."""\n').symbols
    assert symbol.end_line == 4


HEADERS = {
    "fields": (
        "{-# LANGUAGE Strict #-}\n{- |\n   Module      : A.B\n   Copyright   : (C) 2020 Some One,\n                 "
        "2021 Another\n\nReads documents of all kinds.\n-}\nmodule A.B where\n",
        "Reads documents of all kinds.",
    ),
    "description": ("{- |\nModule : A\nDescription : Reads all of it\nLicense : MIT\n-}\n", "Reads all of it"),
    "licence": ("-- Copyright 2020 Some One. All rights reserved.\nmodule A where\n", ""),
}


@pytest.mark.parametrize("name", HEADERS)
def test_documentation_of_a_haskell_file(name: str) -> None:
    source, expected = HEADERS[name]
    assert extract_facts("a.hs", source.encode()).doc == expected


def test_definition_wins_over_its_prototype_in_a_header() -> None:
    source = b"int f(void);\nint g(void);\nstatic inline int f(void) { return 1; }\n"
    assert [(item.name, item.line) for item in extract_facts("a.h", source).symbols] == [("g", 2), ("f", 3)]


DOCS = {
    "python": ("a.py", 'def f():\n    """Open the store. And more.\n\n    Args: x\n    """\n', "Open the store."),
    "javadoc": (
        "A.java",
        "/**\n * Reads <b>one</b> {@link Row}. More.\n * @param a x\n */\n@Deprecated\nclass A {}\n",
        "Reads one Row.",
    ),
    "rust": ("a.rs", "/// Opens it.\n/// More text.\n#[inline]\npub fn f() {}\n", "Opens it."),
    "go": ("a.go", "package a\n\n// Run starts\n// the server.\nfunc Run() {}\n", "Run starts the server."),
    "ruby": ("a.rb", "# Builds a store.\n# Slowly.\ndef f; end\n", "Builds a store."),
    "c": ("a.c", "/* Frees the list.\n * Twice. */\nvoid f(void) {}\n", "Frees the list."),
    "elixir": (
        "a.ex",
        'defmodule A do\n  @doc """\n  Counts them. Again.\n  """\n  @spec f() :: 1\n  def f(), do: 1\nend\n',
        "Counts them.",
    ),
    "elixir-typedoc": ("a.ex", 'defmodule A do\n  @typedoc "A key. Short."\n  @type key :: atom\nend\n', "A key."),
    "elixir-gap": ("a.ex", 'defmodule A do\n  @doc """\n  Counts.\n  """\n\n  def f(), do: 1\nend\n', "Counts."),
    "elixir-long": (
        "a.ex",
        'defmodule A do\n  @doc """\n  Counts.\n' + "\n  x\n" * 100 + '  """\n  def f(), do: 1\nend\n',
        "Counts.",
    ),
    "elixir-module": ("a.ex", 'defmodule A do\n  use B\n  @moduledoc """\n  Holds all.\n  """\nend\n', "Holds all."),
    "elixir-hidden": ("a.ex", "defmodule A do\n  @moduledoc false\nend\n", ""),
    "swift-line-of-its-own": ("a.swift", "/// Of A.\n@available(x) class A {\n  enum B { case c }\n}\n", ""),
    "linter": ("a.sh", "# Prints it all\n# shellcheck disable=SC2\nf() { :; }\n", "Prints it all"),
    "haskell": ("a.hs", "-- | Folds it.\nf :: Int\nf = 1\n", "Folds it."),
    "lua": ("a.lua", "--- Says hello.\nfunction f() end\n", "Says hello."),
    "abbreviation": (
        "a.go",
        "package a\n\n// Run starts it, i.e. all. More.\nfunc Run() {}\n",
        "Run starts it, i.e. all.",
    ),
    "far-above": ("a.go", "package a\n\n// About nothing.\n\nfunc Run() {}\n", ""),
    "julia-signature": ("a.jl", '"""\n    f(x, y)\n\nAdds them. Slowly.\n"""\nf(x, y) = x + y\n', "Adds them."),
    "julia-fence": ("a.jl", '"""\n    F()\n\n```julia\nd::Int\n```\nIs one.\n"""\nstruct F end\n', "Is one."),
    "ocaml-indented": ("a.mli", "module M : sig\n  (** The whole of it *)\n  val f : t\nend\n", "The whole of it"),
    "ocaml-below": ("a.mli", "val f : t\n(** Counts\n    them. *)\n\n", "Counts them."),
    "hcl-description": ("a.tf", 'variable "v" {\n  description = "How many. Or few."\n}\n', "How many."),
    "hcl-computed": ("a.tf", 'resource "a" "v" {\n  description = "${var.x}"\n}\n', ""),
    "zig-pointing": ("a.zig", "const a = 1;\n//    ^^^ (bool)()\nconst b = 2;\n", ""),
    "csharp-names": (
        "A.cs",
        '/// <summary>\n/// Makes a <see cref="T:Row"/> of <paramref name="x"/>. More.\n/// </summary>\nclass A {}\n',
        "Makes a Row of x.",
    ),
    "csharp-directive": ("A.cs", "// Of A.\n#if X\n[Y]\nclass A {}\n#endif\n", "Of A."),
    "csharp-linter": ("A.cs", "// ReSharper disable Unused\nclass A {}\n", ""),
    "php-inherited": ("a.php", "<?php\n/**\n * {@inheritdoc}\n */\nfunction f() {}\n", ""),
    "licence": ("a.c", "/* Copyright 2020 Someone. */\nint f(void) { return 1; }\n", ""),
}


@pytest.mark.parametrize("name", DOCS)
def test_first_sentence_of_the_documentation(name: str) -> None:
    path, source, expected = DOCS[name]
    assert extract_facts(path, source.encode()).symbols[-1].doc == expected


PACKAGES = [
    ("A.java", "package a.b.c;\nclass A {}\n", "a.b.c"),
    ("a.kt", "package a.b\n", "a.b"),
    ("a.scala", "package a\npackage b\nclass C\n", "a.b"),
    ("a.go", "package store\n", "store"),
    ("A.cs", "namespace A.B;\nclass C {}\n", "A.B"),
    ("a.php", "<?php\nnamespace A\\B;\n", "A\\B"),
    ("a.ex", "defmodule A.B do\nend\ndefmodule C do\nend\n", "A.B"),
    ("a.hs", "module A.B where\n", "A.B"),
    ("a.rb", "module A\n  module B\n  end\nend\n", "A"),
    ("a.py", "import a\n", ""),
]


@pytest.mark.parametrize(("path", "source", "expected"), PACKAGES, ids=[row[0] for row in PACKAGES])
def test_package_of_a_file(path: str, source: str, expected: str) -> None:
    assert extract_facts(path, source.encode()).package == expected

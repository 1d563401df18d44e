"""All that CI does, one session each: `nox` runs the checks, `nox -s full` the long forms of the tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nox

nox.options.sessions = ["lint", "tests"]
# The environment that nox itself runs in has everything: pip install -e '.[dev]'.
nox.options.default_venv_backend = "none"
os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


@nox.session
def lint(session: nox.Session) -> None:
    """Style, types, import contracts, and our own gate and check on our own trove."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    session.run("lint-imports")
    session.run("git-trove", "secrets", "--history")
    session.run("git-trove", "check")


@nox.session
def tests(session: nox.Session) -> None:
    """The test suite; long tests in their short form."""
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """The test suite with branch coverage of the whole package, the processes that tests start included."""
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", *session.posargs)
    session.run("coverage", "combine", "-q")
    session.run("coverage", "report")


@nox.session
def full(session: nox.Session) -> None:
    """The long tests at full size: pure, exact, killed."""
    session.run("pytest", "tests/property", "tests/exact", env={"TROVE_TEST_FULL": "1"})


@nox.session
def docs(session: nox.Session) -> None:
    """Write docs/cli.md and docs/git-trove.1 anew from the program's own help."""
    session.run("python", "-m", "trove_git.cli.reference", "docs")


@nox.session
def quality(session: nox.Session) -> None:
    """Ask every set of questions that is at hand: nox -s quality -- --sets DIR --repos DIR [--save FILE]."""
    session.run("python", "benchmarks/quality.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Time `ask` on a repository: nox -s bench -- REPOSITORY."""
    session.run("python", "benchmarks/cost.py", *session.posargs)

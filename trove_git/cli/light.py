"""Less to load before a command runs: modules that are loaded when they are used, options that need none of them.

`import click` loads `inspect`, and that loads `ast`, `dis` and `tokenize`: a twentieth of the time of a question,
which uses none of them.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from types import ModuleType


class _Deferred(ModuleType):
    """A module that is loaded when something is asked of it."""

    def __getattr__(self, name: str) -> object:
        """Load the module, and return what was asked for."""
        # Only what is missing is asked for here. `importlib.util.LazyLoader` loads at the next `import` already, which
        # looks at the module's spec.
        self.__class__ = ModuleType  # type: ignore[assignment]  # a plain module from now on
        spec = self.__spec__
        assert spec is not None
        assert spec.loader is not None
        spec.loader.exec_module(self)
        value: object = getattr(self, name)
        return value


def defer(*names: str) -> None:
    """Have modules of the standard library loaded at their first use; those that are loaded stay as they are."""
    for name in names:
        spec = None if name in sys.modules else PathFinder.find_spec(name)
        if spec is not None:
            module = _Deferred(name)
            module.__spec__, module.__loader__, module.__file__ = spec, spec.loader, spec.origin
            sys.modules[name] = module


defer("inspect")

import click  # noqa: E402


class PlainOption(click.Option):
    """An option whose help is one line; click would load `inspect` to take off the indentation of others."""

    def __init__(self, *arguments: object, help: str | None = None, **attributes: object) -> None:  # noqa: A002  # click's name
        super().__init__(*arguments, **attributes)  # type: ignore[arg-type]  # handed on as they came
        self.help = help


class PlainHelp(click.Command):
    """A command whose `--help` is a plain option."""

    _plain: PlainOption | None = None

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option, always the same one."""
        names = self.get_help_option_names(ctx)
        if names and self._plain is None:
            text = "Show this message and exit."
            self._plain = PlainOption(names, is_flag=True, is_eager=True, expose_value=False, callback=_help, help=text)
        return self._plain


def _help(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()

"""The server: the tools and the entries, through the official SDK, over standard input and output.

Text is the whole of a result. Clients that get structured content drop the text beside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import traceback
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from trove_git import __version__
from trove_git.errors import TroveError, UsageError
from trove_git.mcp.arguments import check, schema_of
from trove_git.mcp.engine import Engine, Failed, Options
from trove_git.mcp.render import error_text
from trove_git.mcp.tools import INSTRUCTIONS, PAGE_LINES, Tool, tools_for
from trove_git.mcp.worker import Call, Worker

NAME = "trove"
ALL_ENTRIES = "trove://entries"
ONE_ENTRY = "trove://entry/"
MARKDOWN = "text/markdown"
PROGRESS_SECONDS = 1.0
"""Between two reports of how far a build is."""
BUG = "internal error, see the server's standard error\n"

Context = ServerRequestContext[Any, Any]


def serve(options: Options) -> None:
    """Answer until standard input ends.

    Args:
        options: how the server was started.
    """
    service = Service(options)
    try:
        anyio.run(_serve, service)
    finally:
        service.close()


async def _serve(service: Service) -> None:
    server = service.server()
    # The SDK keeps what others print off the protocol by moving the descriptor; what is still in a buffer would follow
    # when it is moved back.
    async with stdio_server() as (read, write):
        with contextlib.redirect_stdout(sys.stderr):
            await server.run(read, write, server.create_initialization_options())


class Service:
    """Answers what the protocol asks.

    Args:
        options: how the server was started.
    """

    def __init__(self, options: Options) -> None:
        self._tools = tools_for(write=options.write, personal=options.personal)
        self._engine = Engine(options, lambda oid: self._worker.building(oid))
        self._worker = Worker(self._engine.close)
        # Nobody waits for it: the first call comes behind it. What fails now fails again then, and is told.
        self._worker.submit(self._engine.warm_up)

    def server(self) -> Server[Any]:
        """Return a server of the SDK."""
        return Server(
            NAME,
            version=__version__,
            title="git-trove",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
        )

    def close(self) -> None:
        """Stop what is being done, and let go of everything."""
        self._worker.stop()

    async def _list_tools(
        self, _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in self._tools.values()])

    async def _call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            tool = self._tools.get(params.name)
            if tool is None:
                raise UsageError(f"no tool {params.name[:80]!r}", hint=f"there are {', '.join(self._tools)}")
            arguments = check(tool.name, tool.arguments, params.arguments or {})
            text = await self._do(context, lambda: self._engine.call(tool.name, arguments))
        except TroveError as error:
            return _failed(error_text(error))
        except Failed as error:
            return _failed(error.text)
        except Exception:  # noqa: BLE001  # the boundary: a bug ends the call, not the session
            traceback.print_exc(file=sys.stderr)
            return _failed(BUG)
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)])

    async def _list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        cursor = (params.cursor if params is not None else None) or "0"
        first = int(cursor) if cursor.isascii() and cursor.isdigit() and len(cursor) < 10 else 0
        found: list[tuple[str, str, str]] = []

        def look() -> str:
            with contextlib.suppress(TroveError):
                found.extend(self._engine.entries())
            return ""

        await self._do(context, look)
        listed = [] if first else [_resource(ALL_ENTRIES, "entries", "All entries, newest first")]
        listed += [
            _resource(f"{ONE_ENTRY}{quote(slug, safe='')}", slug, f"{kind}: {title}")
            for slug, title, kind in found[first : first + PAGE_LINES]
        ]
        after = first + PAGE_LINES
        return types.ListResourcesResult(resources=listed, next_cursor=str(after) if len(found) > after else None)

    async def _list_templates(
        self, _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(
            uri_template=f"{ONE_ENTRY}{{slug}}", name="entry", description="One entry", mime_type=MARKDOWN
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def _read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        if uri == ALL_ENTRIES:
            text = await self._do(context, lambda: self._engine.call("list_entries", {}))
        elif uri.startswith(ONE_ENTRY):
            slug = unquote(uri.removeprefix(ONE_ENTRY))
            text = await self._do(context, lambda: self._engine.call("show_entry", {"slug": slug}))
        else:
            raise ValueError(f"no resource {uri[:200]}; there are {ALL_ENTRIES} and {ONE_ENTRY}SLUG")
        content = types.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=text)
        return types.ReadResourceResult(contents=[content])

    async def _do(self, context: Context, work: Callable[[], str]) -> str:
        """Have the worker do something; a call that is cancelled is left alone, and the next one has its turn."""
        call = Call()
        future = asyncio.wrap_future(self._worker.submit(work, call))
        reported = None
        try:
            while not (await asyncio.wait([future], timeout=PROGRESS_SECONDS))[0]:
                if call.progress is not None and call.progress != reported:
                    reported = call.progress
                    await context.session.report_progress(*reported, "indexing the code")
            return future.result()
        finally:
            if not future.done():
                call.cancelled.set()
                future.cancel()


def _described(tool: Tool) -> types.Tool:
    """Return a tool as clients see it."""
    annotations = types.ToolAnnotations(
        read_only_hint=not tool.writes,
        # Only of what writes: there it would be taken for true.
        destructive_hint=False if tool.writes else None,
        idempotent_hint=None if tool.writes else True,
        open_world_hint=False,
    )
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.about,
        input_schema=schema_of(tool.arguments),
        annotations=annotations,
    )


def _failed(text: str) -> types.CallToolResult:
    """Return what reaches the model as an error; an exception would reach it without its text."""
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)


def _resource(uri: str, name: str, about: str) -> types.Resource:
    return types.Resource(uri=uri, name=name, description=about, mime_type=MARKDOWN)

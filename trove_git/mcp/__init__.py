"""The MCP server: what agents of any client may ask and keep; the only room that knows the SDK."""

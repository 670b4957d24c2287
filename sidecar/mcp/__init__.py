"""The MCP server: verification as tools that a model's client can call.

It calls a sidecar as every client does. The package ``mcp`` is imported here and nowhere else.
"""

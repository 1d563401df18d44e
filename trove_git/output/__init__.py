"""Render a result as text or JSON; returns strings, never writes."""

"""Render a result as text or as a JSON object, one module a result.

What comes in is the record that a command returned, and how the terminal wants it (`style.py`); what goes out is text.
`cli/` decides which stream it goes to.
"""

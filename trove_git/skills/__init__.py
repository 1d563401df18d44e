"""Skills and agent files for agents that do not load the plugin.

The skills are those of the plugin, with prefixed names; `plan` decides what happens to each file, `commands/skills.py`
writes. `agents_md` keeps a block of ours in AGENTS.md or CLAUDE.md.
"""

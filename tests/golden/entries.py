"""Entries that are committed on top of the fixed commit, so that notes of every type take part.

They are facts about this project as its makers might have noted them; the commit has six of its own.
"""

from __future__ import annotations

from tests.support.repos import entry

ENTRIES = (
    entry(
        "Code counts less unless asked for",
        "Code has evidence of its file in the brackets, so its scores run higher than those of docs. Its prior is\n"
        "multiplied by a share that follows from the wording of the question.",
        kind="decision", tags="ranking", created="2026-03-02",
    ),
    entry(
        "Hooks after the fact never fail",
        "A post-checkout hook that exits with 1 makes the checkout fail, so every post hook exits with 0 whatever\n"
        "happened. The gate before a commit fails closed instead.",
        kind="gotcha", tags="hooks", created="2026-03-03",
    ),
    entry(
        "The network is reached through curl only",
        "Answers are written by providers that are called with curl as a process: no library of HTTP is loaded, and\n"
        "a key stands in a file descriptor, never in the arguments.",
        kind="decision", tags="answers, privacy", created="2026-03-05",
    ),
    entry(
        "Geheimnisse werden vor dem Commit gesucht",
        "Der Hook pre-commit sieht nach, ob in vorgemerkten Einträgen oder Dokumenten Geheimnisse stehen, und\n"
        "bricht den Commit sonst ab.",
        kind="reference", tags="gate", created="2026-03-09",
    ),
    entry(
        "Short names in lists",
        "Lists show the slug of an entry and its type, never its path: paths are long and say nothing new.",
        kind="preference", tags="output", created="2026-03-11",
    ),
    entry(
        "Profile the start of the program",
        "    python -X importtime -m trove_git ask hello 2>&1 | sort -t '|' -k 2 -n | tail\n\n"
        "shows which import costs the most.",
        kind="snippet", tags="startup", created="2026-03-12",
    ),
    entry(
        "Random order finds leaks between tests",
        "Tests run in random order; a failure that comes and goes is repeated with the seed that pytest printed:\n"
        "`-p randomly_seed=N`.",
        kind="gotcha", tags="tests", created="2026-03-15",
    ),
    entry(
        "Languages that are next",
        "Erlang and Dart are asked for; both need a grammar whose wheel exists for every platform.",
        kind="project", tags="languages", created="2026-03-20",
    ),
)  # fmt: skip

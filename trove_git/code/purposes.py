"""Folders → what each is for, in the repository's own words, with the line that says it.

Used by `subsystems.py` and `architecture.py`. Asked in this order: the manifest, the file that
speaks for the folder, the README.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from trove_git.code.facts import FileFacts
from trove_git.code.manifests import Manifest
from trove_git.code.modules import first_sentence, own_doc
from trove_git.markdown import plain
from trove_git.markdown_lines import TEXT, line_states

_ABOUT_ITSELF = re.compile(r"(?:this|the) (?:readme|document|page|file)\b|readme\b|sh -c ", re.IGNORECASE)
_LEAST_WORDS = 4
"""A shorter paragraph is a badge or a slogan."""
_SELF_DESCRIPTIONS = (
    "__init__.py", "doc.go", "lib.rs", "mod.rs", "main.rs", "index.ts", "index.js", "package-info.java", "main.go",
)  # fmt: skip
"""Files whose documentation is that of their folder, best first."""
_SPEAKS_BESIDE = (".rs", ".rb", ".ex")
"""Endings of a file beside a folder, of its name, that speaks for it."""


def find_purposes(
    groups: Mapping[str, list[str]],
    facts: Mapping[str, FileFacts],
    boundaries: Mapping[str, list[Manifest]],
    readmes: Mapping[str, str],
) -> dict[str, tuple[str, str]]:
    """Return part → (purpose, citation): by its manifest, by the file that speaks for it, by its README."""
    by_folder: dict[str, list[str]] = {}
    for readme in sorted(readmes):
        by_folder.setdefault(readme.rpartition("/")[0], []).append(readme)
    found: dict[str, tuple[str, str]] = {}
    for folder, paths in groups.items():
        manifest = next((item for item in boundaries.get(folder, ()) if item.description), None)
        if manifest is not None:
            found[folder] = (first_sentence(manifest.description), f"{manifest.path}:{manifest.description_line}")
            continue
        speaker = _speaker(folder, paths, facts)
        if speaker and first_sentence(facts[speaker].doc):
            found[folder] = (first_sentence(facts[speaker].doc), f"{speaker}:{max(facts[speaker].doc_line, 1)}")
            continue
        for readme in by_folder.get(folder, ()):
            text, line = readme_purpose(readmes[readme])
            if text:
                found[folder] = (text, f"{readme}:{line}")
                break
    return found


def _speaker(folder: str, paths: Iterable[str], facts: Mapping[str, FileFacts]) -> str:
    """Return the file whose documentation speaks for a folder, or empty.

    In Go any file of a package may carry the package's documentation, which begins with `Package`.
    """
    prefix = folder + "/" if folder else ""
    ranks = {prefix + inner + name: rank for rank, name in enumerate(_SELF_DESCRIPTIONS) for inner in ("", "src/")}
    best = min(
        (path for path in paths if path in ranks and own_doc(path, facts[path])),
        key=lambda path: ranks[path],
        default="",
    )
    best = best or next(
        (file for ending in _SPEAKS_BESIDE if (file := folder + ending) in facts and own_doc(file, facts[file])), ""
    )
    if best:
        return best
    return next(
        (
            path
            for path in sorted(paths)
            if path.endswith(".go") and path.rpartition("/")[0] == folder and facts[path].doc.startswith("Package ")
        ),
        "",
    )


def readme_purpose(text: str) -> tuple[str, int]:
    """Return the first sentence of the first paragraph of prose in front of a README's second heading, and its line.

    Returns:
        Empty and 0 where the README begins with something else: what comes later is not about the whole.
    """
    lines = text.splitlines()
    headings = 0
    for offset, state in line_states(lines, _behind_front_matter(lines)):
        line = lines[offset]
        underlined = offset > 0 and len(line) > 2 and not line.strip("=-") and lines[offset - 1].strip() != ""
        headings += line.startswith("#") or underlined or "<h" in line
        if headings > 1:
            break
        if state == TEXT and _is_prose(lines, offset):
            words = plain(_paragraph(lines, offset))
            about_itself = _ABOUT_ITSELF.match(words)
            if len(words.split()) >= _LEAST_WORDS and first_sentence(words) and not about_itself:
                return first_sentence(words), offset + 1
    return "", 0


def _behind_front_matter(lines: list[str]) -> int:
    """Return the number of the first line behind a YAML front matter."""
    if lines and lines[0].rstrip() == "---":
        return next((number + 1 for number, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), 0)
    return 0


def _is_prose(lines: list[str], offset: int) -> bool:
    """Tell whether a paragraph of prose begins at a line: no list, no heading, no badge, no code."""
    line = lines[offset]
    if line.startswith(("    ", "\t")) or (offset > 0 and lines[offset - 1].strip().startswith("..")):
        return False
    line = line.strip().removeprefix("> ")
    following = lines[offset + 1].strip() if offset + 1 < len(lines) else ""
    if following and not following.strip("=-~") and len(following) > 2:
        return False
    starts = line[:1].isalpha() or line[:1] in "`*_\"'"
    return starts and not line.startswith(("* ", "***")) and not line.endswith("::")


def _paragraph(lines: list[str], offset: int) -> str:
    """Return the lines from one on up to a blank one, joined."""
    kept: list[str] = []
    for line in lines[offset:]:
        if not line.strip():
            break
        kept.append(line.strip().removeprefix("> "))
    return " ".join(kept)

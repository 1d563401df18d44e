"""What gets past redaction: prompts of real docs with generated secrets and personal data mixed in.

  leak.py REPOSITORY... --samples FILE [--prompts N] [--seed N] [--list]

REPOSITORY is a Git repository, bare or not; its Markdown and reStructuredText at HEAD is the ordinary text.
FILE is a Python module with `G(seed)` (whose method `c` makes every random piece), `types()` (name, tier, key,
function of G to value; tiers P prefixed, S structured, M key block, C context only) and `contexts(name, tier, key,
value, g)` (context, suffix, text, first line, last line). A prompt is a question and the excerpts of its
sources, redacted whole and cut to 1,600 characters afterwards, one border in the middle of what was a
secret. A secret leaks when WINDOW characters in a row of a random piece of it are in the prompt; prompts that
the second scan stops are counted too. Ordinary words are those of the docs as they are, without what was mixed in.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from trove_git.redaction.redact import Redactor

EXCERPT = 1600
WINDOW = 10
TIERS = {"P": "prefixed", "S": "structured", "M": "key block", "C": "context only"}
CUSTOMERS = ("Norrland Kraftverk", "Zephyrine")
DOMAINS = ("norrland-kraft.se",)
USER = "mwikstrand"
FORMS = (
    "**{label}:** {value}", "- **{label}**: `{value}`", "<b>{label}:</b> {value}", "{label}&#58; {value}",
    "{label}\u00a0: {value}", "{label} \u2014 {value}", "## {label}\n\n{value}", "- {label}\n  - `{value}`",
    "<tr><td>{label}</td><td>{value}</td></tr>", "| **{label}** | `{value}` |", "The {label} ({value}) is in the wiki.",
    "Use {value} as the {label}.", "{value} is the {label} for staging.", "Log in with {label} {value}.",
)  # fmt: skip
"""How people and models write a value that a name announces; a value with the markup's own signs in it stays whole."""


def load(path: str) -> Any:
    """Load the generator."""
    spec = importlib.util.spec_from_file_location("leak_samples", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def docs_of(repository: str, limit: int, rng: random.Random) -> list[str]:
    """Read some docs of HEAD."""
    git = ["git", "-C", repository]
    listed = subprocess.run([*git, "ls-tree", "-r", "-z", "--name-only", "HEAD"], capture_output=True, check=True)
    paths = [p for p in os.fsdecode(listed.stdout).split("\0") if p.lower().endswith((".md", ".mdx", ".rst"))]
    texts = []
    for path in rng.sample(paths, min(limit, len(paths))):
        blob = subprocess.run([*git, "show", f"HEAD:{path}"], capture_output=True, check=False)
        text = blob.stdout.decode("utf-8", "replace")
        if blob.returncode == 0 and len(text) > 400:
            texts.append(text)
    return texts


def secrets(module: Any, seed: int, rng: random.Random) -> Iterator[tuple[str, str, str, str, list[str]]]:
    """Yield type, tier, context, text and random pieces of samples without end."""

    class Recording(module.G):  # type: ignore[misc]
        pieces: list[str] = []  # noqa: RUF012

        def c(self, *arguments: Any) -> str:
            piece: str = super().c(*arguments)
            self.pieces.append(piece)
            return piece

        def uuid(self) -> str:
            piece: str = super().uuid()
            self.pieces.append(piece)
            return piece

    g = Recording(seed)
    while True:
        made = []
        for name, tier, key, function in module.types():
            g.pieces = []
            value = function(g)
            whole = [p for p in g.pieces if len(p) >= WINDOW and p in value]
            # In a structure the host and the account beside the secret are none; the longest piece is the secret.
            # What was encoded or changed is looked for as the longest word.
            words = [word for word in value.split() if "://" not in word] or value.split()
            pieces = whole if whole and tier in "PM" else [max(whole or words, key=len)]
            if tier == "C":
                label = key.replace("_", " ").lower()
                made += [(name, tier, "markup", form.format(label=label, value=value), pieces) for form in FORMS]
            for context, _, text, _, _ in module.contexts(name, tier, key, value, g):
                made.append((name, tier, context, text, pieces))
        rng.shuffle(made)
        yield from made


def personal(rng: random.Random) -> dict[str, tuple[str, str]]:
    """Return category → value and the sentence it stands in."""

    def word(low: int, high: int) -> str:
        return "".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(rng.randint(low, high)))

    def digits(count: int) -> str:
        return "".join(rng.choice("23456789") for _ in range(count))

    user, company = word(3, 4), word(3, 4)
    email = rng.choice(
        [f"{user}.{word(2, 3)}@{company}.com", f"{user}+ops@{company}-group.co.uk", f"{user}@mail.{company}.io"]
    )
    country = rng.choice(["+46 8 ", "+1 415 ", "+49 30 ", "+44 20 7"])
    phone = rng.choice(
        [f"{country}{digits(3)} {digits(4)}", f"(415) {digits(3)}-{digits(4)}", f"+1-212-{digits(3)}-{digits(4)}"]
    )
    host = rng.choice(
        [f"{user}.{company}.internal", f"{user}-{digits(2)}.corp", f"{user}{digits(1)}.lan", f"git.{DOMAINS[0]}"]
    )
    address = rng.choice(
        [
            f"10.{digits(1)}.{digits(2)}.{digits(2)}",
            f"192.168.{digits(1)}.{digits(2)}",
            f"8{digits(1)}.{digits(2)}.1{digits(1)}.{digits(2)}",
            f"fd{digits(2)}:{digits(4)}::{digits(2)}:{digits(1)}",
            f"2a02:{digits(3)}:{digits(4)}::{digits(2)}",
        ]
    )
    path = rng.choice(
        [
            f"/home/{user}/src/{word(2, 3)}/main.py",
            f"/Users/{user}/work/{word(2, 3)}",
            f"C:\\Users\\{user}\\AppData\\{word(2, 3)}",
        ]
    )
    customer = rng.choice([*CUSTOMERS, CUSTOMERS[0].upper(), CUSTOMERS[0].replace(" ", "-").lower(), USER])
    return {
        "email": (email, rng.choice([f"Ask {email} first.", f"Owner: <{email}>", f"`{email}` approves it."])),
        "phone": (phone, rng.choice([f"Call {phone} at night.", f"On-call phone: {phone}", f"| on call | {phone} |"])),
        "host": (
            host,
            rng.choice([f"It runs on {host}.", f"See https://{host}/status first.", f"`ssh {host}` works."]),
        ),
        "ip": (address, rng.choice([f"The node at {address} is the leader.", f"server={address}", f"ping {address}"])),
        "path": (path, rng.choice([f"The log is in {path}.", f'cwd: "{path}"', f"`cd {path}` first"])),
        "customer": (
            customer,
            rng.choice([f"This is for {customer} only.", f"{customer} asked for it in May.", f"({customer})"]),
        ),
    }


def mixed(doc: str, pieces: list[str], rng: random.Random) -> str:
    """Put pieces between the paragraphs of a doc, of which a few thousand characters are taken."""
    start = doc.find("\n", rng.randrange(max(1, len(doc) - 4000))) + 1
    paragraphs = doc[start : start + rng.randint(1500, 5000)].split("\n\n")
    for piece in pieces:
        paragraphs.insert(rng.randint(0, len(paragraphs)), piece)
    return "\n\n".join(paragraphs)


def cut(text: str, rng: random.Random) -> list[str]:
    """Cut a redacted source into excerpts, one of them so that its border goes through a placeholder."""
    excerpts = [text[i : i + EXCERPT] for i in range(0, len(text), EXCERPT)]
    at = text.find("[REDACTED:secret-")
    if at >= 0:
        border = at + rng.randint(1, 17)
        excerpts += [text[max(0, border - EXCERPT) : border], text[border : border + EXCERPT]]
    return excerpts


def leaks(pieces: list[str], prompt: str) -> bool:
    """Whether a part of a random piece is in a prompt."""
    return any(piece[i : i + WINDOW] in prompt for piece in pieces for i in range(len(piece) - WINDOW + 1))


def lost_words(docs: list[str], *, secrets_only: bool) -> tuple[int, int, Counter[str]]:
    """Return how many words of docs are replaced, of how many, and the pieces by category."""
    lost = total = 0
    counts: Counter[str] = Counter()
    for doc in docs:
        redactor = Redactor(keep_nonsecret=secrets_only)
        words = Counter(doc.split())
        lost += (words - Counter(redactor.redact(doc).split())).total()
        total += words.total()
        counts.update(redactor.counts)
    return lost, total, counts


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--samples", required=True)
    parser.add_argument("--prompts", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print every leak")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    docs = [doc for repository in arguments.repositories for doc in docs_of(repository, 120, rng)]
    stream = secrets(load(arguments.samples), arguments.seed, rng)
    tried: Counter[str] = Counter()
    leaked: Counter[str] = Counter()
    stopped = after = characters = 0
    kinds: set[tuple[str, str]] = set()
    started = time.process_time()
    for _ in range(arguments.prompts):
        redactor = Redactor(customers=CUSTOMERS, internal_domains=DOMAINS, user_name=USER)
        excerpts, looked_for = [], []
        for _ in range(2):
            name, tier, context, text, pieces = next(stream)
            data = personal(rng)
            source = mixed(rng.choice(docs), [text, *(sentence for _, sentence in data.values())], rng)
            kinds.add((name, context))
            characters += len(source)
            excerpts += cut(redactor.redact(source), rng)
            looked_for.append((TIERS[tier], f"{name} in {context}", pieces))
            looked_for += [(category, value, [value]) for category, (value, _) in data.items()]
        prompt = "Question: where is it kept?\n\n" + "\n\n".join(f"[{n}] {e}" for n, e in enumerate(excerpts, 1))
        stopped += redactor.survives(prompt)
        after += redactor.survives(redactor.redact(prompt))
        for kind, what, pieces in looked_for:
            tried[kind] += 1
            found = leaks(pieces, prompt) if kind in TIERS.values() else pieces[0] in prompt
            leaked[kind] += found
            if found and arguments.list:
                print(f"leaked {kind}: {what}")
    seconds = time.process_time() - started
    print(
        f"{arguments.prompts} prompts, {len(docs)} docs, {len(kinds)} pairs of type and context, seed {arguments.seed}"
    )
    for kind in (*TIERS.values(), "email", "phone", "host", "ip", "path", "customer"):
        print(f"{kind:14} {leaked[kind]:5} of {tried[kind]:5} leaked ({leaked[kind] / max(1, tried[kind]):.2%})")
    print(f"the second scan stops {stopped} prompts as cut, {after} when they are redacted again")
    for secrets_only, label in ((True, "secrets only"), (False, "all categories")):
        lost, total, counts = lost_words(docs, secrets_only=secrets_only)
        print(f"ordinary words replaced, {label}: {lost} of {total} ({lost / total:.3%}); {dict(counts)}")
    print(f"CPU: {seconds / characters * 1e6:.2f} s for a million characters mixed", file=sys.stderr)


if __name__ == "__main__":
    main()

"""Words of the field that mean the same, and are no forms of one another: `undo` and `revert`, `repo` and `repository`.

A question is asked in everyday words and answered by a page in those of its author. Each group holds words that
people who write about software use for one another, whatever the project; what means the same in one project only
does not belong here.
"""

from __future__ import annotations

from functools import cache

from trove_git.terms import question_terms

_GROUPS = """
    access permission
    account user
    add insert append
    allow permit
    amount count number
    archive old
    argument arg parameter param
    async asynchronous background
    authenticate auth login
    begin launch start
    blank empty
    bug issue problem
    call invoke
    cancel abort
    capital uppercase
    certificate ssl tls
    change edit modify
    character letter
    check validate verify
    choose pick select
    clone copy duplicate
    color colour
    combine join merge
    command cmd
    compare diff difference
    component widget
    compress gzip zip
    concurrent parallel simultaneous
    continue resume
    convert transform turn
    crash panic
    create generate make
    credential password secret
    cron schedule
    crypt encrypt
    css style stylesheet
    cut trim truncate
    cycle loop recursion
    database db
    debug debugger breakpoint
    delay sleep wait
    delete erase remove
    deliver send
    dependency library package
    deploy host publish
    detect determine guess infer
    development dev
    directory dir folder
    divide separate split
    documentation doc
    draft unpublished
    email mail
    environment env
    equation formula latex math
    escape sanitize
    exception error
    exclude ignore omit skip
    execute run
    exported public
    extension plugin addon
    fast performance slow speed
    find locate lookup search
    flag option switch
    function func
    gateway proxy
    group team
    guide tutorial
    hash checksum digest
    heading header title
    image photo picture
    import include require
    internal private
    job task worker
    keychain keyring keystore
    language locale translate
    length size
    limit max maximum
    link url
    load read
    memory leak
    message msg
    min minimum
    missing absent
    monitor observe watch
    move rename
    null none nil
    observer listener subscriber
    option setting preference
    order sort
    orphan unused
    output print
    overwrite override replace
    page site website
    password passphrase
    pause suspend
    preview view
    production prod
    quit abort exit halt kill stop terminate
    refresh reload
    refuse block deny disallow forbid reject
    related similar
    release tag version
    remote upstream
    reply answer response
    repository repo
    retry again attempt
    revert rollback undo
    role permission
    sample demo example
    save persist store
    serialize encode marshal
    deserialize decode unmarshal
    shortcut alias
    show display
    spell typo
    string text
    temporary temp tmp
    template theme
    update upgrade
    variable var
    wrap nest
"""


@cache
def synonyms(term: str) -> tuple[str, ...]:
    """Return the terms that mean the same as one; none for most."""
    return tuple(dict.fromkeys(other for group in _groups().get(term, ()) for other in group if other != term))


@cache
def _groups() -> dict[str, list[tuple[str, ...]]]:
    """Return the groups that each term is in."""
    groups: dict[str, list[tuple[str, ...]]] = {}
    for line in _GROUPS.split("\n"):
        # A word that would be cut into several is none of the words here.
        group = tuple(term for word in line.split() for term in question_terms(word)[:1])
        for term in group:
            groups.setdefault(term, []).append(group)
    return groups

"""Edges between parts → which parts lead back to each other (Tarjan 1972, strongly connected components)."""

from __future__ import annotations

from collections.abc import Mapping, Set


def cycle_mates(edges: Mapping[str, Set[str]]) -> dict[str, tuple[str, ...]]:
    """Return node → the others of its cycle: those with edges both ways first, then by name.

    Args:
        edges: node → nodes that it leads to; a node without an entry leads nowhere.
    """
    found: dict[str, tuple[str, ...]] = {}
    for component in _components(edges):
        for node in component if len(component) > 1 else ():
            others = [other for other in component if other != node]
            others.sort(key=lambda other: (not _mutual(edges, node, other), other))
            found[node] = tuple(others)
    return found


def _mutual(edges: Mapping[str, Set[str]], one: str, other: str) -> bool:
    return other in edges.get(one, ()) and one in edges.get(other, ())


def _components(edges: Mapping[str, Set[str]]) -> list[list[str]]:
    """Find the strongly connected components, without recursion."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    open_nodes: set[str] = set()
    components: list[list[str]] = []
    for start in sorted(edges):
        work = [(start, iter(sorted(edges[start])))] if start not in number else []
        while work:
            node, following = work[-1]
            if node not in number:
                number[node] = low[node] = len(number)
                stack.append(node)
                open_nodes.add(node)
            for other in following:
                if other not in number:
                    work.append((other, iter(sorted(edges.get(other, ())))))
                    break
                if other in open_nodes:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    components.append(_pop_until(node, stack, open_nodes))
    return components


def _pop_until(node: str, stack: list[str], open_nodes: set[str]) -> list[str]:
    """Take a finished component off the stack."""
    component = []
    while True:
        top = stack.pop()
        open_nodes.discard(top)
        component.append(top)
        if top == node:
            return component

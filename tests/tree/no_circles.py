"""Files call downwards only: the primitives of a folder are the ground, and the file that calls the others in order is on top. Builds
the call graph between the object files (an undefined symbol leads to the object that defines it) and prints each circle with the
symbols that close it.

usage: no_circles.py NM LIST      LIST: a file with the path of an object of the library on each line
"""
import collections
import os
import re
import subprocess
import sys

FOLDER = re.compile(r".*?/src/(.*)\.[a-z]+\.o(?:bj)?$")


def symbols(nm, objects):
    """({symbol: object that defines it}, {object: symbols that it needs})"""
    home, needs = {}, collections.defaultdict(set)
    for line in subprocess.check_output([nm, "-g", "-P", "-A", *objects], text=True).splitlines():
        path, symbol = line.split(": ", 1)
        name, kind = symbol.split()[:2]
        if kind in "Uw":
            needs[path].add(name)
        else:
            home[name] = path
    return home, needs


def circles(graph):
    """The strongly connected components of more than one node (Tarjan)."""
    found, index, low, stack = [], {}, {}, []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for next_node in sorted(graph[node]):
            if next_node not in index:
                visit(next_node)
                low[node] = min(low[node], low[next_node])
            elif next_node in stack:
                low[node] = min(low[node], index[next_node])
        if low[node] == index[node]:
            component = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def main(nm, objects):
    names = {path: FOLDER.match(os.path.abspath(path)) for path in objects}
    names = {path: match.group(1) for path, match in names.items() if match}
    home, needs = symbols(nm, names)
    graph = {path: set() for path in names}
    for path in names:
        graph[path] = {home[symbol] for symbol in needs[path] if home.get(symbol, path) != path}
    calls = sum(map(len, graph.values()))
    if len(names) < 50 or calls < 100:
        print(f"only {len(names)} objects and {calls} calls seen: are these the right files?")
        return 1
    bad = circles(graph)
    for circle in bad:
        print(f"{len(circle)} files call each other in a circle:")
        for path in circle:
            for other in sorted(graph[path] & set(circle)):
                print(f"  {names[path]} calls {names[other]}:", ", ".join(sorted(s for s in needs[path] if home.get(s) == other)))
    return len(bad) > 0


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as listed:
        sys.exit(main(sys.argv[1], listed.read().split("\n")[:-1]))

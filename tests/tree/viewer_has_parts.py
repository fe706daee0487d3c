"""Counts the functions of the window that take the whole viewer, and those that take one of its parts.

A function should take the part that it uses (view/window/viewer.h). Fails if too many take all, or if a part has too many
members. usage: viewer_has_parts.py SOURCE_DIR
"""

import collections
import pathlib
import re
import sys

MOST_OF_ALL = 120  # functions that take the whole viewer
MOST_MEMBERS = 25  # of a part, or of the viewer

source = pathlib.Path(sys.argv[1]) / "view" / "window"


def plain(path):
    """The text of a file without its comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)


def functions(text):
    """The parameters and the body of each function."""
    return re.findall(r"^[A-Za-z_][^;{}()]*\(([^;{}]*)\)\n\{\n(.*?)^\}", text, flags=re.S | re.M)


def part_of(parameters, body):
    """The part that a function takes: as a parameter, or as the data of a callback."""
    found = re.search(r"\b(viewer(?:_\w+)?) \*", parameters)
    found = found or re.search(r"\b(viewer(?:_\w+)?) \*\w+ = (?:user|g_object_get_data)\b", body)
    return found.group(1) if found else None


def members(body):
    """How many members a struct has: a nested struct is one."""
    while re.search(r"\{[^{}]*\}", body):
        body = re.sub(r"\{[^{}]*\}", "", body)
    body = re.sub(r"\([^()]*\)", "", body)
    return sum(line.count(",") + 1 for line in body.split(";") if line.strip())


takes = collections.Counter(
    part_of(*function) for path in sorted(source.rglob("*.c")) for function in functions(plain(path))
)
header = "\n".join(plain(path) for path in sorted(source.rglob("*.h")))
structs = {name: members(body) for name, body in re.findall(r"^struct (viewer) \{\n(.*?)^\};", header, re.S | re.M)}
for body, name in re.findall(r"^typedef struct viewer_\w+ \{\n(.*?)^\} (viewer_\w+);", header, re.S | re.M):
    structs[name] = members(body)

for name, count in sorted(structs.items()):
    print(f"{name}: {count} members, {takes[name]} functions take it")
errors = [f"{name} has {count} members; {MOST_MEMBERS} are enough" for name, count in structs.items() if count > MOST_MEMBERS]
if takes["viewer"] > MOST_OF_ALL:
    errors.append(f"{takes['viewer']} functions take the whole viewer; {MOST_OF_ALL} are enough")
if len(structs) < 5 or not takes["viewer"]:
    errors.append("the headers of view/window do not look as expected")
print("\n".join(errors))
sys.exit(1 if errors else 0)

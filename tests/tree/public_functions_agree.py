"""The public headers keep the rules that CONTRIBUTING.md gives:
- no two functions differ by a plural s alone;
- a greatest number is max_ or HONE_..._MAX_..., never most, largest or _max at the end;
- no function ends in _of: a getter whose plain name is that of a type is called get_;
- a point in time or a span says its unit: frame, seconds or duration, never time;
- plays, goals and props are named by ids of their types, never by numbers;
- a function that returns an array which the program may write is called writable_.
- a program of the tree uses each function: an example, the command, the viewer, a benchmark, the Python package.
Prints each name that does not, and exits with 1.

usage: public_functions_agree.py SOURCE_DIR
"""
import glob
import os
import re
import sys

FUNCTION = re.compile(r"(?:HONE_API|static inline) ([^;{()]*?)\b(hone_\w+)\(([^;{]*)\)\s*[;{]")
MOST = re.compile(r"(^|_)(most|largest|greatest)(_|$)|_max$", re.I)
TIME = re.compile(r"\b(?:double|float) (?:\w+, )*(\w*(?:time|start|begin|elapsed|moment|when))\b(?!\[)")
HANDLE = re.compile(r"\buint32_t (play|goal|prop|handle)\b")
ROOMS = ["examples", "python/src", "tool", "cmd", "view", "bench", "samples", "module"]
FAMILY = re.compile(r"hone_write_(\w\d+|zeros)$")  # one for each type of number: a family, of which some are used
# Functions that make what they return.
OWNED = re.compile(r"_(create|make|load|open|retain|compile|alloc|allocate|array|autorig|bake|retarget)(_|$)")


def split(code):
    """The declarations of functions, and the text without the bodies of inline ones."""
    return [(" ".join(kind.split()), name, " ".join(rest.split())) for kind, name, rest in FUNCTION.findall(code)]


def function_faults(functions):
    names = {name for _, name, _ in functions}
    for name in sorted(names):
        twins = [n for n in names if n != name and re.sub("s(?=_|$)", "", n) == re.sub("s(?=_|$)", "", name)]
        if twins and name < min(twins):
            yield f"{name} and {twins[0]} differ by a plural s alone"
        if name.endswith("_of"):
            yield f"{name}: a getter is named after its result, or get_ if a type has taken that name"
    for kind, name, rest in functions:
        for word in HANDLE.findall(rest):
            yield f"{name}: the {word} is a number, not an id"


def unused(names):
    """Functions of the library that no program uses: each needs a small example, or is not public."""
    used = set()
    for room in ROOMS:
        for path in glob.glob(room + "/**/*.*", recursive=True):
            if path.endswith((".c", ".h", ".py")):
                with open(path, encoding="utf-8") as file:
                    used.update(re.findall(r"\bhone_\w+", file.read()))
    for name in sorted(names - used):
        if not FAMILY.match(name):
            yield f"{name}: no program uses it"


def written(functions, structs):
    """Functions that return a pointer through which the program writes into an object of hone."""
    for kind, name, _ in functions:
        pointer = re.match(r"(?:HONE_API )?(hone_\w+) \*$", kind)
        if pointer and pointer.group(1) in structs and not OWNED.search(name) and "writable" not in name:
            yield f"{name} returns what the program may write, and does not say writable"


def main(root):
    os.chdir(root)
    faults, functions, structs, words = [], [], set(), 0
    for path in sorted(glob.glob("include/hone/*.h")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        header = os.path.basename(path)
        functions += split(code)
        structs |= set(re.findall(r"typedef struct (hone_\w+) \{", code))
        for word in sorted(set(re.findall(r"\b[A-Za-z_]\w*", re.sub(r'"[^"]*"|#include.*', "", code)))):
            words += 1
            if MOST.search(word):
                faults.append(f"{header}: {word}: a greatest number is called max_")
        faults += [f"{header}: {word}: a time says its unit: frame, seconds or duration" for word in TIME.findall(code)]
    faults += [*function_faults(functions), *written(functions, structs), *unused({name for _, name, _ in functions})]
    print("\n".join(faults))
    print(f"{len(functions)} functions, {words} words, {len(faults)} faults")
    return bool(faults) or len(functions) < 150


sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""Measures how well the tests cover the library, and writes the tables of docs/quality.md.

  coverage   which lines and branches of src/ the tests run, by floor (gcov); builds in build/coverage
  mutants    how many small changes of the code the tests notice, by area (tests/mutate.py)
  missing    prints the lines, and the branches, that no test took in the last run of `coverage`

Without a word it does the first two. A line of a header that several files include counts once: it was run if it was
run in any of them, and a branch was taken if it was taken in any of them.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import mutate

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "quality.md"
BUILD = ROOT / "build" / "coverage"
# Without optimisation and assertions. Functions that are always inlined are compiled once a file, so that each of their
# conditions counts once.
FLAGS = "-O0 -g1 --coverage -fprofile-update=atomic -DNDEBUG -Dalways_inline=unused"
# The library's own tests: those of tests/unit and tests/bits. The others run programs.
TESTS = "^test_"
LEFT_OUT = "^test_(command_.*|view_.*|examples|game_picture|oracle_.*)$"
# Per area its files, and the folders of tests/unit or the single tests that matter to them; test_same_bits matters to
# all.
AREAS = {
    "rig": (["src/core/rig/*.c", "src/core/rig/*/*.c", "src/play/ik/*.c"], ["rig", "ik", "actor", "motion"]),
    "motion": (["src/core/motion/*.c", "src/core/motion/lanes/*.c"],
               ["motion", "actor", "rig", "blend", "clip", "test_crowd_members", "test_hclip", "test_vmd", "test_vmd_tracks",
                "test_vmd_write"]),
    "skin": (["src/core/skin/*.c", *(f"src/core/skin/kernels/{name}.c" for name in ("avx2", "cpu", "scalar", "sse2"))],
             ["skin", "actor", "bounds", "crowd"]),
    "physics": (["src/play/physics/*.c", "src/play/physics/bullet/*.cpp", "src/play/physics/ragdoll/*.c"], ["physics", "actor"]),
    "weights": (["src/core/skin/weights/*.c", "src/offline/autorig/*.c"], ["skin", "offline"]),
}


def run(*command):
    subprocess.run([str(word) for word in command], cwd=ROOT, check=True)


def write_table(name, rows):
    """Puts the rows between the two marks of the page that have this name."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    at = text.index(begin) + len(begin)
    PAGE.write_text(text[:at] + "\n".join(rows) + "\n" + text[text.index(end, at):], encoding="utf-8")
    print("\n".join(rows))


# ---- coverage ------------------------------------------------------------------------------------------------------
def build():
    """A build that counts lines and branches."""
    run("cmake", "-S", ".", "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_C_FLAGS={FLAGS}",
        f"-DCMAKE_CXX_FLAGS={FLAGS}", "-DHONE_VIEW=OFF", "-DHONE_BENCH=OFF")
    run("cmake", "--build", BUILD)


def run_tests():
    for counts in BUILD.rglob("*.gcda"):
        counts.unlink()
    tested = subprocess.run(["ctest", "--test-dir", BUILD, "-j", str(os.cpu_count()), "-R", TESTS, "-E", LEFT_OUT,
                             "--timeout", "1800"], cwd=ROOT, check=False)
    if tested.returncode:
        print("some tests failed: the figures are lower than they should be", file=sys.stderr)


class File:
    """Per line: how often it was run, and how often each of its branches was taken."""

    def __init__(self):
        self.lines = collections.Counter()
        self.branches = {}

    def add(self, lines):
        copies = collections.defaultdict(list)
        for line in lines:
            number = line["line_number"]
            self.lines[number] += line["count"]
            copies[number, line.get("function_name")] += [b["count"] for b in line["branches"] if not b["throw"]]
        for (number, _), counts in copies.items():
            known = self.branches.get(number, [])
            if len(known) == len(counts):
                self.branches[number] = [a + b for a, b in zip(known, counts)]
            elif len(known) < len(counts):  # elsewhere a part of the condition is a constant
                self.branches[number] = counts

    def counts(self):
        taken = [count for counts in self.branches.values() for count in counts]
        return collections.Counter(lines=len(self.lines), run=sum(map(bool, self.lines.values())),
                                   branches=len(taken), taken=sum(map(bool, taken)))


def read_object(path):
    """What gcov knows about one object file."""
    output = subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--stdout", path], cwd=BUILD,
                            check=True, stderr=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
    return json.loads(output)["files"] if output.strip() else []


def read_counts():
    """The files of src/, with what the tests ran of them. Kernels that this machine lacks are compiled by the tests."""
    files = collections.defaultdict(File)
    objects = [path for path in sorted(BUILD.rglob("*.gcno")) if "/src/" in str(path)]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for found in pool.map(read_object, objects):
            for entry in found:
                path = pathlib.Path(os.path.normpath(BUILD / entry["file"]))
                if (ROOT / "src") in path.parents and path.exists():  # else an object of a file that is gone
                    files[str(path.relative_to(ROOT))].add(entry["lines"])
    return files


def coverage():
    floors = collections.defaultdict(collections.Counter)
    for path, file in read_counts().items():
        parts = path.split("/")
        for floor in ("/".join(parts[1:2 if parts[1] in ("base", "offline") else 3]), "all"):
            floors[floor].update(file.counts())
    rows = ["| floor | lines | run | branches | taken |", "|---|---:|---:|---:|---:|"]
    for floor in sorted(floors, key=lambda name: (name == "all", name)):
        n = floors[floor]
        rows.append(f"| {floor if floor == 'all' else f'`src/{floor}`'} | {n['lines']} | "
                    f"{percent(n['run'], n['lines'])} | {n['branches']} | {percent(n['taken'], n['branches'])} |")
    write_table("coverage", rows)


def percent(part, whole):
    return f"{100 * part / max(whole, 1):.1f} %"


def missing(paths):
    """Prints what is not covered, as compilers print warnings."""
    for path, file in sorted(read_counts().items()):
        if paths and not any(path.startswith(p) for p in paths):
            continue
        text = (ROOT / path).read_text(encoding="utf-8").splitlines()
        for number in sorted(file.lines):
            branches = file.branches.get(number, [])
            what = f"{sum(map(bool, branches))} of {len(branches)} taken" if file.lines[number] else "not run"
            if not file.lines[number] or not all(branches):
                print(f"{path}:{number}: {what}: {text[number - 1].strip()}")


# ---- mutants -------------------------------------------------------------------------------------------------------
def tests_of(floors):
    names = {path.stem for floor in floors for path in (ROOT / "tests" / "unit" / floor).rglob("test_*.c")}
    names |= {"test_same_bits", *(floor for floor in floors if floor.startswith("test_"))}
    return f"^({'|'.join(sorted(names))})$"


def mutants(count, names):
    """Judges `count` mutants of each area, in the order of `./dev mutate`, and writes the table. Rows of other areas
    stay."""
    options = mutate.arguments().parse_args(["--seconds", "36000", "--slowest", "600", "--most-tests", "30",
                                             "--counted", str(BUILD)])
    built = mutate.Build(str(ROOT / "build" / options.preset)).compiles
    for area in names or AREAS:
        patterns, floors = AREAS[area]
        options.tests = tests_of(floors)
        options.files = [path for path in mutate.expand(patterns) if path in built]
        options.count = -(-2 * count // len(options.files))  # some compile to the same code, and do not count
        with tempfile.TemporaryDirectory(prefix="quality-", dir=ROOT / "build") as scratch:
            session = mutate.Session(options, scratch)
            results = session.judge(mutate.choose(session.subjects, options), count)
        verdicts = [verdict for _, verdict, _ in results if verdict in mutate.COUNTED][:count]
        n = collections.Counter(verdicts)
        known = dict(re.findall(r"^\| (\w+) (\|.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
        known[area] = (f"| {len(verdicts)} | {n['explained']} | {n['killed']} | {n['survived'] + n['unreached']} | "
                       f"{percent(n['killed'], len(verdicts) - n['explained'])} |")
        write_table("mutants", ["| area | mutants | explained | noticed | not noticed | share |",
                                "|---|---:|---:|---:|---:|---:|",
                                *(f"| {name} {known[name]}" for name in AREAS if name in known)])


def main():
    parser = argparse.ArgumentParser(prog="./dev quality", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-tests", action="store_true", help="take the build and the counts of the last run")
    parser.add_argument("--mutants", type=int, default=300, help="mutants of an area (default: 300)")
    parser.add_argument("what", nargs="?", choices=["coverage", "mutants", "missing"])
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants: areas; missing: folders or files of src/")
    options = parser.parse_args()
    if options.what != "missing" and not options.no_tests:
        build()
    if options.what in (None, "coverage"):
        if not options.no_tests:
            run_tests()
        coverage()
    if options.what in (None, "mutants"):
        mutants(options.mutants, options.names)
    if options.what == "missing":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # so that its output may be read in part
        missing(options.names)


if __name__ == "__main__":
    main()

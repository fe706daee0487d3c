"""`./dev check` builds every program that its tests name: those of the label tree, and those of each floor. Otherwise
it would fail in a build where nothing else was built.

usage: check_builds_what_it_runs.py SOURCE_DIR BUILD_DIR
"""
import json
import os
import re
import subprocess
import sys


def lines(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout.split("\n")


def stands_for(build, names):
    """What these targets build: phony targets stand for others."""
    with open(os.path.join(build, "build.ninja"), encoding="utf-8") as file:
        phony = {name: inputs.split() for name, inputs in re.findall(r"^build (\S+): phony (.*)$", file.read(), re.M)}
    found, left = set(), list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [word for word in phony.get(name, []) if not word.startswith("|")]
    return found


def programs_of_tests(build):
    """Pairs of a quick test, and a path in its command that the build makes."""
    made = {line.split(": ")[0] for line in lines("ninja", "-C", build, "-t", "targets", "all") if "EXECUTABLE" in line}
    described = json.loads("".join(lines("ctest", "--test-dir", build, "--show-only=json-v1")))
    for test in described["tests"]:
        labels = [p["value"] for p in test["properties"] if p["name"] == "LABELS"]
        if labels and "slow" not in labels[0]:
            for word in test.get("command", []):
                path = os.path.relpath(word, build) if word.startswith(build + "/") else None
                if path in made:
                    yield test["name"], path


def main():
    source, build = sys.argv[1:]
    with open(os.path.join(source, "dev"), encoding="utf-8") as file:
        targets = re.search(r"--target (hone_programs [a-z_ ]+) \$programs", file.read()).group(1).split()
    with open(os.path.join(build, "tests/programs.txt"), encoding="utf-8") as file:
        targets += [name for line in file for name in line.split(":")[1].split()]
    built = stands_for(build, targets)
    seen, failed = 0, False
    for test, path in programs_of_tests(build):
        seen += 1
        if path not in built:
            print("%s runs %s, which ./dev check does not build" % (test, path))
            failed = True
    if seen < 20:  # ctest tells no commands of programs that are not built
        print("only %d tests with programs seen" % seen)
        failed = True
    sys.exit(failed)


main()

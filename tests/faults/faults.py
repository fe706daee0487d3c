#!/usr/bin/env python3
"""Lets the system fail under the hone command: files that cannot be read or written, short reads, and kill -9.

Every command writes over an old file, and runs once for each fault:
  short     reads and writes transfer fewer bytes than were asked for: the result is the same
  EINTR     a read, write or open is interrupted: the result is the same
  read      the reads of an input fail with EIO from one of them on
  write     a write fails with ENOSPC or EIO; so do fsync, rename and close
  kill      the process is killed at a system call
After an error the exit status is 1, one line says why, the old file is whole, and nothing else is left in the folder.
After a kill the old file, or the whole new one, is there; the next run succeeds and leaves nothing else in the folder.

The faults are made by strace. usage: faults.py [--moments N] [--seed N] [--quick] COMMAND SAMPLES [NAME...]
Exit status 77: strace cannot trace here.
"""

import argparse
import collections
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
OLD = b"the old file, which must stay\n"
CALLS = ["write", "fsync", "fdatasync", "rename", "renameat2", "close", "ftruncate"]

# What a command reads (names in the samples' folder), and its arguments; OUT is what it writes.
CASES = {
    "pmx": (["character.pmx"], ["convert", "character.pmx", "-o", "OUT.pmx"]),
    "glb": (["character.pmx", "dance.vmd"], ["convert", "character.pmx", "dance.vmd", "-o", "OUT.glb"]),
    "gltf": (["character.pmx"], ["convert", "character.pmx", "-o", "OUT.gltf"]),
    "bvh": (["character.pmx"], ["convert", "character.pmx", "dance.vmd", "-o", "OUT.bvh"]),
    "motion": (["dance.vmd"], ["motion", "dance.vmd", "--mirror", "-o", "OUT.vmd"]),
    "hclip": (["dance.vmd"], ["pack", "character.pmx", "dance.vmd", "-o", "OUT.hclip"]),
    "npy": (["character.pmx"], ["pose", "character.pmx", "dance.vmd", "--bones", "OUT.npy"]),
    "png": (["character.pmx"], ["render", "character.pmx", "--size", "64x64", "-o", "OUT.png"]),
    "sequence": (["character.pmx"], ["render", "character.pmx", "dance.vmd", "--physics", "off", "--frames", "0:2",
                                     "--size", "64x64", "-o", "OUT-%d.png"]),
    "film": (["character.pmx"], ["render", "character.pmx", "dance.vmd", "--physics", "off", "--frames", "0:5",
                                 "--size", "64x64", "-o", "OUT.mp4"]),
    "scene": (["character.pmx"], ["render", "character.pmx", "--size", "64x64", "-o", "OUT.png",
                                  "--save-scene", "OUT.json"]),
}
QUICK = ["pmx", "gltf", "motion"]


class Folder:
    """A folder with inputs, and old files in the places of all outputs."""

    def __init__(self, samples, outputs):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="hone-faults-"))
        self.outputs = outputs
        for name in os.listdir(samples):
            os.symlink(samples / name, self.path / name)
        self.inputs = set(os.listdir(self.path))
        for name in outputs:
            (self.path / name).write_bytes(OLD)

    def contents(self):
        """What is in the folder besides the inputs: {name: bytes}."""
        return {name: (self.path / name).read_bytes() for name in sorted(set(os.listdir(self.path)) - self.inputs)}

    def remove(self):
        shutil.rmtree(self.path)


class Case:
    def __init__(self, name, options):
        self.name = name
        self.inputs, arguments = CASES[name]
        self.command = [options.command, *(argument.replace("OUT", "out") for argument in arguments)]
        self.samples = options.samples
        self.whole = {}
        clean = self.run([])
        if clean.returncode:
            raise SystemExit(f"{name}: fails without a fault: {clean.stderr}")
        self.whole = clean.contents

    def run(self, before, environment=None):
        folder = Folder(self.samples, self.whole)
        result = subprocess.run([*before, *self.command], cwd=folder.path, capture_output=True, text=True,
                                errors="replace", env={**os.environ, "HONE_LANGUAGE": "C", **(environment or {})})
        result.contents = folder.contents()
        result.folder = folder
        if not self.keep:
            folder.remove()
        return result

    keep = False

    def traced(self, *options):
        """Runs under strace, and returns the result and its log."""
        log = tempfile.NamedTemporaryFile(mode="r", prefix="hone-strace-")
        result = self.run(["strace", "-f", "-y", "-o", log.name, *options])
        return result, log.read()

    def count(self, call, *options):
        """How many calls of a thread there are at most."""
        _, log = self.traced("-e", f"trace={call}", *options)
        counts = collections.Counter(line.split()[0] for line in log.splitlines() if f" {call}(" in line)
        return max(counts.values(), default=0)


class Report:
    def __init__(self):
        self.runs = 0
        self.failures = []

    def check(self, what, ok, why):
        if not ok:
            self.failures.append(f"{what}: {why}")
            print(f"FAILED {what}: {why}", flush=True)


def moments(count, most, chance):
    """Which of `count` calls are hit: all, or the first and last and some between."""
    if count <= most:
        return range(1, count + 1)
    return sorted({1, count, *chance.sample(range(1, count + 1), most - 2)})


def check_same(report, what, case, result):
    report.runs += 1
    report.check(what, result.returncode == 0, f"exit status {result.returncode}: {result.stderr.strip()[-200:]}")
    report.check(what, result.contents == case.whole, "the files differ from those without a fault")


def check_error(report, what, case, result):
    """The fault is one that the command must report."""
    report.runs += 1
    said = [line for line in result.stderr.splitlines() if "warning:" not in line]
    report.check(what, result.returncode == 1, f"exit status {result.returncode}: {said}")
    report.check(what, len(said) == 1 and said[0].startswith("hone: "), f"not one line: {said}")
    check_old_or_new(report, what, case, result.contents)


def check_old_or_new(report, what, case, contents):
    for name in case.whole:
        data = contents.get(name)
        report.check(what, data == OLD or data == case.whole[name], f"{name} is neither the old nor the new file")
    left = sorted(set(contents) - set(case.whole))
    report.check(what, not left, f"left in the folder: {left}")


def short(report, case, library, most, chance):
    check_same(report, f"{case.name}: short calls", case, case.run([], {"LD_PRELOAD": library}))


def interrupted(report, case, library, most, chance):
    for call in ("read", "write", "openat"):
        for moment in moments(case.count(call, "-P", "."), most, chance):
            result, _ = case.traced("-P", ".", "-e", f"inject={call}:error=EINTR:when={moment}")
            check_same(report, f"{case.name}: {call} {moment} interrupted", case, result)


def unreadable(report, case, library, most, chance):
    for name in case.inputs:
        path = str(case.samples / name)
        for moment in moments(case.count("read", "-P", path), most, chance):
            result, log = case.traced("-P", path, "-e", f"inject=read:error=EIO:when={moment}+")
            if "(INJECTED)" in log:
                check_error(report, f"{case.name}: read {moment} of {name} fails", case, result)


def unwritable(report, case, library, most, chance):
    for call in CALLS:
        for moment in moments(case.count(call), most, chance):
            for error in ("ENOSPC", "EIO") if call == "write" else ("EIO",):
                result, log = case.traced("-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={moment}")
                hit = [line for line in log.splitlines() if "(INJECTED)" in line]
                ours = [line for line in hit if "/hone-faults-" in line and "/hone-faults-" in line.split("=")[0]]
                if ours and call != "close":
                    check_error(report, f"{case.name}: {call} {moment} fails with {error}", case, result)
                elif ours:
                    report.runs += 1
                    check_old_or_new(report, f"{case.name}: close {moment} fails", case, result.contents)


def killed(report, case, library, most, chance):
    _, log = case.traced("-e", "trace=all")
    counts = collections.Counter(line.split()[0] for line in log.splitlines())
    total = max(counts.values())
    case.keep = True
    for moment in sorted(chance.sample(range(1, total + 1), min(most, total))):
        what = f"{case.name}: killed at call {moment}"
        result, _ = case.traced("-e", f"inject=all:signal=KILL:when={moment}")
        report.runs += 1
        for name, new in case.whole.items():
            data = result.contents.get(name)
            report.check(what, data == OLD or data == new, f"{name} is neither the old nor the new file")
        again = subprocess.run(case.command, cwd=result.folder.path, capture_output=True, text=True)
        report.check(what, again.returncode == 0, f"the next run fails: {again.stderr.strip()[-200:]}")
        contents = result.folder.contents()
        left = sorted(set(contents) - set(case.whole))
        report.check(what, not left, f"left in the folder after the next run: {left}")
        report.check(what, all(contents.get(name) == new for name, new in case.whole.items()), "the next run's files differ")
        result.folder.remove()
    case.keep = False


FAULTS = [short, interrupted, unreadable, unwritable, killed]


def short_calls(folder):
    library = os.path.join(folder, "short_calls.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "short_calls.c", "-ldl"], check=True)
    return library


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moments", type=int, default=200, help="the most moments of each kind of fault and command")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="few commands and moments")
    parser.add_argument("command", type=os.path.abspath)
    parser.add_argument("samples", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_intermixed_args()
    if not shutil.which("strace") or subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode:
        print("skipped: strace is missing, or cannot trace here")
        return 77
    most = 6 if options.quick else options.moments
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        library = short_calls(folder)
        for name in options.names or (QUICK if options.quick else CASES):
            case, before = Case(name, options), report.runs
            for fault in FAULTS:
                fault(report, case, library, most, random.Random(options.seed))
            print(f"{name}: {report.runs - before} faults", flush=True)
    print(f"{report.runs} faults, {len(report.failures)} failures")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())

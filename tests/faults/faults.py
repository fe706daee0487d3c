#!/usr/bin/env python3
"""Lets the system fail under the hone command: files that cannot be read or written, short reads, and kill -9.

Every command writes over an old file, and runs once for each fault:
  short     reads and writes transfer fewer bytes than were asked for: the result is the same
  EINTR     a read, write or open is interrupted: the result is the same
  read      the reads of an input fail with EIO from one of them on
  write     a write fails with ENOSPC or EIO; so do fsync, rename and close
  kill      the process is killed at a system call
Every output is in a folder of its own. After an error the exit status is 1, one line says why, and all files are the old
ones, those that a run with other inputs has written, or all are the new ones; nothing else is left in the folders. After
a kill every file is an old or a new one, and whole; a .gltf or scene and the files that it names are of one run. The next
run succeeds and leaves nothing else in the folders.

The faults are made by strace. usage: faults.py [--moments N] [--seed N] [--quick] COMMAND SAMPLES [NAME...]
Exit status 77: strace cannot trace here.
"""

import argparse
import collections
import itertools
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
OLD = b"the old file, which must stay\n"
CALLS = ["write", "fsync", "fdatasync", "rename", "renameat2", "close", "ftruncate"]

M, D = "character.pmx", "dance.vmd"
POSE = ["--bones", "OUT.npy", "--vertices", "OUT.csv", "--morphs", "OUT.json"]

# What a command reads (names in the samples' folder), its arguments, and those of the run before; without these the old
# files are a line of text. OUT is what it writes.
CASES = {
    "pmx": ([M], ["convert", M, "-o", "OUT.pmx"]),
    "glb": ([M, D], ["convert", M, D, "-o", "OUT.glb"]),
    "gltf": ([M], ["convert", M, "-o", "OUT.gltf"], ["convert", M, D, "-o", "OUT.gltf"]),
    "textures": (["made.glb"], ["convert", "made.glb", "-o", "OUT.pmx"],
                 ["convert", "bare.glb", "-o", "OUT.pmx"]),
    "models": ([M], ["convert", M, M, "-o", "OUT-{model}.glb"], ["convert", M, M, D, "-o", "OUT-{model}.glb"]),
    "bvh": ([M], ["convert", M, D, "-o", "OUT.bvh"]),
    "motion": ([D], ["motion", D, "--mirror", "-o", "OUT.vmd"]),
    "hclip": ([D], ["pack", M, D, "-o", "OUT.hclip"]),
    "ktx2": ([D], ["texture", M, D, "-o", "OUT.ktx2"]),
    "npy": ([M], ["pose", M, D, "--bones", "OUT.npy"]),
    "arrays": ([M], ["pose", M, *POSE], ["pose", M, D, "--frame", "30", *POSE]),
    "png": ([M], ["render", M, "--size", "64x64", "-o", "OUT.png"]),
    "sequence": ([M], ["render", M, D, "--physics", "off", "--frames", "0:2", "--size", "64x64", "-o", "OUT-%d.png"]),
    "film": ([M], ["render", M, D, "--physics", "off", "--frames", "0:5", "--size", "64x64", "-o", "OUT.mp4"]),
    "part": ([M], ["render", M, D, "--physics", "off", "--frames", "0:5", "--size", "64x64", "--part", "1/2",
                   "-o", "OUT.mp4"]),
    "checkpoints": ([M], ["render", M, D, "--frames", "0:5", "--size", "64x64", "--checkpoints", "OUT.points",
                          "-o", "unused.mp4"]),
    "ids": ([M], ["render", M, "--size", "64x64", "--pass", "materials", "--pass-ids", "OUT.json", "-o", "OUT.png"]),
    "scene": ([M], ["render", M, "--size", "64x64", "-o", "OUT.png", "--save-scene", "OUT.json"]),
}
ONE_BY_ONE = ["sequence", "ids", "scene"]  # each file is old or new
QUICK = ["pmx", "gltf", "motion", "arrays"]


NAMING = ["rename", "link", "unlink", "fsync"]


class Folder:
    """A folder with inputs, and old files in the places of all outputs."""

    def __init__(self, samples, old):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="hone-faults-"))
        for name in os.listdir(samples):
            os.symlink(samples / name, self.path / name)
        self.inputs = set(os.listdir(self.path))
        for k in range(1, 5):
            (self.path / f"out{k}").mkdir()
        for name, data in old.items():
            (self.path / name).write_bytes(data)

    def contents(self):
        """What is in the folder besides the inputs: {name: bytes}."""
        found = [p for p in self.path.rglob("*") if p.is_file() and p.name not in self.inputs]
        return {str(p.relative_to(self.path)): p.read_bytes() for p in sorted(found)}

    def remove(self):
        shutil.rmtree(self.path)


def with_folders(arguments):
    """Each output in a folder of its own."""
    count = itertools.count(1)
    return [a.replace("OUT", f"out{next(count)}/out") if a.startswith("OUT") else a for a in arguments]


def named(contents):
    """What an output that names others contains, and they: so two sets can be compared whose names differ."""
    index = next((name for name in contents if name.endswith(".gltf")), None)
    if not index:
        return None
    text = contents[index].decode()
    names = sorted(set(re.findall(r'"uri": *"([^"]+)"', text)))
    parts = [contents.get(str(pathlib.PurePath(index).parent / name)) for name in names]
    return re.sub(r"\.hone-[12]", "", text), parts


class Case:
    def __init__(self, name, options):
        self.name = name
        self.inputs, arguments, *before = CASES[name]
        self.command = [options.command, *with_folders(arguments)]
        self.samples = options.samples
        self.old = {}
        if before:
            clean, self.command = self.command, [options.command, *with_folders(before[0])]
            self.old = self.run_clean()
            self.command = clean
        self.whole = self.run_clean()
        if not before:
            self.old = dict.fromkeys(self.whole, OLD)

    def run_clean(self):
        clean = self.run([])
        if clean.returncode:
            raise SystemExit(f"{self.name}: fails without a fault: {clean.stderr}")
        return clean.contents

    def run(self, before, environment=None):
        folder = Folder(self.samples, self.old)
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
    """All files of a set are old, or all are new."""
    if case.name in ONE_BY_ONE:
        check_each(report, what, case, contents)
    else:
        changed = sorted(name for name in contents if contents[name] != case.old.get(name))
        report.check(what, contents in (case.old, case.whole), f"not all old and not all new: {changed}")


def check_each(report, what, case, contents):
    for name in {**case.old, **case.whole}:
        data = contents.get(name)
        report.check(what, data in (case.old.get(name), case.whole.get(name)), f"{name} is neither old nor new")
    if named(case.whole):
        report.check(what, named(contents) in (named(case.old), named(case.whole)), "it names files of another run")


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
                ours = [line for line in hit if "/hone-faults-" in line.split("=")[0] or '("out' in line]
                if ours and call != "close":
                    check_error(report, f"{case.name}: {call} {moment} fails with {error}", case, result)
                elif ours:
                    report.runs += 1
                    check_old_or_new(report, f"{case.name}: close {moment} fails", case, result.contents)


def moments_to_kill(case, most, chance):
    """Which calls, and the number: some of all calls, and all or some of those that change names."""
    _, log = case.traced("-e", "trace=all")
    total = max(collections.Counter(line.split()[0] for line in log.splitlines()).values())
    yield from (("all", n) for n in sorted(chance.sample(range(1, total + 1), min(most, total))))
    count = sum(case.count(call) for call in NAMING)
    yield from ((",".join(NAMING), n) for n in moments(count, most, chance))


def killed(report, case, library, most, chance):
    case.keep = True
    for calls, moment in list(moments_to_kill(case, most, chance)):
        what = f"{case.name}: killed at call {moment} of {calls}"
        result, _ = case.traced("-e", f"inject={calls}:signal=KILL:when={moment}")
        report.runs += 1
        check_each(report, what, case, result.contents)
        again = subprocess.run(case.command, cwd=result.folder.path, capture_output=True, text=True)
        report.check(what, again.returncode == 0, f"the next run fails: {again.stderr.strip()[-200:]}")
        contents = result.folder.contents()
        left = sorted(set(contents) - set(case.whole) - set(case.old))
        report.check(what, not left, f"left in the folder after the next run: {left}")
        report.check(what, all(contents.get(name) == new for name, new in case.whole.items()), "the next run's files differ")
        result.folder.remove()
    case.keep = False


FAULTS = [short, interrupted, unreadable, unwritable, killed]


def short_calls(folder):
    library = os.path.join(folder, "short_calls.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "short_calls.c", "-ldl"], check=True)
    return library


def more_samples(options, folder):
    """The samples, and two models whose pictures differ."""
    shutil.copytree(options.samples, folder)
    for name in "made.glb", "bare.gltf":
        subprocess.run([options.command, "convert", M, "-o", name, "-q"], cwd=folder, check=True)
    shutil.copy(folder / "bare-1.png", folder / "bare-0.png")
    subprocess.run([options.command, "convert", "bare.gltf", "-o", "bare.glb", "-q"], cwd=folder, check=True)
    return folder


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
    version = subprocess.run([options.command, "--version"], capture_output=True, text=True, check=True).stdout
    if re.search(r"^ *images +not built in", version, re.MULTILINE):
        print("skipped: pictures are not built in")
        return 77
    most = 6 if options.quick else options.moments
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        library = short_calls(folder)
        options.samples = more_samples(options, pathlib.Path(folder) / "samples")
        for name in options.names or (QUICK if options.quick else CASES):
            case, before = Case(name, options), report.runs
            for fault in FAULTS:
                fault(report, case, library, most, random.Random(options.seed))
            print(f"{name}: {report.runs - before} faults", flush=True)
    print(f"{report.runs} faults, {len(report.failures)} failures")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())

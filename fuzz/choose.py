#!/usr/bin/env python3
"""Adds inputs to fuzz/corpus that cover code which its files do not cover yet.

They come from build/fuzz/corpus, where `./dev fuzz` keeps what it finds. The inputs of a target are taken in the order
of what they add for each byte, until no input adds anything or the folder in the tree has --bytes or --files. Files
that are in the tree already stay. Run it from anywhere, after ./dev fuzz; it prints a line for each target.

Only inputs that began with files made by program may be in build/fuzz/corpus: never put files of others there.

usage: choose.py [--bytes N] [--files N] [--dry-run] TARGET...
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FUZZ = ROOT / "build/fuzz"


def read_features(control):
    """The features of code that each input covers, from the control file of libFuzzer's merge: {path: set}."""
    lines = control.read_text(encoding="utf-8").splitlines()
    count = int(lines[0])
    features = {path: set() for path in lines[2:2 + count]}
    for line in lines[2 + count:]:
        words = line.split()
        if words[:1] == ["FT"]:
            features[lines[2 + int(words[1])]].update(words[2:])
    return {pathlib.Path(path): found for path, found in features.items()}


def cover(target, folders):
    with tempfile.TemporaryDirectory() as folder:
        control = pathlib.Path(folder) / "control"
        merged = pathlib.Path(folder) / "merged"
        merged.mkdir()
        run = subprocess.run([FUZZ / "fuzz" / target, "-set_cover_merge=1", f"-merge_control_file={control}", merged, *folders],
                             capture_output=True, text=True, errors="replace", env={"TMPDIR": folder}, check=False)
        if not control.exists():
            sys.exit(f"{target}: {run.stderr[-500:]}")
        return read_features(control)


def choose(features, kept, options):
    """Chooses by what an input adds for each of its bytes; 40 bytes stand for the name of a file."""
    covered = set().union(*(found for path, found in features.items() if path.parent == kept))
    size = sum(path.stat().st_size for path in kept.iterdir())
    count = len(list(kept.iterdir()))
    left = {path: found for path, found in features.items() if path.parent != kept}
    chosen = []
    while left and count + len(chosen) < options.files:
        best = max(left, key=lambda path: len(left[path] - covered) / (path.stat().st_size + 40))
        found = left.pop(best)
        if not found - covered:
            break
        if size + best.stat().st_size <= options.bytes:
            size += best.stat().st_size
            covered |= found
            chosen.append(best)
    return chosen, len(covered)


def free_name(folder):
    number = 0
    while (folder / f"{number:02}").exists():
        number += 1
    return folder / f"{number:02}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bytes", type=int, default=6144, help="the most bytes of a target's folder")
    parser.add_argument("--files", type=int, default=24, help="the most files of a target's folder")
    parser.add_argument("--dry-run", action="store_true", help="only print how many would be added")
    parser.add_argument("targets", nargs="+", metavar="TARGET")
    options = parser.parse_args()
    for target in options.targets:
        kept = ROOT / "fuzz/corpus" / target
        kept.mkdir(exist_ok=True)
        features = cover(target, [kept, FUZZ / "corpus" / target])
        chosen, covered = choose(features, kept, options)
        for path in chosen if not options.dry_run else []:
            shutil.copy(path, free_name(kept))
        every = len(set().union(*features.values()))
        print(f"{target}: {len(chosen)} inputs added, {sum(path.stat().st_size for path in chosen)} bytes; "
              f"the folder covers {covered} of {every} features")


if __name__ == "__main__":
    main()

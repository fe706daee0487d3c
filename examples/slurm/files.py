#!/usr/bin/env python3
"""Runs hone on many files, a part of them on each machine, and keeps a manifest of what was done.

usage: files.py LIST MANIFEST [--part I/N] [--hone PROGRAM] [--tries T]
  sbatch --array=1-20 --requeue --wrap 'files.py list manifest.jsonl --part $SLURM_ARRAY_TASK_ID/20'

A line of LIST is what follows `hone`, quoted as in a shell: convert "a b.pmx" dance.vmd -o out/a.glb
Without --part all lines are run; with it every N-th one, from the I-th on. The manifest gets a line of JSON for each
run: line, arguments, inputs (a hash of the arguments and of the content of all files among them), output (its hash),
seconds, status, error, node. All machines write the same manifest: each line is written at once, under a lock. A line
of LIST is not run again if the manifest says that it succeeded with the same inputs, and its output is still the same.
The exit status is 1 if a line failed.
"""
import argparse
import fcntl
import hashlib
import json
import os
import shlex
import socket
import subprocess
import sys
import time


def file_hash(path):
    total = hashlib.sha256()
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(1 << 20), b""):
            total.update(piece)
    return total.hexdigest()


def output_of(arguments):
    """The file after -o, or None."""
    for i, argument in enumerate(arguments):
        if argument in ("-o", "--output") and i + 1 < len(arguments):
            return arguments[i + 1]
        if argument.startswith("--output="):
            return argument.split("=", 1)[1]
    return None


def inputs_hash(arguments, output):
    total = hashlib.sha256()
    for argument in arguments:
        value = argument.split("=", 1)[-1] if argument.startswith("--") else argument
        total.update(argument.encode() + b"\0")
        if value != output and os.path.isfile(value):
            total.update(file_hash(value).encode())
    return total.hexdigest()


def read_manifest(path):
    """The last successful entry of each line of the list."""
    done = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for text in file:
                try:
                    entry = json.loads(text)
                except ValueError:
                    continue  # cut off, when a disk was full
                if entry.get("status") == 0:
                    done[entry["line"]] = entry
    return done


def add_entry(path, entry):
    with open(path, "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def run(program, number, arguments, tries):
    output = output_of(arguments)
    if output and os.path.dirname(output):
        os.makedirs(os.path.dirname(output), exist_ok=True)
    entry = {"line": number, "arguments": arguments, "inputs": inputs_hash(arguments, output)}
    begun = time.monotonic()
    for _ in range(tries):
        result = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, check=False)
        if result.returncode in (0, 2):
            break
    error = result.stderr.decode(errors="replace").strip() if result.returncode else ""
    entry["output"] = file_hash(output) if result.returncode == 0 and output and os.path.isfile(output) else None
    entry.update(seconds=round(time.monotonic() - begun, 3), status=result.returncode, error=error,
                 node=os.environ.get("SLURMD_NODENAME") or socket.gethostname())
    return entry


def is_done(entry, arguments):
    if not entry:
        return False
    output = output_of(arguments)
    same = entry["inputs"] == inputs_hash(arguments, output)
    return same and (not output or (os.path.isfile(output) and file_hash(output) == entry["output"]))


def main():
    parser = argparse.ArgumentParser(description="Runs hone on many files.")
    parser.add_argument("list")
    parser.add_argument("manifest")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--hone", default=os.environ.get("HONE", "hone"))
    parser.add_argument("--tries", type=int, default=2)
    options = parser.parse_args()
    part, parts = (int(number) for number in options.part.split("/"))
    if not 1 <= part <= parts:
        parser.error("--part needs I/N, I from 1 to N")
    done, failed = read_manifest(options.manifest), 0
    with open(options.list, encoding="utf-8") as file:
        lines = [(i, text) for i, text in enumerate(file, 1) if text.strip() and not text.startswith("#")]
    for number, text in lines[part - 1::parts]:
        arguments = shlex.split(text)
        if is_done(done.get(number), arguments):
            continue
        entry = run(options.hone, number, arguments, max(1, options.tries))
        add_entry(options.manifest, entry)
        failed += entry["status"] != 0
    return 1 if failed else 0


sys.exit(main())

#!/usr/bin/env python3
"""Checks how large programs are that use a part of a static hone, and that they contain no other part.

usage: sizes.py PROGRAMS OBJECTS WITHOUT_KERNELS WITHOUT_FORMATS     in a build: PROGRAMS is the folder of size_NAME and
                       its map, OBJECTS a file with the path of an object of the library on each line, and the others
                       are the lists of what HONE_KERNELS and HONE_FORMATS leave out
       sizes.py --parts OBJECTS SIZE     prints a table of the bytes of each floor; SIZE is binutils' program
"""
import collections
import os
import re
import subprocess
import sys

KERNELS = {"sse2", "avx2", "avx512"}
# Bytes of a stripped program with its hone, without the C library, at most. The player has one kernel, two formats, and
# neither worlds of physics nor skinning that keeps volume.
SKIN_AVX2, SKIN_SCALAR, PLAYER = 330_000, 110_000, 800_000
MEMBER = re.compile(r"^ (\.\S+)?\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+\S*libhone\.a\(([^)]*)\)$")
NOT_IN_MEMORY = (".comment", ".note", ".debug")


def members(path):
    """{object of libhone.a: bytes in the program}"""
    sizes, name = collections.Counter(), None
    with open(path) as file:
        text = file.read().split("Linker script and memory map")[1]
    for line in text.splitlines():
        alone = re.match(r"^ (\.\S+)$", line)
        found = MEMBER.match(line)
        if found and not (found.group(1) or name or "").startswith(NOT_IN_MEMORY):
            sizes[found.group(3)] += int(found.group(2), 16)
        name = alone.group(1) if alone else None
    return sizes


def objects_of(objects, wings):
    """The names of the objects of these wings of src."""
    return {os.path.basename(path) for path in objects if re.search(r"/src/(%s)/" % "|".join(wings), path)}


def floor_of(path):
    parts = re.search(r"/src/(.*)/[^/]*$", path).group(1).split("/")
    return "/".join(parts[:3] if parts[:2] == ["files", "format"] else parts[:2])


def print_parts(objects, size):
    """A table of code, constants and variables by floor, in kB."""
    floors = collections.Counter()
    lines = subprocess.check_output([size, *objects], text=True).splitlines()[1:]
    for line in lines:
        text, data, bss, _, _, path = line.split(None, 5)
        floors[floor_of(path) if "/src/" in path else "draw/render"] += int(text) + int(data) + int(bss)
    print("| floor | kB |\n|---|---|")
    for floor, most in sorted(floors.items()):
        print("| `%s` | %.0f |" % (floor, most / 1000))


def check(programs, objects, without_kernels, without_formats):
    kernels = KERNELS - set(without_kernels)
    failed = False

    def refuse(text):
        nonlocal failed
        failed = True
        print(text)

    def hold(what, size, most):
        print("%s: %d bytes of at most %d" % (what, size, most))
        if size > most:
            refuse("%s takes %d bytes, more than %d" % (what, size, most))

    def without(sizes, left_out):
        """The bytes of a program whose kernels for these instructions HONE_KERNELS would leave out."""
        return sum(sizes[name + end + ".c.o"] for name in left_out for end in ("", "_turning"))

    for name, wings in (("skin", ["base", "core"]), ("bodies", ["base", "core", "play"])):
        sizes = members(os.path.join(programs, "size_%s.map" % name))
        alien = {member for member, size in sizes.items() if size} - objects_of(objects, wings)
        if alien:
            refuse("%s contains parts that it does not use: %s" % (name, " ".join(sorted(alien))))
    sizes = members(os.path.join(programs, "size_skin.map"))
    whole = os.path.getsize(os.path.join(programs, "size_skin"))
    if "avx2" in kernels:
        hold("skinning with the AVX2 kernel", whole - without(sizes, kernels - {"avx2"}), SKIN_AVX2)
    hold("skinning with the scalar kernel", whole - without(sizes, kernels), SKIN_SCALAR)
    left_out = ("play/physics/none.c", "core/skin/deform/none.c")
    plain = all(any(source in path for path in objects) for source in left_out)
    if kernels <= {"avx2"} and len(without_formats) == 9 and plain:
        hold("a player of two formats", os.path.getsize(os.path.join(programs, "size_player")), PLAYER)
    return failed


def main(arguments):
    if arguments[0] == "--parts":
        with open(arguments[1]) as file:
            print_parts(file.read().split(), arguments[2])
        return 0
    with open(arguments[1]) as file:
        objects = file.read().split()
    return check(arguments[0], objects, arguments[2].split(), arguments[3].split())


sys.exit(main(sys.argv[1:]))

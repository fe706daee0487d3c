"""Describes the compiled module hone._native: all functions and structs of hone's headers, by cffi.

The library is, in this order:
  - that below HONE_PREFIX, a folder that `cmake --install` has written to, if this variable is set;
  - the source tree that this folder is part of, built with CMake into a static library;
  - the one that pkg-config finds.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import sysconfig

from cffi import FFI

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = "#include <hone/hone.h>\n"

# Functions of Python that hone calls.
CALLBACKS = """
extern "Python" void hone_python_edit(void *, double, hone_pose *);
extern "Python" bool hone_python_progress(void *, uint32_t);
extern "Python" void hone_python_note(void *, const char *);
"""


def run(*command, **environment):
    result = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)
    if result.returncode:
        raise SystemExit(f"{shlex.join(map(str, command))} failed")
    return result.stdout


def install_tree(tree):
    """Builds the library of a source tree, and returns the folder where it is installed."""
    work = HERE / "build" / "libhone"
    prefix = work / "prefix"
    run("cmake", "-S", tree, "-B", work / "tree", "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF",
        "-DHONE_COMMAND=OFF", "-DHONE_TESTS=OFF", "-DHONE_BENCH=OFF", "-DHONE_VIEW=OFF", "-DHONE_FILM=OFF",
        f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_INSTALL_LIBDIR=lib")
    run("cmake", "--build", work / "tree", "--target", "hone_installed", "--parallel", str(os.cpu_count()))
    run("cmake", "--install", work / "tree")
    return prefix


def pkg_config_path():
    """Returns where pkg-config looks for hone.pc first; None: only in its usual folders."""
    prefix = os.environ.get("HONE_PREFIX")
    if not prefix and (HERE.parent / "include" / "hone" / "hone.h").exists():
        prefix = install_tree(HERE.parent)
    if not prefix:
        return None
    files = sorted(pathlib.Path(prefix).glob("**/pkgconfig/hone.pc"))
    if not files:
        raise SystemExit(f"{prefix}: no hone.pc below it; HONE_PREFIX names a folder that `cmake --install` has written to")
    return str(files[0].parent)


def pkg_config(*options):
    path = pkg_config.path
    environment = {}
    if path:
        before = os.environ.get("PKG_CONFIG_PATH")
        environment["PKG_CONFIG_PATH"] = f"{path}:{before}" if before else path
    return shlex.split(run("pkg-config", *options, "hone", **environment))


def without_bodies(text):
    """Removes inline functions: cffi reads declarations only."""
    out = []
    at = 0
    for match in re.finditer(r"\bstatic inline\b", text):
        if match.start() < at:
            continue
        out.append(text[at:match.start()])
        at = text.index("{", match.end())
        depth = 0
        while True:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
            if depth == 0:
                break
    out.append(text[at:])
    return "".join(out)


def declarations(flags):
    """Returns what hone's headers declare, without what they include from elsewhere."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    source = HERE / "build" / "declarations.c"
    source.parent.mkdir(exist_ok=True)
    source.write_text(HEADERS)
    lines = []
    ours = False
    for line in run(*compiler, "-E", "-D__attribute__(x)=", *flags, source).splitlines():
        place = re.match(r'# \d+ "(.*?)"', line)
        if place:
            ours = "/hone/" in place.group(1)
        elif ours:
            lines.append(line)
    text = without_bodies("\n".join(lines))
    # cffi misplaces the `const` of pointers to arrays in the C that it writes.
    return re.sub(r"\bconst (\w+) \((\*+\w*(?:\[\w+\])?)\)\[", r"\1 (\2)[", text)


pkg_config.path = pkg_config_path()
include_flags = pkg_config("--cflags")
libraries = pkg_config("--libs", "--static")
# A program that links another hone keeps its own.
hidden = ["-Wl,--exclude-libs,ALL"] if sys.platform.startswith("linux") else []

ffi = FFI()
ffi.cdef(declarations(include_flags))
ffi.cdef(CALLBACKS)
ffi.set_source("hone._native", HEADERS,
               extra_compile_args=[*include_flags, "-Wno-incompatible-pointer-types", "-Wno-discarded-array-qualifiers"],
               extra_link_args=[*libraries, *hidden])

#!/bin/sh
# Checks that library, command and samples compile as C of Microsoft's compiler (MSVC), which lacks what GCC and clang
# add to the language (HONE_VECTORS=0). clang reads the files in its dialect of that compiler, with the headers of
# mingw-w64 in place of Microsoft's; nothing is linked. Left out are the renderer and films, which are not built on
# Windows, and files that need the headers of a library. Without clang 14 or these headers nothing is checked.
# usage: microsoft_c.sh SOURCE_DIR BUILD_DIR
set -eu
cd "$1"
build=$2
headers=/usr/x86_64-w64-mingw32/include
if ! command -v clang-14 >/dev/null || [ ! -e $headers/_mingw.h ]; then
    echo "SKIPPED: needs clang-14 and mingw-w64-x86-64-dev"
    exit 77
fi
mkdir -p "$build"

# These headers write attributes of Microsoft's compiler behind declarations, where it does not accept them.
{
    echo "#include <_mingw.h>"
    for attribute in NORETURN CONST MALLOC PURE DEPRECATED DEPRECATED_MSVC2005 DEPRECATED_SEC_WARN; do
        printf '#undef __MINGW_ATTRIB_%s\n#define __MINGW_ATTRIB_%s\n' $attribute $attribute
    done
} >"$build/attributes.h"

# What they declare of the processor's instructions is not for clang. clang begins a process for each file, and loading it
# takes longer than reading one: so the processes that it would begin are given many files.
compiler=$(clang-14 --target=x86_64-pc-windows-msvc -fms-compatibility-version=19.39 -std=c11 -fsyntax-only -Wno-everything \
    -Werror=vla -DHONE_VECTORS=0 -D_WIN32_WINNT=0x0601 -D__MMINTRIN_H -D__XMMINTRIN_H -D__EMMINTRIN_H \
    -include "$build/attributes.h" -Iinclude -Isrc -I. -Isamples -Imodule -isystem $headers -### src/base/base.c 2>&1 |
    grep '"-cc1"')
eval "set -- ${compiler% *}" # without the file

# Files of a library need its headers.
find src tool cmd samples module -name '*.c' | sort |
    grep -vE '^src/draw/|_posix\.c$|/(inflate_libdeflate|inflate_zlib|meshopt|jpg|jpg_write|png|webp)\.c$|^samples/samples\.c$' |
    xargs -P "$(nproc)" -n 64 "$@"

#!/bin/sh
# Compares the binary interface of the library with its baseline, packaging/abi/x86_64.abi.gz: functions, their parameters,
# and the layout of public structs. Fails if a program that was built with the baseline would break.
# usage: abi.sh [--update | --test]
#   --update  takes the interface of now as the baseline, and writes debian/libhoneN.symbols
#   --test    only checks that a changed struct, a removed function and a changed parameter are found
# Needs abidw and abidiff (abigail-tools), and an x86-64 processor, since the baseline has the sizes of one.
set -eu
cd "$(dirname "$0")/.."
baseline=packaging/abi/x86_64.abi.gz
build=build/abi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# No parts that need other libraries: every public function is in every build.
build_library() { # SOURCE BUILD
    cmake -G Ninja -S "$1" -B "$2" -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS="-g -O0" -DBUILD_SHARED_LIBS=ON -DHONE_COMMAND=OFF \
        -DHONE_TESTS=OFF -DHONE_BENCH=OFF -DHONE_FILM=OFF -DHONE_PHYSICS=OFF -DHONE_RENDER=OFF -DHONE_IMAGE=OFF \
        -DHONE_ZLIB=OFF -DHONE_MESHOPT=OFF -DHONE_DRACO=OFF -DHONE_INSTALL=OFF >"$2.log" || { cat "$2.log"; exit 1; }
    cmake --build "$2" --target hone >"$2.log" || { tail "$2.log" | cut -c 1-300; exit 1; }
}

# The interface as text, without places in sources and without what all lines have in common.
describe() { # LIBRARY HEADERS
    abidw --headers-dir "$2" --drop-private-types --exported-interfaces-only --no-show-locs --no-corpus-path \
        --no-comp-dir-path --no-elf-needed "$1" | sed -e 's/^ *//' -e "s/ visibility='default'//" -e "s/access='public' //"
}

# Fails with 1 if the second breaks programs of the first. Additions are printed and allowed.
compare() { # OLD NEW
    status=0
    abidiff --no-added-syms "$1" "$2" || status=$?
    [ $((status & 1)) = 0 ] || { echo "abidiff failed"; exit 2; }
    [ $status = 0 ]
}

must_differ() { # WHAT FILE
    ! cmp -s "$work/old.abi" "$2" || { echo "the test could not change: $1"; exit 1; }
    ! compare "$work/old.abi" "$2" >"$work/said" || { echo "abidiff does not find: $1"; exit 1; }
}

self_test() {
    compare "$work/old.abi" "$work/old.abi"
    size=$(sed -n "s/.*<class-decl name='hone_actor_desc' size-in-bits='\([0-9]*\)'.*/\1/p" "$work/old.abi" | head -1)
    sed "s/name='hone_actor_desc' size-in-bits='$size'/name='hone_actor_desc' size-in-bits='$((size + 64))'/" \
        "$work/old.abi" >"$work/struct.abi"
    must_differ "a larger struct" "$work/struct.abi"
    sed -e "/<elf-symbol name='hone_actor_create'/d" \
        -e "/<function-decl name='hone_actor_create'/,/<\/function-decl>/d" "$work/old.abi" >"$work/function.abi"
    must_differ "a function that is gone" "$work/function.abi"
    sed "/<function-decl name='hone_actor_update'/,/<\/function-decl>/{/<parameter/{x;s/^/x/;/^x\{2\}$/{x;d};x}}" \
        "$work/old.abi" >"$work/parameter.abi"
    must_differ "a parameter that is gone" "$work/parameter.abi"
    echo "a larger struct, a function and a parameter that are gone: all are found"
}

write_symbols() { # LIBRARY: functions of the file keep the version in which they came
    soname=$(readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
    package=libhone${soname#libhone.so.}
    version=$(sed -n 's/^#define HONE_VERSION "\(.*\)".*/\1/p' include/hone/base.h)
    list=debian/$package.symbols
    touch "$list"
    {
        echo "$soname $package #MINVER#"
        nm -D --defined-only "$1" | awk -v version="$version" -v list="$list" '
            BEGIN { while ((getline line < list) > 0) { split(line, part, " "); since[part[1]] = part[2] } }
            { name = $3 "@Base"; print " " name " " (name in since ? since[name] : version) }'
    } | LC_ALL=C sort -s -k 1,1 >"$work/symbols"
    { grep "^lib" "$work/symbols"; grep -v "^lib" "$work/symbols"; } >"$list"
    echo "$list: $(grep -c '^ ' "$list") functions"
}

if [ "${1:-}" = --test ]; then
    command -v abidiff >/dev/null || { echo "SKIPPED: no abidiff"; exit 77; }
    gzip -dc $baseline >"$work/old.abi"
    self_test
    exit 0
fi
mkdir -p build
build_library . $build
others=$(nm -D --defined-only $build/libhone.so | awk '$3 !~ /^hone_/ { print $3 }')
[ -z "$others" ] || { echo "these symbols do not begin with hone_:" $others; exit 1; }
describe $build/libhone.so include >"$work/new.abi"
if [ "${1:-}" = --update ]; then
    gzip -9nc "$work/new.abi" >$baseline
    ls -l $baseline
    write_symbols $build/libhone.so
    exit 0
fi
gzip -dc $baseline >"$work/old.abi"
abidiff "$work/old.abi" "$work/new.abi" >"$work/all" || :
if compare "$work/old.abi" "$work/new.abi" >"$work/broken"; then
    sed -n '/Added functions:/,$p' "$work/all"
    echo "programs that were built with the baseline keep working"
else
    cat "$work/broken"
    echo "this breaks programs: docs/versions.md says when that may be; then run ./dev abi --update"
    exit 1
fi

#!/bin/sh
# Builds hone for other machines, and runs its tests in an emulator.
# usage: tests/cross.sh [--packages] [TARGET...]
#   TARGET is a file of cmake/toolchains; without one: all of these. Prints a line for each; build/cross/TARGET.log has
#   the details. --packages only prints the Debian packages that the targets need. Exit status 1: one of them failed.
#   TESTS="test_rig test_ik" in the environment: builds and runs only these.
set -eu
cd "$(dirname "$0")/.."
every="aarch64 s390x i386 wasm armhf musl riscv64 windows"
logs=$PWD/build/cross
failed=0 done=0
# Tests that start other programs, which the emulator would not run, and those that take many minutes in it.
left_out() { # TARGET
    case $1 in
    windows) echo '^$' ;;
    *) echo '^test_(command_.*|examples|autorig_mannequin|game|clip|fit_mannequin)$' ;;
    esac
}

# The Debian packages of a target, beyond those of a usual build.
packages_of() { # TARGET
    echo ccache dpkg-dev xz-utils # to unpack the source code of cmocka
    case $1 in
    aarch64) echo gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user ;;
    armhf) echo gcc-arm-linux-gnueabihf g++-arm-linux-gnueabihf qemu-user ;;
    i386) echo gcc-i686-linux-gnu g++-i686-linux-gnu qemu-user ;;
    s390x) echo gcc-s390x-linux-gnu g++-s390x-linux-gnu qemu-user ;;
    riscv64) echo gcc-riscv64-linux-gnu g++-riscv64-linux-gnu qemu-user ;;
    musl) echo musl-tools ;;
    wasm) echo emscripten nodejs ;;
    windows)
        echo gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 libz-mingw-w64-dev make nasm debian-archive-keyring wine wine64
        ;;
    esac
}

say() { # TARGET TEXT
    printf '%-8s %s\n' "$1" "$2"
}

# ok TARGET SINCE: prints the target with the summary of ctest.
ok() {
    done=$((done + 1))
    tests=$(sed -n 's/.*tests passed, .* out of \([0-9]*\)$/\1/p' "$logs/$1.log" | tail -n 1)
    out=$(grep -c '\*\*\*Skipped' "$logs/$1.log" || true)
    say "$1" "ok: ${tests:-no} tests, $out of them skipped, $(($(date +%s) - $2)) s"
}

wrong() { # TARGET STEP
    failed=$((failed + 1))
    say "$1" "FAILED: $2 ($logs/$1.log)"
    grep -E ' (error|warning): |undefined (reference|symbol)|\((Failed|Timeout|SEGFAULT|Subprocess aborted)\)|CMake Error' \
        "$logs/$1.log" | head -n 15 | sed 's/^/    /'
}

# toolchain TARGET: the option of CMake.
toolchain() {
    echo "-DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/toolchains/$1.cmake"
}

# Compiles cmocka, which the tests use, from Debian's source code. Keeps it in build/cross/TARGET/usr.
make_cmocka() { # TARGET
    usr=$logs/$1/usr flags=-D_UINTPTR_T_DEFINED # cmocka's own uintptr_t is not that of every machine
    [ ! -e "$usr/lib/pkgconfig/cmocka.pc" ] || return 0
    source=$(tests/cross/fetch_source.sh cmocka) || return 1
    CFLAGS=$flags cmake -S "$source" -B "$logs/$1/cmocka" -G Ninja "$(toolchain "$1")" -DCMAKE_BUILD_TYPE=Release \
        -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF &&
        cmake --build "$logs/$1/cmocka" --target cmocka-static || return 1
    mkdir -p "$usr/lib/pkgconfig" "$usr/include"
    cp "$source"/include/cmocka*.h "$usr/include"
    find "$logs/$1/cmocka" -name 'libcmocka*.a' -exec cp '{}' "$usr/lib/libcmocka.a" ';'
    printf 'Name: cmocka\nDescription: unit tests\nVersion: 1.1.5\nLibs: -L%s/lib -lcmocka\nCflags: -I%s/include %s\n' \
        "$usr" "$usr" "$flags" >"$usr/lib/pkgconfig/cmocka.pc"
}

prepare() { # TARGET
    if [ "$1" = windows ]; then prepare_windows; else make_cmocka "$1"; fi
}

# For Windows: the libraries of packaging/windows, and a new prefix of wine below a folder with a Japanese name.
prepare_windows() {
    WINEPREFIX="$logs/windows/日本 語" WINEDEBUG=-all
    export WINEPREFIX WINEDEBUG
    rm -rf "$WINEPREFIX"
    mkdir -p "$WINEPREFIX"
    packaging/windows/libraries.sh && "$(wine_program)" wineboot --init
}

wine_program() { # prints its path
    command -v wine64 || ls /usr/lib/wine/wine64
}

# configure TARGET OPTIONS...: the core alone, unless OPTIONS say more.
configure() {
    target=$1
    shift
    # shellcheck disable=SC2046 # a word each
    PKG_CONFIG_LIBDIR=$logs/$target/usr/lib/pkgconfig cmake -S . -B "$logs/$target/build" -G Ninja "$(toolchain "$target")" \
        -DCMAKE_BUILD_TYPE=Release -DHONE_WERROR=ON -DHONE_BENCH=OFF -DHONE_INSTALL=OFF \
        $(for part in IMAGE ZLIB MESHOPT RENDER PHYSICS FILM VIEW; do echo "-DHONE_$part=OFF"; done) "$@"
}

# On Windows hone has all parts but the renderer, films and the viewer. Tests start the command.
options_of() { # TARGET
    [ "$1" != windows ] || for part in IMAGE ZLIB MESHOPT PHYSICS; do echo "-DHONE_$part=ON"; done
}

# demo TARGET: plays a motion on a model in the emulator; what it prints must be what every machine prints.
demo() {
    program=$logs/$1/build/examples/example_pose_hash models=examples/course/models
    case $1 in
    wasm) run="node --no-experimental-fetch $program.js" ;;
    musl) run=$program ;;
    windows) run="$(wine_program) $program.exe" ;;
    *) run="$(sed -n 's/^set(QEMU \(.*\))/\1/p' "cmake/toolchains/$1.cmake") -L
        /usr/$(sed -n 's/^set(TRIPLE \(.*\))/\1/p' "cmake/toolchains/$1.cmake") $program" ;;
    esac
    cmake --build "$logs/$1/build" --target example_pose_hash >>"$logs/$1.log" 2>&1 || return 1
    # shellcheck disable=SC2086 # a word each
    $run $models/leg.pmx $models/step.vmd 2>>"$logs/$1.log" | diff tests/bits/pose_hash.txt - >>"$logs/$1.log"
}

# cross TARGET OPTIONS...: configures, builds, runs the tests.
cross() {
    target=$1 since=$(date +%s) log=$logs/$1.log
    shift
    mkdir -p "$logs/$target"
    { prepare "$target" && configure "$target" "$@"; } >"$log" 2>&1 || { wrong "$target" configure; return 0; }
    # shellcheck disable=SC2086 # a word each
    nice cmake --build "$logs/$target/build" --target ${TESTS:-all} >>"$log" 2>&1 || { wrong "$target" build; return 0; }
    nice ctest --test-dir "$logs/$target/build" -j "$(nproc)" --output-on-failure \
        -R "^($(echo "${TESTS:-test_.*}" | tr ' ' '|'))\$" -E "$(left_out "$target")" >>"$log" 2>&1 ||
        { wrong "$target" tests; return 0; }
    demo "$target" || { wrong "$target" "examples/pose_hash"; return 0; }
    ok "$target" "$since"
}

# With ccache a second run compiles little.
if command -v ccache >/dev/null; then
    CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache}
    CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
    export CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
fi

# Where emscripten finds Debian's modules of node, also if node itself is not Debian's.
NODE_PATH=${NODE_PATH-/usr/share/nodejs}
export NODE_PATH

packages=no
if [ "${1:-}" = --packages ]; then
    packages=yes
    shift
fi
# shellcheck disable=SC2086 # a word each
[ $# -gt 0 ] || set -- $every
for name in "$@"; do
    case " $every " in
    *" $name "*) ;;
    *) echo "cross: unknown target '$name'; there are $every" >&2; exit 2 ;;
    esac
done
if [ "$packages" = yes ]; then
    for name in "$@"; do packages_of "$name"; done | tr ' ' '\n' | sort -u
    exit
fi
mkdir -p "$logs"
for name in "$@"; do
    # shellcheck disable=SC2046 # a word each
    cross "$name" $(options_of "$name")
done
echo "cross: $done ok, $failed failed"
[ "$failed" = 0 ]

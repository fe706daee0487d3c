#!/bin/sh
# Builds hone for other machines and with other compilers, and runs its tests, in an emulator where that is needed.
# usage: tests/cross.sh [--packages] [TARGET...]
#   TARGET is a machine (a file of cmake/toolchains), a compiler of this machine with a level of optimisation or a
#   sanitizer or without vectors (gcc-O0, clang-asan, gcc-plain, ...), "machines" or "compilers"; without one: all of
#   these. Prints a line for each and a table; build/cross/TARGET.log has the details. --packages only prints the Debian
#   packages that the targets need. Exit status 1: one of them failed.
#   TESTS="test_rig test_ik" in the environment: builds and runs only these.
set -eu
cd "$(dirname "$0")/.."
machines="aarch64 s390x i386 wasm armhf musl riscv64 windows"
compilers=$(for c in gcc clang; do for f in O0 O1 O2 O3 plain asan tsan; do echo "$c-$f"; done; done)
logs=$PWD/build/cross
failed=0 done=0
# The folders of tests/unit whose tests are run; others start programs, or test parts that are not built in.
floors='^(bits|base|archive|clip|image|model|motion|blend|ik|physics|spring|rig|skin|bounds|format|actor|crowd|offline)$'

# The Debian packages of a target, beyond those of a usual build.
packages_of() { # TARGET
    echo ccache
    case $1 in
    clang-*) echo clang-14 libclang-rt-14-dev libcmocka-dev ;;
    gcc-*) echo libcmocka-dev ;;
    esac
    echo dpkg-dev xz-utils # to unpack source code
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
    printf '%-10s %s\n' "$1" "$2"
}

# ---- what a target is ----------------------------------------------------------------------------------------------

is_machine() { # TARGET
    case " $machines " in *" $1 "*) ;; *) return 1 ;; esac
}

# options_of TARGET: how CMake compiles for it.
options_of() {
    case $1 in
    gcc-*) echo -DCMAKE_BUILD_TYPE= -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ ;;
    clang-*) echo -DCMAKE_BUILD_TYPE= -DCMAKE_C_COMPILER=clang-14 -DCMAKE_CXX_COMPILER=clang++-14 ;;
    *) echo "-DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/toolchains/$1.cmake -DCMAKE_BUILD_TYPE=Release" ;;
    esac
}

# parts_of TARGET: the core, and physics with Bullet's source code. On Windows hone has all parts but the renderer, films
# and the viewer.
parts_of() {
    for part in RENDER FILM VIEW; do echo "-DHONE_$part=OFF"; done
    case $1 in *-plain) echo -DHONE_VECTORS=OFF ;; esac
    [ "$1" = windows ] || for part in IMAGE ZLIB MESHOPT DRACO COMMAND; do echo "-DHONE_$part=OFF"; done
    echo "-DHONE_BULLET_SOURCE=$PWD/build/source/bullet"
}

flags_of() { # TARGET
    case $1 in
    clang-O1 | clang-?san) printf '%s ' -Wno-pass-failed ;; # -O1 does not vectorise loops that ask for it
    esac
    case $1 in
    gcc-O0) echo "-O0 -Wno-sign-conversion" ;; # its intrinsics are macros then, of which it warns
    *-O?) echo "-${1#*-}" ;;
    *-plain) echo -O2 ;;
    *-asan) echo "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer" ;;
    *-tsan) echo "-O1 -fsanitize=thread -fno-omit-frame-pointer" ;;
    esac
}

wine_program() { # prints its path
    command -v wine64 || ls /usr/lib/wine/wine64
}

# run TARGET PROGRAM ARGUMENTS...: PROGRAM is a path below the folder of the build.
run() {
    program=$logs/$1/build/$2
    case $1 in
    wasm) program=$program.js ;;
    windows) program=$(find "$logs/$1/build" -name "${2##*/}.exe") ;;
    esac
    emulator=$(cat "$logs/$1/build/emulator") # empty: this machine runs it
    shift 2
    # shellcheck disable=SC2086 # a word each
    $emulator "$program" "$@" | tr -d '\r'
}

# ---- the steps -----------------------------------------------------------------------------------------------------

wine_server() { # prints its path
    command -v wineserver || ls /usr/lib/wine/wineserver64
}

# For Windows: the libraries of packaging/windows, and a new prefix of wine below a folder with a Japanese name. Its
# server stays until all is done, because each start of it takes seconds.
prepare_windows() {
    [ ! -e "$WINEPREFIX" ] || "$(wine_server)" -k || true
    rm -rf "$WINEPREFIX"
    mkdir -p "$WINEPREFIX"
    packaging/windows/libraries.sh && "$(wine_server)" -p && "$(wine_program)" wineboot --init
}

# Compiles cmocka, which the tests use, from Debian's source code. Keeps it in build/cross/TARGET/usr.
make_cmocka() { # TARGET
    usr=$logs/$1/usr flags=-D_UINTPTR_T_DEFINED # cmocka's own uintptr_t is not that of every machine
    [ ! -e "$usr/lib/pkgconfig/cmocka.pc" ] || return 0
    source=$(packaging/fetch_source.sh cmocka) || return 1
    # shellcheck disable=SC2046 # a word each
    CFLAGS=$flags cmake -S "$source" -B "$logs/$1/cmocka" -G Ninja $(options_of "$1") \
        -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF &&
        cmake --build "$logs/$1/cmocka" --target cmocka-static || return 1
    mkdir -p "$usr/lib/pkgconfig" "$usr/include"
    cp "$source"/include/cmocka*.h "$usr/include"
    find "$logs/$1/cmocka" -name 'libcmocka*.a' -exec cp '{}' "$usr/lib/libcmocka.a" ';'
    printf 'Name: cmocka\nDescription: unit tests\nVersion: 1.1.5\nLibs: -L%s/lib -lcmocka\nCflags: -I%s/include %s\n' \
        "$usr" "$usr" "$flags" >"$usr/lib/pkgconfig/cmocka.pc"
}

prepare() { # TARGET
    case $1 in
    windows) prepare_windows ;;
    *-*) ;; # this machine has cmocka
    *) make_cmocka "$1" && export PKG_CONFIG_LIBDIR="$logs/$1/usr/lib/pkgconfig" ;;
    esac
}

configure() { # TARGET
    prepare "$1" && packaging/fetch_source.sh bullet || return 1
    # shellcheck disable=SC2046 # a word each
    set -- "$1" $(options_of "$1") $(parts_of "$1")
    flags=$(flags_of "$1")
    target=$1
    shift
    cmake -S . -B "$logs/$target/build" -G Ninja "$@" ${flags:+"-DCMAKE_C_FLAGS=$flags"} -DHONE_WERROR=ON \
        -DHONE_BENCH=OFF -DHONE_INSTALL=OFF
}

# tests_of TARGET: the names.
tests_of() {
    [ -z "${TESTS:-}" ] || { echo "$TESTS"; return; }
    [ "$1" != windows ] || { echo all; return; }
    ctest --test-dir "$logs/$1/build" -N -L "$floors" | sed -n 's/^ *Test *#[0-9]*: \([^ ]*\)$/\1/p' # without disabled ones
}

# programs_of TARGET: those that have these tests.
programs_of() {
    for test in $(tests_of "$1"); do
        [ "$test" != all ] || { echo all; return; }
        grep -l "GROUP($test)" "$logs/$1/build/tests/groups"/*/test_groups.h | sed 's|.*/groups/\([^/]*\)/.*|\1|'
    done | sort -u
}

build() { # TARGET
    # shellcheck disable=SC2046 # a word each
    nice cmake --build "$logs/$1/build" --target $(programs_of "$1") test_same_bits example_pose_hash example_bake_gltf
}

check() { # TARGET
    TSAN_OPTIONS=suppressions=$PWD/tests/tsan.supp
    export TSAN_OPTIONS
    set -- "$1" -L "$floors"
    [ "$1" != windows ] || set -- "$1" -R "^test_" # the command runs there, too
    [ -z "${TESTS:-}" ] || set -- "$1" -R "^($(echo "$TESTS" | tr ' ' '|'))\$"
    tree=$logs/$1/build
    shift
    nice ctest --test-dir "$tree" -j "$(nproc)" --output-on-failure "$@"
}

# hashes TARGET: calculates those of tests/bits, and compares each with the table.
hashes() {
    run "$1" tests/test_same_bits print >"$logs/$1.hashes" &&
        awk 'NR == FNR { want[$1] = $2; next } want[$1] != $2 { print "not the same bits:", $0; wrong = 1 } END { exit wrong || FNR < 20 }' \
            tests/bits/hashes.txt "$logs/$1.hashes"
}

# demo TARGET: loads a model, plays a motion on it, skins it, and writes a glTF file with it. What is printed and what
# is written must be what every machine prints and writes.
demo() {
    models=$PWD/examples/course/models
    run "$1" examples/example_pose_hash "$models/leg.pmx" "$models/step.vmd" | diff tests/bits/pose_hash.txt - &&
        run "$1" examples/example_bake_gltf "$models/leg.pmx" "$models/step.vmd" "$logs/$1.glb" &&
        cksum <"$logs/$1.glb" | diff tests/bits/bake_gltf.cksum -
}

# ---- all targets ---------------------------------------------------------------------------------------------------

wrong() { # TARGET STEP
    failed=$((failed + 1))
    say "$1" "FAILED: $2 ($logs/$1.log)"
    grep -E ' (error|warning): |undefined (reference|symbol)|\((Failed|Timeout|SEGFAULT|Subprocess aborted)\)|CMake Error|not the same bits' \
        "$logs/$1.log" | head -n 15 | sed 's/^/    /'
}

# row TARGET SINCE WRONG: its line of the table.
row() {
    kernels=$(sed -n 's/^skin-linear-\([a-z0-9]*\) .*/\1/p' "$logs/$1.hashes" | tr '\n' ' ')
    tests=$(sed -n 's/.*tests passed, \(.*\) tests failed out of \([0-9]*\)$/\2 \1/p' "$logs/$1.log" | tail -n 1)
    out=$(grep -c '\*\*\*Skipped' "$logs/$1.log" || true)
    # shellcheck disable=SC2086 # a word each
    set -- "$1" "$2" "$3" ${tests:-0 0}
    [ -n "$3" ] || done=$((done + 1))
    printf '%-10s %-22s %-18s %-12s %5d s  %s\n' "$1" "$kernels" "$(($4 - $5)) of $4, ${out} skipped" \
        "$(awk 'NR == FNR { want[$1] = $2; next } want[$1] == $2 { n++ } END { printf "%d of %d", n, FNR }' \
            tests/bits/hashes.txt "$logs/$1.hashes")" "$(($(date +%s) - $2))" "${3:-ok}" >"$logs/$1.row"
}

# cross TARGET: all steps. Tests, hashes and the demo are tried even if one of them fails.
cross() {
    since=$(date +%s) log=$logs/$1.log what=""
    mkdir -p "$logs/$1"
    rm -f "$logs/$1.row" "$logs/$1.hashes" "$logs/$1.glb"
    (configure "$1") >"$log" 2>&1 || { wrong "$1" configure; return 0; }
    build "$1" >>"$log" 2>&1 || { wrong "$1" build; return 0; }
    for step in check hashes demo; do
        "$step" "$1" >>"$log" 2>&1 || what="$what $step"
    done
    row "$1" "$since" "${what:+FAILED:$what}"
    [ -z "$what" ] || { wrong "$1" "${what# }"; return 0; }
    say "$1" "ok"
}

table() { # TARGET...
    printf '\n%-10s %-22s %-18s %-12s %7s\n' target kernels "tests passed" "hashes equal" time
    for name in "$@"; do
        if [ -e "$logs/$name.row" ]; then
            cat "$logs/$name.row"
        else
            say "$name" "FAILED: not built"
        fi
    done
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

WINEPREFIX="$logs/windows/日本 語" WINEDEBUG=-all
export WINEPREFIX WINEDEBUG

packages=no
if [ "${1:-}" = --packages ]; then
    packages=yes
    shift
fi
[ $# -gt 0 ] || set -- machines compilers
targets=""
for name in "$@"; do
    case " $machines $(echo "$compilers" | tr '\n' ' ') machines compilers " in
    *" $name "*) ;;
    *) echo "cross: unknown target '$name'; there are machines: $machines;" compilers: $compilers >&2; exit 2 ;;
    esac
    case $name in
    machines) targets="$targets $machines" ;;
    compilers) targets="$targets $(echo "$compilers" | tr '\n' ' ')" ;;
    *) targets="$targets $name" ;;
    esac
done
# shellcheck disable=SC2086 # a word each
set -- $targets
if [ "$packages" = yes ]; then
    for name in "$@"; do packages_of "$name"; done | tr ' ' '\n' | sort -u
    exit
fi
mkdir -p "$logs"
for name in "$@"; do
    cross "$name"
done
[ ! -e "$WINEPREFIX" ] || "$(wine_server)" -k || true
table "$@"
echo "cross: $done ok, $failed failed"
[ "$failed" = 0 ]

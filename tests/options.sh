#!/bin/sh
# Builds hone with other parts, or for other machines, and runs the tests of each build.
# usage: tests/options.sh [NAME...]
#   NAME is all, none, only-PART, no-PART (a part: image zlib meshopt render physics film view), no-command or shared;
#   without one: all of these. `cross` is arm64, armhf, i386 and s390x, without parts: those whose compiler is installed.
# Prints a line for each; build/options/NAME.log has the details. Exit status 1: one of them failed.
set -eu
cd "$(dirname "$0")/.."
parts="image zlib meshopt render physics film view"
logs=build/options
build=$logs/build # one folder for all, made anew, so that ccache knows most objects
failed=0 done=0 skipped=0

# The same objects are compiled for many combinations; with ccache only once.
if command -v ccache >/dev/null; then
    CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache}
    CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
    export CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
fi

every_name() {
    echo all none
    for part in $parts; do
        echo "only-$part no-$part"
    done
    echo no-command shared
}

switch() { # PARTS ON|OFF: the options of CMake
    for part in $1; do
        echo "-DHONE_$(echo "$part" | tr a-z A-Z)=$2"
    done
}

options_of() { # NAME
    case $1 in
    all) ;;
    none) switch "$parts" OFF ;;
    only-view) switch "$parts" OFF; switch "render view" ON ;; # nothing to look at without the renderer
    only-*) switch "$parts" OFF; switch "${1#only-}" ON ;;
    no-command) echo -DHONE_COMMAND=OFF ;;
    no-*) switch "${1#no-}" OFF ;;
    shared) echo -DBUILD_SHARED_LIBS=ON ;;
    esac
}

say() { # NAME TEXT
    printf '%-12s %s\n' "$1" "$2"
}

# ok NAME SINCE: counts the build as passed, and prints it with the summary of ctest.
ok() {
    done=$((done + 1))
    tests=$(sed -n 's/.*tests passed, .* out of \([0-9]*\)$/\1/p' "$logs/$1.log" | tail -n 1)
    out=$(grep -c '\*\*\*Skipped' "$logs/$1.log" || true)
    say "$1" "ok: ${tests:-no} tests, $out of them skipped, $(($(date +%s) - $2)) s"
}

wrong() { # NAME STEP
    failed=$((failed + 1))
    say "$1" "FAILED: $2 ($logs/$1.log)"
    grep -E ' (error|warning): |undefined reference|\((Failed|Timeout|SEGFAULT|Subprocess aborted)\)$|CMake Error' "$logs/$1.log" |
        head -n 15 | sed 's/^/    /'
}

# try NAME CONFIGURE_OPTIONS...: configures and builds in a new folder; prints what fails.
try() {
    name=$1
    shift
    rm -rf "$build"
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHONE_WERROR=ON -DHONE_BENCH=OFF "$@" \
        >"$logs/$name.log" 2>&1 || { wrong "$name" configure; return 1; }
    cmake --build "$build" >>"$logs/$name.log" 2>&1 || { wrong "$name" build; return 1; }
}

combination() { # NAME
    since=$(date +%s)
    # shellcheck disable=SC2046 # a word each
    try "$1" $(options_of "$1") || return 0
    absent=$(sed -n 's/^-- .* no: \(.*\) not found$/\1/p' "$logs/$1.log" | tr '\n' ' ')
    [ -z "$absent" ] || say "$1" "without what is not installed: $absent"
    # core_builds is `none`. The tests that take a minute or more (windows, films, long renders) run with all parts, with
    # shared libraries, and in a viewer that has nothing but the renderer.
    case $1 in
    all | shared | only-view) left_out='^core_builds$|^test_autorig_mannequin$' ;;
    *) left_out='^core_builds$|^test_autorig_mannequin$|^test_view_window_|^test_command_(bench|film|sequence)$|^interop$' ;;
    esac
    ctest --test-dir "$build" -j "$(nproc)" --output-on-failure -E "$left_out" \
        >>"$logs/$1.log" 2>&1 || { wrong "$1" tests; return 0; }
    ok "$1" "$since"
}

# cross NAME COMPILER PROCESSOR LIBRARIES EMULATOR: builds with a Debian cross compiler, and runs the tests in qemu.
# Tests are built where libcmocka-dev:NAME is installed ($HONE_CROSS_ROOT: below another root than /).
cross() {
    since=$(date +%s)
    if ! command -v "$2-gcc" >/dev/null; then
        skipped=$((skipped + 1))
        say "$1" "skipped: no $2-gcc (gcc-$2)"
        return
    fi
    PKG_CONFIG_LIBDIR=${HONE_CROSS_ROOT:-}/usr/lib/$4/pkgconfig
    PKG_CONFIG_SYSROOT_DIR=${HONE_CROSS_ROOT:-}
    export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
    if ! command -v "$5" >/dev/null; then
        try "$1" $(options_of none) "-DCMAKE_SYSTEM_NAME=Linux" "-DCMAKE_SYSTEM_PROCESSOR=$3" "-DCMAKE_C_COMPILER=$2-gcc" \
            -DHONE_COMMAND=OFF -DHONE_TESTS=OFF || return 0
        done=$((done + 1))
        say "$1" "ok: built, but not run without $5 (qemu-user)"
        return
    fi
    try "$1" $(options_of none) "-DCMAKE_SYSTEM_NAME=Linux" "-DCMAKE_SYSTEM_PROCESSOR=$3" "-DCMAKE_C_COMPILER=$2-gcc" \
        "-DCMAKE_CROSSCOMPILING_EMULATOR=$5;-L;/usr/$2" || return 0
    made=$build/samples/made # by a program that ran in the emulator
    { "$5" -L "/usr/$2" "$build/hone" info "$made/character.pmx" "$made/dance.vmd" &&
        "$5" -L "/usr/$2" "$build/hone" convert -q "$made/character.pmx" "$made/dance.vmd" -o "$build/dance.glb"; } \
        >>"$logs/$1.log" 2>&1 || { wrong "$1" "the command"; return 0; }
    # Leaves out tests that start other programs, which the emulator would not run, and those that take minutes in it.
    ctest --test-dir "$build" -j "$(nproc)" --output-on-failure -R '^test_' -E '^test_(command_|examples|fit_mannequin)' \
        >>"$logs/$1.log" 2>&1 || { wrong "$1" tests; return 0; }
    ok "$1" "$since"
}

mkdir -p "$logs"
[ $# -gt 0 ] || set -- $(every_name)
for name in "$@"; do
    case " $(every_name | tr '\n' ' ')" in
    *" $name "*) combination "$name" ;;
    *)
        # in a subshell, because the exported variables are for that machine
        case $name in
        cross) set -- arm64 armhf i386 s390x ;;
        arm64 | armhf | i386 | s390x) set -- "$name" ;;
        *) echo "options: unknown name '$name'; there are $(every_name | tr '\n' ' ')cross arm64 armhf i386 s390x" >&2; exit 2 ;;
        esac
        for machine in "$@"; do
            case $machine in
            arm64) cross arm64 aarch64-linux-gnu aarch64 aarch64-linux-gnu qemu-aarch64 ;;
            armhf) cross armhf arm-linux-gnueabihf armv7l arm-linux-gnueabihf qemu-arm ;;
            i386) cross i386 i686-linux-gnu i686 i386-linux-gnu qemu-i386 ;;
            s390x) cross s390x s390x-linux-gnu s390x s390x-linux-gnu qemu-s390x ;;
            esac
        done
        unset PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
        ;;
    esac
done
[ "$failed" -gt 0 ] || rm -rf "$build"
echo "options: $done ok, $failed failed, $skipped skipped"
[ "$failed" = 0 ]

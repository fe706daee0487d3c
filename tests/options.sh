#!/bin/sh
# Builds hone with other parts, and runs the tests of each build.
# usage: tests/options.sh [NAME...]
#   NAME is all, none, only-PART, no-PART (a part: image zlib meshopt draco render worlds volume physics film view),
#   no-command, shared, formats-NAME (formats of HONE_FORMATS: none, or some with "+" between them) or kernels-NAME (of
#   HONE_KERNELS, the same); without one: all of these, with some formats and kernels.
# Prints a line for each; build/options/NAME.log has the details. Exit status 1: one of them failed.
set -eu
cd "$(dirname "$0")/.."
parts="image zlib meshopt draco render worlds volume physics film view"
logs=build/options
build=$logs/build # one folder for all, made anew, so that ccache knows most objects
failed=0 done=0

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
    echo no-command shared formats-none formats-pmx+vmd formats-gltf kernels-scalar kernels-avx2
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
    only-physics) switch "$parts" OFF; switch "worlds physics" ON ;;
    only-*) switch "$parts" OFF; switch "${1#only-}" ON ;;
    no-command) echo -DHONE_COMMAND=OFF ;;
    no-*) switch "${1#no-}" OFF ;;
    shared) echo -DBUILD_SHARED_LIBS=ON ;;
    formats-*) switch "$parts" OFF; echo -DHONE_COMMAND=OFF "-DHONE_FORMATS=$(echo "${1#formats-}" | tr + ';')" ;;
    kernels-*) switch "$parts" OFF; echo "-DHONE_KERNELS=$(echo "${1#kernels-}" | tr + ';')" ;;
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

mkdir -p "$logs"
[ $# -gt 0 ] || set -- $(every_name)
for name in "$@"; do
    case "$name $(every_name | tr '\n' ' ')" in
    formats-* | kernels-* | *" $name "*) combination "$name" ;;
    *) echo "options: unknown name '$name'; there are $(every_name | tr '\n' ' ')" >&2; exit 2 ;;
    esac
done
[ "$failed" -gt 0 ] || rm -rf "$build"
echo "options: $done ok, $failed failed"
[ "$failed" = 0 ]

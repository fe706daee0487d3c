#!/bin/sh
# Checks that hone as a part of another project builds only the library, without parts that were not asked for, and
# installs nothing.
# usage: embeds_in_a_project.sh SOURCE_DIR CC
set -eu
source=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(game C)
add_subdirectory($source hone)
add_library(game STATIC game.c)
target_link_libraries(game PRIVATE hone::hone)
END
: >"$work/game.c"

configure() { # OPTIONS...
    cmake -S "$work" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$cc" "$@" >"$work/said" 2>&1 ||
        { cat "$work/said"; exit 1; }
}
configure
for part in RENDER PHYSICS FILM VIEW COMMAND TESTS BENCH INSTALL; do
    grep -q "^HONE_$part:BOOL=OFF$" "$work/build/CMakeCache.txt" || { echo "HONE_$part is not OFF"; exit 1; }
done
cmake --install "$work/build" --prefix "$work/usr" >/dev/null # of what is not built: fails if there is anything
[ -z "$(find "$work/usr" -type f 2>/dev/null)" ] || { find "$work/usr"; exit 1; }

configure -DHONE_INSTALL=ON
! cmake --install "$work/build" --prefix "$work/usr" >/dev/null 2>&1 || { echo "HONE_INSTALL=ON installs nothing"; exit 1; }

#!/bin/sh
# Checks that the installed library can be found and linked with pkg-config and with find_package, and that the installed
# command finds its translations.
# usage: installs_for_users.sh SOURCE_DIR BUILD_DIR CC [FLAGS...]
set -eu
source=$1 build=$2 cc=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/usr" >/dev/null
cmp "$source/LICENSE" "$work/usr/share/doc/hone/LICENSE"

cmake -S "$source" -B "$work/half built" -G Ninja -DCMAKE_C_COMPILER="$cc" -DHONE_TESTS=OFF -DHONE_BENCH=OFF >/dev/null
if cmake --install "$work/half built" --prefix "$work/none" >/dev/null 2>"$work/said"; then
    echo "a tree in which nothing is built should not be installed"
    exit 1
fi
grep -q 'hone_installed' "$work/said" || { echo "it is not said which target to build"; exit 1; }
[ ! -e "$work/none" ] || { echo "a part of it was installed all the same"; exit 1; }

PKG_CONFIG_PATH=$(dirname "$(find "$work/usr" -name hone.pc)")
export PKG_CONFIG_PATH
"$cc" "$@" "$source/examples/play.c" -o "$work/by-pkg-config" $(pkg-config --cflags --libs hone)

"$cc" "$@" "$source/examples/skin_arrays.c" -o "$work/skin-by-pkg-config" $(pkg-config --cflags --libs hone-skin)
"$cc" "$@" "$source/examples/physics_by_hand.c" -o "$work/play-by-pkg-config" $(pkg-config --cflags --libs hone-play)

echo '#include <hone/film.h>
int main(void) { return hone_film_create(NULL, NULL) != NULL; }' >"$work/film.c"
"$cc" "$@" "$work/film.c" -o "$work/film" $(pkg-config --cflags --libs hone-film)
mkdir "$work/user"
cp "$source/examples/play.c" "$source/examples/skin_arrays.c" "$source/examples/physics_by_hand.c" "$work/user"
cat >"$work/user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(hone 0.1 REQUIRED CONFIG)
add_executable(by_find_package play.c)
target_link_libraries(by_find_package PRIVATE hone::hone)
add_executable(skin skin_arrays.c)
target_link_libraries(skin PRIVATE hone::skin)
add_executable(play physics_by_hand.c)
target_link_libraries(play PRIVATE hone::play)
END
echo 'add_executable(film ../film.c)
target_link_libraries(film PRIVATE hone::hone_film)' >>"$work/user/CMakeLists.txt"
cmake -S "$work/user" -B "$work/user/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/usr" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_C_FLAGS="$*" >/dev/null
cmake --build "$work/user/build" >/dev/null

LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH") # of a shared library
export LD_LIBRARY_PATH
"$work/film"
"$work/user/build/film"
"$work/skin-by-pkg-config" >"$work/skinned"
"$work/user/build/skin" | cmp - "$work/skinned"
for program in "$work/by-pkg-config" "$work/user/build/by_find_package"; do
    if "$program" /nonexistent.pmx /nonexistent.vmd 2>"$work/said"; then
        echo "a missing file should fail"
        exit 1
    fi
    grep -q '^/nonexistent.pmx: ' "$work/said"
done

if [ -x "$work/usr/bin/hone" ] && command -v msgfmt >/dev/null; then
    LC_ALL=ja_JP.UTF-8 LANGUAGE= "$work/usr/bin/hone" -h >"$work/said"
    grep -q '使い方: hone' "$work/said" || { echo "the installed command finds no translation"; exit 1; }
fi

#!/bin/sh
# Builds hone with other kernels and formats, and prints how large programs that use a part of it become: the tables of
# docs/performance.md. Checks the limits of sizes.py in each build. Emscripten's row is left out where emcc is missing.
# usage: tests/sizes/sizes.sh
set -eu
cd "$(dirname "$0")/../.."
builds=build/sizes
off=""
for part in IMAGE ZLIB MESHOPT DRACO RENDER PHYSICS FILM VIEW COMMAND BENCH INSTALL; do off="$off -DHONE_$part=OFF"; done

make() { # NAME OPTIONS...
    name=$1
    shift
    # shellcheck disable=SC2086 # a word each
    { cmake -S . -B "$builds/$name" -G Ninja $off "$@" && cmake --build "$builds/$name" --target hone_sizes; } \
        >"$builds/$name.log" 2>&1 || { tail -n 20 "$builds/$name.log" >&2; exit 1; }
}

kb() { # FILE
    echo "$((($(wc -c <"$1") + 500) / 1000))"
}

row() { # NAME KERNELS FORMATS PARTS: of a native build; PARTS: ON or OFF for worlds and volume
    make "$1" -DCMAKE_BUILD_TYPE=Release "-DHONE_KERNELS=$2" "-DHONE_FORMATS=$3" "-DHONE_WORLDS=$4" "-DHONE_VOLUME=$4"
    ctest --test-dir "$builds/$1" -R '^sizes$' --output-on-failure >"$builds/$1.log" 2>&1 ||
        { cat "$builds/$1.log" >&2; exit 1; }
    programs=$builds/$1/tests/sizes
    echo "| $2 | $(echo "$3" | tr ';' ' ') | $4 | $(kb "$programs/size_skin") | $(kb "$programs/size_player") |"
}

mkdir -p "$builds"
echo "| HONE_KERNELS | HONE_FORMATS | HONE_WORLDS, HONE_VOLUME | skins, kB | plays, kB |"
echo "|---|---|---|---|---|"
row all all all ON
row avx2 avx2 all ON
row avx2-two avx2 "pmx;vmd" ON
row avx2-plain avx2 "pmx;vmd" OFF
row scalar-plain scalar "pmx;vmd" OFF
if command -v emcc >/dev/null; then
    make page -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/web.cmake" -DCMAKE_BUILD_TYPE=MinSizeRel \
        "-DHONE_FORMATS=pmx;vmd" -DHONE_TESTS=OFF -DHONE_SIZES=ON
    page=$builds/page/sizes/size_page.wasm
    echo
    echo "WebAssembly: $(kb "$page") kB, $(gzip -9c "$page" | wc -c | awk '{printf "%.0f", $1 / 1000}') kB with gzip -9"
    [ "$(wc -c <"$page")" -le 250000 ] || { echo "sizes: more than 250 kB for a page" >&2; exit 1; }
fi
echo
python3 tests/sizes/sizes.py --parts "$builds/all/tests/library_objects.txt" size

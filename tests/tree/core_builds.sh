#!/bin/sh
# Checks that the library without any optional part and without vectors defines all functions that its headers declare,
# that the command links with it, that the target hone_installed builds everything that is installed, and that plain C
# gives the same bits. A file that includes a header of a part that is left out is not compiled: machines without the
# part's library lack that header.
# usage: core_builds.sh SOURCE_DIR BUILD_DIR CC NM
set -eu
source=$1 build=$2 cc=$3 nm=$4

missing=$build/missing # comes before the folders of the system
for header in GL/glcorearb.h EGL/egl.h png.h jpeglib.h webp/decode.h zlib.h libdeflate.h meshoptimizer.h \
    draco/mesh/mesh.h btBulletDynamicsCommon.h libavcodec/avcodec.h libavformat/avformat.h libswscale/swscale.h; do
    mkdir -p "$(dirname "$missing/$header")"
    echo "#error this header is of a part that is left out" >"$missing/$header"
done

# Not optimised, because only linking is checked. BUILD_DIR is kept, so that only changes are compiled again.
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE= \
    -DCMAKE_C_FLAGS="-O0 -I$missing" -DCMAKE_CXX_FLAGS="-I$missing" \
    -DHONE_IMAGE=OFF -DHONE_RENDER=OFF -DHONE_PHYSICS=OFF -DHONE_FILM=OFF -DHONE_ZLIB=OFF -DHONE_MESHOPT=OFF -DHONE_DRACO=OFF \
    -DHONE_VIEW=OFF -DHONE_VECTORS=OFF -DHONE_BENCH=OFF -DHONE_COMMAND=ON >/dev/null
cmake --build "$build" --target hone_installed test_same_bits >"$build/log" 2>&1 || { tail -n 30 "$build/log"; exit 1; }
"$source/tests/tree/declared_is_defined.sh" "$source" "$nm" "$build/libhone.a" "$build/libhone_film.a"

"$build/tests/test_same_bits" >"$build/log" 2>&1 || { cat "$build/log"; exit 1; }
cmake --install "$build" --prefix "$build/usr" >/dev/null

# It can read and write formats that need no other library.
made=$build/samples/made
"$build/hone" info "$made/character.pmx" >/dev/null
"$build/hone" convert -q "$made/character.pmx" "$made/dance.vmd" -o "$build/dance.glb"
[ "$(head -c 4 "$build/dance.glb")" = glTF ]
"$build/hone" info "$build/dance.glb" >/dev/null

#!/bin/sh
# Checks the summary at the end of configuring: which parts are built, and whether the others are switched off or which
# libraries are missing.
# usage: says_what_is_built.sh SOURCE_DIR CC
set -eu
source=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/empty"

configure() { # OPTIONS...
    cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$cc" "$@" >"$work/said" 2>&1 ||
        { cat "$work/said"; exit 1; }
}
says() { # LINE
    tr -s ' \n' ' ' <"$work/said" | grep -qF -- "$1" || { echo "did not say: $1"; cat "$work/said"; exit 1; }
}

PKG_CONFIG_LIBDIR=$work/empty configure -DHONE_ZLIB=OFF
says "compressed .x no: HONE_ZLIB is OFF"
says "compressed FBX no: HONE_ZLIB is OFF"
says "compressed .zip no: HONE_ZLIB is OFF"
says "PNG and JPEG no: libpng, libjpeg not found"
says "WebP no: libwebp, libwebpdemux not found"
says "viewer no: it needs the renderer"
says "command yes"
says "formats all"

# A part can be switched off and on again in an existing build folder.
configure -DHONE_ZLIB=ON
configure -DHONE_IMAGE=OFF -DHONE_ZLIB=OFF -DHONE_VIEW=OFF -DHONE_COMMAND=OFF
says "PNG and JPEG no: HONE_IMAGE is OFF"
says "compressed .x no: HONE_ZLIB is OFF"
says "command no: HONE_COMMAND is OFF"

configure "-DHONE_FORMATS=pmx;vmd" -DHONE_KERNELS=scalar
says "formats pmx, vmd"
says "kernels scalar"
if cmake -S "$source" -B "$work/build" -DHONE_FORMATS=max >"$work/said" 2>&1; then
    echo "an unknown format should be refused"
    exit 1
fi
says 'HONE_FORMATS has "max"; there are: all, none, pmx, pmd'

rm -r "$work/build"
configure -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON
says "compressed .x no: pkg-config not found"
says "hone finds other libraries by pkg-config, which is not installed"

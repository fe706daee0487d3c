#!/bin/sh
# Builds the libraries that hone uses on Windows, from Debian's source packages, as static libraries. zlib is copied from
# Debian's libz-mingw-w64-dev, which also has it as a DLL that is not wanted.
# usage: packaging/windows/libraries.sh [NAME...]
#   NAME is cmocka, libdeflate, libpng1.6, libjpeg-turbo or meshoptimizer; without one: all of these.
# The result is in build/windows-libraries/usr, where cmake/toolchains/windows.cmake looks for it. A library that is
# there in the version that Debian has is not built again. Exit status 1: one of them failed; its log is in
# build/windows-libraries.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD/build/windows-libraries
prefix=$root/usr
machine=x86_64-w64-mingw32
flags="-O2 -Wa,-muse-unaligned-vector-move" # gcc's bug 54412: see cmake/hone.cmake
mkdir -p "$root/apt/lists/partial" "$root/apt/cache/archives/partial" "$prefix/lib/pkgconfig" "$prefix/licences"

# Debian's source packages, in a list of their own: that of the machine stays as it is.
sources() { # FILE SUITE...
    file=$1
    shift
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    key=/usr/share/keyrings/debian-archive-keyring.gpg
    : >"$file"
    for suite in "$@"; do
        case $suite in
        main) echo "deb-src [signed-by=$key] http://deb.debian.org/debian $codename main" >>"$file" ;;
        security) echo "deb-src [signed-by=$key] http://deb.debian.org/debian-security $codename-security main" >>"$file" ;;
        esac
    done
}

apt() { # SUITES COMMAND...: apt-get with the list of these suites
    list=$root/apt/$1.list
    shift
    apt-get -q -o Dir::Etc::sourcelist="$list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$root/apt/lists" \
        -o Dir::Cache="$root/apt/cache" -o APT::Sandbox::User=root "$@"
}

# A mirror may lack the newest security update; then the version of the release is taken.
fetch() { # NAME
    rm -rf "$root/$1"
    mkdir -p "$root/$1" || return 1
    (cd "$root/$1" && { apt newest --download-only source "$1" || { echo "$1: without the security update" && apt release --download-only source "$1"; }; }) &&
        dpkg-source --no-check -x "$root/$1"/*.dsc "$root/$1/source"
}

cmake_library() { # NAME OPTIONS...
    name=$1
    shift
    cmake -S "$root/$name/source" -B "$root/$name/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 -DCMAKE_C_COMPILER=$machine-gcc-win32 \
        -DCMAKE_CXX_COMPILER=$machine-g++-win32 -DCMAKE_RC_COMPILER=$machine-windres -DCMAKE_C_FLAGS="$flags" \
        -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR:PATH="$prefix/lib" \
        -DCMAKE_FIND_ROOT_PATH="/usr/$machine" -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
        -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DBUILD_SHARED_LIBS=OFF "$@" &&
        cmake --build "$root/$name/build" && cmake --install "$root/$name/build"
}

pc() { # MODULE VERSION LIBRARIES [FOLDER_OF_HEADERS [REQUIRES_PRIVATE]]: what pkg-config tells, where the library's own file does not fit
    cat >"$prefix/lib/pkgconfig/$1.pc" <<END
prefix=\${pcfiledir}/../..
Name: $1
Description: $1, built for Windows
Version: $2
Cflags: -I\${prefix}/include${4:+/$4}
Libs: -L\${prefix}/lib $3
Requires.private: ${5:-}
END
}

build() { # NAME VERSION
    case $1 in
    cmocka)
        cmake_library cmocka -DWITH_STATIC_LIB=ON -DUNIT_TESTING=OFF -DWITH_EXAMPLES=OFF -DPICKY_DEVELOPER=OFF &&
            pc cmocka "$2" -lcmocka-static
        ;;
    libdeflate)
        make -C "$root/libdeflate/source" CC=$machine-gcc-win32 AR=$machine-gcc-ar-win32 CFLAGS="$flags" libdeflatestatic.lib &&
            mkdir -p "$prefix/include" && cp "$root/libdeflate/source/libdeflate.h" "$prefix/include" &&
            cp "$root/libdeflate/source/libdeflatestatic.lib" "$prefix/lib/libdeflate.a" &&
            pc libdeflate "$2" -ldeflate
        ;;
    libpng1.6)
        cmake_library libpng1.6 -DPNG_SHARED=OFF -DPNG_STATIC=ON -DPNG_TESTS=OFF &&
            pc libpng "$2" -lpng16 libpng16 zlib
        ;;
    libjpeg-turbo)
        cmake_library libjpeg-turbo -DENABLE_SHARED=OFF -DENABLE_STATIC=ON -DWITH_TURBOJPEG=OFF -DREQUIRE_SIMD=ON \
            -DCMAKE_ASM_NASM_FLAGS=--reproducible &&
            pc libjpeg "$2" -ljpeg
        ;;
    meshoptimizer)
        cmake_library meshoptimizer -DMESHOPT_BUILD_SHARED_LIBS=OFF
        ;;
    *) echo "unknown library: $1" && return 1 ;;
    esac
}

one() { # NAME
    newest=$(apt newest source --print-uris "$1" 2>/dev/null | sed -n "s/.* ${1}_\(.*\)\.dsc .*/\1/p" | head -n 1)
    if [ -n "$newest" ] && [ "$(cat "$prefix/$1.version" 2>/dev/null)" = "$newest $flags" ]; then
        printf '%-16s %s\n' "$1" "built before"
        return 0
    fi
    fetch "$1" >"$root/$1.log" 2>&1 || { wrong "$1"; return 1; }
    version=$(cd "$root/$1" && ls ./*.dsc | sed 's/^.*_\(.*\)\.dsc$/\1/')
    build "$1" "${version%%[-+]*}" >>"$root/$1.log" 2>&1 || { wrong "$1"; return 1; }
    cp "$root/$1/source/debian/copyright" "$prefix/licences/$1.txt"
    echo "$newest $flags" >"$prefix/$1.version"
    rm -rf "${root:?}/$1"
    printf '%-16s %s\n' "$1" "$version"
}

wrong() { # NAME
    printf '%-16s FAILED (%s)\n' "$1" "$root/$1.log"
    tail -n 20 "$root/$1.log" | sed 's/^/    /'
}

for file in lib/libz.a include/zlib.h include/zconf.h; do
    mkdir -p "$prefix/${file%/*}"
    cp "/usr/$machine/$file" "$prefix/$file"
done
pc zlib "$(sed -n 's/^#define ZLIB_VERSION "\(.*\)"/\1/p' "$prefix/include/zlib.h")" -lz
cp /usr/share/doc/libz-mingw-w64-dev/copyright "$prefix/licences/zlib.txt"

sources "$root/apt/newest.list" main security
sources "$root/apt/release.list" main
apt newest update >"$root/apt.log" 2>&1 || { tail -n 20 "$root/apt.log"; exit 1; }
[ $# -gt 0 ] || set -- cmocka libdeflate libpng1.6 libjpeg-turbo meshoptimizer
failed=0
for name in "$@"; do
    (set -e; one "$name") || failed=1
done
exit $failed

#!/bin/sh
# Builds hone for Windows (x86-64) and packs it: command, DLL with import library and list of its functions, headers,
# licences, README.
# usage: packaging/windows/zip.sh
# The libraries come from packaging/windows/libraries.sh, and Bullet's source code is compiled as a part of hone, so that
# physics gives the same bits as on other machines. The result is build/hone-VERSION-windows-x86_64.zip; two builds
# of one source give the same bytes. Where wine is installed, the packed command runs once as a check.
set -eu
cd "$(dirname "$0")/../.."
build=build/windows
machine=x86_64-w64-mingw32
version=$(sed -n 's/^#define HONE_VERSION "\(.*\)".*/\1/p' include/hone/base.h)
name=hone-$version-windows-x86_64
pack=$build/$name

# The files in the zip have the time of the last commit.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 1577836800)
export SOURCE_DATE_EPOCH
bullet=$(packaging/fetch_source.sh bullet)
cmake -S . -B $build -G Ninja --toolchain cmake/toolchains/windows.cmake -DCMAKE_BUILD_TYPE=Release \
    -DHONE_BULLET_SOURCE="$bullet" -DBUILD_SHARED_LIBS=ON -DHONE_TESTS=OFF -DHONE_BENCH=OFF >$build.log
cmake --build $build --target hone_command >>$build.log 2>&1 || { tail -n 30 $build.log; exit 1; }

rm -rf "$pack"
mkdir -p "$pack/include" "$pack/lib" "$pack/licences"
cp $build/hone.exe $build/libhone.dll README.md README.ja.md CHANGELOG.md "$pack"
cp $build/libhone.dll.a "$pack/lib"
cp -r include/hone "$pack/include"
cp LICENSE "$pack/licences/hone.txt"
cp build/windows-libraries/usr/licences/*.txt "$pack/licences"
cp "$bullet/debian/copyright" "$pack/licences/bullet.txt"
rm -f "$pack/licences/cmocka.txt" # only the tests use it
[ ! -d $build/locale ] || cp -r $build/locale "$pack"
$machine-strip "$pack/hone.exe" "$pack/libhone.dll"

if grep -qF "$PWD" "$pack/hone.exe" "$pack/libhone.dll"; then
    echo "the path of this folder is in the files"
    exit 1
fi

# Only DLLs that every Windows has, and only symbols of hone.
$machine-objdump -p "$pack/hone.exe" "$pack/libhone.dll" | sed -n 's/^\tDLL Name: //p' | sort -u >$build/needed
if grep -vixE 'KERNEL32\.dll|msvcrt\.dll|SHELL32\.dll|ADVAPI32\.dll|USER32\.dll|libhone\.dll' $build/needed; then
    echo "these DLLs are not in the zip"
    exit 1
fi
$machine-objdump -p "$pack/libhone.dll" | awk '/\[Ordinal\/Name Pointer\] Table/ { on = 1; next } on && /\[/ { print $NF }
    on && /^$/ { exit }' >$build/exported
[ "$(wc -l <$build/exported)" -ge 100 ] || { echo "few symbols are exported"; exit 1; }
if grep -v '^hone_' $build/exported; then
    echo "these symbols do not begin with hone_"
    exit 1
fi
# Microsoft's linker makes its own import library from this.
{
    printf 'LIBRARY libhone.dll\r\nEXPORTS\r\n'
    LC_ALL=C sort $build/exported | sed 's/$/\r/'
} >"$pack/lib/hone.def"

find "$pack" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
rm -f "build/$name.zip"
(cd $build && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -q -X -@ "../$name.zip")
wine=$(command -v wine64 || ls /usr/lib/wine/wine64 2>/dev/null || command -v wine || true)
if [ -n "$wine" ]; then
    prefix=$PWD/$build/wine
    rm -rf "$prefix" $build/unpacked
    mkdir -p "$build/unpacked/日本 語"
    unzip -q "build/$name.zip" -d "$build/unpacked/日本 語"
    cp $build/samples/made/dance.vmd "$build/unpacked/日本 語/$name/踊 り.vmd"
    (cd "$build/unpacked/日本 語/$name" &&
        WINEPREFIX=$prefix WINEDEBUG=-all "$wine" ./hone.exe info '踊 り.vmd' >../out 2>../err && grep -q . ../out) ||
        { echo "the packed command does not run in wine"; cat "$build/unpacked/日本 語/err"; exit 1; }
fi
sha256sum "build/$name.zip"

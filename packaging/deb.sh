#!/bin/sh
# Builds the Debian packages from the files of this tree (those that git does not ignore) into build/deb.
# usage: deb.sh [--check] [--test]
#   --check  runs the tests of the library while building
#   --test   builds twice, in different folders, and compares; runs lintian; installs the packages in a new Debian 12 below
#            build/deb (debootstrap; as root) and uses them there. HONE_DEB_ROOT names the folder of a Debian 12 to use
set -eu
cd "$(dirname "$0")/.."
check=no test=no
for argument in "$@"; do
    case $argument in
    --check) check=yes ;;
    --test) test=yes ;;
    *) sed -n 's/^# \{0,1\}//; 2,7p' "$0" >&2; exit 2 ;;
    esac
done
version=$(dpkg-parsechangelog -S Version)
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -S Timestamp)
export SOURCE_DATE_EPOCH

build_in() { # FOLDER: leaves the packages in it
    rm -rf "$1"
    mkdir -p "$1/hone-$version"
    git ls-files -z --cached --others --exclude-standard | xargs -0 cp -P --parents -t "$1/hone-$version"
    (
        cd "$1/hone-$version"
        options="parallel=$(nproc)" profiles=
        [ $check = yes ] || options="$options nocheck" profiles=nocheck
        DEB_BUILD_OPTIONS=$options DEB_BUILD_PROFILES=$profiles dpkg-buildpackage -b -us -uc
    ) >"$1/log" 2>&1 || { tail -12 "$1/log" | cut -c 1-300; echo "the log is $1/log"; exit 1; }
    rm -rf "$1/hone-$version"
}

build_in build/deb
ls build/deb/*.deb
[ $test = yes ] || exit 0

echo "== lintian"
lintian --fail-on error,warning build/deb/*.changes
echo "== a second build, in another folder"
check=no # once is enough
build_in build/deb/again/somewhere/else
for package in build/deb/*.deb; do
    cmp "$package" "build/deb/again/somewhere/else/${package##*/}"
done
rm -rf build/deb/again
echo "the packages are the same, byte for byte"
packaging/deb_install.sh build/deb ${HONE_DEB_ROOT:+"$HONE_DEB_ROOT"}

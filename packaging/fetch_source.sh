#!/bin/sh
# Unpacks the source code of a Debian package, once, and prints its folder.
# usage: packaging/fetch_source.sh PACKAGE
# The list of source packages is private to build/source, so that nothing of the system changes.
set -eu
cd "$(dirname "$0")/.."
root=$PWD/build/source
folder=$root/$1
if [ ! -d "$folder" ]; then
    mkdir -p "$root/state/lists/partial" "$root/cache/archives/partial" "$root/unpack"
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    echo "deb-src http://deb.debian.org/debian $suite main" >"$root/sources.list"
    options="-qq -o Dir::Etc::sourcelist=$root/sources.list -o Dir::Etc::sourceparts=- -o Dir::State=$root/state"
    options="$options -o Dir::Cache=$root/cache -o APT::Sandbox::User=$(id -un)"
    rm -rf "$root/unpack/$1"
    mkdir -p "$root/unpack/$1"
    # shellcheck disable=SC2086 # a word each
    (cd "$root/unpack/$1" && apt-get $options update && apt-get $options source "$1") >&2
    mv "$root/unpack/$1"/*/ "$folder" # last, so that a folder is whole
fi
echo "$folder"

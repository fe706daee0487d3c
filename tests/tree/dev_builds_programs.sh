#!/bin/sh
# `./dev demo`, `./dev course` and `./dev install` build all programs that the pages which name them use: the viewer, too.
# Programs that only write down how they are called stand in for CMake and dpkg-query.
# usage: dev_builds_programs.sh SOURCE_DIR
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/source"
cp "$1/dev" "$work/source"
printf '#!/bin/sh\necho "$*" >>"%s/calls"\n' "$work" >"$work/bin/cmake"
printf '#!/bin/sh\necho ii\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\n' >"$work/bin/python3"
chmod +x "$work/bin"/*
PATH=$work/bin:$PATH
builds() { # TARGETS COMMAND...: ends if the command does not build them
    targets=$1
    shift
    : >"$work/calls"
    "$work/source/dev" --no-install "$@" >/dev/null 2>&1 || true # what it would run then is not there
    grep -q -- "--build --preset release --target $targets" "$work/calls" || {
        echo "./dev $* does not build $targets:"
        cat "$work/calls"
        exit 1
    }
}
builds hone_programs demo
builds "hone_programs hone_course" course
builds hone_installed install "$work/usr"

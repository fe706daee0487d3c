#!/bin/sh
# Checks the list of what the build is made of (SPDX): it follows the rules, names every library that programs and modules
# link, and the check finds mistakes.
# usage: sbom.sh SOURCE_DIR BUILD_DIR
set -eu
source=$1 build=$2
command -v readelf >/dev/null || { echo "SKIPPED: no readelf"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sbom() { python3 "$source/packaging/sbom/sbom.py" "$@"; }

sbom write "$build/dependencies.txt" "$work/hone.spdx.json"
set --
for program in "$build/hone" "$build/hone-view" "$build"/modules/*.so; do
    [ ! -e "$program" ] || set -- "$@" "$program"
done
sbom check "$work/hone.spdx.json" "$@"
SOURCE_DATE_EPOCH=1 sbom write "$build/dependencies.txt" "$work/1.json"
SOURCE_DATE_EPOCH=1 sbom write "$build/dependencies.txt" "$work/2.json"
cmp "$work/1.json" "$work/2.json"

wrong() { # SED_EXPRESSION
    sed "$1" "$work/hone.spdx.json" >"$work/wrong.json"
    ! cmp -s "$work/wrong.json" "$work/hone.spdx.json" || { echo "nothing changed: $1"; exit 1; }
    ! sbom check "$work/wrong.json" >/dev/null || { echo "the check does not find: $1"; exit 1; }
}
wrong 's/SPDX-2.3/SPDX-2.9/'
wrong 's/"licenseDeclared": "MIT"/"licenseDeclared": "free"/'
wrong 's/"relatedSpdxElement": "SPDXRef-hone"/"relatedSpdxElement": "SPDXRef-bone"/'
wrong 's/"created": "[^"]*"/"created": "today"/'
others() { readelf -d "$@" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p' | grep -Ev '^(lib(c|m|gcc_s|stdc\+\+|hone[a-z_-]*)\.so|ld-)'; }
if others "$@" >/dev/null; then
    head -1 "$build/dependencies.txt" >"$work/less.txt"
    sbom write "$work/less.txt" "$work/less.json"
    ! sbom check "$work/less.json" "$@" >/dev/null || { echo "the check does not find a library that is not listed"; exit 1; }
fi

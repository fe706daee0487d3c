#!/bin/sh
# Checks that every function declared in a public header is in the library, with any selection of parts.
# usage: declared_is_defined.sh SOURCE_DIR NM LIBRARY...
set -eu
source=$1 nm=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The name is the first hone_NAME( after HONE_API.
sed '/^#/d' "$source"/include/hone/*.h | tr '\n' ' ' | sed 's/HONE_API/\n&/g' |
    sed -n 's/^HONE_API\([^(]*[ *]\|[^(]*(\*\)\(hone_[a-z0-9_]*\)(.*/\2/p' | sort -u >"$work/declared"
for library in "$@"; do
    case $library in
    *.a) "$nm" --defined-only "$library" 2>/dev/null ;;
    *) "$nm" --defined-only --dynamic "$library" ;;
    esac
done | awk '$2 == "T" { print $3 }' | sort -u >"$work/defined"

count=$(wc -l <"$work/declared")
[ "$count" -ge 150 ] || { echo "only $count declarations seen: is this the right folder?"; exit 1; }
comm -23 "$work/declared" "$work/defined" >"$work/missing"
[ ! -s "$work/missing" ] || { echo "declared, but in no library:"; cat "$work/missing"; exit 1; }
echo "$count functions are declared, and defined"

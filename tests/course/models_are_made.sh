#!/bin/sh
# Checks that the models and motions in a folder are what a program writes.
# usage: models_are_made.sh PROGRAM FOLDER
set -eu
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$1" "$made"
count=0
for file in "$made"/*; do
    cmp "$file" "$2/${file##*/}"
    count=$((count + 1))
done
[ "$count" -gt 3 ]
for file in "$2"/*.x "$2"/*.pm? "$2"/*.vmd; do
    [ ! -e "$file" ] || cmp "$file" "$made/${file##*/}"
done

#!/bin/sh
# The command, the viewer, the module for pages, the benchmarks and the examples use the library as any other program does: they include public
# headers (<hone/...>), tool/, their own folder and system headers. Of src/, tool/, the command, the viewer and the
# benchmarks include the lowest floor alone, which they link (hone_base in CMakeLists.txt); the examples and the built-in
# character (samples) include nothing. Prints each include that does not.
# usage: tools_use_public_headers.sh SOURCE_DIR
set -eu
cd "$1"
seen=$(mktemp) bad=$(mktemp)
trap 'rm -f "$seen" "$bad"' EXIT
find cmd tool bench view web examples samples -name '*.[ch]' | sort | xargs grep -Hn '^ *# *include' |
    sed 's/^\([^:]*\):\([0-9]*\):[^<"]*\([<"]\)\([^>"]*\).*/\1 \2 \3 \4/' >"$seen"
while read -r file line kind path; do
    room=${file%%/*}
    if [ "$kind" = '"' ] && [ -e "$(dirname "$file")/$path" ]; then
        case $path in
        */../* | ../*) ;;
        *) path=$(dirname "$file")/$path ;;
        esac
    fi
    case $kind$path in
    '<hone/'*) [ -e "include/$path" ] && continue ;;
    '<'*) [ ! -e "src/$path" ] && continue ;;
    '"'*../words.h) case $file in examples/course/exercises/*) continue ;; esac ;; # what all programs of the course say
    *..*) ;;
    '"exercise.h') case $file in examples/course/exercises/*) continue ;; esac ;; # of a reader's files, in another folder
    "\"$room/"* | '"tool/'* | '"samples/samples.h') continue ;;
    '"base/'*) case $room in tool | cmd | bench | view | web) [ -e "src/$path" ] && continue ;; esac ;;
    '"examples/course/'*) case $file in web/course/*) [ -e "$path" ] && continue ;; esac ;; # what the course's figures show
    '"bench/bench.h' | '"module/module.h') [ "$room" = cmd ] && continue ;;
    esac
    echo "$file:$line: includes $path" >>"$bad"
done <"$seen"
[ ! -s "$bad" ] || { cat "$bad"; exit 1; }
count=$(wc -l <"$seen")
[ "$count" -ge 500 ] || { echo "only $count includes seen: is this the right folder?"; exit 1; }

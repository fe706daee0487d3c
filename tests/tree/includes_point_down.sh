#!/bin/sh
# Checks that the files of a floor include only files of that floor and of lower ones (docs/architecture.md). Prints
# every other include.
# usage: includes_point_down.sh SOURCE_DIR
set -eu
cd "$1"

# the lowest first; floors on one line may not include each other
floors='base
archive clip image pose_block
model
motion
blend
ik
rig
physics
skin
bounds goals
format actor crowd
animation_texture bake
correctives retarget motion_edit
autorig
render
film
module
samples
tool
bench
cmd view'

find include/hone src module samples tool bench cmd view -name "*.[ch]" -o -name "*.cpp" 2>/dev/null | grep -v "^bench/programs" | sort | xargs grep -Hn '^ *# *include' |
awk -F: -v floors="$floors" '
BEGIN {
    count = split(floors, line, "\n")
    for (i = 1; i <= count; i++) {
        n = split(line[i], name, " ")
        for (j = 1; j <= n; j++) level[name[j]] = i
    }
}
{
    file = $1
    text = $3
    from = file
    sub(/^src\//, "", from); sub(/^offline\//, "", from); sub(/^include\/hone\//, "", from)
    sub(/\/.*/, "", from); sub(/\.h$/, "", from)
    if (!match(text, /[<"][^>"]*[>"]/)) next
    to = substr(text, RSTART + 1, RLENGTH - 2)
    if (to == "hone/hone.h" && file !~ /^include/) { print file ":" $2 ": includes all floors; name the ones it needs"; bad++; next }
    sub(/^hone\//, "", to); sub(/^offline\//, "", to); sub(/\.h$/, "", to); sub(/\/.*/, "", to)
    if (from ~ /^(io|math|mmd_rules|thread)$/) from = "base" # headers of that floor
    if (from == "root_motion") from = "motion"
    if (from == "project") from = "format"
    if (!(from in level)) { if (from != "hone") { print file ": is on no floor"; bad++ } next }
    if (to ~ /^(io|math|mmd_rules|thread)$/) to = "base"
    if (to == "root_motion") to = "motion"
    if (to == "project") to = "format"
    if (!(to in level)) next
    seen++
    if (to != from && level[to] >= level[from]) { print file ":" $2 ": " from " includes " to; bad++ }
}
END {
    if (seen < 20) { print "only " seen + 0 " includes seen: is this the right folder?"; bad++ }
    exit bad > 0
}'

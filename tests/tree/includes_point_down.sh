#!/bin/sh
# Checks that files include only what is below them (docs/architecture.md): a wing includes lower wings, and a floor
# lower floors of its own wing. Prints every other include.
# usage: includes_point_down.sh SOURCE_DIR
set -eu
cd "$1"

# The wings of src, and the folders on top of the library; the lowest first. Those on one line do not include each other.
wings='base
core
play files
draw offline
module
samples
tool
bench
cmd view web'

# The floors of each wing: "<" is between levels, and floors of one level do not include each other.
floors='core: tolerance < clip < model < motion < rig < skin < bounds
play: ik spring < goals blend physics < actor crowd
files: archive image < format
draw: render < film
offline: animation_texture bake < correctives retarget motion_edit spring_fit < autorig vrm'

# Public headers that are not named after their floor.
headers='avatar:model deform:skin io:base memory_files:base math:base mmd_rules:base thread:base root_motion:motion project:format pictures:image'

find include/hone src module samples tool bench cmd view web -name "*.[ch]" -o -name "*.cpp" 2>/dev/null | grep -v "^bench/programs" | sort | xargs grep -Hn '^ *# *include' |
awk -F: -v wings="$wings" -v floors="$floors" -v headers="$headers" '
BEGIN {
    count = split(wings, line, "\n")
    for (i = 1; i <= count; i++) {
        n = split(line[i], name, " ")
        for (j = 1; j <= n; j++) { height[name[j]] = i; wing_of[name[j]] = name[j] }
    }
    count = split(floors, line, "\n")
    for (i = 1; i <= count; i++) {
        n = split(line[i], word, "[: ]+")
        for (j = level = 2; j <= n; j++)
            if (word[j] == "<") level++
            else { wing_of[word[j]] = word[1]; floor[word[j]] = level }
    }
    count = split(headers, line, " ")
    for (i = 1; i <= count; i++) { split(line[i], word, ":"); home[word[1]] = word[2] }
}
# The floor, or a wing without floors, of a file or of what is included; "" if it is on none.
function floor_of(path,   part, n) {
    sub(/^src\//, "", path); sub(/^include\//, "", path)
    n = split(path, part, "/")
    if (part[1] == "hone" && n == 2) { sub(/\.h$/, "", part[2]); return (part[2] in home) ? home[part[2]] : (part[2] in wing_of) ? part[2] : "" }
    if (n > 1 && (part[2] in floor) && wing_of[part[2]] == part[1]) return part[2]
    return n > 1 && (part[1] in height) ? part[1] : ""
}
{
    if (!match($3, /[<"][^>"]*[>"]/)) next
    path = substr($3, RSTART + 1, RLENGTH - 2)
    if (path == "hone/hone.h" && $1 !~ /^include/) { print $1 ":" $2 ": includes all floors; name the ones it needs"; bad++; next }
    from = floor_of($1)
    if (from == "") { if ($1 != "include/hone/hone.h") { print $1 ": is on no floor"; bad++ } next }
    if ((to = floor_of(path)) == "" || to == from) next
    seen++
    above = wing_of[from] == wing_of[to] ? floor[to] >= floor[from] : height[wing_of[to]] >= height[wing_of[from]]
    if (above) { print $1 ":" $2 ": " from " includes " to; bad++ }
}
END {
    if (seen < 20) { print "only " seen + 0 " includes seen: is this the right folder?"; bad++ }
    exit bad > 0
}'

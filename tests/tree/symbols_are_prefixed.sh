#!/bin/sh
# Checks that every external symbol of the libraries begins with hone_, so that none clashes with a program's own names.
# Bullet's own objects (HONE_BULLET_SOURCE) and C++ symbols (mangled names of Bullet's and Draco's templates, and what
# compilers add for exceptions) are exempt. Prints all others.
# usage: symbols_are_prefixed.sh NM LIBRARY...
set -eu
nm=$1
shift
"$nm" -g --defined-only "$@" | awk '
/:$/ { bullet = $0 ~ /^(LinearMath|BulletCollision|BulletDynamics)[.]cpp[.]o:$/ }
bullet { next }
NF == 3 && $3 !~ /^(_Z|DW[.]ref[.])/ {
    seen++
    if ($3 !~ /^_*hone_/) { print "the symbol " $3 " does not begin with hone_"; bad++ }
}
END {
    if (seen < 100) { print "only " seen + 0 " symbols seen: is this the right file?"; bad++ }
    exit bad > 0
}'

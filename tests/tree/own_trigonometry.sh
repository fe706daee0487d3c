#!/bin/sh
# Checks that what the library evaluates uses no trigonometry of the C library, whose last bits depend on the machine:
# base/trigonometry.h has functions for it. Folders and files below may use it: their results are not compared by bits.
# usage: own_trigonometry.sh SOURCE_DIR
set -eu
cd "$1/src"
found=$(grep -rnE '(^|[^a-zA-Z0-9_.])(sin|cos|tan|asin|acos|atan|atan2|sincos|cbrt|hypot)f?\(' --include='*.c' --include='*.h' --include='*.cpp' . |
    grep -vE '^[^:]*:[0-9]+: *(/?\*|//)' |
    grep -vE '^\./draw/|^\./files/format/fbx/animation/cameras\.c|^\./base/trigonometry\.' || true)
[ -z "$found" ] || { echo "use base/trigonometry.h here:"; echo "$found"; exit 1; }

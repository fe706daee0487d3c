#!/bin/sh
# Checks that the code compiles on machines that evaluate floats in a wider type (x87, s390x), where a vector of floats
# does not accept wider constants. On x86-64 it compiles for x87 arithmetic; elsewhere the test is skipped.
# usage: wide_floats_compile.sh SOURCE_DIR CC
set -eu
source=$1 cc=$2
x87="-std=c11 -mfpmath=387"
method=$(echo __FLT_EVAL_METHOD__ | "$cc" $x87 -E -P -x c - 2>/dev/null | tail -n 1)
[ "$method" = 2 ] || { echo "SKIPPED: no x87 here"; exit 77; }
count=0
for file in $(grep -rl --include='*.c' 'base/lanes/\|clip/kernels/decode.h\|crowd/lanes/batch.h\|rig/fk_sequence.h\|motion/lanes/sample.h\|motion/lanes/kernel.h\|motion/bone_tracks.h\|motion/channel.h\|skin/lanes_shape.h\|skin/kernels/half.h\|physics/world.h' "$source/src"); do
    "$cc" $x87 -Wall -Wextra -Wconversion -Wno-psabi -Werror -I"$source/include" -I"$source/src" -fsyntax-only "$file"
    count=$((count + 1))
done
[ "$count" -ge 3 ] || { echo "only $count files seen: is this the right folder?"; exit 1; }

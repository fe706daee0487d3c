#!/bin/sh
# Reads files written by hone in Blender, without a window, and compares the vertices of the built-in character's dance
# with hone's. The files have keys at every frame, because Blender interpolates quaternions linearly. Exits with 77
# (skipped) if Blender is not installed.
# usage: blender.sh HONE INTEROP_FILES
set -eu
here=$(cd "$(dirname "$0")" && pwd)
hone=$1 files=$2

command -v blender >/dev/null || {
    echo "SKIPPED: Blender is not there"
    exit 77
}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"$files" "$work"
cd "$work"
frames=0,1,33,100,359
check() { # FILE.glb TOLERANCE
    blender -b --factory-startup --python-exit-code 1 -P "$here/blender.py" -- "$1" rest.npy places.npy $frames 0.08 "$2" >log 2>&1 || {
        cat log
        exit 1
    }
    grep "vertices in Blender" log
}
"$hone" pose -q character.pmx --vertices rest.npy
for deform in linear corrective; do
    "$hone" convert -q character.pmx dance.vmd --deform $deform --deform-bound 1mm --tolerance 0 -o $deform.glb
    skin=auto tolerance=1.1e-3
    [ $deform = corrective ] || skin=linear tolerance=1e-4
    "$hone" pose -q character.pmx dance.vmd --skin $skin --frame $frames --vertices places.npy
    check $deform.glb $tolerance
done

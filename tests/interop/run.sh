#!/bin/sh
# Reads files written by hone in other programs: runs the Khronos validator on every glTF file that the tests write and
# that hone makes of the built-in character, compares the skinned vertices of three.js with hone's, and reads animation
# textures with its parser of KTX. Exits with 77 (skipped) if node or its packages are missing; ./dev test installs them
# if it can.
# usage: run.sh HONE INTEROP_FILES SWING_FILES FOLDER (where the tests write their files)
# SWINGS: how many avatars swing beside three-vrm's, in place of 42.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
hone=$1 files=$2 swings=$3 left=$4

skip() {
    echo "SKIPPED: $1"
    exit 77
}
command -v node >/dev/null || skip "node is not there"
[ -d "$here/node_modules/three" ] && [ -d "$here/node_modules/@pixiv/three-vrm" ] && [ -d "$here/node_modules/gltf-validator" ] ||
    skip "the packages are not there: npm ci in tests/interop"
"$hone" --version | grep -q 'images *\(built in\|module /\)' || skip "pictures are not built in"

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"$files" "$work"
cd "$work"
frames=0,1,33.0,100,359
for physics in off on; do
    "$hone" --version | grep -q 'physics *\(built in\|module /\)' || [ $physics = off ] || continue
    "$hone" convert -q character.pmx dance.vmd camera.vmd --physics $physics --tolerance 0.05mm -o dance-$physics.glb
    "$hone" pose -q character.pmx dance.vmd --physics $physics --skin linear --frame $frames --vertices dance-$physics.npy
    node "$here/three.mjs" dance-$physics.glb dance-$physics.npy $frames 0.08 8e-5
done
for skin in auto dual-quaternion; do
    "$hone" convert -q character.pmx dance.vmd --skin $skin --deform corrective --deform-bound 2mm --tolerance 0.05mm -o corrected-$skin.glb
    "$hone" pose -q character.pmx dance.vmd --skin $skin --frame $frames --vertices corrected.npy
    node "$here/three.mjs" corrected-$skin.glb corrected.npy $frames 0.08 2.1e-3
done
if ! "$hone" --version | grep -q 'meshopt *not'; then
    "$hone" convert -q character.pmx dance.vmd camera.vmd --pack --tolerance 0.05mm -o packed.glb
    "$hone" pose -q character.pmx dance.vmd --physics off --skin linear --frame $frames --vertices packed.npy
    node "$here/three.mjs" packed.glb packed.npy $frames 0.08 1e-4
    "$hone" convert -q character.pmx dance.vmd --pack --deform corrective -o packed.gltf
fi
"$hone" convert -q character.pmx dance.vmd --materials pbr -o pbr.gltf
"$hone" convert -q character.pmx -o rest.glb
"$hone" convert -q made.pmx made.vmd -o made.glb
"$hone" convert -q dance-off.glb --clip 0 -o again.glb
"$hone" pose -q character.pmx --skin linear --vertices rest.npy
node "$here/three.mjs" rest.glb rest.npy 0 0.08 8e-5
for format in rgba32f rgba16f rgba16 rgba8; do
    "$hone" texture -q character.pmx dance.vmd --format $format -o animation.ktx2 --json > animation.json
    node "$here/ktx2.mjs" animation.ktx2 animation.json
done
"$hone" convert -q character.pmx -o avatar.vrm --author Somebody --license CC0 --json > avatar.json
count() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" avatar.json; }
node "$here/vrm.mjs" avatar.vrm "$(count springs)" $(($(count preset_expressions) + $(count custom_expressions)))
mkdir swings
"$swings" swings "${SWINGS:-42}"
node "$here/swings.mjs" "$hone" swings
if [ -d "$here/node_modules/@babylonjs/core" ] && [ -e "$left/pointers-0.glb" ]; then
    for file in "$left/pointers-0.glb" "$left/pointers-3.glb"; do # those that have bones and are not packed
        node "$here/babylon.mjs" "$hone" "$file" 0,7.5,15,22.5,30 1e-4
    done
fi
set -- *.glb *.gltf *.vrm
for file in "$left"/*.glb "$left"/*.gltf "$left"/*.vrm; do
    [ ! -e "$file" ] || set -- "$@" "$file"
done
node "$here/validate.mjs" "$@"

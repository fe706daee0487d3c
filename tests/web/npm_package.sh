#!/bin/sh
# Packs the module, installs the package without a network, and runs the examples with it: in node, as a bundle, and in
# chromium with three.js. What is not there is left out: tsc and playwright of tests/web/node_modules, three.js of
# examples/web/node_modules, esbuild, chromium.
# usage: npm_package.sh SOURCE MODULE_FOLDER HONE SAMPLES
# Exit status 77: node, npm, the module or the native command is missing.
set -eu
source=$1 module=$2
hone=$3 samples=$4
for program in node npm; do
    command -v $program >/dev/null || { echo "SKIPPED: $program is not there"; exit 77; }
done
[ -f "$module/hone.wasm" ] || { echo "SKIPPED: the module is not built (./dev web)"; exit 77; }
[ -x "$hone" ] || { echo "SKIPPED: the native command is not built"; exit 77; }

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
package=$("$source/packaging/npm/pack.sh" "$module" "$work/packed")
mkdir "$work/page"
cd "$work/page"
echo '{"type": "module", "private": true}' >package.json
npm install --offline --silent --no-audit --no-fund "$package"
for file in hone.mjs hone.d.ts LICENSE README.md; do
    [ -f "node_modules/hone-wasm/$file" ] || { echo "the package lacks $file"; exit 1; }
done

# Without its textures: those that are no png or jpg are compressed as png for a .glb, natively by libpng.
mkdir alone
cp "$samples/character.pmx" "$samples/dance.vmd" alone
character=alone/character.pmx dance=alone/dance.vmd

# the example prints what `hone pose` prints, without rotations, and writes what `hone convert` writes
cp "$source/examples/web/pose.mjs" .
node pose.mjs "$character" "$dance" 20 example.glb >said
"$hone" pose -q "$character" "$dance" --frame 20 | sed 1,2d | awk '{ printf "%10s %10s %10s %s\n", $2, $3, $4, $9 }' >wanted
cmp said wanted
"$hone" convert -q "$character" "$dance" -o wanted.glb
cmp example.glb wanted.glb
if node pose.mjs missing.pmx "$dance" 20 >said 2>&1; then
    echo "a missing file should fail"
    exit 1
fi
[ "$(wc -l <said)" = 1 ] || { cat said; exit 1; }

tools=$source/tests/web/node_modules/.bin
if [ -x "$tools/tsc" ]; then
    cp "$source/tests/web/npm_types.ts" .
    "$tools/tsc" --strict --noEmit --target es2022 --module nodenext --lib es2023,dom,dom.iterable npm_types.ts
fi

three=$source/examples/web/node_modules/three
if [ -d "$three" ] && [ -d "$source/tests/web/node_modules/playwright-core" ]; then
    cp "$source"/examples/web/*.html "$source"/examples/web/*.mjs .
    cp -R "$three" node_modules
    node "$source/tests/web/three_page.mjs" "$work/page" "$samples" || [ $? = 77 ]
fi

esbuild=$tools/esbuild
[ -x "$esbuild" ] || esbuild=$(command -v esbuild) || { echo "no esbuild: bundling is not tested"; exit 0; }
"$esbuild" pose.mjs --bundle --minify --format=esm --platform=node --outfile=bundle/pose.mjs --log-level=error
cp node_modules/hone-wasm/*.wasm bundle
mv node_modules elsewhere
node bundle/pose.mjs "$character" "$dance" 20 >said
cmp said wanted

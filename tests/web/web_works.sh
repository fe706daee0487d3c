#!/bin/sh
# Builds the module for pages again and runs its tests in node (./dev web --test also runs those in a browser).
# usage: web_works.sh SOURCE_DIR BUILD_DIR
# Exit status 77: emscripten is missing, or `./dev web` was never run here: its first build takes minutes.
set -eu
source=$1 build=$2
cd "$source"
for program in emcc node esbuild wasm-split; do
    command -v $program >/dev/null || { echo "skipped: no $program"; exit 77; }
done
[ -f build/web/hone.mjs ] || { echo "skipped: ./dev web was not run here"; exit 77; }
node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' || { echo "skipped: node is older than 18"; exit 77; }
cmake --build build/web-objects --target hone_web >/dev/null
HONE_WEB=build/web HONE_SAMPLES=$build/samples/made HONE_COMMAND=$build/hone node --test tests/web/
tests/web/npm_package.sh "$source" build/web "$build/hone" "$build/samples/made" || [ $? = 77 ] # without npm

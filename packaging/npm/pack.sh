#!/bin/sh
# Makes the npm package of the module: OUT/hone-wasm-VERSION.tgz. It needs no network, and no build step of npm runs.
# usage: pack.sh MODULE_FOLDER OUT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
module=$1 out=$2
version=$(sed -n 's/^#define HONE_VERSION "\([^"]*\)".*/\1/p' "$here/../../include/hone/base.h")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cp "$module/hone.d.ts" "$module"/hone*.wasm "$module"/hone*.json "$module"/hone*.mo "$here/README.md" "$here/../../LICENSE" "$work"
# bundlers leave what is marked to node; esbuild drops the mark when it makes hone.mjs small
sed 's#import("node:#import(/* webpackIgnore: true */ /* @vite-ignore */ "node:#g' "$module/hone.mjs" >"$work/hone.mjs"
sed "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" "$here/package.json" >"$work/package.json"
mkdir -p "$out"
rm -f "$out"/hone-wasm-*.tgz
npm pack --silent --pack-destination "$(cd "$out" && pwd)" "$work" >/dev/null
echo "$out/hone-wasm-$version.tgz"

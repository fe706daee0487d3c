#!/bin/sh
# Checks the completion scripts in the shells that are installed: subcommands, options, words that a value may be, and
# files by their endings; and that the command accepts every word that is suggested.
# usage: completion.sh BUILD_DIR
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/desk" "$work/desk/folder"
cd "$work/desk"
touch miku.PMX dance.vmd song.mp3 notes.txt 'two words.pmx'
failed=0 tried=0

# expect SHELL LINE SUGGESTION...: what SHELL suggests for the end of LINE includes all these, and not those after "not".
expect() {
    shell=$1 line=$2
    shift 2
    tried=$((tried + 1))
    "$shell"_suggests "$line" >"$work/said"
    yes=1
    for word in "$@"; do
        [ "$word" != not ] || { yes=0; continue; }
        found=0
        grep -qxF -e "$word" "$work/said" && found=1
        [ $found = $yes ] || { echo "$shell: '$line': '$word' is $([ $yes = 1 ] && echo not || echo wrongly) suggested"; failed=1; }
    done
}
bash_suggests() { bash --norc "$here/completion.bash" "$build/manual/hone.bash" "$1"; }
fish_suggests() { # without the descriptions, and without quotes
    HOME=$work fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$build/manual/hone.fish" "$1" |
        sed -e 's/\t.*//' -e 's/\\\\//g'
}
zsh_suggests() { zsh -f "$here/completion.zsh" "$build/manual" "$1" "$work/zsh"; }

expect_all() { # SHELL
    expect "$1" 'hone ' render info help completion dance.vmd not notes.txt render2
    expect "$1" 'hone re' render not info
    expect "$1" 'hone render --sh' --show --shadows --shadow-size not --skin
    expect "$1" 'hone info --' --json --help not --show
    expect "$1" 'hone render miku.PMX --skin ' auto linear dual-quaternion not miku.PMX
    expect "$1" 'hone render miku.PMX --skin li' linear not auto
    expect "$1" 'hone render --codec ' h264 h265
    expect "$1" 'hone render --physics ' on off
    expect "$1" 'hone render --audio ' song.mp3 not notes.txt dance.vmd --skin
    expect "$1" 'hone render --motion ' dance.vmd
    expect "$1" 'hone render ' miku.PMX dance.vmd 'two words.pmx' not notes.txt song.mp3
    expect "$1" 'hone motion ' dance.vmd not miku.PMX
    expect "$1" 'hone render --size ' not auto miku.PMX
    expect "$1" 'hone help mo' motion not render
    expect "$1" 'hone completion ' bash zsh fish not miku.PMX
    expect "$1" 'hone dance.vmd --key' --keys
    expect "$1" 'hone-view --keys ' mmd blender f3d
    expect "$1" 'hone-view mi' miku.PMX
    expect "$1" 'hone render --camera ' front face not notes.txt
}
for shell in bash zsh fish; do
    if command -v $shell >/dev/null; then
        expect_all $shell
    else
        echo "SKIPPED: $shell is not installed"
    fi
done
if command -v bash >/dev/null; then
    expect bash 'hone render --show bones,w' bones,wire not wire
    expect bash 'hone render --skin=li' linear
    expect bash 'hone render -o ' folder
    bash --norc "$here/completion.bash" "$build/manual/hone.bash" --words "$build/hone" || failed=1
fi
if command -v fish >/dev/null; then
    expect fish 'hone render --show bones,w' bones,wire
    expect fish 'hone render --skin=li' --skin=linear
fi
if command -v zsh >/dev/null; then
    expect zsh 'hone render --show bones,w' wire
    expect zsh 'hone render --skin=li' linear
fi
[ $tried -gt 0 ] || exit 77
exit $failed

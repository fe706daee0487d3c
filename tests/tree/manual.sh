#!/bin/sh
# Checks the man pages that the build has made: every subcommand has one with all its options, and mandoc finds nothing
# to say about them.
# usage: manual.sh BUILD_DIR
set -eu
build=$1
failed=0
fail() {
    echo "$*"
    failed=1
}
for command in $("$build/hone" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    case $command in help | version | completion) continue ;; esac
    page=$build/manual/en/hone-$command.1
    [ -s "$page" ] || { fail "there is no $page: HONE_PAGES in cmake/manual.cmake lists the subcommands"; continue; }
    for option in $("$build/hone" help "$command" | sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p'); do
        grep -qF "\\fB$(printf '%s' "$option" | sed 's/-/\\-/g')\\fR" "$page" || fail "$page: $option is missing"
    done
    grep -q "^.SH \"NAME\"" "$page" && grep -q "^.SH \"SYNOPSIS\"" "$page" || fail "$page: a section is missing"
    grep -qF "hone\\-$command\\fR(1)" "$build/manual/en/hone.1" || fail "hone.1 does not name hone-$command"
done
if command -v mandoc >/dev/null; then
    mandoc -T lint "$build"/manual/en/*.1 || failed=1
    [ ! -d "$build/manual/ja" ] || mandoc -K utf-8 -T lint -W warning "$build"/manual/ja/*.1 || failed=1
else
    echo "SKIPPED: mandoc is not installed"
    [ $failed = 1 ] || exit 77
fi
exit $failed

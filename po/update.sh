#!/bin/sh
# Collects the texts of the viewer, of the command, of the page and of the library's messages in hone.pot, and updates
# each translation; new texts are empty there.
# usage: update.sh [POT]   with POT only that file is written
set -eu
cd "$(dirname "$0")/.."
pot=${1:-po/hone.pot}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources() { find "$@" -name '*.c' -o -name '*.cpp' -o -name '*.h' | LC_ALL=C sort; }
collect() { xgettext --from-code=UTF-8 --add-location=file --package-name=hone --output="$@"; }

collect "$work/view.pot" --keyword=_ --keyword=N_ $(find view tool/overlay tool/options tool/settings web -name '*.c' | LC_ALL=C sort)
# names of parameters and texts of static assertions: only a mistake in a program prints them
collect "$work/parameters.pot" --no-wrap --keyword --keyword=hone_fail_null:2 --keyword=_Static_assert:2 $(sources src module tool cmd)
# first bytes of files are no texts: xgettext breaks off where they are no UTF-8
mkdir "$work/tree"
cp --parents $(sources src module tool cmd bench/*.c) "$work/tree"
sources "$work/tree" | xargs sed -i 's/\\x[89A-Fa-f][0-9A-Fa-f]/?/g'
(cd "$work/tree" && collect "$work/all.pot" --no-wrap --extract-all $(sources *) 2>"$work/ignored")
python3 po/messages.py "$work/parameters.pot" <"$work/all.pot" >"$work/command.pot"
# titles in the help, which may be a single word
grep -rhoE '\.section = "[^"]+"' tool cmd bench | LC_ALL=C sort -u | sed 's/.*\("[^"]*"\)$/N_(\1)/' >"$work/titles.c"
xgettext --from-code=UTF-8 --no-location --keyword=N_ --output="$work/titles.pot" "$work/titles.c"
# The page: text('…') of its modules; in index.html elements with data-text, and names of controls in data-label. They
# become calls of C, whose texts xgettext reads in any language.
for file in $(find web/page -name '*.mjs' -o -name '*.html' | LC_ALL=C sort); do
    [ $file != web/page/texts.mjs ] || continue # its examples
    mkdir -p "$work/page/$(dirname "$file")"
    LC_ALL=C.UTF-8 grep -aoE "\btext\('([^'\\\\]|\\\\.)*'| data-text>[^<]+<| data-label=\"[^\"]+\"" "$file" |
        LC_ALL=C.UTF-8 sed -E -e "s/^(text\('| data-text>| data-label=\")(.*).\$/\2/" -e "s/\\\\'/'/g" -e 's/"/\\"/g' -e 's/.*/text("&");/' \
            >"$work/page/$file" || true # without words
done
(cd "$work/page" && collect "$work/page.pot" --language=C --keyword=text $(find web -type f | LC_ALL=C sort) 2>"$work/ignored")
msgcat --use-first --add-location=file "$work/view.pot" "$work/command.pot" "$work/titles.pot" 2>"$work/ignored" |
    sed -e '/^"POT-Creation-Date:/d' -e 's/charset=CHARSET/charset=UTF-8/' >"$work/programs.pot"
{
    sed '/^$/q' "$work/programs.pot" # the same head, so that texts of both have the places of both
    sed '1,/^$/d' "$work/page.pot"
} >"$work/headed.pot"
msgcat --add-location=file "$work/programs.pot" "$work/headed.pot" >"$pot"
[ $# = 0 ] || exit 0
for translation in po/*.po; do
    msgmerge --quiet --update --backup=none --no-fuzzy-matching "$translation" "$pot" 2>"$work/ignored"
done
